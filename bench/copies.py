"""How many copies a second a table makes, when it is new and after 300 rounds.

A copy costs the same at any age of the table: the ratio of the two rates is the figure that counts. Both are taken
after a shuffle, since a state holds the used cards of its shoe. CPU time, the best of several runs.

    python bench/copies.py              a table
    python bench/copies.py --json       for programs
"""

import argparse
import json
import platform
import sys
from time import process_time

from msgspec import Struct, to_builtins

from pitboss import Limits, Refusal, Table
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
BAR = 200_000
AGE = 300
#: How much slower an old table may copy than a new one before this script fails: the noise of a shared machine.
RATIO = 0.7


class Measured(Struct):
    """Copies a second of one table, new and old."""

    rulebook: str
    new: int
    old: int

    @property
    def ratio(self) -> float:
        """1 where age costs nothing."""
        return self.old / self.new


def open_table(book: str) -> Table:
    """A table with one player and the rulebook's defaults."""
    table = Table.open(book, {}, Limits(1_000, 100_000), seed=1)
    if isinstance(table, Refusal):
        raise SystemExit(str(table))
    table.join("ann", 10**12)
    return table


def play(table: Table, rounds: int) -> None:
    """So many rounds on one box, decided as the dealer would, and a shuffle."""
    for _ in range(rounds):
        table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
        table.do(cmd.Deal())
        while table.state.stage != Stage.BETTING:
            hand = table.state.turn
            if table.state.offer is not None:
                table.do(cmd.Pass(player="ann", box=1))
            elif hand is not None and hand.total < 17:
                table.do(cmd.Hit(player="ann", box=1))
            else:
                table.do(cmd.Stand(player="ann", box=1))
    table.do(cmd.OrderShuffle())


def copies_a_second(table: Table, count: int, repeat: int) -> int:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        started = process_time()
        for _ in range(count):
            table.copy()
        best = min(best, process_time() - started)
    return round(count / best)


def measure(book: str, count: int, repeat: int) -> Measured:
    """One rulebook's table after one round, and after 300 more."""
    table = open_table(book)
    play(table, 1)
    new = copies_a_second(table, count, repeat)
    play(table, AGE)
    return Measured(book, new, copies_a_second(table, count, repeat))


def main() -> None:
    """Measures, prints, and exits 1 where copies are below the bar or an old table copies more slowly."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5_000, help="copies of a run")
    parser.add_argument("--repeat", type=int, default=7, help="runs, of which the best counts")
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args()
    found = [measure(book, chosen.count, chosen.repeat) for book in BOOKS]
    if chosen.json:
        rows = [to_builtins(one) | {"ratio": one.ratio} for one in found]
        print(json.dumps({"python": platform.python_version(), "machine": platform.machine(), "results": rows}))
    else:
        print(f"{'rulebook':<20} {'copies/s new':>12} {f'after {AGE} rounds':>16} {'ratio':>6}")
        for one in found:
            print(f"{one.rulebook:<20} {one.new:>12,} {one.old:>16,} {one.ratio:>6.2f}")
        print(f"\nthe bar is {BAR:,} copies/s at any age, and a ratio of {RATIO}")
    sys.exit(any(one.old < BAR or one.new < BAR or one.ratio < RATIO for one in found))


if __name__ == "__main__":
    main()
