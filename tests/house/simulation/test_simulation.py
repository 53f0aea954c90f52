"""The simulated house: seeds that must hold, seeds that once failed, and defects that the simulation must find.

Docs: docs/how-to/simulate-the-house.md.
"""

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.house import database
from pitboss.house.archiver import Archiver, prepare_archive, store_archive
from pitboss.house.house import House
from pitboss.house.loaded_table import CommandIds, LoadedTable
from pitboss.house.log.chain import AppendRequest
from pitboss.house.log.sqlite_appender import SqliteAppender
from pitboss.house.snapshots import write_snapshot
from pitboss.house.table_registry import TableRegistry
from pitboss.tables.snapshot import encode_table
from tests.house.simulation.disk import VFS_NAME, Faults, SimulatedDisk, file_system
from tests.house.simulation.loop import PROCESS, Host
from tests.house.simulation.scenario import ARCHIVES_EVERY, ARCHIVES_FIRST, EVENINGS, Outcome, simulate
from tests.house.simulation.sqlite_driver import DriverConnection

ROOT = Path(__file__).parents[3]
CHUNK = 50
EVERYDAY = 300
SOAK_CHUNK, SOAK = 100, 20_000
#: Seeds that once found a defect, with what it was.
FOUND: dict[int, str] = {
    2009: "the checker did not see a commit whose sync had failed, and which the next process recovered",
    2628: "the checker did not see a commit whose process was killed in the sync, and which the next one recovered",
}


def run_seeds(first: int, last: int, family: str = EVENINGS) -> None:
    """Runs seeds in a process of their own, as a replay does."""
    command = [sys.executable, "-m", "tests.house.simulation", str(first), str(last), family]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.parametrize("first", range(0, EVERYDAY, CHUNK))
def test_every_invariant_holds_after_every_step(first: int) -> None:
    run_seeds(first, first + CHUNK)


@pytest.mark.parametrize("seed", FOUND)
def test_a_seed_that_found_a_defect_holds(seed: int) -> None:
    run_seeds(seed, seed + 1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(EVERYDAY, EVERYDAY + SOAK, SOAK_CHUNK))
def test_every_invariant_holds_after_every_step_of_many_seeds(first: int) -> None:
    run_seeds(first, first + SOAK_CHUNK)


def test_a_seed_replays_to_the_same_run() -> None:
    first, second = replay(9), replay(9)  # two processes, kills and restarts
    assert "kills" in first
    assert first == second


