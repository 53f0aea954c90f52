"""The client under failures: no server, a proxy's response, a lost connection, concurrent calls."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec import structs

from pitboss.client import Client, ClientError, ConnectionLost, SyncClient, WatchedTable
from pitboss.client.socket import Socket
from pitboss.client.wire import WelcomeMessage
from pitboss.client.wire_figures import WagerAdviceRequest
from pitboss.client.wire_pit import StandingChange
from pitboss.client.wire_school import DrillRequest
from pitboss.drills import DrillFault
from pitboss.house.backup import backup_file
from pitboss.house.database import connect_read_only
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PATIENCE, PLENTY, Served, run, serving
from tests.server.houses import deal, read_in_table


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """Listens and sends the same response to every request, like a proxy without a server behind it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer_all() -> None:
            while True:
                try:
                    caller, _ = listening.accept()
                except OSError:
                    return
                with caller:
                    caller.recv(65_536)
                    caller.sendall(answer)

        threading.Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


def test_http_and_socket_report_a_missing_server_alike() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"

    async def work() -> None:
        async with Client(url) as client:
            with pytest.raises(ConnectionLost, match=r"127\.0\.0\.1"):
                await client.tables()
            with pytest.raises(ConnectionLost, match=r"127\.0\.0\.1"):
                await client.watch("t1")

    run(work())


