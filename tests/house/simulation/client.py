"""Simulated clients: they play, repeat what was not answered under the same id, and check what they are sent."""

import asyncio
import random
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from pitboss.games.blackjack.allowed import allowed_now
from pitboss.games.blackjack.state import Stage
from pitboss.tables.live import Actor, Role, Table
from tests.house.simulation.invariants import LogChecker, SentView, Violation
from tests.house.simulation.network import Connection, Network
from tests.house.simulation.process import SimulatedProcess

#: Seconds for which a client waits for an answer before it repeats its request.
PATIENCE: Final = 1.5
#: Replies that ask for a repetition.
_REPEAT: Final = frozenset(("unavailable", "too_many"))


class SeenUpdate(Struct, frozen=True):
    """The part of an update that a client compares."""

    version: int
    actor: str
    words: str


class SeenMessage(Struct, frozen=True):
    """Any message of the server."""

    type: str
    id: str = ""
    table: str = ""
    version: int | None = None
    error: dict[str, Any] = {}
    view: Raw = Raw()
    you: Raw = Raw()
    updates: tuple[SeenUpdate, ...] = ()


_decoder: Final = msgspec.json.Decoder(SeenMessage)


class Done(Struct, frozen=True):
    """A command that was acknowledged."""

    table: str
    actor: str
    command: str
    version: int


class SimulatedClient:
    """A person with a browser: one connection at a time, to any of the processes."""

    def __init__(self, actor: Actor, token: str, network: Network, checker: LogChecker, dice: random.Random) -> None:
        self.actor = actor
        self._token = token
        self._network = network
        self._checker = checker
        self._dice = dice
        self._connection: Connection | None = None
        self._waiting: dict[str, asyncio.Future[SeenMessage]] = {}
        self._count = 0
        self.versions: dict[str, int] = {}
        self.updates: dict[str, dict[int, SeenUpdate]] = {}
        self.views: list[SentView] = []
        self.done: list[Done] = []
        self.refused = 0
        self.unanswered = 0

    # --- connection --------------------------------------------------------------------------------------------------

    async def _connect(self, processes: list[SimulatedProcess]) -> Connection | None:
        """Returns the connection; a new one, to any process, where it is broken. None where no process answers."""
        connection = self._connection
        if connection is not None and connection.open and connection.process.alive and self._dice.random() < 0.9:
            return connection
        ready = [process for process in processes if process.alive and process.ready]
        if connection is not None:
            connection.cut()
        if not ready:
            await asyncio.sleep(0.3)
            return None
        self._connection = made = Connection(self._network, self.actor.name, self._dice.choice(ready), self._receive)
        hello = self._next_id("hello")
        answer = await self._answer(made, hello, type="hello", token=self._token)
        if answer is None or answer.type != "welcome":
            made.cut()
            return None
        return made

    async def _answer(self, connection: Connection, command: str, **fields: Any) -> SeenMessage | None:
        """Sends a request once; returns the answer, or None where there is none in time."""
        future = self._waiting[command] = asyncio.get_running_loop().create_future()
        connection.request(_text(id=command, **fields))
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            return None

    def _next_id(self, kind: str) -> str:
        self._count += 1
        return f"{kind}-{self.actor.name}-{self._count}"

    def _receive(self, text: str) -> None:
        message = _decoder.decode(text)
        for update in message.updates if message.type == "table" else ():
            self._note_update(message.table, update)
        if message.type == "table":
            self._note_view(message)
        waiting = self._waiting.get(message.id) if message.id else None
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _note_update(self, table: str, update: SeenUpdate) -> None:
        seen = self.updates.setdefault(table, {})
        if update.version in seen and seen[update.version] != update:
            raise Violation(f"views: {self.actor.name} was sent two entries at {table} {update.version}")
        seen[update.version] = update

    def _note_view(self, message: SeenMessage) -> None:
        assert message.version is not None
        self.versions[message.table] = message.version
        if len(self.views) < 40 or self._dice.random() < 0.1:
            public, personal = bytes(message.view), bytes(message.you)
            self.views.append(SentView(message.table, message.version, self.actor, public, personal))

    # --- requests ----------------------------------------------------------------------------------------------------

    async def request(
        self, processes: list[SimulatedProcess], attempts: int, command: str, **fields: Any
    ) -> SeenMessage | None:
        """Sends a request until it is answered; returns None where it never was."""
        for _ in range(attempts):
            connection = await self._connect(processes)
            if connection is None:
                continue
            answer = await self._answer(connection, command, **fields)
            if answer is None:
                connection.cut()
                continue
            kind = answer.error.get("kind", "")
            if kind == "internal":
                raise Violation(f"answer: internal error to {fields}")
            if kind in _REPEAT:
                await asyncio.sleep(0.2)
                continue
            return answer
        return None

    async def watch(self, processes: list[SimulatedProcess], table: str) -> None:
        """Subscribes to a table, from the last version on."""
        after = self.versions.get(table)
        await self.request(processes, 2, self._next_id("watch"), type="watch", table=table, after=after)

    async def play_once(self, processes: list[SimulatedProcess], table: str, attempts: int) -> None:
        """Gives one command that the table, as the log has it, may allow."""
        live = self._checker.tables[table]
        words = choose_words(live, self.actor, self._dice)
        if words is None:
            return
        seen = self._dice.choice((None, None, live.version, live.version, self.versions.get(table)))
        command = self._next_id("c")
        answer = await self.request(processes, attempts, command, type="command", table=table, words=words, seen=seen)
        if answer is None:
            self.unanswered += 1
        elif answer.type == "done":
            assert answer.version is not None
            self._checker.check_done(table, self.actor.name, command, answer.version)
            self.done.append(Done(table, self.actor.name, command, answer.version))
        else:
            self.refused += 1
            if (table, self.actor.name, command) in self._checker.executed:
                raise Violation(f"answer: {command} '{words}' was executed, and answered with {answer.error}")


def _text(**fields: Any) -> str:
    return msgspec.json.encode({name: value for name, value in fields.items() if value is not None}).decode()


def choose_words(live: Table, actor: Actor, dice: random.Random) -> str | None:
    """Returns something that an actor may want at a table now, mostly allowed; None for nothing."""
    if dice.random() < 0.03:
        return dice.choice(("bet 1 7", "hit", "leave", "join 5", "deal", "spin", "nonsense"))
    if actor.role is Role.DEALER:
        return _dealer_words(live, dice)
    if actor.name not in live.purses():
        return f"join {dice.randrange(50, 400)}" if dice.random() < 0.6 else None
    if dice.random() < 0.05:
        return "leave"
    if live.game == "roulette":
        return dice.choice(("bet red 10", "bet straight 17 5", "bet black 20", "bet odd 5"))
    return _blackjack_words(live, actor.name, dice)


def _dealer_words(live: Any, dice: random.Random) -> str | None:
    if live.game == "roulette":
        return "spin"
    lines = [line for line in allowed_now(live.rules, live.state) if line.startswith("house: ")]
    return dice.choice(lines).removeprefix("house: ") if lines else None


def _blackjack_words(live: Any, name: str, dice: random.Random) -> str | None:
    state = live.state
    if state.stage == Stage.BETTING and not state.cut_offer:
        return f"bet {'abc'.index(name[0]) + 1} {dice.randrange(10, 60)}"
    lines = [line for line in allowed_now(live.rules, state) if line.startswith(f"{name}: ") and "BOX" not in line]
    if not lines:
        return None
    words = dice.choice(lines).removeprefix(f"{name}: ")
    return "decline" if words.startswith("cut ") else words
