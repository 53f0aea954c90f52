"""Broadcasts table changes to subscribers, and runs the clock that acts for absent players.

Each process has a broadcast for every open table. It receives durable log entries from any process, batches them, and
sends one message per subscriber. Broadcasts take turns on the event loop: under load they send fewer, larger messages,
and commands are not delayed.
"""

import asyncio
import random
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, Protocol

import msgspec
import structlog
from msgspec import Raw

from pitboss.client.wire import DeadlineInfo, ErrorMessage, TableMessage, Update
from pitboss.games.live.base import Practice
from pitboss.games.registry import find_game
from pitboss.house.database import connection_errors
from pitboss.house.house import CommandDone, House
from pitboss.house.loaded_table import DurableEntry
from pitboss.law import Refusal
from pitboss.server.bots import BotDriver
from pitboss.server.errors import table_closed
from pitboss.server.metrics import Metrics
from pitboss.tables.clock import Clock, next_end, over, still_shown, tick
from pitboss.tables.live import THE_CLOCK, Actor, Due, Role, Table

#: Entries are batched for this long before they are sent; too short to notice.
BATCH_SECONDS = 0.02
#: Random delay of timeouts in processes that share a database, so that one acts and the others see its entry.
CLOCK_JITTER_SECONDS = 0.2
#: Deadlines wait at most this long for a table that is still being shown.
MAX_SHOWING_SECONDS = 30.0
#: Seconds before a retry after a failure.
RETRY_SECONDS = 5.0
_encode = msgspec.json.Encoder().encode
#: Entries that a client receives after a reconnect, at most; the latest.
MAX_CATCH_UP = 200
#: The end of an encoded message without a personal view.
_NO_PERSONAL_VIEW: Final = b"null}"


class Subscriber(Protocol):
    """Receives the messages of a table."""

    @property
    def actor(self) -> Actor: ...

    def send(self, message: str) -> None:
        """Queues a message for sending."""


def visible_updates(live: Table, entries: Iterable[DurableEntry], actor: Actor) -> tuple[Update, ...]:
    """Returns log entries as the updates the actor may see."""
    return tuple(
        Update(
            version=posted.version,
            actor=posted.entry.actor.name,
            words=live.visible_words(posted.entry, actor),
            events=visible_events(live, posted.entry.events, actor),
        )
        for posted in entries
    )


def visible_events(live: Table, events: Iterable[Any], actor: Actor) -> tuple[Any, ...]:
    """Returns the events the actor may see."""
    return tuple(visible for event in events if (visible := live.shown(event, actor)) is not None)


