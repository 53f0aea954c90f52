"""How many copies a second a table makes, when it is new and when it is old.

A copy costs the same at any age of the table: the ratio of the two rates is the figure that counts. At blackjack both
are taken after a shuffle, since a state holds the used cards of its shoe; roulette with 37 wagers on the layout, a
tournament with a round dealt at one table. CPU time, the best of several runs.

    python bench/copies.py              a table
    python bench/copies.py --json       for programs
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from msgspec import Struct, to_builtins

from pitboss import Limits, Refusal, Table
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.games.roulette import commands as wheel
from pitboss.games.tournament.bots import STYLES, next_command
from pitboss.games.tournament.state import Phase

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
#: Copies a second of a blackjack table whose shoe is shuffled without seeds, and of every other table.
BAR = 200_000
OTHER_BAR = 100_000
AGE = 300
#: How much slower an old table may copy than a new one before this script fails: the noise of a shared machine.
RATIO = 0.7
SECRET = bytes(32)


class Measured(Struct):
    """Copies a second of one table, new and old."""

    table: str
    bar: int
    new: int
    old: int

    @property
    def ratio(self) -> float:
        """1 where age costs nothing."""
        return self.old / self.new

    @property
    def passed(self) -> bool:
        """Whether it meets the bars."""
        return min(self.new, self.old) >= self.bar and self.ratio >= RATIO


def open_table(book: str, options: dict[str, str] | None = None, *, secret: bytes | None = None) -> Any:
    """A table with one player."""
    chance = {"seed": 1} if secret is None else {"secret": secret}
    table: Any = Table.open(book, options or {}, Limits(1_000, 100_000), strict=True, **chance)
    if isinstance(table, Refusal):
        raise SystemExit(str(table))
    table.join("ann", 10**12)
    return table


def play(table: Any, rounds: int) -> None:
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
    table.do(cmd.OrderShuffle(), strict=False)  # refused by a continuous shuffler


def spin(table: Any, rounds: int) -> None:
    """So many spins with a wager on every number, and the wagers of one more."""
    for number in range(rounds + 1):
        for place in range(37):
            table.do(wheel.PlaceWager(player="ann", kind="straight", place=str(place), amount=1_000))
        if number < rounds:
            table.do(wheel.CallNoMoreBets())
            table.do(wheel.SpinBall())


def hold(table: Any, rounds: int) -> None:
    """Plays so many rounds of a tournament, at all its tables, and deals one more at the last of them."""
    names = list(STYLES.values())
    styles = {player: names[seat % len(names)] for seat, player in enumerate(table.state.players)}
    while table.state.phase is Phase.SESSION:
        tables = [each for each in table.state.tables.values() if each.running]
        if not tables or (tables[-1].rounds >= rounds and tables[-1].play.stage == Stage.PLAY):
            return
        command = next_command(table.rules, table.state, styles)
        if command is None:
            return
        table.do(command)


def open_tournament(players: int) -> Any:
    """A tournament that has begun, with so many players."""
    options = {"advance": "2", "session": "rounds:40", "chips": "100000", "max_players": "49"}
    table = open_table("nz-tournament", options, secret=SECRET)
    for number in range(players):
        table.join(f"p{number}", 10**7)
        table.enter(f"p{number}")
    table.start(confirmed=True)
    return table


def copies_a_second(table: Table, count: int, repeat: int) -> int:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        started = process_time()
        for _ in range(count):
            table.copy()
        best = min(best, process_time() - started)
    return round(count / best)


#: A row: its name, its bar, the table, how it is played, and the numbers of rounds when it is new and when it is old.
Row = tuple[str, int, Callable[[], Any], Callable[[Any, int], None], int, int]
ROWS: list[Row] = [
    *((book, BAR, partial(open_table, book), play, 1, AGE) for book in BOOKS),
    ("nz-blackjack, seeds", OTHER_BAR, partial(open_table, "nz-blackjack", secret=SECRET), play, 1, AGE),
    (
        "nz-blackjack, continuous",
        OTHER_BAR,
        partial(open_table, "nz-blackjack", {"shuffler": "continuous"}, secret=SECRET),
        play,
        1,
        AGE,
    ),
    ("nz-roulette, 37 wagers", OTHER_BAR, partial(open_table, "nz-roulette", secret=SECRET), spin, 0, 60),
    ("nz-tournament, 8 players", OTHER_BAR, partial(open_tournament, 8), hold, 0, 30),
    ("nz-tournament, 42 players", OTHER_BAR, partial(open_tournament, 42), hold, 0, 30),
]


def measure(row: Row, count: int, repeat: int) -> Measured:
    """One table when it is new and when it is old."""
    name, bar, opened, played, young, old = row
    table = opened()
    played(table, young)
    new = copies_a_second(table, count, repeat)
    played(table, old)
    return Measured(name, bar, new, copies_a_second(table, count, repeat))


def main() -> None:
    """Measures, prints, and exits 1 where copies are below the bar or an old table copies more slowly."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5_000, help="copies of a run")
    parser.add_argument("--repeat", type=int, default=7, help="runs, of which the best counts")
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args()
    found = [measure(row, chosen.count, chosen.repeat) for row in ROWS]
    if chosen.json:
        rows = [to_builtins(one) | {"ratio": one.ratio} for one in found]
        print(json.dumps({"python": platform.python_version(), "machine": platform.machine(), "results": rows}))
    else:
        print(f"{'table':<26} {'copies/s new':>12} {'old':>10} {'ratio':>6} {'bar':>9}")
        for one in found:
            print(f"{one.table:<26} {one.new:>12,} {one.old:>10,} {one.ratio:>6.2f} {one.bar:>9,}")
        print(f"\nthe bars are copies/s at any age; an old table copies at {RATIO} of the rate of a new one at least")
    sys.exit(any(not one.passed for one in found))


if __name__ == "__main__":
    main()
