"""Archived entries are read, searched, audited and replayed as if they were rows; a start goes on from a snapshot."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.house import history
from pitboss.house.audit import workers
from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House
from pitboss.house.keys import KeyRing
from pitboss.house.log import read
from pitboss.house.retention import Retention
from pitboss.house.schema import archives, entries, snapshots
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.house.crash import findings, killed, lost, start
from tests.house.houses import PLAYERS, play, player, with_table

SMALL = Retention(keep=8, archive=32, snapshot=16)
KEYS = KeyRing.ephemeral()


async def archived(house: House, table: str) -> int:
    """Archives all that may be archived; returns the number of archives."""
    assert house.archiver is not None
    count = 0
    while await house.archiver.archive(table):
        count += 1
    return count


def run(url: str, work: Any, keys: KeyRing | None = KEYS, retention: Retention | None = SMALL) -> Any:
    async def work_in_house() -> Any:
        house = await House.open(url, keys=keys, retention=retention)
        if house.archiver is not None and house.archiver._task is not None:
            house.archiver._task.cancel()  # the test says when
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(work_in_house())


async def told(house: House, table: str) -> dict[str, Any]:
    """Everything that a house returns of the history of a table."""
    rounds = await house.rounds(table, limit=1000)
    version = rounds[len(rounds) // 2].last
    engine = house.engine
    with engine.begin() as connection:
        links = list(read.links(connection, table))
        tail = list(read.links(connection, table, 7))
        statements = {
            name: read.statement(connection, name) for name in (f"table/{table}/bank", "house", "wallet/ann", "cage")
        }
    return {
        "rounds": rounds,
        "page": await house.rounds(table, before=rounds[5].round, limit=3),
        "round": await house.round_pit(table, rounds[-2].round),
        "log": await house.log_pit(table),
        "fairness": await house.fairness(table),
        "entries": await house.entries(table, 0),
        "some": await house.entries(table, version, limit=9),
        "entry": await house.entry_at(table, version),
        "links": links,
        "tail": tail,
        "lessons": await house.lessons(table, "ann"),
        **statements,
    }


def rows_in(url: str, table: Any) -> int:
    engine = connect(url)
    with engine.begin() as connection:
        count: int = connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
    engine.dispose()
    return count


def faults(url: str, keys: KeyRing | None = KEYS, jobs: int = 1) -> list[str]:
    engine = connect(url, keys)
    try:
        return [str(finding) for finding in audit(engine, jobs=jobs).findings]
    finally:
        engine.dispose()


def test_archiving_does_not_change_the_history(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        await play(house, table, 300, seed=3)
        before = await told(house, table)
        assert await archived(house, table) >= 5
        house.history.round_books.clear()
        after = await told(house, table)
        assert after == before
        await play(house, table, 60, seed=4, start="d")
        assert await archived(house, table) >= 1
        book = await house.rounds(table, limit=1000)  # the book that went on, and one that starts at the archive
        house.history.round_books.clear()
        assert await house.rounds(table, limit=1000) == book

    run(url, work)
    assert faults(url) == []
    with_rows = rows_in(url, entries)
    assert with_rows < 130
    assert rows_in(url, archives) >= 6


@pytest.mark.parametrize("rulebook", ["nz-roulette", "mbs-blackjack", "tribal-blackjack"])
def test_fairness_records_of_archives_are_those_of_the_whole_log(rulebook: str, tmp_path: Path) -> None:
    async def spin(house: House, table: str) -> None:
        for number in range(40):
            for name in PLAYERS:
                await house.command(table, player(name), f"b{number}", None, "bet red 10")
            for words in ("no_more_bets", "spin"):
                await house.command(table, THE_HOUSE, f"{words}{number}", None, words)

    async def work(house: House) -> None:
        table = await with_table(house, rulebook)
        await (spin(house, table) if "roulette" in rulebook else play(house, table, 500, seed=5))
        whole = await house.fairness(table)
        assert await archived(house, table)
        again = await house.fairness(table)
        assert again == whole
        assert any(record.seed for record in whole) or "roulette" not in rulebook

    url = f"sqlite:///{tmp_path / 'house.db'}"
    run(url, work)
    assert faults(url) == []


def test_a_start_reads_the_entries_behind_the_snapshot_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def first(house: House) -> tuple[str, Any]:
        table = await with_table(house)
        await play(house, table, 200, seed=6)
        await archived(house, table)
        live = await house.live(table)
        assert live is not None
        return table, live.view(player("ann"))

    table, view = run(url, first)
    assert rows_in(url, snapshots) == 1
    reads: list[int] = []
    links = read.links

    def counted(connection: Any, name: str, after: int = 0) -> Any:
        reads.append(after)
        return links(connection, name, after)

    monkeypatch.setattr(read, "links", counted)

    async def second(house: House) -> None:
        live = await house.live(table)
        assert live is not None
        assert live.view(player("ann")) == view
        assert reads == [live_seq(house, table)]
        repeated = await house.command(table, player("ann"), "join ann", None, "join 1000000")
        assert isinstance(repeated, CommandDone)
        assert repeated.repeated
        other = await house.command(table, player("ann"), "join ann", None, "join 5")
        assert isinstance(other, Refusal)
        await play(house, table, 40, seed=7, start="e")

    run(url, second)
    monkeypatch.undo()
    assert faults(url) == []


def live_seq(house: House, table: str) -> int:
    return house.registry.loaded[table].snapshot


def test_without_the_key_a_table_with_a_snapshot_is_restored_from_its_log(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def first(house: House) -> str:
        table = await with_table(house)
        await play(house, table, 100, seed=8)
        return table

    table = run(url, first)
    engine = connect(url, KEYS)
    with engine.begin() as connection:
        connection.execute(sa.update(snapshots).values(data=b"PBN1" + bytes(100)))
    with engine.begin() as connection:
        restored = history.restore_table(connection, table)
    engine.dispose()
    assert restored is not None
    assert restored.snapshot == 0


def test_snapshots_under_an_old_key_are_deleted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def first(house: House) -> None:
        await play(house, await with_table(house), 50, seed=9)

    async def nothing(house: House) -> None:
        pass

    old, new = KeyRing.ephemeral(), KeyRing.ephemeral()
    run(url, first, old)
    both = KeyRing(" ".join(["pitboss-key-1:" + _text(ring) for ring in (new, old)]))
    run(url, nothing, both, None)
    assert rows_in(url, snapshots) == 0


def _text(ring: KeyRing) -> str:
    import base64

    return base64.urlsafe_b64encode(ring._keys[ring.current]).decode().rstrip("=")


def test_after_an_upgrade_snapshots_and_the_newest_archives_are_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def first(house: House) -> tuple[str, list[Any]]:
        table = await with_table(house)
        await play(house, table, 150, seed=12)
        assert await archived(house, table)
        return table, [await house.rounds(table), await house.fairness(table)]

    table, before = run(url, first)
    monkeypatch.setattr("pitboss.tables.snapshot.code_fingerprint", lambda module="": "another release")

    async def upgraded(house: House) -> None:
        await house.live(table)
        assert live_seq(house, table) == 0
        assert [await house.rounds(table), await house.fairness(table)] == before
        assert house.archiver is not None
        assert await house.archiver.renew(table)
        assert not await house.archiver.renew(table)

    async def again(house: House) -> None:
        await house.live(table)
        assert live_seq(house, table) > 0
        assert [await house.rounds(table), await house.fairness(table)] == before

    run(url, upgraded)
    run(url, again)
    assert faults(url) == []


def test_a_closed_table_is_archived_but_for_its_last_row(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def work(house: House) -> None:
        info = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-roulette", limits="5-500"))
        assert not isinstance(info, Refusal)
        await house.deposit("ann", 10_000, "d")
        await house.command(info.id, Actor("ann", Role.PLAYER), "j", None, "join 50")
        assert await house.close_table(info.id, THE_HOUSE) is None
        before = [await house.log_pit(info.id), await house.fairness(info.id), await house.entries(info.id)]
        assert await archived(house, info.id) == 1
        after = [await house.log_pit(info.id), await house.fairness(info.id), await house.entries(info.id)]
        assert before == after

    run(url, work)
    assert faults(url) == []


def test_the_audit_finds_a_changed_archive(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def work(house: House) -> str:
        table = await with_table(house)
        await play(house, table, 150, seed=10)
        await archived(house, table)
        return table

    run(url, work)
    engine = connect(url, KEYS)
    with engine.begin() as connection:
        whole = connection.execute(sa.select(archives).order_by(archives.c.first)).all()
    for column in archives.columns:
        row = random.Random(column.name).choice(whole)
        value = row._mapping[column]
        changed = (
            value + 1
            if isinstance(value, int)
            else value + "x"
            if isinstance(value, str)
            else value[:-1] + bytes([value[-1] ^ 1])
        )
        here = (archives.c.stream == row.stream) & (archives.c.first == row.first)
        with engine.begin() as connection:
            connection.execute(sa.update(archives).where(here).values({column.name: changed}))
        assert faults(url) != [], column.name
        with engine.begin() as connection:
            connection.execute(sa.delete(archives))
            connection.execute(sa.insert(archives), [dict(each._mapping) for each in whole])
    with engine.begin() as connection:
        connection.execute(sa.delete(archives).where(archives.c.first == whole[1].first))
    assert faults(url) != []
    engine.dispose()


def test_the_audit_compares_a_snapshot_with_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def work(house: House) -> None:
        table = await with_table(house)
        await play(house, table, 60, seed=11)
        loaded = house.registry.loaded[table]
        await house.registry.wait_durable(loaded)
        other = loaded.live.copy()
        other.state.money["ann"] += 100
        with monkeypatch.context() as patch:
            patch.setattr("pitboss.house.archiver.encode_table", lambda live, real=encode: real(other))
            assert house.archiver is not None
            await house.archiver.store_snapshots(every=1)

    from pitboss.tables.snapshot import encode_table as encode

    run(url, work)
    assert any("snapshot" in fault for fault in faults(url))


def test_several_processes_audit_as_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def work(house: House) -> None:
        for seed in range(3):
            table = await with_table(house)
            await play(house, table, 60, seed=seed)
            await archived(house, table)

    run(url, work)
    monkeypatch.setattr(workers, "FEW_ENTRIES", 1)
    engine = connect(url, KEYS)
    assert audit(engine, jobs=2) == audit(engine)
    with engine.begin() as connection:
        connection.execute(sa.update(archives).where(archives.c.stream == "t2").values(head=bytes(32)))
    one, two = audit(engine), audit(engine, jobs=2)
    engine.dispose()
    assert one.findings
    assert one == two


def test_a_process_that_is_killed_while_it_archives_loses_nothing(url: str) -> None:
    async def found(house: House) -> None:
        await with_table(house)

    run(url, found, None, None)
    dice, told_done = random.Random(url), []
    for number in range(20):  # until it has archived, too, however slow it is
        told_done += killed([start(url, 50 * number, "archive")], dice)
        assert lost(url, told_done) == []
        if number and rows_in(url, archives):
            break
    assert rows_in(url, archives) > 0
    assert findings(url) == []