class TableBroadcast:
    """Subscribers and clock of one table in this process."""

    def __init__(
        self,
        house: House,
        table: str,
        metrics: Metrics,
        turn: asyncio.Lock,
        *,
        practice: Practice | None = None,
        bot_seconds: float = 0.0,
    ) -> None:
        self.house = house
        self.table = table
        #: The owner of a private practice room; empty for a table of the house.
        self.owner = practice.owner if practice is not None else ""
        self._bots = BotDriver(house, table, practice.bots, bot_seconds) if practice is not None else None
        self.metrics = metrics
        self._turn = turn
        #: Each subscriber with the version it had when it subscribed.
        self.subscribers: dict[Subscriber, int] = {}
        self._sent_version = 0  # version of the last entry in messages made for the subscribers
        self._batch: list[DurableEntry] = []
        self._clock: Clock = ()
        # when the pages have shown everything that was sent, on the loop's clock, by the table of the game
        self._shown_at: dict[int, float] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False
        self._closed = False
        self._actions: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger("pitboss").bind(table=table)
        self._entries = house.subscribe(table)
        self._has_entries = asyncio.Event()
        self._sending = asyncio.Lock()
        self._tasks = (asyncio.create_task(self._listen()), asyncio.create_task(self._send_batches()))

    async def close(self) -> None:
        """Sends the last updates and ``table_closed`` to every subscriber, and stops."""
        self._stopped = self._closed = True
        await self._send_batch()
        closed = _encode(ErrorMessage("", table_closed(self.table).body, self.table)).decode()
        for subscriber in self.subscribers:
            subscriber.send(closed)
        self.subscribers.clear()
        await self.stop()

    async def stop(self) -> None:
        """Cancels the tasks and timers, and waits for actions of the clock in progress."""
        self._stopped = True
        if self._bots is not None:
            await self._bots.stop()
        self._entries.close()
        for task in self._tasks:
            task.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._actions:
            await asyncio.wait(self._actions, timeout=5)

    async def _listen(self) -> None:
        async for posted in self._entries:
            self._batch.append(posted)
            self._has_entries.set()

    async def _send_batches(self) -> None:
        """Sends batches of durable entries with the state at the time of sending."""
        while True:
            await self._has_entries.wait()
            await asyncio.sleep(BATCH_SECONDS)
            async with self._turn:
                await asyncio.sleep(0)
            self._has_entries.clear()
            await self._send_batch()

    async def _send_batch(self) -> None:
        async with self._sending:  # loading the table may take long; keeps batches and ``close`` in order
            batch, self._batch = self._batch, []
            try:
                for subscriber, message in await self.house.look(self.table, partial(self._messages, batch)) or ():
                    subscriber.send(message)
            except Exception as error:  # one failed batch must not stop the broadcast
                self._log.error("broadcast", exc_info=error)
                if isinstance(error, connection_errors()):  # retry when the database is back
                    self._batch[:0] = batch
                    asyncio.get_running_loop().call_later(RETRY_SECONDS, self._has_entries.set)

    def _messages(self, batch: list[DurableEntry], live: Table) -> list[tuple[Subscriber, str]]:
        self._show(batch, live)
        self.set_clock(live)
        # from here on, a new subscriber is too late for this batch and must read its entries from the log
        self._sent_version = batch[-1].version if batch else self._sent_version
        if not self.subscribers:
            return []
        public, clock = Raw(_encode(live.public_view())), self.clock()
        encoded: dict[tuple[Role, int], bytes] = {}
        messages = []
        for subscriber, known in self.subscribers.items():
            actor = subscriber.actor
            new = (
                batch if not batch or batch[0].version > known else [entry for entry in batch if entry.version > known]
            )
            shared = encoded.get((actor.role, len(new)))
            if shared is None:
                updates = visible_updates(live, new, actor)
                shared = _encode(TableMessage(self.table, live.version, public, updates, clock))
                encoded[actor.role, len(new)] = shared
            messages.append((subscriber, _with_personal_view(live, actor, shared)))
        return messages

    def _show(self, batch: list[DurableEntry], live: Table) -> None:
        """Adds the time in which pages show a batch: deadlines that follow from it start then."""
        now, game = asyncio.get_running_loop().time(), find_game(live.game)
        for posted in batch:
            at_tables: dict[int, list[Any]] = {}
            for event in posted.entry.events:
                at_tables.setdefault(game.table_of(event), []).append(event)
            for table, events in at_tables.items():
                shown = max(now, self._shown_at.get(table, 0.0)) + game.showing(events)
                self._shown_at[table] = min(shown, now + MAX_SHOWING_SECONDS)

    async def subscribe(self, subscriber: Subscriber, after: int | None) -> tuple[int, str]:
        """Subscribes, and returns the table's version and its state as a message.

        Every entry after ``after`` is in that message or in a later one, and none is delivered twice.
        """
        while True:
            missed = [] if after is None else await self.house.entries(self.table, after, limit=MAX_CATCH_UP)
            state = await self.house.look(self.table, partial(self._state, subscriber.actor, missed))
            if state is None or self._closed:
                raise table_closed(self.table)
            if after is None and subscriber in self.subscribers:
                return state
            known = missed[-1].version if missed else state[0] if after is None else min(after, state[0])
            if self._sent_version <= known:  # else a batch was sent meanwhile: read again
                self.subscribers[subscriber] = known
                return state

    def _state(self, actor: Actor, entries: Iterable[DurableEntry], live: Table) -> tuple[int, str]:
        updates = visible_updates(live, entries, actor)
        state = TableMessage(self.table, live.version, live.public_view(), updates, self.clock(), live.card())
        return live.version, _with_personal_view(live, actor, _encode(state))

    def clock(self) -> tuple[DeadlineInfo, ...]:
        """Returns the running deadlines with the seconds left."""
        now = asyncio.get_running_loop().time()
        return tuple(
            DeadlineInfo(timer.due.who, timer.due.what, round(timer.left(now), 2), timer.due.seconds, timer.due.clauses)
            for timer in self._clock
        )

    def set_clock(self, live: Table, delay: float = 0.0, elapsed: Mapping[str, float] | None = None) -> None:
        """Updates the deadlines from the table and schedules the next timeout, at the earliest after ``delay`` seconds.

        ``elapsed`` has the seconds already elapsed of some deadlines, by key, before this process ran the clock.
        """
        loop, dues = asyncio.get_running_loop(), live.running_dues()
        self._shown_at = still_shown(self._shown_at, dues)
        self._clock = tick(self._clock, dues, loop.time(), elapsed or {}, shown=self._shown_at)
        if self._alarm is not None:
            self._alarm.cancel()
        end = None if self._stopped else next_end(self._clock)
        jitter = random.uniform(0, CLOCK_JITTER_SECONDS) if self.house.shared else 0.0
        self._alarm = None if end is None else loop.call_at(max(end, loop.time() + delay) + jitter, self._start_action)

    def _start_action(self) -> None:
        task = asyncio.create_task(self._act())
        self._actions.add(task)
        task.add_done_callback(self._actions.discard)

    async def _act(self) -> None:
        """A deadline has passed: executes the command that the rules prescribe, unless a player was faster."""
        delay = 0.0
        try:
            for due in await self._overdue():
                delay = max(delay, await self._do(due))
            live = await self.house.live(self.table)
        except Exception as error:  # e.g. the database is unavailable: the clock must go on
            self._log.error("clock", exc_info=error)
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = (
                None if self._stopped else asyncio.get_running_loop().call_later(RETRY_SECONDS, self._start_action)
            )
            return
        if live is not None:
            self.set_clock(live, delay)

    async def _overdue(self) -> tuple[Due, ...]:
        live = await self.house.live(self.table)
        if live is None:
            return ()
        now = asyncio.get_running_loop().time()
        self._clock = tick(self._clock, live.running_dues(), now, shown=self._shown_at)
        return over(self._clock, now)

    async def _do(self, due: Due) -> float:
        """Executes the command of a deadline. Returns the seconds to wait before a retry if it is refused."""
        live = await self.house.live(self.table)
        if live is None or due.command is None or due.key not in {other.key for other in live.running_dues()}:
            return 0.0
        # several processes may do this at once: the version and the id make it one command
        version = live.version
        result = await self.house.perform(self.table, THE_CLOCK, f"clock:{version}:{due.key}", version, due.command)
        if isinstance(result, Refusal):
            self._log.error("clock", what=due.what, who=due.who, command=str(due.command), refusal=str(result))
            return RETRY_SECONDS
        if isinstance(result, CommandDone):
            self.metrics.clock.labels(due.what).inc()
        return 0.0