def replay(seed: int) -> str:
    """Runs one seed as a person would; returns its last line but one, with the digest of the run."""
    command = [sys.executable, "-m", "tests.house.simulation", str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return next(line for line in done.stdout.splitlines() if line.startswith("seed "))


def test_the_recovery_of_an_unfinished_commit_is_a_change_of_the_disk(tmp_path: Path) -> None:
    """The commit is whole in the WAL, but invisible before a recovery, which writes nothing."""
    disk = file_system().disk = SimulatedDisk(tmp_path, random.Random(0))
    path = str(tmp_path / "house.db")
    copy_context().run(fail_in_the_sync, disk, path)

    before = disk.changes
    after = DriverConnection(path, VFS_NAME)
    assert after.execute("SELECT id FROM entries").fetchall() == [(1,)]
    assert disk.changes > before
    after.close()


def fail_in_the_sync(disk: SimulatedDisk, path: str) -> None:
    """Writes as a process whose sync fails and which is killed then."""
    host = Host("p1")
    PROCESS.set(host)
    connection = DriverConnection(path, VFS_NAME)
    for sql in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE entries (id)"):
        connection.execute(sql)
    disk.faults[host] = Faults()
    disk.faults[host].sync_error = 1.0
    with pytest.raises(sqlite3.OperationalError, match="sync error"):
        connection.execute("INSERT INTO entries VALUES (1)")
    assert connection.execute("SELECT id FROM entries").fetchall() == []
    disk.abandoning = True
    connection.abandon()
    disk.abandoning = False


# --- planted defects --------------------------------------------------------------------------------------------------


def first_violation(seeds: Iterable[int]) -> Outcome | None:
    """Runs seeds until one fails."""
    return next((outcome for seed in seeds if (outcome := simulate(seed)).violation), None)


def no_sync(patch: pytest.MonkeyPatch) -> None:
    settings = tuple("synchronous=OFF" if "synchronous" in line else line for line in database._SETTINGS)
    patch.setattr(database, "_SETTINGS", settings)


def lost_batch(patch: pytest.MonkeyPatch) -> None:
    write = SqliteAppender.write
    count = 0

    def lose(appender: SqliteAppender, batch: list[AppendRequest]) -> set[str]:
        nonlocal count
        count += 1
        return set() if count % 5 == 0 else write(appender, batch)

    patch.setattr(SqliteAppender, "write", lose)


def forgotten_ids(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CommandIds, "find", lambda *_: None)


def stale_books(patch: pytest.MonkeyPatch) -> None:
    roll_back = LoadedTable.roll_back

    def keep_books(table: LoadedTable) -> bool:
        before = {account: table._books[account] for account in table._books}
        done = roll_back(table)
        for account, cents in before.items():
            table._books.set(account, cents)
        return done

    patch.setattr(LoadedTable, "roll_back", keep_books)


def early_views(patch: pytest.MonkeyPatch) -> None:
    async def look(house: House, table_id: str, see: Callable[[Any], Any]) -> Any:
        table = await house.registry.get(table_id)
        return None if table is None else see(table.live)

    patch.setattr(House, "look", look)


def deaf_process(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TableRegistry, "receive", lambda *_: None)


def archive_in_two_transactions(patch: pytest.MonkeyPatch) -> None:
    async def archive(archiver: Archiver, name: str) -> bool:
        prepared = await archiver._database.read_history(prepare_archive, name, archiver.retention)
        if prepared is None:
            return False
        await archiver._database.write(delete_rows, prepared.replaced)
        return await archiver._database.write(store_archive, replace(prepared, replaced=[]))

    def delete_rows(connection: Any, numbers: list[int]) -> None:
        for number in numbers:
            connection.exec_driver_sql("DELETE FROM entries WHERE id = ?", (number,))

    patch.setattr(Archiver, "archive", archive)


def early_snapshots(patch: pytest.MonkeyPatch) -> None:
    async def store(archiver: Archiver, *, every: int) -> int:
        for table in list(archiver._registry.loaded.values()):
            state = encode_table(table.live)
            await archiver._database.write(write_snapshot, table.name, table.durable, table.head, state)
        return 0

    patch.setattr(Archiver, "store_snapshots", store)


@pytest.mark.parametrize(
    ("defect", "found"),
    [
        (no_sync, "chain|durable|ledger|Database"),
        (lost_batch, "durable|chain|views"),
        (forgotten_ids, "once"),
        (stale_books, "views|log|ledger"),
        (early_views, "durable|views"),
        (deaf_process, "views"),
    ],
)
def test_a_planted_defect_is_found(
    defect: Callable[[pytest.MonkeyPatch], None], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    defect(monkeypatch)
    outcome = first_violation(range(60))
    assert outcome is not None
    assert any(word in outcome.violation for word in found.split("|")), outcome.violation


@pytest.mark.parametrize(("defect", "found"), [(archive_in_two_transactions, "chain"), (early_snapshots, "views|log")])
def test_a_planted_defect_of_archives_is_found(
    defect: Callable[[pytest.MonkeyPatch], None], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    defect(monkeypatch)
    outcome = first_violation(range(ARCHIVES_FIRST, 400, ARCHIVES_EVERY))
    assert outcome is not None
    assert any(word in outcome.violation for word in found.split("|")), outcome.violation
