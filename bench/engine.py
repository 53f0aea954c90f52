"""How many commands a second the engine executes on one core, and how much of its time the citations take.

One player on one box: bet, deal, decide as the dealer would, settle, and shuffle where the cutting card shows. Every
command returns its full events with their clauses. The cards come from shoes that were shuffled beforehand, so only the
engine is measured. A copy of the engine that cites nothing (``uncited.py``) plays the same rounds in alternation.
CPU time; the speed is that of the best run, the cost of citing the median of the pairs of runs.

    python bench/engine.py              a table
    python bench/engine.py --json       for programs
    python bench/engine.py --profile nz-blackjack
"""

import argparse
import cProfile
import json
import platform
import pstats
import random
import sys
from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any

from msgspec import Struct, to_builtins
from uncited import Engine, load_engines

from pitboss.cards import full_shoe
from pitboss.games.blackjack.chance import CUTTING_CARD
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
BAR = 70_000
AIM = 100_000
#: The largest share of the commands a second that citing may cost.
CITING = 0.05


class Shoes:
    """Shoes in a given order, one after the other, and again from the first."""

    def __init__(self, orders: Sequence[Sequence[int]]) -> None:
        self._orders = orders
        self._next = 0
        self._cards: Iterator[int] = iter(())

    def draw(self, side: int) -> int:
        """The next card."""
        return next(self._cards)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """The next shoe."""
        self._cards = iter(self._orders[self._next % len(self._orders)])
        self._next += 1

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Not used here."""

    def prize(self, kind: str, stake: int) -> int:
        """Not used here."""
        return 0


class Measured(Struct):
    """The best run at one rulebook's table, and the cost of its citations."""

    rulebook: str
    rounds: int
    commands: int
    events: int
    seconds: float
    #: The share of the commands a second that citing costs.
    citing: float

    @property
    def commands_a_second(self) -> int:
        """The figure that counts."""
        return round(self.commands / self.seconds)


def shuffled_shoes(decks: int, count: int = 50) -> list[list[int]]:
    """Shoes with the cutting card a deck from the back, the same at every run."""
    dice = random.Random(1)
    orders = []
    for _ in range(count):
        order = full_shoe(decks)
        dice.shuffle(order)
        order.insert(len(order) - 52 if decks > 1 else 30, CUTTING_CARD)
        orders.append(order)
    return orders


def play(rules: BlackjackRules, shoes: Shoes, rounds: int, engine: Engine) -> tuple[int, int, float]:
    """Commands, events and CPU seconds of so many rounds."""
    act, cmd = engine.act, engine.commands
    state, _ = engine.open_state(rules, shoes)
    act(rules, state, cmd.JoinTable(player="ann", money=10**12), shoes)
    bet = cmd.PlaceBet(player="ann", box=1, amounts=(1000,))
    deal, hit, stand = cmd.Deal(), cmd.Hit(player="ann", box=1), cmd.Stand(player="ann", box=1)
    passes = cmd.Pass(player="ann", box=1)
    commands = events = 0
    started = process_time()
    for _ in range(rounds):
        command: Any = bet
        while True:
            brought = act(rules, state, command, shoes)
            if isinstance(brought, Refusal):
                raise SystemExit(f"{command} was refused: {brought}")
            commands += 1
            events += len(brought)
            if state.stage == Stage.BETTING:
                if not state.bets:
                    break
                command = deal
            elif state.offer is not None:
                command = passes
            else:
                hand = state.turn
                command = hit if hand is not None and hand.total < 17 else stand
    return commands, events, process_time() - started


def measure(book: str, rounds: int, repeat: int, cited: Engine, uncited: Engine) -> Measured:
    """The best of several runs at a table with the rulebook's own defaults."""
    # each copy of the engine has rules of its own, since rules hold what the engine derives from them
    tables = [(engine, default_rules(book)) for engine in (cited, uncited)]
    orders = shuffled_shoes(tables[0][1].terms.decks)
    for engine, rules in tables:
        play(rules, Shoes(orders), rounds // 10 + 1, engine)
    runs = [[play(rules, Shoes(orders), rounds, engine) for engine, rules in tables] for _ in range(repeat)]
    commands, events, seconds = min((run for run, _ in runs), key=lambda run: run[2])
    if any(run[:2] != (commands, events) for pair in runs for run in pair):
        raise SystemExit(f"{book}: the copy that cites nothing plays other rounds")
    citing = 1 - median(without[2] / with_citations[2] for with_citations, without in runs)
    return Measured(book, rounds, commands, events, seconds, citing)


def default_rules(book: str) -> BlackjackRules:
    """The rules of a table with the rulebook's own defaults."""
    rules = resolve(load_rulebook(book), {})
    if isinstance(rules, Refusal):
        raise SystemExit(str(rules))
    return rules


def profile(book: str, rounds: int, engine: Engine) -> None:
    """Where the time goes."""
    rules = default_rules(book)
    shoes = Shoes(shuffled_shoes(rules.terms.decks))
    profiler = cProfile.Profile()
    profiler.runcall(play, rules, shoes, rounds, engine)
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(25)


def main() -> None:
    """Measures, prints, and exits 1 where a rulebook is below the bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=400, help="rounds of a run")
    parser.add_argument("--repeat", type=int, default=60, help="runs, of which the best counts")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--profile", metavar="RULEBOOK", help="show where the time goes instead")
    chosen = parser.parse_args()
    cited, uncited = load_engines()
    if chosen.profile:
        profile(chosen.profile, chosen.rounds, cited)
        return
    found = [measure(book, chosen.rounds, chosen.repeat, cited, uncited) for book in BOOKS]
    if chosen.json:
        rows = [to_builtins(one) | {"commands_a_second": one.commands_a_second} for one in found]
        print(json.dumps({"python": platform.python_version(), "machine": platform.machine(), "results": rows}))
    else:
        print(f"{'rulebook':<20} {'commands/s':>11} {'events/s':>10} {'rounds/s':>9} {'us each':>8} {'citing':>7}")
        for one in found:
            rates = f"{one.commands_a_second:>11,} {one.events / one.seconds:>10,.0f} {one.rounds / one.seconds:>9,.0f}"
            print(f"{one.rulebook:<20} {rates} {one.seconds / one.commands * 1e6:>8.2f} {one.citing:>7.1%}")
        slowest = min(one.commands_a_second for one in found)
        print(f"\nslowest {slowest:,} commands/s; the bar is {BAR:,}, the aim {AIM:,}")
        print(f"citing costs up to {max(one.citing for one in found):.1%}; the bar is {CITING:.0%}")
    sys.exit(any(one.commands_a_second < BAR for one in found))


if __name__ == "__main__":
    main()
