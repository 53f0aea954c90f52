"""Let a program learn to play on the engine, and judge exactly what it learned: ``learner.py 1e6`` for a good pupil.

The environment has the shape of Gymnasium's (reset, step), and needs nothing of it: the pure core keeps no log, so that
any number of rounds takes the same memory. The pupil tries moves, keeps the mean of what each brought, and ends as a
chart, which the analyser prices for exactly these rules and the simulator can play.
"""

import sys
from collections import defaultdict
from random import Random
from typing import Any

from rich.progress import track

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.edge import edge
from pitboss.atoms.hand import points
from pitboss.games.blackjack import act, legal_actions, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.strategy.chart import SECTIONS, UPS, Chart, column
from pitboss.strategy.chart_text import print_chart
from pitboss.tables import ShuffledShoe

WAGER = 1_000  # cents
#: How many tries of a move are remembered.
MEMORY = 5_000
#: A section of a chart, its row and its column.
Cell = tuple[str, int, int]


class Environment:
    """One box at a table of a rulebook: what is seen are cells of a chart, and an action is a word like ``hit``."""

    def __init__(self, rulebook: str, choices: dict[str, str], seed: int) -> None:
        rules = resolve(load_rulebook(rulebook), choices, Limits(WAGER, 100 * WAGER))
        assert not isinstance(rules, Refusal), rules
        self.rules = rules
        self.shoe = ShuffledShoe(rules, seed)
        self.state, _ = open_state(rules, self.shoe)
        self._do(cmd.JoinTable(player="ann", money=10**15))

    def reset(self) -> tuple[Cell | None, dict[str, Any]]:
        """A new round: what is seen, and beside it which actions are legal, and what a round brought that is over."""
        self._before = self.state.money["ann"]
        self._do(cmd.PlaceBet(player="ann", box=1, amounts=(WAGER,)))
        self._do(cmd.Deal())
        return self._seen()

    def step(self, action: str) -> tuple[Cell | None, float, bool, bool, dict[str, Any]]:
        """What is seen then, the reward in units of the wager, whether the round is over, False, and what is legal."""
        self._do(self._legal[action])
        seen, beside = self._seen()
        return seen, beside["won"], seen is None, False, beside

    def _do(self, command: cmd.Command) -> None:
        done = act(self.rules, self.state, command, self.shoe)
        assert not isinstance(done, Refusal), done

    def _seen(self) -> tuple[Cell | None, dict[str, Any]]:
        self._legal = {command.verb: command for command in legal_actions(self.rules, self.state)}
        while self._legal and self.state.turn is None:  # insurance and the like: declined
            self._do(next(self._legal[verb] for verb in ("pass", "decline") if verb in self._legal))
            self._legal = {command.verb: command for command in legal_actions(self.rules, self.state)}
        if self.state.turn is None:
            return None, {"won": (self.state.money["ann"] - self._before) / WAGER, "legal": ()}
        hand = self.state.turn
        up = column(self.state.dealer[0][0])
        legal = tuple(verb for verb in ("stand", "hit", "double", "split", "surrender") if verb in self._legal)
        if "split" in legal:
            return ("pair", points(hand.cards[0]) - 1, up), {"won": 0.0, "legal": legal}
        section, least = ("soft", 12) if hand.soft else ("hard", 4)
        return (section, hand.total - least, up), {"won": 0.0, "legal": legal}


class Pupil:
    """Keeps the mean of what every move in every cell brought, and takes the best, or now and then another."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._mean: defaultdict[Cell, dict[str, float]] = defaultdict(dict)
        self._tries: defaultdict[tuple[Cell, str], int] = defaultdict(int)

    def choose(self, cell: Cell, legal: tuple[str, ...], *, curious: float) -> str:
        if self._chance.random() < curious:
            return self._chance.choice(legal)
        return max(legal, key=lambda move: self._mean[cell].get(move, 0.0))

    def learn(self, moves: list[tuple[Cell, str]], won: float) -> None:
        for cell, move in moves:
            self._tries[cell, move] += 1
            mean = self._mean[cell].get(move, 0.0)
            # what was learned while the rest was still played badly is forgotten in time
            self._mean[cell][move] = mean + (won - mean) / min(self._tries[cell, move], MEMORY)

    def chart(self) -> Chart:
        rows = {
            section: tuple(
                "".join(self._code((section, row, up)) for up in range(len(UPS))) for row in range(len(labels))
            )
            for section, labels in SECTIONS.items()
        }
        return Chart("pupil", rows["hard"], rows["soft"], rows["pair"])

    def _code(self, cell: Cell) -> str:
        mean = self._mean[cell]
        stands = mean.get("stand", -1.0) > mean.get("hit", -2.0)
        best = max(mean, key=mean.__getitem__, default="stand")
        codes = {"split": "P", "double": "E" if stands else "D", "surrender": "Q" if stands else "R"}
        return codes.get(best, "S" if stands else "H")


def lesson(table: Environment, pupil: Pupil) -> None:
    """One round, and what is learned of it: something is tried first, and the rest is played as well as is known."""
    moves: list[tuple[Cell, str]] = []
    cell, beside = table.reset()
    won = beside["won"]
    while cell is not None:
        moves.append((cell, pupil.choose(cell, beside["legal"], curious=0.0 if moves else 0.5)))
        cell, won, _over, _cut_short, beside = table.step(moves[-1][1])
    pupil.learn(moves, won)


rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else 5_000
table, pupil = Environment("mbs-blackjack", {"decks": "6"}, seed=1), Pupil(seed=1)
for _ in track(range(rounds), "learning", disable=not sys.stdout.isatty()):
    lesson(table, pupil)
learned = pupil.chart()
print(print_chart(learned))
print(f"after {rounds:,} rounds: {edge(table.rules, strategy=learned).expectation:+.4%} of a wager, exactly")
print(f"the best there is:  {edge(table.rules).expectation:+.4%}")
