"""How many modules of the package a bet passes between the socket and the durable ledger.

Two counts. Every module with a function that runs is passed. Some of them are leaves: what runs there calls no other
module, so a reader needs their signatures alone (parsing an amount, a token bucket, the balances of the ledger). The
others hand the bet on: a reader opens these to follow it.
"""

import sys
import threading
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import pitboss
from pitboss.house.log.chain import AppendRequest
from pitboss.house.log.sqlite_appender import SqliteAppender
from pitboss.server.socket import Connection
from tests.server.conftest import Served, run
from tests.server.houses import table_with_players

PACKAGE = Path(pitboss.__file__).parent
#: The numbers of modules at present. They may fall, and must not grow unnoticed.
MOST = 18
MOST_THAT_HAND_ON = 13
#: True in the context of a watched bet, which asyncio passes on to what the bet schedules. Other tasks of the loop have
#: contexts of their own: closing idle connections, polling for what other processes append.
ON_PATH = ContextVar("ON_PATH", default=False)


class Watch:
    """Notes the modules whose code runs from the arrival of a message to the commit of its entry."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed: dict[str, None] = {}
        #: The modules that call another one.
        self.hand_on: dict[str, None] = {}
        self.watching, self.written = threading.Event(), threading.Event()
        handle, write = Connection._handle, SqliteAppender.write

        async def handle_watched(connection: Connection, data: bytes) -> None:
            watching = self.watching.is_set()
            on_path = ON_PATH.set(watching)
            sys.setprofile(self.note if watching else None)
            try:
                await handle(connection, data)
            finally:
                sys.setprofile(None)
                ON_PATH.reset(on_path)

        def write_watched(appender: SqliteAppender, batch: Sequence[AppendRequest]) -> set[str]:
            watching = self.watching.is_set()
            on_path = ON_PATH.set(watching)
            sys.setprofile(self.note if watching else None)
            try:
                return write(appender, batch)
            finally:
                sys.setprofile(None)
                ON_PATH.reset(on_path)
                if self.watching.is_set():
                    self.written.set()

        monkeypatch.setattr(Connection, "_handle", handle_watched)
        monkeypatch.setattr(SqliteAppender, "write", write_watched)

    def note(self, frame: FrameType, event: str, argument: Any) -> None:
        if event != "call" or not ON_PATH.get() or self.written.is_set():
            return
        if module := module_of(frame):
            self.passed[module] = None
            caller = frame.f_back
            while caller is not None and not module_of(caller):  # a function of another package calls back
                caller = caller.f_back
            if caller is not None and module_of(caller) != module:
                self.hand_on[module_of(caller)] = None


def module_of(frame: FrameType) -> str:
    """The module of the package in which a frame runs; empty outside the package."""
    path = Path(frame.f_code.co_filename)
    return str(path.relative_to(PACKAGE)) if path.is_relative_to(PACKAGE) else ""


@pytest.mark.parametrize("cards_are_read", [True, False], ids=["entered cards", "cards from seeds"])
def test_a_bet_passes_at_most_18_modules(
    served: Served, monkeypatch: pytest.MonkeyPatch, *, cards_are_read: bool
) -> None:
    watch = Watch(monkeypatch)

    async def work() -> None:
        table = await table_with_players(served, cards_are_read=cards_are_read)
        async with served.client("ann") as ann:
            seat = await ann.watch(table)
            for words in ("join 500", "withdraw 1"):
                await seat.do(words)
            for amount in (11, 12):  # the second bet finds what the first one cached
                watch.written.clear()
                watch.watching.set()
                await seat.do(f"bet 1 {amount}")
                watch.watching.clear()
                assert watch.written.is_set()

    run(work())
    passed = set(watch.passed)
    assert {"games/blackjack/betting.py", "house/log/sqlite_appender.py"} <= passed
    assert len(passed) <= MOST, f"{len(passed)} modules: {', '.join(sorted(passed))}"
    hand_on = set(watch.hand_on)
    assert {"server/socket.py", "house/command_queue.py", "games/blackjack/decide.py"} <= hand_on
    assert len(hand_on) <= MOST_THAT_HAND_ON, f"{len(hand_on)} modules: {', '.join(sorted(hand_on))}"