def _with_personal_view(live: Table, actor: Actor, shared: bytes) -> str:
    """Appends the actor's personal view to a message that many subscribers share."""
    return b"".join((shared[: -len(_NO_PERSONAL_VIEW)], _encode(live.personal_view(actor)), b"}")).decode()


class BroadcastRegistry:
    """The broadcasts of all open tables. ``by_table`` is read by other components and changed only here."""

    def __init__(self, house: House, metrics: Metrics, bot_seconds: float = 0.0) -> None:
        self.house = house
        self.metrics = metrics
        self._bot_seconds = bot_seconds
        self.by_table: dict[str, TableBroadcast] = {}
        self._turn = asyncio.Lock()
        self._follower: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Starts a broadcast for every open table and follows the tables of other processes. Returns their number."""
        await self._synchronise()
        self._follower = asyncio.create_task(self._follow())
        return len(self.by_table)

    async def _follow(self) -> None:
        """Opens and drops broadcasts as tables open and close.

        Every process runs the clock of every table, so that it continues if the process that opened the table ends.
        """
        while True:
            await self.house.tables_changed.wait()
            self.house.tables_changed.clear()
            try:
                await self._synchronise()
            except Exception as error:  # e.g. the database is unavailable: retry
                structlog.get_logger("pitboss").error("tables", exc_info=error)
                await asyncio.sleep(RETRY_SECONDS)
                self.house.tables_changed.set()

    async def _synchronise(self) -> None:
        open_now = [table.id for table in await self.house.tables(closed=False)]
        for table in open_now:
            await self._try_open(table)
        for table in self.by_table.keys() - set(open_now):
            info = await self.house.table(table)  # it may have been opened since the list was read
            if info is None or info.closed:
                await self.drop(table)

    async def _try_open(self, table: str) -> None:
        """Opens a table, or logs the error. A table cannot be loaded if a new rulebook no longer allows it."""
        try:
            await self.open(table)
        except ValueError as error:
            structlog.get_logger("pitboss").error("table", table=table, error=str(error))

    async def open(self, table: str) -> TableBroadcast:
        """Returns the broadcast of an open table, and creates it if needed."""
        live = await self.house.live(table)
        assert live is not None, table
        elapsed = {
            due.key: await self.house.seconds_since(table, due.since) for due in live.running_dues() if due.since
        }
        broadcast = self.by_table.get(table)  # a concurrent call may have created it
        if broadcast is None:
            practice, bot_seconds = live.spec.practice, self._bot_seconds
            broadcast = self.by_table[table] = TableBroadcast(
                self.house, table, self.metrics, self._turn, practice=practice, bot_seconds=bot_seconds
            )
            broadcast.set_clock(live, elapsed=elapsed)
            self.metrics.tables.set(len(self.by_table))
        return broadcast

    async def drop(self, table: str) -> None:
        """Closes the broadcast of a closed table."""
        broadcast = self.by_table.pop(table, None)
        if broadcast is not None:
            await broadcast.close()
        self.metrics.tables.set(len(self.by_table))

    async def stop(self) -> None:
        """Stops every broadcast at shutdown."""
        if self._follower is not None:
            self._follower.cancel()
            await asyncio.gather(self._follower, return_exceptions=True)
        await asyncio.gather(*(broadcast.stop() for broadcast in self.by_table.values()))
        self.by_table.clear()
