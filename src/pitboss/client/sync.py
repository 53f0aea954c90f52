"""The blocking client. Its event loop runs in a thread, so subscriptions stay current between calls."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from threading import Thread
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from pitboss.client.client import Client, WatchedTable
from pitboss.client.wire import DeadlineInfo, DoneMessage, ErrorBody, TableSummary, Update

P = ParamSpec("P")
T = TypeVar("T")


def _blocking(
    method: Callable[Concatenate[Client, P], Coroutine[Any, Any, T]],
) -> "Callable[Concatenate[SyncClient, P], T]":
    """Returns the blocking form of a coroutine method."""

    def call(self: "SyncClient", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.wait_for(method(self.client, *args, **kwargs))

    call.__name__, call.__doc__ = method.__name__, method.__doc__
    return call


class SyncTable:
    """A watched table. Its properties change as messages arrive."""

    def __init__(self, client: "SyncClient", watched: WatchedTable) -> None:
        self.id = watched.id
        self._client = client
        self._watched = watched

    @property
    def version(self) -> int:
        """The table's version: the number of its last event."""
        return self._watched.version

    @property
    def view(self) -> Any:
        """The view every viewer gets."""
        return self._watched.view

    @property
    def you(self) -> Any:
        """The personal view: this client's actions and chips."""
        return self._watched.you

    @property
    def card(self) -> Any:
        """The table's fixed data: rules, limits and layout."""
        return self._watched.card

    @property
    def clock(self) -> tuple[DeadlineInfo, ...]:
        """The deadlines that are running, and the players they apply to."""
        return self._watched.clock

    @property
    def updates(self) -> list[Update]:
        """Every update received since ``watch``."""
        return self._watched.updates

    @property
    def ended(self) -> ErrorBody | None:
        """The error that ended the subscription, once the table is closed."""
        return self._watched.ended

    def do(self, words: str, *, command_id: str = "", seen: int | None = None) -> DoneMessage:
        """Sends a command and returns once the view shows its result.

        Raises StaleError if ``seen`` is not the current version, and ClientError if the command is refused.
        """
        return self._client.wait_for(self._watched.do(words, command_id=command_id, seen=seen))

    def until(self, condition: Callable[["SyncTable"], bool], seconds: float = 30.0) -> None:
        """Waits until the predicate holds. Raises TimeoutError after ``seconds``, ClientError if the table is closed
        first.
        """
        self._client.wait_for(self._watched.until(lambda _: condition(self), seconds))


class SyncClient:
    """A blocking client of one server. Its connections live in a background thread until ``close``."""

    def __init__(
        self, url: str = "http://127.0.0.1:8021", token: str = "", *, timeout: float = 30.0, contributes: bool = True
    ) -> None:
        self.client = Client(url, token, timeout=timeout, contributes=contributes)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="pitboss-client", daemon=True)
        self._thread.start()

    def __enter__(self) -> "SyncClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes every connection and stops the thread."""
        if self._loop.is_closed():
            return
        self.wait_for(self.client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the background thread and returns its result."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # e.g. KeyboardInterrupt: stop the coroutine too
            raise

    def watch(self, table: str) -> SyncTable:
        """Subscribes to a table and returns it once its first state is known."""
        return SyncTable(self, self.wait_for(self.client.watch(table)))

    def open_table(
        self, rulebook: str, choices: Mapping[str, str] | None = None, *, opening_id: str = "", **spec: Any
    ) -> TableSummary:
        """Opens a table. Operators only. Raises ClientError with the clause if the choices are not lawful."""
        return self.wait_for(self.client.open_table(rulebook, choices, opening_id=opening_id, **spec))

    leave = _blocking(Client.leave)
    command = _blocking(Client.command)
    is_connected = _blocking(Client.is_connected)

    house_info = _blocking(Client.house_info)
    sit_down_as_guest = _blocking(Client.sit_down_as_guest)
    sign_in = _blocking(Client.sign_in)
    sign_out = _blocking(Client.sign_out)
    me = _blocking(Client.me)
    change_password = _blocking(Client.change_password)
    statement = _blocking(Client.statement)
    users = _blocking(Client.users)
    add_user = _blocking(Client.add_user)
    sign_out_user = _blocking(Client.sign_out_user)
    deposit = _blocking(Client.deposit)
    withdraw = _blocking(Client.withdraw)
    audit = _blocking(Client.audit)
    health = _blocking(Client.health)
    ready = _blocking(Client.ready)
    metrics = _blocking(Client.metrics)

    tables = _blocking(Client.tables)
    close_table = _blocking(Client.close_table)
    table = _blocking(Client.table)
    say = _blocking(Client.say)
    preview = _blocking(Client.preview)
    updates = _blocking(Client.updates)
    rounds = _blocking(Client.rounds)
    duties = _blocking(Client.duties)
    round_pit = _blocking(Client.round_pit)
    round_steps = _blocking(Client.round_steps)
    round_pictures = _blocking(Client.round_pictures)
    fairness = _blocking(Client.fairness)

    room_form = _blocking(Client.room_form)
    rooms = _blocking(Client.rooms)
    open_room = _blocking(Client.open_room)
    close_room = _blocking(Client.close_room)
    refill = _blocking(Client.refill)
    my_rounds = _blocking(Client.my_rounds)

    my_play = _blocking(Client.my_play)
    limit_myself = _blocking(Client.limit_myself)
    user = _blocking(Client.user)
    change_standing = _blocking(Client.change_standing)
    change_role = _blocking(Client.change_role)
    reset_password = _blocking(Client.reset_password)
    new_token = _blocking(Client.new_token)
    award = _blocking(Client.award)
    raise_capital = _blocking(Client.raise_capital)
    four_eyes = _blocking(Client.four_eyes)
    set_four_eyes = _blocking(Client.set_four_eyes)
    approvals = _blocking(Client.approvals)
    decide = _blocking(Client.decide)

    cage = _blocking(Client.cage)
    day = _blocking(Client.day)
    open_day = _blocking(Client.open_day)
    begin_shift = _blocking(Client.begin_shift)
    close_day = _blocking(Client.close_day)
    count_float = _blocking(Client.count_float)
    fill = _blocking(Client.fill)
    credit = _blocking(Client.credit)
    take_cash = _blocking(Client.take_cash)
    count_drop = _blocking(Client.count_drop)
    slip = _blocking(Client.slip)
    house_log = _blocking(Client.house_log)
    hold = _blocking(Client.hold)
    wagers = _blocking(Client.wagers)
    pack = _blocking(Client.pack)

    drills = _blocking(Client.drills)
    drill_faults = _blocking(Client.drill_faults)
    set_drill = _blocking(Client.set_drill)
    drill = _blocking(Client.drill)
    answer_drill = _blocking(Client.answer_drill)

    rulebooks = _blocking(Client.rulebooks)
    rulebook = _blocking(Client.rulebook)
    form = _blocking(Client.form)
    check = _blocking(Client.check)
    clauses = _blocking(Client.clauses)
    clause = _blocking(Client.clause)
    cases = _blocking(Client.cases)
    case = _blocking(Client.case)
    edge = _blocking(Client.edge)
    table_edge = _blocking(Client.table_edge)
    hand = _blocking(Client.hand)
    wager = _blocking(Client.wager)
