"""Private practice rooms: opening within the law and the limits, closing, and the closing of idle ones."""

import asyncio

import structlog

from pitboss.client.wire_rooms import RoomRequest
from pitboss.games.live.base import Practice
from pitboss.games.registry import find_game
from pitboss.house.database import connection_errors
from pitboss.house.house import House, HouseError, TableInfo
from pitboss.law import Refusal, load_rulebook
from pitboss.law.cite import clause_list
from pitboss.law.load import Preset
from pitboss.law.resolve import game_of
from pitboss.server.bots import PRACTICE
from pitboss.server.broadcast import BroadcastRegistry
from pitboss.server.errors import ApiError, refusal_error
from pitboss.server.practice import LIMITS, open_practice_house
from pitboss.server.rulebooks import get_rulebook, resolve_rules
from pitboss.server.settings import Settings
from pitboss.tables.live import THE_CLOCK, TableSpec

#: Commands of the house that finish a round before a room closes, at most.
MAX_STEPS = 500
#: A finished public tournament stays open for its results for so many seconds, then the next one opens.
RESULTS_SECONDS = 60.0
_MAX_SWEEP_SECONDS = 60.0


def owner_of(spec: TableSpec) -> str:
    """Returns the owner of a private practice room; empty for a table of the house."""
    return spec.practice.owner if spec.practice is not None else ""


def room_spec(owner: str, request: RoomRequest) -> TableSpec:
    """Returns the specification of a room. Raises an error with the clause if the law does not allow it."""
    book = get_rulebook(request.rulebook)
    preset = book.presets.get(request.preset) if request.preset else Preset(title="")
    if preset is None:
        message = f"{book.id} has no preset '{request.preset}'"
        raise ApiError(422, message, rulebook=book.id, allowed=tuple(book.presets))
    choices = preset.choices | request.choices
    bots = preset.bots if request.bots is None else request.bots
    limits = request.limits or preset.limits or LIMITS
    rules = resolve_rules(book.id, choices, limits)
    _require_places(book.id, rules.options, bots)
    fewest = find_game(game_of(rules)).fewest_players(rules)
    if bots + 1 < fewest:
        clause = clause_list(book.options["min_players"].clauses)
        message = f"the rules ask for {fewest} players or more: choose {fewest - 1} bots or more"
        raise ApiError(409, message, "too_few_players", clause=clause, rulebook=book.id)
    title = book.name if preset.play_now or not preset.title else f"{book.name}: {preset.title}"
    if rules.title != book.about.title:  # rules in shorthand say so themselves
        title = rules.title
    return TableSpec(
        rulebook=book.id,
        choices=choices,
        limits=limits,
        turn_seconds=0,
        betting_seconds=0,
        title=title[:100],
        practice=Practice(owner=owner, bots=bots),
    )


def _require_places(rulebook: str, options: dict[str, object], bots: int) -> None:
    """Raises 409 if the boxes of the layout do not suffice for the player and the bots."""
    boxes, own = options.get("boxes"), options.get("max_boxes_per_player", 1)
    if not isinstance(boxes, int) or not isinstance(own, int) or bots + own <= boxes:
        return
    clause = clause_list(load_rulebook(rulebook).options["boxes"].clauses)
    message = f"the layout has {boxes} boxes, and {own} of them yours: choose {max(0, boxes - own)} bots or fewer"
    raise ApiError(409, message, "too_few_boxes", clause=clause, rulebook=rulebook)


class Rooms:
    """The private practice rooms of a house."""

    def __init__(self, house: House, broadcasts: BroadcastRegistry, settings: Settings) -> None:
        self._house = house
        self._broadcasts = broadcasts
        self._settings = settings
        self._opening = asyncio.Lock()  # counting and opening are one step
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the task that closes idle rooms."""
        self._sweeper = asyncio.create_task(self._sweep_repeatedly())

    async def stop(self) -> None:
        """Cancels that task."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)

    async def of(self, owner: str) -> list[TableInfo]:
        """Returns the open rooms of a player, the latest last."""
        return [table for table in await self._open_rooms() if owner_of(table.spec) == owner]

    async def open(self, owner: str, request: RoomRequest) -> TableInfo:
        """Opens a room. Raises an error with the clause if the law does not allow it, 429 at a limit."""
        spec = room_spec(owner, request)
        async with self._opening:
            rooms = await self._open_rooms()
            own = [room.id for room in rooms if owner_of(room.spec) == owner]
            if len(own) >= self._settings.rooms_per_player:
                message = f"you have {len(own)} rooms open: close one first"
                raise ApiError(429, message, "too_many_rooms", allowed=tuple(f"DELETE /api/rooms/{id}" for id in own))
            if len(rooms) >= self._settings.most_rooms:
                message = f"the limit of {len(rooms)} practice rooms is reached: try again later"
                raise ApiError(429, message, "too_many_rooms", headers={"Retry-After": "600"})
            opened = await self._house.open_table(PRACTICE, spec)
        if isinstance(opened, Refusal):
            raise refusal_error(opened)
        await self._broadcasts.open(opened.id)
        return opened

    async def close(self, table: str) -> Refusal | None:
        """Finishes the round by the rules for absent players, closes the room and returns all chips."""
        await self._finish_round(table)
        refusal = await self._house.close_table(table, PRACTICE)
        live = await self._house.live(table) if refusal is not None else None
        abandon = None if live is None else find_game(live.game).abandon
        if abandon is not None:  # entry fees are in the pool: they are paid back first
            await self._house.perform(table, PRACTICE, "", None, abandon)
            refusal = await self._house.close_table(table, PRACTICE)
        if refusal is None:
            await self._broadcasts.drop(table)
        return refusal

    async def _finish_round(self, table: str) -> None:
        for _ in range(MAX_STEPS):
            live = await self._house.live(table)
            dues = () if live is None else live.running_dues()
            commands = (due.command for due in dues if due.what not in ("betting", "bet", "time"))
            command = next((command for command in commands if command is not None), None)
            if live is None or command is None:
                return
            result = await self._house.perform(table, THE_CLOCK, "", live.version, command)
            if isinstance(result, Refusal):
                return

    async def _open_rooms(self) -> list[TableInfo]:
        return [table for table in await self._house.tables(closed=False) if owner_of(table.spec)]

    async def _sweep_repeatedly(self) -> None:
        pause = min(_MAX_SWEEP_SECONDS, self._settings.room_idle_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            try:
                await self.sweep()
            except connection_errors(HouseError) as error:
                structlog.get_logger("pitboss").error("rooms", exc_info=error)

    async def sweep(self) -> None:
        """Closes the rooms in which nothing has happened for long, and replaces finished public tables."""
        closed_public = False
        for table in await self._house.tables(closed=False):
            if table.spec.practice is None:
                continue
            idle = await self._house.seconds_since(table.id, table.version)
            owner = table.spec.practice.owner
            live = None if owner else await self._house.live(table.id)
            finished = live is not None and find_game(live.game).finished(live)
            if idle > (self._settings.room_idle_seconds if owner else RESULTS_SECONDS) and (owner or finished):
                refusal = await self.close(table.id)
                if refusal is not None:
                    structlog.get_logger("pitboss").error("rooms", table=table.id, refusal=str(refusal))
                closed_public = closed_public or (not owner and refusal is None)
        if closed_public:
            await open_practice_house(self._house)
            self._house.tables_changed.set()
