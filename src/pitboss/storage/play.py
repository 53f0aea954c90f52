"""Play: what people say at the tables of this process.

All that is said in one turn of the loop is played, then all of it is booked, and then it goes to the disk together.
Each of these steps runs through a lot of code, which is at hand when the step is taken for many commands in a row.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from msgspec import Struct

from pitboss.law import Refusal
from pitboss.ledger import LedgerError, wallet
from pitboss.money import amount_text
from pitboss.storage import history
from pitboss.storage.append import Append
from pitboss.storage.floor import Floor
from pitboss.storage.office import now_ms
from pitboss.storage.open_table import OpenTable, Posted
from pitboss.storage.remembered import Said
from pitboss.storage.writer import NotAppended, Waiting
from pitboss.table.live import Actor, Role, brought

#: For how many seconds a command is decided again because other processes were quicker: who has just appended is ahead
#: of those who must first hear of it, and may be quicker many times before it has nothing more to say.
PATIENCE: Final = 5.0
#: How often it is tried where the database fails: the line may have been cut, but a disk that is full stays so.
TRIES: Final = 3
LONGEST_ID: Final = 100


class HouseError(Exception):
    """The house cannot answer now; the same command with the same id may be sent again."""


class Done(Struct, frozen=True):
    """A command was carried out and is durable; ``repeated``: it had been, and nothing was done now."""

    version: int
    entries: tuple[Posted, ...] = ()
    repeated: bool = False


class Stale(Struct, frozen=True):
    """The table has changed since the version that was seen: what has happened (the latest of it) and how it stands."""

    version: int
    entries: tuple[Posted, ...] = ()


class TooLate(Struct, frozen=True):
    """The id was used before, for what was ``said``; or else the table is not as it was seen."""

    said: Said | None


#: What becomes of words in a turn of the loop: what forbids them; what was written, once it is durable; that they came
#: too late; or nothing, where the table must be looked for again.
Answer = Refusal | Append | TooLate | None


class Asked(Struct, frozen=True):
    """What somebody has said at a table, and is not played yet."""

    table: OpenTable
    actor: Actor
    command: str
    seen: int | None
    words: str
    cents: int
    answer: asyncio.Future[Answer]

    def tell(self, answer: Answer) -> None:
        """To who asked, if somebody still waits for it: what was said is played in any case."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: BaseException) -> None:
        """It could not be decided."""
        if not self.answer.done():
            self.answer.set_exception(error)


#: What somebody has said at each of some tables, and what it brought.
Played = dict[str, tuple[Asked, tuple[Any, ...]]]


