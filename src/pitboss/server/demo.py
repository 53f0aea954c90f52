"""An evening of play by bots in a new house, so that every screen, report and audit has something to show."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from pitboss.games.commands import Command, JoinTable
from pitboss.games.registry import find_game
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.law import Refusal
from pitboss.server.practice import practice_tables
from pitboss.tables.live import THE_CLOCK, Actor, Role, Table, TableSpec

OPERATOR: Final = "olga"
#: The dealers of the two shifts.
DEALERS: Final = ("dan", "dee")
STAFF: Final = {
    OPERATOR: Role.OPERATOR,
    **dict.fromkeys(DEALERS, Role.DEALER),
    "sue": Role.SUPERVISOR,
    "carl": Role.CASHIER,
    "audrey": Role.AUDITOR,
}
PLAYERS: Final = ("ann", "ben", "cat", "dov", "eve", "fay")
#: Whose tokens a demonstration shows.
SHOWN: Final = (OPERATOR, "sue", "carl", "audrey", DEALERS[0], PLAYERS[0])
#: What each player pays in at the cage, in cents.
DEPOSIT: Final = 10_000_000
#: The chips with which the first player sits down, in cents.
_FIRST_BUY_IN: Final = 100_000
_SECONDS: Final = 60
_MEANS: Final = "demo"
#: The chips of the first fill of each table, 22,500.00.
_CHIPS: Final = ((100_00, 100), (25_00, 400), (5_00, 500))


SUPERVISOR: Final = Actor("sue", Role.SUPERVISOR, _MEANS)


class DemoTable(Struct, frozen=True):
    """A table of the evening: its rounds, and the log version that it reached."""

    id: str
    rulebook: str
    rounds: int
    version: int


class Evening(Struct, frozen=True):
    """What was played."""

    tables: tuple[DemoTable, ...]

    @property
    def rounds(self) -> int:
        """The rounds of all tables."""
        return sum(table.rounds for table in self.tables)


async def play_evening(house: House, rounds: int, progress: Callable[[int], None] = lambda rounds: None) -> Evening:
    """Creates staff and players, opens a table of every rulebook, and plays each for so many rounds or to its end.

    ``progress`` is called with the number of rounds after each round. Raises ValueError where a name is taken.
    """
    by = Actor(OPERATOR, Role.OPERATOR, _MEANS)
    for name, role in {**STAFF, **dict.fromkeys(PLAYERS, Role.PLAYER)}.items():
        created = await house.create_user(name, role)
        if isinstance(created, Refusal):
            raise ValueError(str(created))
        if role is Role.PLAYER:
            await house.deposit(name, DEPOSIT, f"demo:{name}", by=by)
    specs = [_served(spec) for spec in practice_tables()]
    cashier = Actor("carl", Role.CASHIER, _MEANS)
    await house.pit.open_day(cashier, time.strftime("%Y-%m-%d", time.gmtime()), "afternoon")
    driver = _Driver(house, rounds, progress, half=rounds * len(specs) // 2)
    played = await asyncio.gather(*(driver.play(by, spec) for spec in specs))
    await house.pit.take_cash(cashier, played[0].id, PLAYERS[1], 500_00)
    await house.pit.award(cashier, PLAYERS[0], 2_500_00, "a wrong payout, reported late")
    await house.pit.limit_self(Actor(PLAYERS[2], Role.PLAYER, _MEANS), loss=5_000_00, reminder=30)
    return Evening(tuple(played))


def _served(spec: TableSpec) -> TableSpec:
    """Returns the table of a practice house as a table of this one."""
    return TableSpec(
        rulebook=spec.rulebook,
        choices=spec.choices,
        limits=spec.limits,
        betting_seconds=_SECONDS,
        turn_seconds=_SECONDS,
        title=spec.title,
    )


class _Driver:
    """Plays tables with the bots of their games."""

    def __init__(self, house: House, rounds: int, progress: Callable[[int], None], half: int) -> None:
        self._house, self._most, self._progress, self._half = house, rounds, progress, half
        self._rounds = 0
        self._dealer = DEALERS[0]

    async def play(self, by: Actor, spec: TableSpec) -> DemoTable:
        """Opens a table and plays it; players leave with their money where a game lets them."""
        info = await self._house.open_table(by, spec)
        if isinstance(info, Refusal):
            raise ValueError(f"{spec.rulebook}: {info}")
        live = await self._live(info.id)
        await self._house.pit.fill(SUPERVISOR, info.id, _CHIPS, "opening float")
        await self._seat_first(info)
        round_ends, finished = find_game(live.game).round_ends, find_game(live.game).finished
        rounds = 0
        while rounds < self._most and not finished(live):
            move = self._next(live, PLAYERS)
            if move is None:
                break
            done = await self._perform(info.id, *move)
            live = await self._live(info.id)
            ended = sum(isinstance(event, round_ends) for event in done)
            if ended:
                rounds += ended
                self._rounds += ended
                self._progress(self._rounds)
                await self._change_shift()
        return DemoTable(info.id, spec.rulebook, rounds, live.version)

    async def _change_shift(self) -> None:
        if self._rounds >= self._half and self._dealer == DEALERS[0]:
            self._dealer = DEALERS[1]
            await self._house.pit.begin_shift(SUPERVISOR, "night")

    async def _live(self, table: str) -> Table:
        live = await self._house.live(table)
        assert live is not None
        return live

    async def _seat_first(self, info: TableInfo) -> None:
        """The bots of a table join once a person is there."""
        first = PLAYERS[0]
        await self._perform(info.id, first, JoinTable(player=first, money=_FIRST_BUY_IN))

    @staticmethod
    def _next(live: Table, players: Sequence[str]) -> tuple[str, Command] | None:
        """Returns the next command and who gives it ("" is the house); None where there is nothing to do."""
        chooses = find_game(live.game).bot_move
        for bots in (players, players[1:]):  # a tournament starts after the entry of a player who is not a bot
            move = None if chooses is None else chooses(live, bots)
            if move is not None:
                return move.player, move.command
        for due in live.running_dues():
            if due.command is not None:
                return THE_CLOCK.name, due.command
        first = Actor(players[0], Role.PLAYER, _MEANS)
        for action in live.personal_view(first).actions:
            command = live.parse(first, action.words) if action.refusal is None else None
            if command is not None and not isinstance(command, Refusal):
                return first.name, command
        return None

    async def _perform(self, table: str, who: str, command: Command) -> tuple[object, ...]:
        """Executes a command; returns its events."""
        actor = Actor(who, Role.PLAYER, _MEANS) if who in PLAYERS else THE_CLOCK
        if not who:
            actor = Actor(OPERATOR, Role.OPERATOR, _MEANS)
        live = await self._live(table)
        dealer = Actor(self._dealer, Role.DEALER, _MEANS)
        if actor is THE_CLOCK and live.permission(dealer, command) is None:
            actor = dealer
        done = await self._house.perform(table, actor, f"demo:{live.version}", live.version, command)
        if not isinstance(done, CommandDone):
            raise ValueError(f"{table}: {done}")
        return tuple(event for posted in done.entries for event in posted.entry.events)
