"""The clock: it closes betting and plays the hands of absent players as the document prescribes."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from pitboss.client import ClientError
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.house.log.chain import now_ms
from pitboss.server.settings import Settings
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.server.conftest import PLENTY, Served, make_users, run, serving
from tests.server.houses import deal
from tests.server.processes import Process


def test_betting_closes_and_the_absent_are_decided_for_by_the_house(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            info = await olga.open_table("nz-blackjack", limits="10-1000", turn_seconds=1, betting_seconds=1)
        async with served.client("ann") as ann, served.client("ben") as ben:
            seat = await ann.watch(info.id)
            await seat.do("join 500")
            await ben.say(info.id, "join 500")
            # at once: the betting closes a second after the first wager, and it may take that long to bring money
            await asyncio.gather(seat.do("bet 1 50"), ben.say(info.id, "bet 2 50"))
            await seat.until(lambda now: now.view["round"] == 1 and now.view["phase"] == "betting", 120)
            told = [event for update in seat.updates for event in update.events]
            by_house = [event for event in told if event.by_house]
            assert not by_house or all(event.clauses for event in by_house)
            assert any(event.type == "BetsClosed" and event.clauses == ("8.2",) for event in told)
            assert {update.actor for update in seat.updates} <= {"ann", "ben", "house"}
            assert seat.view["phase"] == "betting"

    run(work())


def test_the_absent_players_hand_is_marked_and_cited(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            info = await olga.open_table(
                "nz-blackjack", limits="10-1000", turn_seconds=1, betting_seconds=3600, cards_are_read=True
            )
        async with served.client("ann") as ann, served.client("dan") as dan:
            seat = await ann.watch(info.id)
            await seat.do("join 500")
            await seat.do("bet 1 50")
            await deal(dan, info.id, "5h 9d 6c")
            await seat.until(lambda now: any(one.what == "turn" for one in now.clock))
            assert seat.clock[0].who == ("ann",)
            await seat.until(lambda now: any(event.by_house for update in now.updates for event in update.events))
            decided = [event for update in seat.updates for event in update.events if event.by_house]
            assert any("16.6" in clause for event in decided for clause in event.clauses), decided

    run(work())


def test_a_practice_table_has_a_clock_once_two_people_play(served: Served) -> None:
    async def work() -> None:
        async with served.client() as gus, served.client("ann") as ann:
            session = await gus.sit_down_as_guest()
            assert session.user.wallet == 100_000
            tables = await gus.tables()
            assert len({table.rulebook for table in tables}) >= 6
            table = next(table for table in tables if table.rulebook == "mbs-blackjack")
            seat = await gus.watch(table.id)
            await seat.do("join 100")
            await seat.do("bet 1 10")
            await seat.until(lambda now: any(one.what == "betting" for one in now.clock))
            (waits,) = seat.clock
            assert waits.seconds == 0  # nobody hurries a person who is alone
            await ann.say(table.id, "join 100")
            await seat.until(lambda now: any(one.seconds for one in now.clock))
            (waits,) = seat.clock
            assert 0 < waits.left <= waits.seconds
            assert (await gus.table(table.id)).clock[0].what == "betting"
            await ann.say(table.id, "leave")

    run(work())


def test_betting_closes_when_every_player_is_ready(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            info = await olga.open_table("nz-blackjack", limits="10-1000", turn_seconds=3600, betting_seconds=3600)
        async with served.client("ann") as ann, served.client("ben") as ben:
            seat, other = await ann.watch(info.id), await ben.watch(info.id)
            await seat.do("join 500")
            await other.do("join 500")
            with pytest.raises(ClientError, match="no wager for the next round"):
                await seat.do("ready")
            await seat.do("bet 1 50")
            await other.do("bet 2 50")
            await seat.do("ready")
            await other.until(lambda now: {p["name"] for p in now.view["people"] if p["ready"]} == {"ann"})
            assert other.view["phase"] == "betting"
            assert other.clock[0].left > 3000  # ben is still waited for
            await other.do("ready")
            await seat.until(lambda now: now.view["phase"] != "betting" or now.view["round"] > 0)
            dealt = [update for update in seat.updates if any(event.type == "BetsClosed" for event in update.events)]
            assert [update.actor for update in dealt] == ["house"]

    run(work())


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Waits for a condition with a deadline."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


async def anns_turn(database: str) -> tuple[str, int]:
    """Returns a table at which ann is to decide, and the number of its log entries; no player is connected."""
    await make_users(database, {"ann": Role.PLAYER})
    house = await House.open(database)
    spec = TableSpec(rulebook="nz-blackjack", limits="10-1000", turn_seconds=1, betting_seconds=1, cards_are_read=True)
    info = await house.open_table(THE_HOUSE, spec)
    assert isinstance(info, TableInfo)
    words = ["join 500", "bet 1 50", "deal", "card 5h", "card 9d", "card 6c"]
    for number, said in enumerate(words):
        actor = Actor("ann", Role.PLAYER) if number < 2 else Actor("dan", Role.DEALER)
        done = await house.command(info.id, actor, f"c{number}", None, said)
        assert isinstance(done, CommandDone), done
    count = len(await house.entries(info.id))
    await house.close()
    return info.id, count


def test_the_clock_runs_after_a_crash_without_connections(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    server = Process(f"sqlite:///{path}")
    table, before = run(anns_turn(server.database))

    def said_by_the_house() -> list[tuple[str, bytes]]:
        connection = sqlite3.connect(path)
        try:
            found = connection.execute(
                "SELECT actor, events FROM entries WHERE stream = ? AND seq > ?", (table, before)
            ).fetchall()
        finally:
            connection.close()
        return found

    server.start()
    try:
        server.kill()
        server.start()  # and nobody asks it anything
        until(lambda: bool(said_by_the_house()))
        (actor, events), *_ = said_by_the_house()
        assert actor == "house"
        assert b'"16.6' in events
    finally:
        if server.process is not None:
            server.kill()


async def session_of_an_hour(database: str) -> str:
    """Returns a tournament whose only session has begun; no player is connected."""
    house = await House.open(database)
    spec = TableSpec(rulebook="nz-tournament", choices={"session": "minutes:60"}, limits="10-100")
    info = await house.open_table(THE_HOUSE, spec)
    assert isinstance(info, TableInfo)
    for name in ("ann", "ben", "cat", "eve"):
        await house.create_user(name, Role.PLAYER)
        await house.deposit(name, 1_000_000, f"start:{name}")
        for words in ("join 10000", "enter"):
            assert isinstance(await house.command(info.id, Actor(name, Role.PLAYER), "", None, words), CommandDone)
    assert isinstance(await house.command(info.id, Actor("olga", Role.OPERATOR), "", None, "start"), CommandDone)
    await house.close()
    return info.id


@pytest.mark.parametrize("minutes", [50, 61])
def test_the_time_of_a_session_goes_on_while_no_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)
    with monkeypatch.context() as earlier:
        earlier.setattr("pitboss.house.command_queue.now_ms", lambda: now_ms() - minutes * 60_000)
        table = run(session_of_an_hour(settings.database))

    async def work(served: Served) -> None:
        async with served.client("olga") as olga:
            seat = await olga.watch(table)
            if minutes < 60:
                (waits,) = (one for one in seat.clock if one.what == "time")
                assert (waits.seconds, waits.left <= 600) == (3600, True)
            else:
                await seat.until(lambda now: not any(one.what == "time" for one in now.clock))
                told = await olga.updates(table)
                assert [update.words for update in told if update.actor == "house"][-1] == "t1 time"

    with serving(settings, {"olga": Role.OPERATOR}) as served:
        run(work(served))


def test_another_process_runs_the_clock_after_a_crash(postgres_url: str) -> None:
    server = Process(postgres_url)
    run(make_users(postgres_url, {"dan": Role.DEALER}))
    server.start()
    try:
        table, before = run(anns_turn(postgres_url))  # in this process, which has no clock and leaves

        def entries() -> int:
            with psycopg.connect(postgres_url) as connection:
                row = connection.execute("SELECT count(*) FROM entries WHERE stream = %s", (table,)).fetchone()
            assert row is not None
            return int(row[0])

        until(lambda: entries() > before)
    finally:
        server.kill()