class Play(Floor):
    """A floor on which people play."""

    def __init__(self, database_url: str) -> None:
        super().__init__(database_url)
        self._asked: list[Asked] = []  # in this turn of the loop

    def command(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str
    ) -> "Coroutine[Any, Any, Done | Refusal | Stale]":
        """Does at a table what somebody says, once for each id, if the table is still as it was seen."""
        if actor.role is Role.PLAYER and "join" in words:
            return self._join(table_id, actor, command_id, seen, words)
        return self._command(table_id, actor, command_id, seen, words)

    async def _join(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str
    ) -> Done | Refusal | Stale:
        """Somebody brings money, of which there must be enough."""
        account = wallet(actor.name)
        async with self._wallet_lock(account):  # one at a time takes money out of a wallet
            self.books.set(account, await self.holds(account))
            return await self._command(table_id, actor, command_id, seen, words, cents=brought(words))

    async def _command(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str, *, cents: int = 0
    ) -> Done | Refusal | Stale:
        if not (command_id.isascii() and command_id.isprintable() and len(command_id) <= LONGEST_ID):
            return Refusal("id", f"a command's id has at most {LONGEST_ID} plain characters")
        if not (words.isascii() and words.isprintable()):
            return Refusal("words", "a line has plain characters only")
        failures: list[BaseException] = []
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while loop.time() < end and len(failures) < TRIES:
            if table_id in self._catching_up:
                await asyncio.shield(self._catch_up(table_id))
            table = self._tables.get(table_id) or await self._load(table_id)
            if table is None or table.closed:
                said = None if table is None else table.remembered.find(actor.name, command_id)
                return no_table(table_id) if said is None else _said_before(said, command_id, words)
            try:
                answer = await self._ask(Asked(table, actor, command_id, seen, words, cents, loop.create_future()))
            except NotAppended as refused:
                if refused.__cause__ is not None:
                    failures.append(refused.__cause__)
                if cents:  # the wallet has given nothing
                    self.books.set(wallet(actor.name), await self.holds(wallet(actor.name)))
                continue
            if isinstance(answer, Append):
                record = answer.link.record
                assert answer.entry is not None
                return Done(record.version, (Posted(record.version, record.at, answer.entry),))
            told = await self._told(table, answer, seen, command_id, words)
            if told is not None:
                return told
        raise HouseError(f"table {table_id} could not be written to: send the command again with the same id") from (
            failures[-1] if failures else None
        )

    async def _told(
        self, table: OpenTable, answer: Refusal | TooLate | None, seen: int | None, command_id: str, words: str
    ) -> Done | Refusal | Stale | None:
        """Why nothing was done, once all that this rests on is durable; None where it is not so after all."""
        if answer is None or not await self._settled(table):
            return None
        if isinstance(answer, Refusal):
            return answer
        if answer.said is not None:
            return _said_before(answer.said, command_id, words)
        assert seen is not None
        return await self._stale(table, seen)

    async def _stale(self, table: OpenTable, seen: int) -> Stale | None:
        """What has happened since; None where it was this process that had not heard of it yet."""
        known = table.live.version
        if seen == known:  # it has heard in the meantime
            return None
        if seen > known:
            begun = table.name in self._catching_up  # a reading that may have been made too early
            await asyncio.shield(self._catch_up(table.name))
            now = self._tables.get(table.name)
            if begun or now is None or now.live.version > known:
                return None
        since = tuple(await self.entries(table.name, seen, limit=100))
        return Stale(since[-1].version if since else known, since)  # what is decided meanwhile is not durable

    async def entries(self, table_id: str, after: int = 0, *, limit: int = 1000) -> list[Posted]:
        """The durable entries behind a version, the latest of them where there are more than the limit."""
        return await self._read(history.posted_after, table_id, after, limit)

    # --- a turn of the loop ------------------------------------------------------------------------------------------

    def _ask(self, asked: Asked) -> asyncio.Future[Answer]:
        """It is played with all else that is said in this turn of the loop."""
        if not self._asked:
            asyncio.get_running_loop().call_soon(self._play)
        self._asked.append(asked)
        return asked.answer

    def _play(self) -> None:
        """All that was said: it is played, booked, and on its way to the disk."""
        asked, self._asked = self._asked, []
        if len({one.table for one in asked}) == len(asked):  # no table is spoken to twice: any order is as good
            asked.sort(key=_what_is_done)
        played: Played = {}
        written: list[Waiting] = []
        for one in asked:
            name = one.table.name
            if name in played:  # what a table has decided is booked before it decides anything else
                written += self._booked(played)
                played = {}
            events = self._events(one)
            if events is not None:
                played[name] = one, events
        written += self._booked(played)
        if written:
            self.writer.write(written)

    def _events(self, asked: Asked) -> tuple[Any, ...] | None:
        """What the table decides, in memory; None where that is nothing, and who asked is told why."""
        table, actor = asked.table, asked.actor
        if self._tables.get(table.name) is not table or table.closed or table.name in self._catching_up:
            asked.tell(None)  # that has come between
            return None
        said = table.remembered.find(actor.name, asked.command)
        if said is not None or (asked.seen is not None and asked.seen != table.live.version):
            asked.tell(TooLate(said))
            return None
        if asked.cents and asked.cents > self.books[wallet(actor.name)]:
            asked.tell(_too_little(actor, asked.cents, self.books[wallet(actor.name)]))
            return None
        try:
            events = table.live.do(actor, asked.words)
        except BaseException as error:
            self._drop(table.name)  # what is in memory may have gone too far: the log has not
            asked.fail(error)
            return None
        if isinstance(events, Refusal):
            asked.tell(events)
            return None
        return events

    def _booked(self, played: Played) -> list[Waiting]:
        """All of it with what it moves, and who waits for it to be durable."""
        written = []
        at = now_ms()
        for asked, events in played.values():
            table = asked.table
            try:
                append = table.book(at, asked.command, asked.actor, asked.words, events)
            except BaseException as error:
                self._drop(table.name)  # what is in memory has gone too far: the log has not
                if isinstance(error, LedgerError):
                    asked.tell(Refusal("ledger", f"the house cannot do this: {error}"))
                else:
                    asked.fail(error)
                continue
            table.pending.append(append)
            table.last = asked.answer
            written.append(Waiting(append, asked.answer))
        return written


def _what_is_done(asked: Asked) -> str:
    """So that those who do the same do it in a row, with its code at hand."""
    return asked.words


def no_table(table_id: str) -> Refusal:
    """There is none of that name, or it is closed."""
    return Refusal("no_table", f"there is no open table {table_id}")


def _said_before(said: Said, command_id: str, words: str) -> Done | Refusal:
    """What was done under this id; other words need an id of their own."""
    if said.words == words:
        return Done(said.version, repeated=True)
    return Refusal("other_words", f"the id '{command_id}' was for '{said.words}': '{words}' needs an id of its own")


def _too_little(actor: Actor, asked: int, holds: int) -> Refusal:
    has, more = amount_text(holds), amount_text(asked)
    return Refusal("wallet", f"{actor.name} has {has} with the house and cannot bring {more} to the table")
