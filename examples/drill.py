"""A drill for a learner: decide hands, keep the count, and hear what each mistake costs, exactly.

``drill.py`` deals at Marina Bay Sands with six decks, ``drill.py nz-blackjack 20 7`` twenty rounds of another rulebook
by the seed 7. Letters decide (h s d p r), and after every third round you are asked for the running count of hi-lo.
Where the input ends, the drill does, and tells how it went.
"""

import sys

from pitboss import Refusal, Table
from pitboss.analyse.hand import HandAnswer, OfSplit, hand
from pitboss.atoms.hand import points
from pitboss.cards import card_names
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Hand
from pitboss.money import net_text

WAGER = 1_000  # cents
LETTERS = {"h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender"}
EVERY = 3


def hi_lo(card: int) -> int:
    """Low cards that are gone are good for the player, tens and aces bad."""
    value = points(card)
    return -1 if value in (1, 10) else int(2 <= value <= 6)


class Drill:
    """A table for one, and the marks of whoever sits at it."""

    def __init__(self, rulebook: str, seed: int | None) -> None:
        table = Table.open(rulebook, {"decks": "6"}, seed=seed)
        assert not isinstance(table, Refusal), table
        self.table = table
        table.join("you", 10**9)
        self.decisions = self.mistakes = self.counts = self.miscounts = 0
        self.cost = 0.0

    def round(self) -> None:
        """One round: every decision is asked for, insurance is declined."""
        state = self.table.state
        before = state.money["you"]
        self._do(cmd.PlaceBet(player="you", box=1, amounts=(WAGER,)))
        self._do(cmd.Deal())
        while legal := {command.verb: command for command in self.table.legal_actions()}:
            if state.turn is None:
                self._do(next(legal[verb] for verb in ("pass", "decline") if verb in legal))
            else:
                self._do(legal[self._asked(state.turn, list(legal))])
        print(f"  the dealer has {card_names(state.dealer[0])}: {net_text(state.money['you'] - before)} for you\n")

    def count(self) -> None:
        """How far the count of the shoe is kept."""
        state = self.table.state
        running = sum(map(hi_lo, state.shoe.rack))
        left = (state.shoe.size - state.shoe.drawn) / 52
        said = input(f"the running count of the {len(state.shoe.rack)} cards since the shuffle? ").strip()
        self.counts += 1
        self.miscounts += said != str(running) and said != f"+{running}"
        print(f"  it is {running:+}; {left:.1f} decks are left, so the true count is {running / left:+.1f}\n")

    def _asked(self, turn: Hand, verbs: list[str]) -> str:
        state = self.table.state
        answer = self._answer(turn)
        letters = {letter: verb for letter, verb in LETTERS.items() if verb in verbs}
        offered = ", ".join(f"{letter} {verb}" for letter, verb in letters.items())
        soft = "soft " if turn.soft else ""
        print(f"the dealer shows {card_names(state.dealer[0])}; you have {card_names(turn.cards)}, {soft}{turn.total}")
        while (said := input(f"{offered}? ").strip().lower()[:1]) not in letters:
            print("  that is not open now")
        verb = letters[said]
        self.decisions += 1
        if answer is not None and verb != answer.best:
            self.mistakes += 1
            self.cost += answer.costs[verb]
            print(f"  {answer.best} is better: to {verb} costs {answer.costs[verb]:.2%} of the wager")
        return verb

    def _answer(self, turn: Hand) -> HandAnswer | None:
        """What is best by the cards of this round; None where the analyser has nothing to say."""
        state = self.table.state
        hands = state.hands[1]
        gone = [card for other in hands if other is not turn for card in other.cards]
        split = OfSplit(len(hands), added=turn is not hands[0]) if len(hands) > 1 else None
        try:
            return hand(self.table.rules, turn.cards, state.dealer[0][0], gone, split=split)
        except ValueError:
            return None

    def _do(self, command: cmd.Command) -> None:
        done = self.table.do(command)
        assert not isinstance(done, Refusal), done


def main(rulebook: str = "mbs-blackjack", rounds: str = "50", seed: str = "") -> None:
    drill = Drill(rulebook, int(seed) if seed else None)
    try:
        for number in range(1, int(rounds) + 1):
            drill.round()
            if number % EVERY == 0:
                drill.count()
    except (EOFError, KeyboardInterrupt):
        print()
    print(f"{drill.decisions} decisions, {drill.mistakes} mistakes, which cost {drill.cost:.2%} of a wager in all")
    print(f"{drill.counts} counts, {drill.miscounts} of them wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
