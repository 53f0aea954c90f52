"""What happens at the tables, told to all who watch, and the clock that acts for those who do not.

Every process has a feed of each open table: it hears of entries when they are durable, whoever made them, and only then
tells them. Several entries in quick succession make one message. Feeds tell in turn, and whatever else is to be done
comes between two of them: where there is much to tell, it is told in fewer messages, and no command waits for it.
"""

import asyncio
import random
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, Protocol

import msgspec
import structlog
from msgspec import Raw

from pitboss.client.wire import Failed, TableState, Update, Waiting
from pitboss.law import Refusal
from pitboss.server.errors import table_closed
from pitboss.server.metrics import Metrics
from pitboss.storage.database import AWAY
from pitboss.storage.house import Done, House
from pitboss.storage.open_table import Posted
from pitboss.table.clock import Clock, next_end, over, tick
from pitboss.table.live import THE_HOUSE, Actor, Due, Entry, LiveTable, Role
from pitboss.table.live_base import HOUSE_ROLES

#: How long news of a table are gathered before they are told: less than anybody notices.
GATHER = 0.02
#: By how much at most the clocks of processes that share a database differ: one acts, and the others hear of it.
APART = 0.2
#: How long the clock waits where the house could not do what it should.
REST = 5.0
_encode = msgspec.json.Encoder().encode
#: Who comes back to a table hears of so many entries at most, the latest.
MOST_MISSED = 200
#: How a message ends in which nothing is said yet of the viewer.
_NOBODY: Final = b"null}"


class Watcher(Protocol):
    """Somebody who is told of a table."""

    @property
    def actor(self) -> Actor: ...

    def send(self, message: str) -> None:
        """Takes a message, to be sent as soon as may be."""


def updates_for(live: LiveTable, entries: Iterable[Posted], actor: Actor) -> tuple[Update, ...]:
    """What entries brought, as the actor may see it."""
    return tuple(
        Update(
            version=posted.version,
            actor=posted.entry.actor.name,
            words=words_for(posted.entry, actor),
            events=shown_to(live, posted.entry.events, actor),
        )
        for posted in entries
    )


def shown_to(live: LiveTable, events: Iterable[Any], actor: Actor) -> tuple[Any, ...]:
    """Events as the actor may see them."""
    return tuple(shown for event in events if (shown := live.shown(event, actor)) is not None)


def words_for(entry: Entry, actor: Actor) -> str:
    """The words of an entry: those of the house to the house only, and those that name a card, which may lie face down,
    to nobody."""
    if entry.actor.role is Role.PLAYER:
        return entry.words
    return entry.words if actor.role in HOUSE_ROLES and "card" not in entry.words.split() else ""


