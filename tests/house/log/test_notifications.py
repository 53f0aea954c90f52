"""Notifications between processes: whole entries, in payloads of the size that PostgreSQL accepts."""

import asyncio
from itertools import count

import msgspec
import psycopg

from pitboss.house.house import CommandDone, House
from pitboss.house.log.chain import Link, Record
from pitboss.house.log.notifications import MAX_PAYLOAD, decode_payload, encode_payloads
from pitboss.tables.live import THE_HOUSE
from tests.house.houses import play, player, with_table
from tests.house.test_processes import SOON, until, version, with_houses


def link(seq: int, size: int, stream: str = "t1") -> Link:
    return Link(Record(stream, seq, seq, 0, f"c{seq}", "ann", "player", "bet 1 10", b"x" * size), bytes(32))


def test_notifications_keep_the_order_and_send_long_entries_by_name() -> None:
    sizes = [10, 3000, 9000, 100, *[700] * 30, 5700, 20_000, 5]
    links = [link(seq, size, f"t{seq % 3}") for seq, size in enumerate(sizes)]
    told = encode_payloads("me", links)
    assert max(len(one.encode()) for one in told) <= MAX_PAYLOAD
    heard = [decode_payload("another", one) for one in told]
    assert [decode_payload("me", one) for one in told] == [None] * len(told)
    found = [one for notice in heard if notice is not None for one in notice.links]
    assert found == [one for one in links if len(one.record.events) < 5900]
    names = [name for notice in heard if notice is not None for name in notice.names]
    assert names == ["t2", "t2"]


def test_no_entries_make_no_payload() -> None:
    assert encode_payloads("me", []) == []


def test_a_process_with_a_false_notification_reads_the_log(postgres_url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        seen = await version(two, table)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            # the log has four entries: one that seems to be the next, and two out of order
            untrue = [words for seq in (5, 6, 900) for words in encode_payloads("nobody", [link(seq, 2, table)])]
            for words in ("", "nobody nonsense", 'nobody [1, {"a"', *untrue):
                connection.execute("SELECT pg_notify('pitboss', %s)", (words,))
        done = await one.command(table, player("ann"), "b", None, "bet 1 20")
        assert isinstance(done, CommandDone)

        async def level() -> bool:
            return await version(two, table) == done.version

        await until(level)
        assert seen < done.version
        assert await one.view(table, player("bob")) == await two.view(table, player("bob"))

    with_houses(postgres_url, work)


def test_a_lost_race_is_decided_again_without_rereading_the_log(postgres_url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        open_here = [house.registry.loaded[table] for house in (one, two)]
        seeds = count()
        async with asyncio.timeout(SOON):
            while not sum(opened.rollbacks for opened in open_here):  # they may take turns, and nobody is refused
                plays = (
                    play(house, table, 40, seed := next(seeds), f"p{seed}-", racing=True)
                    for house in (one, two, one, two)
                )
                await asyncio.gather(*plays)
        assert [house.registry.loaded[table] for house in (one, two)] == open_here

        async def level() -> bool:
            return await version(one, table) == await version(two, table)

        await until(level)
        mine, theirs = await one.live(table), await two.live(table)
        assert mine is not None
        assert theirs is not None
        assert msgspec.json.encode(mine.public_view()) == msgspec.json.encode(theirs.public_view())
        held = [
            {name: cents for name, cents in house.balances.books.as_dict().items() if name.startswith("table/")}
            for house in (one, two)
        ]
        assert held[0] == held[1]

    with_houses(postgres_url, work)


def test_a_table_that_another_process_closed_is_closed(postgres_url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        assert await one.close_table(table, THE_HOUSE) is None
        refused = await two.command(table, player("ann"), "j", None, "join 20")
        assert "no open table" in str(refused)

    with_houses(postgres_url, work)