def test_a_proxy_without_a_server_behind_it_is_a_lost_connection_to_the_socket() -> None:
    async def work(url: str) -> None:
        async with Client(url) as client:
            with pytest.raises(ConnectionLost, match="502"):
                await client.watch("t1")

    with answering(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n") as url:
        run(work(url))


def test_concurrent_calls_share_one_connection(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Socket] = []

    class Counted(Socket):
        async def open(self, url: str, token: str) -> WelcomeMessage:
            opened.append(self)
            return await super().open(url, token)

    monkeypatch.setattr("pitboss.client.client.Socket", Counted)

    async def work() -> None:
        first, second = await read_in_table(served), await read_in_table(served)
        async with served.client("dan") as dan:
            tables = await asyncio.gather(dan.watch(first), dan.watch(second))
            assert [table.id for table in tables] == [first, second]
            assert len(opened) == 1

    run(work())


def test_signing_in_reopens_the_socket_as_that_user(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client() as client:
            seat = await client.watch(table)  # watching needs no account
            await client.sit_down_as_guest("gil")
            await seat.do("join 100")
            await seat.until(lambda now: bool(now.you["at_table"]))
            await client.sign_out()
            with pytest.raises(ClientError, match="sign in first"):
                await seat.do("bet 3 50")
        with pytest.raises(ConnectionLost, match="closed"):
            await seat.do("bet 3 50")

    run(work())


def test_until_reconnects_and_gets_missed_updates(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann, served.client("dan") as dan:
            seat = await ann.watch(table)
            version = seat.version
            waiting = asyncio.create_task(seat.until(lambda now: now.view["round"] == 1))
            cut(ann)
            await deal(dan, table, "Kh")
            await waiting

            def missed(now: WatchedTable) -> list[str]:
                return [event.text for update in now.updates if update.version > version for event in update.events]

            # a table is shown as it stands, also before all is told that made it so
            await seat.until(lambda now: "Kh to box 1" in missed(now))

    run(work())


def test_a_closed_table_ends_its_subscription_only(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client("ann") as ann, served.client("ben") as ben:
            ends, other = [(await olga.open_table("mbs-blackjack", limits="10-100")).id for _ in range(2)]
            seat, watching, goes_on = await ann.watch(ends), await ben.watch(ends), await ben.watch(other)
            await seat.do("join 50")
            assert seat.you["money"] == 5000  # what came of it is seen
            waiting = asyncio.create_task(seat.until(lambda now: now.view["round"] == 1))
            cut(ben)
            await olga.close_table(ends)
            with pytest.raises(ClientError) as closed:
                await waiting
            assert closed.value.kind == "table_closed"
            assert [update.words for update in seat.updates][-1] == "leave"
            assert seat.you["money"] == 0
            await goes_on.do("join 20")  # on a line that is opened again
            assert watching.ended is not None
            assert goes_on.you["money"] == 2000

    run(work())


def test_reconnecting_to_a_restored_house_shows_the_older_version(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY)
    # a contribution to a seed, sent in the background, would be a version of its own in one of the two houses
    with SyncClient("http://127.0.0.1:9", contributes=False) as gus:
        with serving(settings, {}) as first:
            go_to(gus, first)
            gus.sit_down_as_guest("gus")
            seat = gus.watch("t1")
            seat.do("join 100")
            copied = seat.version
            engine = connect_read_only(settings.database)
            backup_file(engine, tmp_path / "copy.db")
            engine.dispose()
            seat.do("join 200")
        copy = structs.replace(settings, database=f"sqlite:///{tmp_path}/copy.db")
        with serving(copy, {}) as second:
            go_to(gus, second)
            seat.until(lambda now: now.you["money"] == 10_000)
            assert seat.version == copied


def go_to(client: SyncClient, served: Served) -> None:
    """Points the client at another server."""
    client.client.url = served.url
    client.client._http.base_url = served.url


def cut(client: Client) -> None:
    """Drops the connection without a close frame."""
    assert client._socket is not None
    assert client._socket._connection is not None
    client._socket._connection.transport.abort()


def test_every_route_has_an_async_and_a_blocking_call(served: Served) -> None:
    asked: set[str] = set()
    described = rest.get(f"{served.url}/openapi.json").json()["paths"]

    async def note(request: httpx.Request) -> None:
        path = request.url.path.split("/")
        fits = (way for way in described if request.method.lower() in described[way] and _fits(way.split("/"), path))
        asked.add(f"{request.method} {next(iter(sorted(fits, key=lambda way: way.count('{'))))}")

    with (
        SyncClient(served.url, served.tokens["olga"], timeout=PATIENCE) as olga,
        SyncClient(served.url, timeout=PATIENCE) as gus,
    ):
        for one in (olga, gus):
            one.client._http.event_hooks["request"].append(note)
        _visit_the_house(olga, gus)
        _play_a_round(olga, gus)
        _know_the_people(olga, gus)
        _run_the_cage(olga)
        _teach(olga)
        _open_a_room(gus)
        _read_the_law(gus)
    assert asked == {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    calls = {name for name in dir(Client) if not name.startswith("_")}
    assert calls <= set(dir(SyncClient))


def _fits(way: list[str], path: list[str]) -> bool:
    return len(way) == len(path) and all(
        word == part or word.startswith("{") for word, part in zip(way, path, strict=True)
    )


def _visit_the_house(olga: SyncClient, gus: SyncClient) -> None:
    assert (olga.health(), olga.ready()) == ("alive", "ready")
    assert "pitboss_http_requests" in olga.metrics()
    assert gus.house_info().guests
    assert gus.sit_down_as_guest("gustav").user.guest
    gus.change_password("a first password")
    gus.sign_out()
    assert gus.sign_in("gustav", "a first password").user.name == gus.me().name == "gustav"
    assert [line.amount for line in gus.statement()] == [gus.me().wallet]
    olga.add_user("tim")
    assert olga.deposit("tim", 500).wallet - olga.withdraw("tim", 200).wallet == 200
    assert [line.number for line in olga.statement(name="tim", before=2)] == [1]
    olga.sign_out_user("tim")
    assert {"gustav", "tim"} < {user.name for user in olga.users()}
    assert olga.audit().sound


def _play_a_round(olga: SyncClient, gus: SyncClient) -> None:
    table = olga.open_table("mbs-blackjack", limits="10-100", cards_are_read=True).id
    seat = gus.watch(table)
    assert [event.type for event in gus.preview(table, "join 50")] == ["PlayerJoined"]
    seat.do("join 50")
    gus.say(table, "bet 1 10")
    for words in ("deal", *(f"card {card}" for card in ("Th", "9d", "Tc"))):
        olga.say(table, words)
    seat.do("stand 1")
    olga.say(table, "card Kd")
    seat.until(lambda now: now.view["phase"] == "betting" and now.you["money"] == 6000)
    assert seat.version == gus.table(table).view["version"]
    assert [update.version for update in gus.updates(table, after=seat.version - 1)] == [seat.version]
    assert [one.net for one in gus.rounds(table)] == [{"gustav": 1000}]
    assert "stand 1" in gus.round_pit(table, 1)
    steps = gus.round_steps(table, 1)
    assert {picture["step"] for picture in gus.round_pictures(table, 1)} == set(range(1, len(steps)))
    assert all(duty.clauses for duty in olga.duties(table))
    assert gus.fairness(table) == []  # its cards are published
    gus.leave(table)
    olga.say(table, "limit 5-50")
    assert {info.limits for info in (*gus.tables(), gus.table(table).table) if info.id == table} == {
        "5-50"
    }  # as posted
    olga.close_table(table)
    assert table in {info.id for info in gus.tables(closed=True)} - {info.id for info in gus.tables()}


def _know_the_people(olga: SyncClient, gus: SyncClient) -> None:
    assert gus.my_play().minutes >= 0
    assert gus.limit_myself(StandingChange(reminder=30)).reminder == 30
    assert olga.user("tim").role == "player"
    assert olga.change_standing("tim", StandingChange(stake=5_000)).status == "done"
    assert olga.change_role("tim", "dealer").status == "done"
    olga.reset_password("tim", "another password")
    assert olga.new_token("tim").user.name == "tim"
    before = gus.me().wallet
    assert olga.award("gustav", 100, "goodwill").status == "done"
    assert gus.me().wallet - before == 100
    assert olga.raise_capital(1_000).status in ("done", "asked")
    policy = olga.four_eyes()
    assert olga.set_four_eyes(policy) == policy
    assert isinstance(olga.approvals(), list)
    with pytest.raises(ClientError, match="99"):
        olga.decide(99, approve=True)


def _teach(olga: SyncClient) -> None:
    books = olga.drill_faults()
    drill = olga.set_drill(DrillRequest(trainee="olga", rulebook=books[0].rulebook, faults=(DrillFault("payment"),)))
    assert drill.step is not None
    answered = olga.answer_drill(drill.number, 1, drill.step.options[0] if drill.step.options else "go on")
    assert olga.drill(drill.number).judgements == answered.judgements
    assert [each.answers for each in olga.drills()] == [1]


def _run_the_cage(olga: SyncClient) -> None:
    table = next(table.id for table in olga.tables() if table.rulebook == "nz-roulette")
    assert olga.open_day("2026-11-18", "day").shifts[0].shift == "day"
    chips = ((10_000, 2),)
    filled = olga.fill(table, chips)
    assert olga.slip(filled.number) == filled
    assert olga.credit(table, chips).amount == filled.amount == 20_000
    assert olga.take_cash(table, "gustav", 10_000).wallet > 0
    assert olga.count_drop(table, ((10_000, 1),)).counts
    held = next(each.holds for each in olga.cage().floats if each.table == table)
    assert olga.count_float(table, "shift", ((1, held),)).counts[-1].counted == held
    assert len(olga.begin_shift("night").shifts) == 2
    assert {line.by for line in olga.house_log(limit=5)} == {"olga"}
    assert olga.hold(by="wager").day == "2026-11-18"
    assert olga.wagers(table=table) == []
    for each in olga.cage().floats:
        olga.count_float(each.table, "closing", ((1, each.holds),))
    closed = olga.close_day()
    assert olga.day("2026-11-18") == closed
    assert olga.pack(day=closed.day).startswith(b"PK")


def _open_a_room(gus: SyncClient) -> None:
    assert "nz-blackjack" in {book.id for book in gus.room_form().rulebooks}
    room = gus.open_room("nz-blackjack", bots=2)
    assert [table.id for table in gus.rooms()] == [room.id]
    assert gus.close_room(room.id).id == room.id
    assert gus.rooms() == []
    with pytest.raises(ClientError, match="your wallet is full"):
        gus.refill()
    assert [each.net for each in gus.my_rounds()] == [1000]


def _read_the_law(gus: SyncClient) -> None:
    book = next(book for book in gus.rulebooks() if book.game == "roulette")
    assert gus.rulebook(book.id).about == book
    assert gus.form("nz-blackjack").alike
    assert gus.check(book.id, limits="5-100").rulebook == book.id
    found = gus.clauses(book.id, "spin")[0]
    assert found in gus.clause(book.id, found.clause).clauses
    assert "rulebook" in gus.case(book.id, gus.cases(book.id)[0].name)
    table = next(table for table in gus.tables() if table.rulebook == book.id)
    edges = gus.edge(book.id, table.spec["choices"]).wagers
    assert gus.table_edge(table.id).wagers == edges
    assert gus.hand("mbs-blackjack", ["Th", "6d"], "Tc").best
    asked = WagerAdviceRequest("nz-tournament", (110_000, 100_000), (2, 1), (20_000,), limits="10-500")
    assert gus.wager(asked).wager == 21_000