class Feed:
    """One table's news and timers in this process."""

    def __init__(self, house: House, table: str, metrics: Metrics, turn: asyncio.Lock) -> None:
        self.house = house
        self.table = table
        self.metrics = metrics
        self._turn = turn
        #: Each with the version up to which it knew all when it came.
        self.watchers: dict[Watcher, int] = {}
        self._told = 0  # the version of the last entry that the watchers were told of
        self._news: list[Posted] = []
        self._clock: Clock = ()
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False
        self._closed = False
        self._acting: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger("pitboss").bind(table=table)
        self._entries = house.subscribe(table)
        self._fresh = asyncio.Event()
        self._telling = asyncio.Lock()
        self._tasks = (asyncio.create_task(self._listen()), asyncio.create_task(self._tell()))

    async def close(self) -> None:
        """The table is closed: who watches it hears how it ended, and that no more is told of it."""
        self._stopped = self._closed = True
        await self._tell_news()
        closed = _encode(Failed("", table_closed(self.table).body, self.table)).decode()
        for watcher in self.watchers:
            watcher.send(closed)
        self.watchers.clear()
        await self.stop()

    async def stop(self) -> None:
        """Tells nothing more and lets every timer go; what is being done is finished."""
        self._stopped = True
        self._entries.close()
        for task in self._tasks:
            task.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._acting:
            await asyncio.wait(self._acting, timeout=5)

    async def _listen(self) -> None:
        async for posted in self._entries:
            self._news.append(posted)
            self._fresh.set()

    async def _tell(self) -> None:
        """Tells the watchers what is new, as it stands when it is told, and nothing that is not durable."""
        while True:
            await self._fresh.wait()
            await asyncio.sleep(GATHER)
            async with self._turn:
                await asyncio.sleep(0)
            self._fresh.clear()
            await self._tell_news()

    async def _tell_news(self) -> None:
        async with self._telling:  # the table may be read from the log first: nothing is told before it, nor its end
            news, self._news = self._news, []
            try:
                for watcher, message in await self.house.look(self.table, partial(self._messages, news)) or ():
                    watcher.send(message)
                self._told = news[-1].version if news else self._told
            except Exception as error:  # a fault of one telling must not silence the table
                self._log.error("telling", exc_info=error)
                if isinstance(error, AWAY):  # it is told when the database is there again
                    self._news[:0] = news
                    asyncio.get_running_loop().call_later(REST, self._fresh.set)

    def _messages(self, news: list[Posted], live: LiveTable) -> list[tuple[Watcher, str]]:
        self.set_clock(live)
        if not self.watchers:
            return []
        public, clock = Raw(_encode(live.public_view())), self.clock()
        same: dict[tuple[Role, int], bytes] = {}
        messages = []
        for watcher, known in self.watchers.items():
            actor = watcher.actor
            new = news if not news or news[0].version > known else [one for one in news if one.version > known]
            shared = same.get((actor.role, len(new)))
            if shared is None:
                updates = updates_for(live, new, actor)
                shared = _encode(TableState(self.table, live.version, public, updates, clock))
                same[actor.role, len(new)] = shared
            messages.append((watcher, _told_to(live, actor, shared)))
        return messages

    async def admit(self, watcher: Watcher, after: int | None) -> tuple[int, str]:
        """Somebody watches from now on: the table as it is, as a message, with its version. Whatever happened after the
        version that they know is in it, or is told soon, and nothing twice."""
        while True:
            missed = [] if after is None else await self.house.entries(self.table, after, limit=MOST_MISSED)
            found = await self.house.look(self.table, partial(self._state, watcher.actor, missed))
            if found is None or self._closed:
                raise table_closed(self.table)
            if after is None and watcher in self.watchers:
                return found
            known = missed[-1].version if missed else found[0] if after is None else min(after, found[0])
            if self._told <= known:  # else the others have been told of more meanwhile
                self.watchers[watcher] = known
                return found

    def _state(self, actor: Actor, entries: Iterable[Posted], live: LiveTable) -> tuple[int, str]:
        updates = updates_for(live, entries, actor)
        state = TableState(self.table, live.version, live.public_view(), updates, self.clock(), live.card())
        return live.version, _told_to(live, actor, _encode(state))

    def clock(self) -> tuple[Waiting, ...]:
        """Whom the table waits for, and how long still."""
        now = asyncio.get_running_loop().time()
        return tuple(
            Waiting(one.due.who, one.due.what, round(one.left(now), 2), one.due.seconds, one.due.clauses)
            for one in self._clock
        )

    def set_clock(self, live: LiveTable, rest: float = 0.0, gone: Mapping[str, float] | None = None) -> None:
        """Looks at the table, and sets the alarm for when somebody's time is over, after a rest where there is one.

        ``gone`` is what had passed of some times, by their keys, before this process kept the clock.
        """
        loop = asyncio.get_running_loop()
        self._clock = tick(self._clock, live.dues(), loop.time(), gone or {})
        if self._alarm is not None:
            self._alarm.cancel()
        end = None if self._stopped else next_end(self._clock)
        late = random.uniform(0, APART) if self.house.shared else 0.0
        self._alarm = None if end is None else loop.call_at(max(end, loop.time() + rest) + late, self._ring)

    def _ring(self) -> None:
        task = asyncio.create_task(self._act())
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self) -> None:
        """Time is up: the house does what the document says, unless somebody was faster."""
        rest = 0.0
        try:
            for due in await self._overdue():
                rest = max(rest, await self._do(due))
            live = await self.house.live(self.table)
        except Exception as error:  # the database may be away: the clock must not stop for that
            self._log.error("clock", exc_info=error)
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = None if self._stopped else asyncio.get_running_loop().call_later(REST, self._ring)
            return
        if live is not None:
            self.set_clock(live, rest)

    async def _overdue(self) -> tuple[Due, ...]:
        live = await self.house.live(self.table)
        if live is None:
            return ()
        now = asyncio.get_running_loop().time()
        self._clock = tick(self._clock, live.dues(), now)
        return over(self._clock, now)

    async def _do(self, due: Due) -> float:
        """Says what the house says; how long to rest where that could not be."""
        live = await self.house.live(self.table)
        if live is None or due.key not in {other.key for other in live.dues()}:
            return 0.0
        # several processes may say so at once: the version and the id make it one command
        version = live.version
        done = await self.house.command(self.table, THE_HOUSE, f"clock:{version}:{due.key}", version, due.words)
        if isinstance(done, Refusal):
            self._log.error("clock", what=due.what, who=due.who, words=due.words, refusal=str(done))
            return REST
        if isinstance(done, Done):
            self.metrics.clock.labels(due.what).inc()
        return 0.0


