"""How many modules of the package a bet passes between the socket and the durable ledger."""

import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import pitboss
from pitboss.house.log.chain import AppendRequest
from pitboss.house.log.sqlite_appender import SqliteAppender
from pitboss.server.socket import Connection
from tests.server.conftest import Served, run
from tests.server.houses import read_in_table

PACKAGE = Path(pitboss.__file__).parent
#: About the number of modules at present (39). It may fall, and must not grow unnoticed; the aim is 18.
MOST = 40


class Watch:
    """Notes the modules whose code runs from the arrival of a message to the commit of its entry."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed: dict[str, None] = {}
        self.watching, self.written = threading.Event(), threading.Event()
        handle, write = Connection._handle, SqliteAppender.write

        async def handle_watched(connection: Connection, data: bytes) -> None:
            sys.setprofile(self.note if self.watching.is_set() else None)
            try:
                await handle(connection, data)
            finally:
                sys.setprofile(None)

        def write_watched(appender: SqliteAppender, batch: Sequence[AppendRequest]) -> set[str]:
            sys.setprofile(self.note if self.watching.is_set() else None)
            try:
                return write(appender, batch)
            finally:
                sys.setprofile(None)
                if self.watching.is_set():
                    self.written.set()

        monkeypatch.setattr(Connection, "_handle", handle_watched)
        monkeypatch.setattr(SqliteAppender, "write", write_watched)

    def note(self, frame: FrameType, event: str, argument: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and not self.written.is_set() and path.is_relative_to(PACKAGE):
            self.passed[str(path.relative_to(PACKAGE))] = None


def test_a_bet_passes_no_more_modules_than_before(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    bets: list[set[str]] = []

    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann:
            seat = await ann.watch(table)
            for words in ("join 500", "withdraw 1"):
                await seat.do(words)
            for amount in range(11, 17):  # other tasks of the server run at the same time: they differ from bet to bet
                watch.passed.clear()
                watch.written.clear()
                watch.watching.set()
                await seat.do(f"bet 1 {amount}")
                watch.watching.clear()
                assert watch.written.is_set()
                bets.append(set(watch.passed))

    run(work())
    passed = set.intersection(*bets) - {"house/log/sqlite_notifications.py"}  # polls for what other processes append
    assert {"games/blackjack/betting.py", "house/log/sqlite_appender.py"} <= passed
    assert len(passed) <= MOST, f"{len(passed)} modules: {', '.join(sorted(passed))}"
