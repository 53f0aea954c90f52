"""Plays the bots of a practice table and directs its tournament."""

import asyncio

import structlog

from pitboss.games.commands import JoinTable
from pitboss.games.live.base import BOT_NAMES
from pitboss.games.live.bots import BotMove
from pitboss.games.registry import find_game
from pitboss.house.database import connection_errors
from pitboss.house.house import House, HouseError
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, Table

#: The actor who opens the practice tables and gives guests and bots their chips.
PRACTICE = Actor("house", Role.HOUSE, "practice")
#: The automatic director of a practice tournament.
DIRECTOR = Actor(THE_HOUSE.name, Role.HOUSE, "director")
#: Seconds before a retry after a failure of the database.
RETRY_SECONDS = 5.0


class BotDriver:
    """Sends the commands of the bots of one table, whenever its log grows.

    The next command follows from the table alone, so that a restart continues where the log ends. Every process runs a
    driver for every table: the version and the id make their commands one.
    """

    def __init__(self, house: House, table: str, bots: int, seconds: float) -> None:
        self._house = house
        self._table = table
        self._bots = BOT_NAMES[:bots]
        self._seconds = seconds
        self._log = structlog.get_logger("pitboss").bind(table=table)
        self._entries = house.subscribe(table)
        self._changed = asyncio.Event()
        self._changed.set()
        self._tasks = (asyncio.create_task(self._listen()), asyncio.create_task(self._run()))

    async def stop(self) -> None:
        """Cancels the tasks."""
        self._entries.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        async for _ in self._entries:
            self._changed.set()

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                while await self._step():
                    pass
            except connection_errors(HouseError) as error:
                self._log.error("bots", exc_info=error)
                await asyncio.sleep(RETRY_SECONDS)
                self._changed.set()

    async def _step(self) -> bool:
        """Executes the next command, if there is one; returns whether the table may have changed."""
        planned = self._next_move(await self._house.live(self._table))
        if planned is None:
            return False
        await asyncio.sleep(0 if planned.quick else self._seconds)
        live = await self._house.live(self._table)
        move = self._next_move(live)
        if live is None or move is None:
            return False
        actor = Actor(move.player, Role.PLAYER, "bot") if move.player else DIRECTOR
        version, command = live.version, move.command
        command_id = f"bot:{version}:{move.player}"
        if isinstance(command, JoinTable):
            # the chips of exactly this buy-in: a bot never plays with what it holds elsewhere
            key = f"{command_id}:{self._table}"
            await self._house.deposit(move.player, command.money, key, "practice chips", by=PRACTICE)
        result = await self._house.perform(self._table, actor, command_id, version, command)
        if isinstance(result, Refusal):
            self._log.error("bots", player=move.player, command=str(command), refusal=str(result))
            return False
        return True

    def _next_move(self, live: Table | None) -> BotMove | None:
        chooses = None if live is None else find_game(live.game).bot_move
        return None if chooses is None else chooses(live, self._bots)
