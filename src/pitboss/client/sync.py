"""The client for programs that are not asynchronous: each call waits for its answer, and what is watched is heard
between two calls too."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from threading import Thread
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from pitboss.client.client import Client, Table
from pitboss.client.wire import Done, ErrorBody, TableInfo, Update, Waiting

P = ParamSpec("P")
T = TypeVar("T")


def _waits(
    method: Callable[Concatenate[Client, P], Coroutine[Any, Any, T]],
) -> "Callable[Concatenate[SyncClient, P], T]":
    """The same call, which returns when it is answered."""

    def call(self: "SyncClient", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.wait_for(method(self.client, *args, **kwargs))

    call.__name__, call.__doc__ = method.__name__, method.__doc__
    return call


class SyncTable:
    """A table that the client watches, as it is now: it changes by itself while others play."""

    def __init__(self, client: "SyncClient", watched: Table) -> None:
        self.id = watched.id
        self._client = client
        self._watched = watched

    @property
    def version(self) -> int:
        """How many events there were."""
        return self._watched.version

    @property
    def view(self) -> Any:
        """What lies there."""
        return self._watched.view

    @property
    def you(self) -> Any:
        """What is open to the client."""
        return self._watched.you

    @property
    def card(self) -> Any:
        """Its sign and its cloth."""
        return self._watched.card

    @property
    def clock(self) -> tuple[Waiting, ...]:
        """Whom it waits for."""
        return self._watched.clock

    @property
    def updates(self) -> list[Update]:
        """All that was told since the table is watched."""
        return self._watched.updates

    @property
    def ended(self) -> ErrorBody | None:
        """Why no more is told of it: it was closed."""
        return self._watched.ended

    def do(self, words: str, *, command_id: str = "", seen: int | None = None) -> Done:
        """Says something, and returns when what came of it is seen; Stale where ``seen`` is no longer the version,
        ClientError where it is refused."""
        return self._client.wait_for(self._watched.do(words, command_id=command_id, seen=seen))

    def until(self, holds: Callable[["SyncTable"], bool], seconds: float = 30.0) -> None:
        """Waits until what is seen of the table fulfils something; TimeoutError where it does not in time."""
        self._client.wait_for(self._watched.until(lambda _: holds(self), seconds))


class SyncClient:
    """A client of one server. Its connections live in a thread of their own, until ``close``."""

    def __init__(self, url: str = "http://127.0.0.1:8021", token: str = "", *, timeout: float = 30.0) -> None:
        self.client = Client(url, token, timeout=timeout)
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
        """Ends every connection, for good."""
        if self._loop.is_closed():
            return
        self.wait_for(self.client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of something that the client does."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # who is interrupted waits no more
            raise

    def watch(self, table: str) -> SyncTable:
        """Watches a table from now on."""
        return SyncTable(self, self.wait_for(self.client.watch(table)))

    def open_table(self, rulebook: str, choices: Mapping[str, str] | None = None, **spec: Any) -> TableInfo:
        """Opens a table within the law, as an operator."""
        return self.wait_for(self.client.open_table(rulebook, choices, **spec))

    leave = _waits(Client.leave)
    command = _waits(Client.command)
    is_connected = _waits(Client.is_connected)

    sit_down_as_guest = _waits(Client.sit_down_as_guest)
    sign_in = _waits(Client.sign_in)
    sign_out = _waits(Client.sign_out)
    me = _waits(Client.me)
    change_password = _waits(Client.change_password)
    statement = _waits(Client.statement)
    users = _waits(Client.users)
    add_user = _waits(Client.add_user)
    sign_out_user = _waits(Client.sign_out_user)
    deposit = _waits(Client.deposit)
    withdraw = _waits(Client.withdraw)
    audit = _waits(Client.audit)
    health = _waits(Client.health)
    ready = _waits(Client.ready)
    metrics = _waits(Client.metrics)

    tables = _waits(Client.tables)
    close_table = _waits(Client.close_table)
    table = _waits(Client.table)
    say = _waits(Client.say)
    preview = _waits(Client.preview)
    updates = _waits(Client.updates)
    rounds = _waits(Client.rounds)
    round_pit = _waits(Client.round_pit)
    round_steps = _waits(Client.round_steps)
    round_pictures = _waits(Client.round_pictures)
    fairness = _waits(Client.fairness)

    rulebooks = _waits(Client.rulebooks)
    rulebook = _waits(Client.rulebook)
    form = _waits(Client.form)
    check = _waits(Client.check)
    clauses = _waits(Client.clauses)
    clause = _waits(Client.clause)
    cases = _waits(Client.cases)
    case = _waits(Client.case)
    edge = _waits(Client.edge)
    table_edge = _waits(Client.table_edge)
    hand = _waits(Client.hand)
