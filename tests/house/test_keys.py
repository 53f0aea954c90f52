"""Secrets of tables at rest: sealed under a key outside the database, rotated, and wiped when a table is closed."""

import asyncio
import fcntl
import json
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.games.blackjack.state import Stage
from pitboss.games.live.fairness import check_fairness
from pitboss.house import history
from pitboss.house.audit.database import AuditReport, audit
from pitboss.house.backup import backup_file
from pitboss.house.database import connect
from pitboss.house.house import House
from pitboss.house.keys import BadKey, KeyMissing, KeyRing, find_keys, find_or_make_keys, new_key, write_key_file
from pitboss.house.log.read import find_stream
from pitboss.house.schema import streams
from pitboss.house.table_directory import TableInfo
from pitboss.house.table_secrets import is_wiped, seal_secrets
from pitboss.law import Refusal
from pitboss.server.settings import Settings, keys_for
from pitboss.tables.live import THE_HOUSE, Table, TableSpec
from tests.cli.calls import call
from tests.house.houses import play, with_table

SECRET = bytes(range(32))


async def _in(url: str, keys: KeyRing | None, work: Callable[[House], Awaitable[Any]]) -> Any:
    house = await House.open(url, keys=keys)
    try:
        return await work(house)
    finally:
        await house.close()


def _run(url: str, keys: KeyRing | None, work: Callable[[House], Awaitable[Any]]) -> Any:
    return asyncio.run(_in(url, keys, work))


async def _played(house: House) -> bytes:
    """Plays at a new table; returns its secret."""
    table = await with_table(house)
    assert not await play(house, table, 60, seed=3)
    live = await house.live(table)
    assert live is not None
    assert isinstance(live.seeds.secret, bytes)
    return live.seeds.secret


def _audited(url: str, keys: KeyRing | None) -> AuditReport:
    engine = connect(url, keys)
    try:
        return audit(engine)
    finally:
        engine.dispose()


def _stored(url: str) -> bytes:
    engine = connect(url)
    with engine.begin() as connection:
        stream = find_stream(connection, "t1")
    engine.dispose()
    assert stream is not None
    return stream.secret


def test_a_sealed_secret_opens_only_for_its_table_and_unchanged() -> None:
    ring = KeyRing(new_key())
    sealed = ring.seal("t1", SECRET)
    assert ring.open("t1", sealed) == SECRET
    assert SECRET not in sealed
    assert ring.seal("t1", SECRET) != sealed  # a new nonce each time
    with pytest.raises(BadKey, match="belongs to another table"):
        ring.open("t2", sealed)
    with pytest.raises(KeyMissing, match=f"sealed under key {ring.current}"):
        KeyRing.ephemeral().open("t1", sealed)
    for place in (0, 3, 12, 24, 30, len(sealed) - 1):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(BadKey):
            ring.open("t1", bytes(changed))


def test_a_table_is_played_on_and_audited_with_its_key(url: str) -> None:
    ring = KeyRing(new_key())
    secret = _run(url, ring, _played)
    assert secret not in _stored(url)

    async def play_on(house: House) -> None:
        assert not await play(house, "t1", 40, seed=4, start="again")

    _run(url, ring, play_on)
    report = _audited(url, ring)
    assert (report.findings, report.missing_keys, report.unreplayed) == ([], {}, {})


def test_without_the_key_a_table_cannot_be_played_and_the_audit_says_what_it_did_not_check(url: str) -> None:
    ring = KeyRing(new_key())
    _run(url, ring, _played)
    for keys in (None, KeyRing.ephemeral()):
        report = _audited(url, keys)
        assert report.findings == []
        assert report.missing_keys == {"t1": ring.current}
        assert report.unreplayed["t1"] > 10

    async def look(house: House) -> None:
        with pytest.raises(KeyMissing, match=f"sealed under key {ring.current}, and no key is given"):
            await house.live("t1")

    _run(url, None, look)


def test_rotation_seals_again_and_the_old_key_opens_nothing(url: str) -> None:
    old = KeyRing(first := new_key())
    secret = _run(url, old, _played)
    both = KeyRing(f"{new_key()}\n{first}")
    engine = connect(url)
    assert seal_secrets(engine, both) == 1
    assert seal_secrets(engine, both) == 0
    engine.dispose()
    assert both.open("t1", _stored(url)) == secret
    with pytest.raises(KeyMissing):
        old.open("t1", _stored(url))
    assert _audited(url, both).findings == []


