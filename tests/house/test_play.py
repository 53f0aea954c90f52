"""What people say in one turn of the loop: it is played together, and each hears what became of their own words."""

import asyncio
import sqlite3
from typing import Any

import pytest

from pitboss.games.blackjack.live import BlackjackTable
from pitboss.house.house import CommandDone, House, HouseError, StaleVersion
from pitboss.house.ledger import LedgerError
from pitboss.house.loaded_table import LoadedTable
from pitboss.house.log.chain import AppendRequest
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE
from tests.house.houses import PURSE, in_house, player, with_table


async def all_at_once(house: House, *said: tuple[str, str, str]) -> list[Any]:
    """The outcomes of commands of one turn: table, actor and words of each."""
    asked = [
        house.command(table, player(name), f"{number}", None, words)
        for number, (table, name, words) in enumerate(said, 1)
    ]
    done: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
    return done


def test_commands_of_one_table_in_one_turn_keep_their_order(url: str) -> None:
    async def work(house: House) -> None:
        table, other = await with_table(house), await with_table(house)
        before = house.writer.batches
        done = await all_at_once(
            house,
            (table, "ann", "bet 1 20"),
            (other, "ann", "bet 1 40"),
            (table, "bob", "bet 2 30"),
            (table, "ann", "bet 1 50"),
            (table, "cyd", "bet 3 5"),
            (other, "bob", "bet 2 60"),
        )
        assert [type(one) for one in done] == [CommandDone, CommandDone, CommandDone, CommandDone, Refusal, CommandDone]
        assert house.writer.batches == before + 1
        words = [posted.entry.words for posted in await house.entries(table)]
        assert words[-3:] == ["bet 1 20", "bet 2 30", "bet 1 50"]
        live = await house.live(table)
        assert live is not None
        assert live.purses() == {"ann": PURSE - 5000, "bob": PURSE - 3000, "cyd": PURSE}

    in_house(url, work)


def test_a_command_that_is_sent_twice_in_one_turn_is_done_once(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        twice = [house.command(table, player("ann"), "x", None, "bet 1 20") for _ in range(2)]
        first, second = await asyncio.gather(*twice)
        assert isinstance(first, CommandDone)
        assert second == CommandDone(first.version, repeated=True)

    in_house(url, work)


def test_a_caller_is_stale_by_a_change_in_the_same_turn(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        live = await house.live(table)
        assert live is not None
        seen = live.version
        first, second = await asyncio.gather(
            house.command(table, player("ann"), "a", seen, "bet 1 20"),
            house.command(table, player("bob"), "b", seen, "bet 2 20"),
        )
        assert isinstance(first, CommandDone)
        assert isinstance(second, StaleVersion)
        assert [posted.entry.words for posted in second.entries] == ["bet 1 20"]

    in_house(url, work)


@pytest.mark.parametrize(
    ("broken", "error", "answer"),
    [
        ((BlackjackTable, "perform"), ZeroDivisionError("what no table does"), ZeroDivisionError),
        ((LoadedTable, "book"), ZeroDivisionError("what no book does"), ZeroDivisionError),
        ((LoadedTable, "book"), LedgerError("what no house has"), Refusal),
    ],
)
def test_a_table_that_fails_fails_alone(
    url: str, monkeypatch: pytest.MonkeyPatch, broken: tuple[type, str], error: Exception, answer: type
) -> None:
    async def work(house: House) -> None:
        table, other = await with_table(house), await with_table(house)
        whole, failing = getattr(*broken), await house.live(table)

        def once(this: Any, *words: Any) -> Any:
            live = this.live if isinstance(this, LoadedTable) else this
            if live is failing and isinstance(error, LedgerError):
                raise error  # which is raised before anything is booked
            done = whole(this, *words)
            if live is failing:
                raise error
            return done

        with monkeypatch.context() as patch:
            patch.setattr(*broken, once)
            done = await all_at_once(house, (table, "ann", "bet 1 20"), (other, "ann", "bet 1 40"))
        assert [type(one) for one in done] == [answer, CommandDone]
        live = await house.live(table)  # as the log has it
        assert live is not None
        assert live.purses()["ann"] == PURSE
        assert isinstance(await house.command(table, player("ann"), "1", None, "bet 1 20"), CommandDone)

    in_house(url, work)


def test_commands_before_the_closing_of_the_house_are_written_and_later_ones_refused(url: str) -> None:
    async def work() -> None:
        house = await House.open(url)
        table = await with_table(house)
        said = asyncio.create_task(house.command(table, player("ann"), "a", None, "bet 1 20"))
        await asyncio.sleep(0)
        await house.close()
        assert isinstance(await said, CommandDone)
        with pytest.raises(RuntimeError, match="nothing more is written"):
            await house.command(table, THE_HOUSE, "d", None, "deal")

    asyncio.run(work())


def test_a_process_that_loses_many_races_appends_in_the_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        appender = house.writer.appender
        write, lost = appender.write, iter(range(25))

        def taken(batch: list[AppendRequest]) -> set[str]:
            return write(batch) if next(lost, None) is None else {one.stream for one in batch}

        monkeypatch.setattr(appender, "write", taken)
        assert isinstance(await house.command(table, player("ann"), "b", None, "bet 1 20"), CommandDone)
        assert next(lost, None) is None

    in_house(url, work)


def test_a_database_that_fails_is_not_asked_for_ever(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        appender = house.writer.appender
        asked = []

        def full(batch: list[AppendRequest]) -> set[str]:
            asked.append(batch)
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(appender, "write", full)
            with pytest.raises(HouseError) as failed:
                await house.command(table, player("ann"), "b", None, "bet 1 20")
        assert "disk is full" in str(failed.value.__cause__)
        assert len(asked) == 3
        assert isinstance(await house.command(table, player("ann"), "b", None, "bet 1 20"), CommandDone)

    in_house(url, work)