def _told_to(live: LiveTable, actor: Actor, shared: bytes) -> str:
    """A message that is the same for many, with what is open to one of them."""
    return b"".join((shared[: -len(_NOBODY)], _encode(live.personal_view(actor)), b"}")).decode()


class Feeds:
    """The feeds of all open tables."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        self.house = house
        self.metrics = metrics
        self._feeds: dict[str, Feed] = {}
        self._turn = asyncio.Lock()
        self._following: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """A feed of every open table, and of those that other processes open from now on; how many there are."""
        await self._renew()
        self._following = asyncio.create_task(self._follow())
        return len(self._feeds)

    async def _follow(self) -> None:
        """No table is bound to the process that opened it: its clock must go on where that process does not."""
        while True:
            await self.house.tables_changed.wait()
            self.house.tables_changed.clear()
            try:
                await self._renew()
            except Exception as error:  # the database may be away for a while
                structlog.get_logger("pitboss").error("tables", exc_info=error)
                await asyncio.sleep(REST)
                self.house.tables_changed.set()

    async def _renew(self) -> None:
        for table in await self.house.tables():
            if not table.closed:
                await self._open_if_it_can_be(table.id)
            elif table.id in self._feeds:
                await self.drop(table.id)

    async def _open_if_it_can_be(self, table: str) -> None:
        """A table that cannot be read, as the law has become narrower since it was opened, keeps nobody from others."""
        try:
            await self.open(table)
        except ValueError as error:
            structlog.get_logger("pitboss").error("table", table=table, error=str(error))

    def at_hand(self, table: str) -> Feed | None:
        """The feed of a table, where there is one already."""
        return self._feeds.get(table)

    async def open(self, table: str) -> Feed:
        """The feed of a table that is open."""
        live = await self.house.live(table)
        assert live is not None, table
        gone = {due.key: await self.house.seconds_since(table, due.since) for due in live.dues() if due.since}
        found = self._feeds.get(table)  # another may have made it meanwhile
        if found is None:
            found = self._feeds[table] = Feed(self.house, table, self.metrics, self._turn)
            found.set_clock(live, gone=gone)
            self.metrics.tables.set(len(self._feeds))
        return found

    async def drop(self, table: str) -> None:
        """The table is closed."""
        found = self._feeds.pop(table, None)
        if found is not None:
            await found.close()
        self.metrics.tables.set(len(self._feeds))

    async def stop(self) -> None:
        """The server stops."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        await asyncio.gather(*(feed.stop() for feed in self._feeds.values()))
        self._feeds.clear()
