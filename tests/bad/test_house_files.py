"""Damaged and read-only files of a house, and a process with little memory: refused or found, never accepted."""

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.house.audit.database import audit
from pitboss.house.database import BadAddress, connect
from pitboss.house.house import House
from tests.house.houses import play, with_table

FLIPS = 40
ROOT = Path(__file__).parents[2]


def copy_with_wal(folder: Path, name: str) -> Path:
    """Returns a copy of a running house, whose last entries are in the WAL only."""
    copy = folder / name
    copy.mkdir(mode=0o700)
    for suffix in ("", "-wal"):
        shutil.copy(folder / f"house.db{suffix}", copy / f"house.db{suffix}")
    return copy / "house.db"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A copy of a house in the middle of its play, with the number of its entries."""
    folder = tmp_path_factory.mktemp("wal")

    async def make() -> tuple[Path, int]:
        house = await House.open(str(folder / "house.db"))
        await play(house, await with_table(house), 30, seed=4)
        copied = copy_with_wal(folder, "copy")
        await house.close()
        with sqlite3.connect(folder / "house.db") as connection:
            count: int = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
        return copied, count

    return asyncio.run(make())


def prefix_or_damage(file: Path) -> int | None:
    """Returns the number of entries of a house that passes its audit; None where the damage is found."""
    engine = connect(str(file))
    try:
        findings = audit(engine).findings
        with engine.begin() as connection:
            count = connection.execute(sa.text("SELECT count(*) FROM entries")).scalar_one()
        return None if findings else int(count)
    except (BadAddress, sa.exc.DatabaseError, ValueError):
        return None
    finally:
        engine.dispose()


def test_a_flipped_bit_of_the_wal_is_found_or_ends_the_log_at_an_earlier_commit(
    running: tuple[Path, int], tmp_path: Path
) -> None:
    """SQLite's checksums end the log at the damaged frame: what is left is a whole log, never a changed one."""
    source, entries = running
    whole = Path(f"{source}-wal").read_bytes()
    used = max(place for place, byte in enumerate(whole) if byte)
    dice = random.Random(7)
    results = []
    for number in range(FLIPS):
        folder = tmp_path / str(number)
        folder.mkdir(mode=0o700)
        file = Path(shutil.copy(source, folder / "house.db"))
        damaged = bytearray(whole)
        damaged[dice.randrange(used)] ^= 1 << dice.randrange(8)
        Path(f"{file}-wal").write_bytes(damaged)
        results.append(prefix_or_damage(file))
    assert all(count is None or count <= entries for count in results)
    assert any(count is None or count < entries for count in results), "no flip reached a frame that counts"


def test_the_undamaged_copy_has_every_entry(running: tuple[Path, int], tmp_path: Path) -> None:
    source, entries = running
    file = Path(shutil.copy(source, tmp_path / "house.db"))
    shutil.copy(f"{source}-wal", f"{file}-wal")
    assert prefix_or_damage(file) == entries


def test_a_read_only_file_is_refused_by_name(
    running: tuple[Path, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(shutil.copy(running[0], tmp_path / "house.db"))
    file.chmod(0o400)
    usual = os.access  # root may write to every file
    monkeypatch.setattr(os, "access", lambda path, mode: usual(path, mode) and not (path == file and mode & os.W_OK))
    before = file.read_bytes()
    with pytest.raises(BadAddress, match="not writable"):
        asyncio.run(House.open(str(file)))
    assert file.read_bytes() == before


def test_a_file_that_becomes_read_only_refuses_writes_and_recovers(tmp_path: Path) -> None:
    """SQLite itself refuses the writes (query_only), as on a file system that was remounted read-only."""

    async def work() -> None:
        house = await House.open(str(tmp_path / "house.db"))
        try:
            table = await with_table(house)
            before = await house.entries(table)
            connections: list[sqlite3.Connection] = []

            def refuse(connection: sqlite3.Connection, *_: object) -> None:
                connections.append(connection)
                connection.execute("PRAGMA query_only=ON")

            house.writer.appender.close()  # its next connection is a new one
            sa.event.listen(house.engine, "checkout", refuse)
            assert "readonly" in (fault := await house.fault()).replace("-", "").replace(" ", ""), fault
            sa.event.remove(house.engine, "checkout", refuse)
            for connection in connections:
                connection.execute("PRAGMA query_only=OFF")
            assert await house.entries(table) == before
            await play(house, table, 5, seed=1)
        finally:
            await house.close()

    asyncio.run(work())


LIMITED = """
import asyncio, resource, sys
from pitboss.house.house import House
from tests.house.houses import play, with_table

async def work():
    house = await House.open(sys.argv[1])
    table = await with_table(house)
    size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv[2]),) * 2)
    try:
        hoard = bytearray(1 << 40)
    except MemoryError:
        pass
    await play(house, table, 40, seed=1)
    await house.close()
    print("played")

asyncio.run(work())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is set by what Linux reports")
@pytest.mark.parametrize("megabytes", [64, 1])
def test_a_house_with_little_memory_leaves_a_sound_log(tmp_path: Path, megabytes: int) -> None:
    """With 64 MB more it plays; with one it may fail at any allocation, and what it has committed is sound."""
    file = tmp_path / "house.db"
    command = [sys.executable, "-c", LIMITED, str(file), str(megabytes << 20)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert "played" in done.stdout or (megabytes == 1 and done.returncode), done.stderr[-2000:]
    assert prefix_or_damage(file) is not None
