"""Events between a decision and its commit: failures, commands of others, a table that is reloaded."""

import asyncio
import gc
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.games.tournament.live import TournamentTables
from pitboss.house.house import CommandDone, House, HouseError, StaleVersion, TableInfo
from pitboss.house.ledger import CAGE, HOUSE, LedgerError
from pitboss.house.loaded_table import LoadedTable
from pitboss.house.log.chain import AppendRequest, Record
from pitboss.house.rounds import RoundBook
from pitboss.law import Refusal
from pitboss.money import amount_text
from pitboss.tables.live import THE_HOUSE, Actor, LiveTable, Role, TableSpec, encode_events
from tests.house.houses import PURSE, in_house, player, with_table

SOON = 60
Batch = list[AppendRequest]


@contextmanager
def writes(house: House, write: Callable[[Callable[[Batch], set[str]], Batch], set[str]]) -> Iterator[None]:
    """Batches are written so for a while: by a function that is given the usual way."""
    appender = house.writer.appender
    usual = appender.write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(appender, "write", lambda batch: write(usual, batch))
        yield


def fails(_: object, __: Batch) -> set[str]:
    raise sqlite3.OperationalError("disk I/O error")


def fails_after(go: Event) -> Callable[[object, Batch], set[str]]:
    def slowly(_: object, batch: Batch) -> set[str]:
        go.wait(SOON)
        return fails(_, batch)

    return slowly


async def version(house: House, table: str) -> int:
    live = await house.live(table)
    assert live is not None
    return live.version


async def asked(house: House, table: str, name: str, words: str, seen: int | None = None) -> "asyncio.Task[Any]":
    """It was said, and played if nothing forbids it; nobody waits for the answer yet."""
    task = asyncio.create_task(house.command(table, player(name), f"{name} {words}", seen, words))
    for _ in range(5):
        await asyncio.sleep(0)
    return task


def open_tables() -> int:
    gc.collect()
    return sum(isinstance(one, LoadedTable) for one in gc.get_objects())


