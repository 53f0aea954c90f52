"""The files of a house are its owner's alone, from their creation on."""

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house.backup import backup_file
from pitboss.house.database import BadAddress
from pitboss.house.house import House
from pitboss.server import settings
from tests.cli.calls import call
from tests.house.houses import play, with_table

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no POSIX modes")


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    """The most open one: nothing may depend on it."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_file_of_a_house_and_of_its_backup_is_the_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.db"

    async def work() -> dict[str, int]:
        house = await House.open(str(file))
        await play(house, await with_table(house), 10, seed=1)
        await asyncio.to_thread(backup_file, house.engine, tmp_path / "copy.db")
        found = {path.name: mode(path) for path in tmp_path.iterdir()}
        await house.close()
        return found

    names = ("house.db", "house.db-wal", "house.db-shm", "house.db-turn", "copy.db")
    assert asyncio.run(work()) == dict.fromkeys(names, 0o600)


def test_sqlite_finds_the_file_made_and_closed_before_it_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At no moment may other users open a file: an open file stays readable whatever its mode becomes."""
    seen: list[int] = []
    connect_now = sqlite3.dbapi2.connect

    def connecting(database: str, *arguments: object, **more: object) -> sqlite3.Connection:
        path = Path(str(database).removeprefix("file://").partition("?")[0])
        seen.append(mode(path) if path.exists() else -1)
        return connect_now(database, *arguments, **more)  # type: ignore[call-overload, no-any-return] # as it was called

    monkeypatch.setattr(sqlite3.dbapi2, "connect", connecting)
    monkeypatch.setattr(sqlite3, "connect", connecting)

    async def work() -> None:
        house = await House.open(str(tmp_path / "house.db"))
        await asyncio.to_thread(backup_file, house.engine, tmp_path / "copy.db")
        await house.close()

    asyncio.run(work())
    assert set(seen) == {0o600}


@pytest.mark.parametrize("suffix", ["", "-wal", "-turn"])
@pytest.mark.parametrize("opened_to", [0o640, 0o604, 0o622])
def test_a_house_that_others_may_read_is_refused_with_what_mends_it(
    tmp_path: Path, suffix: str, opened_to: int
) -> None:
    file = tmp_path / "house.db"
    asyncio.run(_made(file))
    spoilt = tmp_path / f"house.db{suffix}"
    spoilt.touch(0o600)
    spoilt.chmod(opened_to)
    with pytest.raises(BadAddress) as refused:
        asyncio.run(_made(file))
    assert f"{spoilt} has mode {opened_to:04o}" in str(refused.value)
    assert str(refused.value).endswith(f"chmod 600 {spoilt}")
    if not suffix:  # what lies beside it goes with the process that used it
        spoilt.chmod(0o600)
    asyncio.run(_made(file))


async def _made(file: Path) -> None:
    house = await House.open(str(file))
    await house.close()


def test_serve_and_user_refuse_and_those_who_only_look_warn(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    asyncio.run(_made(file))
    file.chmod(0o644)
    for line in ("serve --port 0", "user add ann", "user deposit ann 5"):
        done = call(*line.split(), "--database", str(file))
        assert done.exit_code == 2, done.output
        assert f"{file} has mode 0644 and is open to other users" in done.stderr
        assert f"chmod 600 {file}" in done.stderr
        assert done.stderr.count("\n") == 1
    audited = call("audit", "--database", str(file))
    assert audited.exit_code == 0
    assert f"warning: {file} has mode 0644" in audited.stderr


def test_the_data_folder_is_made_and_kept_for_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    settings.default_database()
    folder = settings.data_folder()
    if sys.platform != "darwin":
        assert folder == tmp_path / "data" / "pitboss"
    assert mode(folder) == 0o700
    folder.chmod(0o755)
    with pytest.raises(BadAddress, match=r"has mode 0755 .* chmod 700"):
        settings.default_database()
    refused = call("serve", "--port", "0")
    assert refused.exit_code == 2
    assert "chmod 700" in refused.stderr


def test_a_link_to_a_house_is_checked_where_it_leads(tmp_path: Path) -> None:
    file, link = tmp_path / "house.db", tmp_path / "link.db"
    asyncio.run(_made(file))
    link.symlink_to(file)
    asyncio.run(_made(link))
    (tmp_path / "house.db-wal").touch(0o644)
    with pytest.raises(BadAddress, match=r"house\.db-wal has mode 0644"):
        asyncio.run(_made(link))