def test_a_running_house_reads_its_key_file_again(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "house.key"
    write_key_file(file, new_key(), new=True)
    ring = find_keys({"PITBOSS_KEY_FILE": str(file)})
    assert ring is not None
    other = KeyRing(text := new_key())
    sealed = other.seal("t1", SECRET)
    with pytest.raises(KeyMissing):
        ring.open("t1", sealed)
    write_key_file(file, f"{text}\n")
    assert ring.open("t1", sealed) == SECRET
    assert ring.current == other.current


def test_a_table_opened_after_a_rotation_is_sealed_under_the_new_key(tmp_path: Path) -> None:
    """The running house has the old key in memory, which the rotation removes from the file."""
    file, path = tmp_path / "keys" / "house.key", str(tmp_path / "house.db")
    write_key_file(file, new_key(), new=True)
    environment = {"PITBOSS_KEY_FILE": str(file)}

    async def work(house: House) -> None:
        assert call("key", "rotate", "--drop-old", "--database", path, "--file", str(file)).exit_code == 0
        assert isinstance(
            await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-blackjack", limits="10-500")), TableInfo
        )
        rotated = file.read_text()
        file.unlink()
        refused = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-blackjack", limits="10-500"))
        assert isinstance(refused, Refusal)
        assert (refused.kind, str(file) in str(refused)) == ("key", False)
        write_key_file(file, rotated)

    async def restarted(house: House) -> None:
        assert await house.live("t1") is not None

    _run(path, find_keys(environment), work)
    _run(path, find_keys(environment), restarted)


def test_a_rotation_leaves_the_key_of_other_houses_in_the_file(tmp_path: Path) -> None:
    file, first, second = tmp_path / "house.key", str(tmp_path / "first.db"), str(tmp_path / "second.db")
    write_key_file(file, new_key(), new=True)
    environment = {"PITBOSS_KEY_FILE": str(file)}
    for path in (first, second):
        _run(path, find_keys(environment), _played)
    assert call("key", "rotate", "--database", first, "--file", str(file)).exit_code == 0

    async def restarted(house: House) -> None:
        assert await house.live("t1") is not None

    for path in (first, second):
        _run(path, find_keys(environment), restarted)


def test_a_second_rotation_waits_for_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would replace the key file by the keys that it read before: without the one that seals everything now."""
    file, path, held = tmp_path / "house.key", str(tmp_path / "house.db"), list[bool]()
    write_key_file(file, new_key(), new=True)
    _run(path, find_keys({"PITBOSS_KEY_FILE": str(file)}), _played)

    def seal(engine: sa.Engine, ring: KeyRing) -> int:
        folder = os.open(tmp_path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.append(True)
        finally:
            os.close(folder)
        return seal_secrets(engine, ring)

    monkeypatch.setattr("pitboss.house.table_secrets.seal_secrets", seal)
    for _ in range(2):
        assert call("key", "rotate", "--drop-old", "--database", path, "--file", str(file)).exit_code == 0
    assert held == [True, True]


def test_closing_a_table_wipes_its_secret_and_publishes_its_seeds(url: str) -> None:
    ring = KeyRing(new_key())

    async def work(house: House) -> bytes:
        secret = await _played(house)
        for _ in range(40):
            live = await house.live("t1")
            assert live is not None
            if live.state.stage == Stage.BETTING:
                break
            await play(house, "t1", 1, seed=_, start=f"end{_}")
        return secret if await house.close_table("t1", THE_HOUSE) is None else b""

    secret = _run(url, ring, work)
    assert secret
    stored = _stored(url)
    assert is_wiped(stored)
    for keys in (ring, None):  # nothing of a closed table needs the key
        report = _audited(url, keys)
        assert (report.findings, report.missing_keys, report.unreplayed) == ([], {}, {})
        engine = connect(url, keys)
        with engine.begin() as connection:
            records = history.fairness(connection, "t1")
        engine.dispose()
        assert records
        assert all(record.seed and not check_fairness(record) for record in records)


def test_secrets_of_earlier_releases_are_sealed_when_a_house_with_a_key_opens(url: str) -> None:
    secret = _run(url, None, _played)
    assert _stored(url) == secret
    ring = KeyRing(new_key())

    async def play_on(house: House) -> None:
        assert not await play(house, "t1", 40, seed=4, start="again")

    _run(url, ring, play_on)
    assert secret not in _stored(url)
    assert _audited(url, ring).findings == []
    assert _audited(url, None).findings == []


def test_the_house_of_an_earlier_release_is_sealed_played_on_and_audited(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as kept:
        kept.executescript((Path(__file__).parent / "kept" / "house_of_november_2026.sql").read_text("utf-8"))
        secrets = [row[0] for row in kept.execute("SELECT secret FROM streams WHERE name != 'house'")]
    kept.close()
    path.chmod(0o600)
    ring = KeyRing(new_key())

    async def nothing(_: House) -> None:
        return None

    _run(str(path), ring, nothing)
    report = _audited(str(path), ring)
    assert (report.findings, report.unreplayed) == ([], {})
    files = [file.read_bytes() for file in tmp_path.iterdir()]
    assert secrets
    assert not any(secret in data for secret in secrets for data in files)  # not in free pages or the WAL either


def test_a_changed_secret_is_found(tmp_path: Path) -> None:
    path, ring = tmp_path / "house.db", KeyRing(new_key())
    _run(str(path), ring, _played)
    engine = connect(str(path))
    with engine.begin() as connection:
        swapped = ring.seal("t9", SECRET)
        connection.execute(sa.update(streams).where(streams.c.name == "t1").values(secret=swapped))
    engine.dispose()
    first = _audited(str(path), ring).first
    assert first is not None
    assert "was changed, or belongs to another table" in first.what


def test_a_secret_replaced_by_one_in_the_clear_is_not_played(tmp_path: Path) -> None:
    path, ring = tmp_path / "house.db", KeyRing(new_key())
    _run(str(path), ring, _played)
    engine = connect(str(path))
    with engine.begin() as connection:
        connection.execute(sa.update(streams).where(streams.c.name == "t1").values(secret=SECRET))
    engine.dispose()

    async def look(house: House) -> Table | None:
        return await house.live("t1")

    with pytest.raises(BadKey, match="does not match the commitments"):
        _run(str(path), ring, look)


def test_a_backup_has_no_secret_in_the_clear(tmp_path: Path) -> None:
    path, copy, ring = tmp_path / "house.db", tmp_path / "copy.db", KeyRing(new_key())
    secret = _run(str(path), ring, _played)
    engine = connect(str(path))
    backup_file(engine, copy)
    engine.dispose()
    data = copy.read_bytes()
    assert secret not in data
    assert secret.hex().encode() not in data
    assert _audited(str(copy), ring).unreplayed == {}


# --- where the key is ------------------------------------------------------------------------------------------------


def test_a_house_on_real_money_does_not_start_without_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_KEY")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = Settings(database=str(tmp_path / "house.db"))
    with pytest.raises(BadKey, match="run pitboss key new"):
        keys_for(settings)
    told = call("serve", "--database", str(tmp_path / "house.db"), "--port", "0")
    assert told.exit_code == 2
    assert "run pitboss key new" in told.stderr
    assert call("key", "new").exit_code == 0
    assert keys_for(settings).source == str(tmp_path / "pitboss" / "house.key")


def test_a_practice_house_makes_its_own_key(tmp_path: Path) -> None:
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    made = find_or_make_keys(environment)
    assert find_or_make_keys(environment).ids == made.ids
    file = tmp_path / "pitboss" / "house.key"
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    with pytest.raises(BadKey, match="open to other users: it holds the key"):
        find_keys(environment)


@pytest.mark.parametrize("text", ["", "pitboss-key-1:short", "A" * 43, "pitboss-key-1:" + "*" * 43])
def test_a_malformed_key_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(BadKey, match="pitboss key new"):
        find_keys({"PITBOSS_KEY_FILE": str(file)})


def test_a_command_may_print_the_key() -> None:
    text = new_key()
    ring = find_keys({"PITBOSS_KEY_COMMAND": f"echo {text}"})
    assert ring is not None
    assert ring.ids == KeyRing(text).ids
    with pytest.raises(BadKey, match="failed with exit code 1"):
        find_keys({"PITBOSS_KEY_COMMAND": "false"})


def test_the_key_command_makes_shows_and_rotates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_KEY")
    file, path = tmp_path / "house.key", str(tmp_path / "house.db")
    monkeypatch.setenv("PITBOSS_KEY_FILE", str(file))
    first = json.loads(call("key", "new", "--json").stdout)["key"]
    assert call("key", "new").exit_code == 2
    assert call("key", "show-id").stdout.split() == [first]
    _run(path, find_keys(), _played)
    told = json.loads(call("key", "rotate", "--database", path, "--json").stdout)
    assert told["sealed"] == 1
    assert call("key", "show-id").stdout.split() == [told["key"], first]
    told = json.loads(call("key", "rotate", "--drop-old", "--database", path, "--json").stdout)
    assert call("key", "show-id").stdout.split() == [told["key"]]
    assert told["key"] != first
    assert "no errors" in call("audit", "--database", path).stdout
    monkeypatch.setenv("PITBOSS_KEY_FILE", str(tmp_path / "none.key"))
    assert call("key", "show-id").exit_code == 2