def test_a_table_that_could_not_be_written_to_is_forgotten_whole(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        before = open_tables()
        with writes(house, fails):
            for number in range(3):
                with pytest.raises(HouseError):
                    await house.command(table, player("ann"), f"{number}", None, "bet 1 20")
        assert isinstance(await house.command(table, player("ann"), "then", None, "bet 1 20"), CommandDone)
        assert open_tables() <= before

    in_house(url, work)


def test_a_table_that_fails_is_forgotten_whole(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def bad(*_: object) -> None:
        raise ZeroDivisionError("what no table does")

    async def work(house: House) -> None:
        table = await with_table(house)
        before = open_tables()
        with monkeypatch.context() as patch:
            patch.setattr(BlackjackTable, "perform", bad)
            for number in range(3):
                with pytest.raises(ZeroDivisionError):
                    await house.command(table, player("ann"), f"{number}", None, "bet 1 20")
        assert open_tables() <= before

    in_house(url, work)


def test_an_entry_that_was_never_written_makes_no_caller_stale(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        seen, go = await version(house, table), Event()
        with writes(house, fails_after(go)):
            first = await asked(house, table, "ann", "bet 1 20", seen)
            second = await asked(house, table, "bob", "bet 2 20", seen)
            go.set()
            answers = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(answer) for answer in answers] == [HouseError, HouseError]
        assert await version(house, table) == seen

    in_house(url, work)


def test_a_decision_during_a_notification_is_not_part_of_it(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        seen, gates = await version(house, table), [Event(), Event()]
        waiting = iter(gates)

        def one_by_one(usual: Callable[[Batch], set[str]], batch: Batch) -> set[str]:
            gate = next(waiting, None)
            if gate is not None:
                gate.wait(SOON)
            return usual(batch)

        with writes(house, one_by_one):
            first = await asked(house, table, "ann", "bet 1 20")
            late = await asked(house, table, "bob", "bet 2 20", seen)
            third = await asked(house, table, "cyd", "bet 3 20")
            gates[0].set()
            stale = await late
            gates[1].set()
            await asyncio.gather(first, third)
        assert isinstance(stale, StaleVersion)
        assert stale.version == stale.entries[-1].version

    in_house(url, work)


def test_a_refusal_waits_for_what_it_rests_on(url: str) -> None:
    async def work(house: House) -> None:
        table, go = await with_table(house), Event()
        with writes(house, fails_after(go)):
            leaving = await asked(house, table, "ann", "leave")
            betting = await asked(house, table, "ann", "bet 1 20")  # who has left has no money there
            assert not (await asyncio.wait({betting}, timeout=0.2))[0]
            go.set()
            with pytest.raises(HouseError):
                await leaving
        await asyncio.gather(betting, return_exceptions=True)
        live = await house.live(table)
        assert live is not None
        assert "ann" in live.present

    in_house(url, work)


def test_a_table_that_is_read_before_the_last_entry_is_durable_hears_of_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise LedgerError("what no house has")

    async def work(house: House) -> None:
        table, go = await with_table(house), Event()

        def slowly(usual: Callable[[Batch], set[str]], batch: Batch) -> set[str]:
            go.wait(SOON)
            return usual(batch)

        with writes(house, slowly):
            first = await asked(house, table, "ann", "bet 1 20")
            with monkeypatch.context() as patch:
                patch.setattr(LoadedTable, "book", cannot)  # so that the table is read from the log again
                second = await asked(house, table, "bob", "bet 2 20")
            before = await version(house, table)
            go.set()
            done = await first
        assert isinstance(done, CommandDone)
        assert before < done.version
        assert isinstance(await second, CommandDone)
        seen = await house.look(table, lambda live: live.purses())
        assert seen == {"ann": PURSE - 2000, "bob": PURSE - 2000, "cyd": PURSE}

    in_house(url, work)


def test_a_table_that_cannot_follow_leaves_the_others_undisturbed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: House) -> None:
        table, other = await with_table(house), await with_table(house)
        sure = house.registry.loaded[table].confirmed
        assert sure is not None
        follow = BlackjackTable.absorb

        def cannot(self: BlackjackTable, entry: Any) -> None:
            if self is sure[0]:
                raise ZeroDivisionError("what no table does")
            follow(self, entry)

        monkeypatch.setattr(BlackjackTable, "absorb", cannot)
        both = [house.command(name, player("ann"), "b", None, "bet 1 20") for name in (table, other)]
        assert [type(one) for one in await asyncio.gather(*both)] == [CommandDone, CommandDone]
        for name in (table, other):
            assert await house.look(name, lambda live: live.purses()["ann"]) == PURSE - 2000

    in_house(postgres_url, work)


def test_executed_ids_are_known_after_the_table_is_closed(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        done = await house.command(table, player("ann"), "x", None, "leave")
        assert isinstance(done, CommandDone)
        assert await house.close_table(table, THE_HOUSE) is None
        assert await house.command(table, player("ann"), "x", None, "leave") == CommandDone(done.version, repeated=True)
        other = await house.command(table, player("ann"), "y", None, "leave")
        assert isinstance(other, Refusal)
        assert other.kind == "no_table"

    in_house(url, work)


def test_a_tournament_buy_in_is_limited_by_the_wallet(url: str) -> None:
    async def work(house: House) -> None:
        cup = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-tournament"))
        assert isinstance(cup, TableInfo)
        await house.create_user("dan", Role.PLAYER)
        await house.deposit("dan", 100_00, "d")
        assert isinstance(await house.command(cup.id, player("dan"), "1", None, "t1 join 20"), CommandDone)
        assert await house.withdraw("dan", 80_00, "w") == 0
        live = await house.live(cup.id)
        refused = await house.command(cup.id, player("dan"), "2", None, "t1 join 50")
        assert isinstance(refused, Refusal)
        assert refused.kind == "wallet"
        assert await house.live(cup.id) is live  # it is not read anew for that

    in_house(url, work)


def test_a_table_is_closed_though_people_come_and_go_meanwhile(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        say, perform, has_moved = house.queue.command, house.queue.perform, Event()

        async def meanwhile(where: str, actor: Actor, *said: Any) -> Any:
            if actor.name == "bob" and not has_moved.is_set():
                has_moved.set()
                assert isinstance(await say(table, actor, "gone", None, "leave"), CommandDone)
                assert isinstance(await say(table, player("ann"), "back", None, "join 5"), CommandDone)
            return await perform(where, actor, *said)

        monkeypatch.setattr(house.queue, "perform", meanwhile)
        assert await house.close_table(table, THE_HOUSE) is None
        assert has_moved.is_set()
        assert set((await house.wallets()).values()) == {PURSE}

    in_house(url, work)


async def cup_of_four(house: House, **choices: str) -> tuple[str, LiveTable]:
    """A tournament that has started, at which each of four has 200."""
    spec = TableSpec(rulebook="nz-tournament", choices={"session": "rounds:1", **choices})
    cup = await house.open_table(THE_HOUSE, spec)
    assert isinstance(cup, TableInfo)
    for name in ("ann", "ben", "cat", "dee"):
        await house.create_user(name, Role.PLAYER)
        await house.deposit(name, 200_00, name)
        for words in ("join 200", "enter"):
            assert isinstance(await house.command(cup.id, player(name), words, None, words), CommandDone)
    assert isinstance(await house.command(cup.id, THE_HOUSE, "s", None, "start"), CommandDone)
    live = await house.live(cup.id)
    assert live is not None
    return cup.id, live


async def deal_for_all(house: House, cup: str, live: LiveTable) -> None:
    """Everybody bets, each something else, and the cards are dealt."""
    stakes = iter(range(10, 50, 10))
    while (due := live.due()) is not None and due.what == "bet":
        assert isinstance(await house.command(cup, player(due.who[0]), "b", None, f"bet {next(stakes)}"), CommandDone)
    assert isinstance(await house.command(cup, THE_HOUSE, "d", None, "t1 deal"), CommandDone)


def test_a_tournament_is_not_closed_in_the_middle_of_a_round(url: str) -> None:
    async def work(house: House) -> None:
        cup, live = await cup_of_four(house)
        await deal_for_all(house, cup, live)
        refused = await house.close_table(cup, THE_HOUSE)
        assert refused is not None
        assert refused.kind == "mid_round"
        assert set(live.purses().values()) == {200_00}

    in_house(url, work)


def test_chips_that_were_bought_are_changed_back_as_a_tournament_is_closed(url: str) -> None:
    async def work(house: House) -> None:
        cup, live = await cup_of_four(house, chip_issue="face_value", chips="100")
        refused = await house.close_table(cup, THE_HOUSE)
        assert refused is not None  # in the middle of a session
        await deal_for_all(house, cup, live)
        while live.plays_for_chips():
            due = live.due()
            assert due is not None
            assert due.command is not None
            assert isinstance(await house.perform(cup, THE_HOUSE, "", None, due.command), CommandDone)
        assert isinstance(live, TournamentTables)
        chips = live.state.tables[1].play.money.items()
        tally = " ".join(["tally", *(f"{name}={amount_text(held)}" for name, held in chips)])
        assert isinstance(await house.command(cup, THE_HOUSE, "t", None, tally), CommandDone)
        kept = {command.actor for command in live.owed()}
        assert kept
        assert await house.close_table(cup, THE_HOUSE) is None
        wallets = await house.wallets()
        assert any(wallets[name] != 100_00 for name in kept)
        assert sum(wallets.values()) + await house.holds(HOUSE) == await house.holds(CAGE)

    in_house(url, work)


def test_the_hole_card_of_a_misdeal_is_hidden_until_its_side_of_the_shoe_is_shuffled() -> None:
    book = RoundBook("t1", "blackjack")

    def happened(*events: ev.Event) -> None:
        book.follow(Record("t1", 1, 6, 0, "", "house", "house", "deal", encode_events("blackjack", events)))

    happened(ev.DeterminantDrawn((), 3, 0, 1), ev.HoleDealt((), 5), ev.RoundMisdealt((), "misdealt"))
    happened(ev.HoleDealt((), 6), ev.HoleDisclosed((), 6), ev.RoundEnded(()))
    [info] = book._rounds
    assert book.hides(info)
    happened(ev.Shuffled((), 0, "cut_card"))
    assert book.hides(info)
    happened(ev.Shuffled((), 1, "cut_card"))
    assert not book.hides(info)
