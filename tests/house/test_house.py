"""The house on both databases: people, money, tables, and that nothing is different after a restart."""

import asyncio
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from pitboss.games.blackjack.state import Stage
from pitboss.house import history
from pitboss.house.house import CommandDone, House, StaleVersion
from pitboss.house.ledger import HOUSE, bank, purse, stakes
from pitboss.house.loaded_table import RECENT, IdFilter
from pitboss.house.log.chain import now_ms
from pitboss.house.log.sqlite_notifications import SqliteNotifications
from pitboss.house.users import BY_PASSWORD, Token
from pitboss.law import Refusal
from pitboss.notation import parse_pit, replay
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, check_fairness
from tests.house.houses import PLAYERS, PURSE, in_house, play, player, with_table

T = TypeVar("T")


def test_room_in_the_log_of_sqlite_is_made_of_nothing(tmp_path: Path) -> None:
    file, log = tmp_path / "house.db", tmp_path / "house.db-wal"

    async def work(house: House) -> None:
        await house.make_room()
        kept = log.stat().st_size
        assert kept > 8192 * 4096
        table = await with_table(house)
        await play(house, table, 30, seed=1)
        assert log.stat().st_size == kept  # it is written over
        with house.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() == ["ok"]
            assert not connection.dialect.has_table(connection, "room")

    in_house(str(file), work)
    assert file.stat().st_size < 8192 * 4096 / 10


def test_no_room_is_made_on_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = shutil.disk_usage(tmp_path)._replace(free=100_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: left)

    async def work(house: House) -> None:
        await house.make_room()
        assert (tmp_path / "house.db-wal").stat().st_size < 1_000_000

    in_house(str(tmp_path / "house.db"), work)


def test_a_statement_stays_as_it_was_where_the_clock_is_set_back(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hour = 3_600_000

    async def work(house: House) -> None:
        await house.create_user("ann", Role.PLAYER)
        spec = TableSpec(rulebook="nz-blackjack", limits="10-500")
        tables = [await house.open_table(THE_HOUSE, spec) for _ in range(2)]
        names = [table.id for table in tables if not isinstance(table, Refusal)]
        await house.deposit("ann", 30_000, "d1")
        for name in names:
            assert isinstance(await house.command(name, player("ann"), "", None, "join 100"), CommandDone)
        before = await house.statement("ann")
        for clock in ("administration", "command_queue"):
            monkeypatch.setattr(f"pitboss.house.{clock}.now_ms", lambda: now_ms() - hour)
        assert await house.withdraw("ann", 10_000, "w1") == 0
        assert isinstance(await house.command(names[0], player("ann"), "", None, "leave"), CommandDone)
        assert await house.withdraw("ann", 10_000, "w2") == 0
        after = await house.statement("ann")
        assert min(line.balance for line in after) >= 0
        assert [line.amount for line in after][:3] == [-10_000, 10_000, -10_000] or "postgresql" in url
        assert after[3:] == before or "postgresql" in url  # where only the clocks know it

    in_house(url, work)


def test_users_and_tokens(url: str) -> None:
    async def first(house: House) -> None:
        made = await house.create_user("ann", Role.DEALER, "hash")
        assert made == await house.user("ann")
        taken = await house.create_user("ann", Role.PLAYER)
        assert isinstance(taken, Refusal)
        assert taken.kind == "name_taken"
        await house.create_user("guest_1", Role.PLAYER, guest=True)
        await house.add_token("cc", "guest_1", 1000)  # which has expired, and is forgotten with the next
        assert await house.token("cc") is not None
        assert await house.guests_signed_in() == 0
        await house.add_token("aa", "ann", 4e9 + 0.5, "desk")
        await house.add_token("bb", "guest_1", 4e9)
        assert await house.guests_signed_in() == 1  # whatever the house's own people do

    async def second(house: House) -> None:
        assert [(user.name, user.role, user.guest) for user in await house.users()] == [
            ("ann", Role.DEALER, False),
            ("guest_1", Role.PLAYER, True),
        ]
        assert await house.password_hash("ann") == "hash"
        assert await house.wallets() == {}
        ann = await house.user("ann")
        assert ann is not None
        assert await house.token("aa") == Token(ann, 4e9 + 0.5, "desk")
        assert await house.token("cc") is None
        await house.end_token("aa")
        assert await house.token("aa") is None

    async def passwords(house: House) -> None:
        for digest, label in (("dd", BY_PASSWORD), ("ee", BY_PASSWORD), ("ff", "desk")):
            await house.add_token(digest, "ann", 4e9, label)
        await house.set_password("ann", "other", keep="ee")
        assert await house.password_hash("ann") == "other"
        assert [await house.token(one) is not None for one in ("bb", "dd", "ee", "ff")] == [True, False, True, True]
        assert await house.end_tokens("ann") == 2
        assert [await house.token(one) is not None for one in ("bb", "ee", "ff")] == [True, False, False]

    in_house(url, first)
    in_house(url, second)
    in_house(url, passwords)


@pytest.mark.parametrize("name", ["", "Ann", "house", "a b", "a" * 41, "ann;", "ünn", "1ann"])
def test_names_that_no_table_knows_are_refused(name: str) -> None:
    async def work(house: House) -> None:
        refused = await house.create_user(name, Role.PLAYER)
        assert isinstance(refused, Refusal)
        assert refused.kind == "name"

    in_house("memory:", work)


def test_money_at_the_door_moves_once_for_each_id(url: str) -> None:
    async def work(house: House) -> None:
        assert await house.deposit("ann", 500, "d1") == 500
        assert await house.deposit("ann", 500, "d1") == 500
        assert await house.deposit("ann", 70, "d2") == 570
        assert await house.withdraw("ann", 100, "w1") == 470
        assert await house.withdraw("ann", 100, "w1") == 470
        too_much = await house.withdraw("ann", 471, "w2")
        assert isinstance(too_much, Refusal)
        assert too_much.kind == "overdrawn"
        assert isinstance(await house.deposit("ann", 0, "d3"), Refusal)
        assert await house.wallet("ann") == 470
        assert await house.holds("cage") == 1000 + 470
        assert await house.raise_capital(5, "c1") == 1005
        lines = await house.statement("ann")
        assert [(line.number, line.amount, line.balance) for line in lines] == [
            (3, -100, 470),
            (2, 70, 570),
            (1, 500, 500),
        ]
        assert [line.number for line in await house.statement("ann", before=3, limit=1)] == [2]
        assert await house.statement("ann", before=1) == []

    in_house(url, work, capital=1000)


def test_a_table_goes_on_after_a_restart_where_it_was(url: str) -> None:
    async def before(house: House) -> tuple[str, int, dict[str, int], object]:
        table = await with_table(house)
        assert await play(house, table, 120, seed=5) == []
        live = await house.live(table)
        assert live is not None
        return table, live.version, live.purses(), await house.view(table, player("ann"))

    async def after(house: House) -> None:
        live = await house.live(table)
        assert live is not None
        assert (live.version, live.purses()) == (version, purses)
        assert await house.view(table, player("ann")) == view
        assert await play(house, table, 60, seed=6, start="later") == []

    table, version, purses, view = in_house(url, before)
    in_house(url, after)


def test_every_cent_of_a_table_is_in_an_account(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        await play(house, table, 150, seed=8)
        held = [await house.holds(purse(table, name)) for name in PLAYERS]
        live = await house.live(table)
        assert live is not None
        assert dict(zip(PLAYERS, held, strict=True)) == live.purses()
        others = [await house.holds(account) for account in (stakes(table), bank(table), HOUSE)]
        assert sum(held) + sum(others) == 10_000_000 + len(PLAYERS) * PURSE
        lines = await house.account_statement(purse(table, "ann"), limit=10_000)
        assert lines[0].balance == held[0]
        assert sum(line.amount for line in lines) == held[0]
        ended = await house.rounds(table, limit=1000)
        assert [one.round for one in ended] == list(range(len(ended), 0, -1))
        assert [one.round for one in await house.rounds(table, before=4, limit=2)] == [3, 2]
        assert all(one.first <= one.last for one in ended)

    in_house(url, work, capital=10_000_000)


def test_a_command_that_is_sent_twice_is_done_once_also_after_a_restart(url: str) -> None:
    async def first(house: House) -> tuple[str, int]:
        table = await with_table(house)
        done = await house.command(table, player("ann"), "b1", None, "bet 1 20")
        assert isinstance(done, CommandDone)
        again = await house.command(table, player("ann"), "b1", None, "bet 1 20")
        assert again == CommandDone(done.version, repeated=True)
        both = await asyncio.gather(*(house.command(table, player("bob"), "x", None, "bet 2 20") for _ in range(5)))
        assert sorted(one.repeated for one in both if isinstance(one, CommandDone)) == [False, True, True, True, True]
        return table, done.version

    async def second(house: House) -> None:
        assert await house.command(table, player("ann"), "b1", 3, "bet 1 20") == CommandDone(version, repeated=True)
        live = await house.live(table)
        assert live is not None
        assert live.purses()["ann"] == PURSE - 2000
        # another's id is another's command
        done = await house.command(table, player("cyd"), "b1", None, "bet 3 20")
        assert isinstance(done, CommandDone)
        assert not done.repeated

    table, version = in_house(url, first)
    in_house(url, second)


def test_other_words_under_the_same_id_are_refused_and_change_nothing_also_after_a_restart(url: str) -> None:
    async def refused(house: House, table: str) -> None:
        before = await house.entries(table)
        other = await house.command(table, player("ann"), "b1", None, "bet 1 30")
        assert isinstance(other, Refusal)
        assert other.kind == "other_words"
        assert other.message == "the id 'b1' was used for 'bet 1 20': send 'bet 1 30' with a new id"
        assert await house.entries(table) == before

    async def first(house: House) -> str:
        table = await with_table(house)
        same = [house.command(table, player("ann"), "b1", None, words) for words in ("bet 1 20", "bet 1 30")]
        done, other = await asyncio.gather(*same)  # the second is asked before the first is durable
        assert isinstance(done, CommandDone)
        assert isinstance(other, Refusal)
        await refused(house, table)
        return table

    async def second(house: House) -> None:
        await refused(house, table)
        again = await house.command(table, player("ann"), "b1", None, "bet 1 20")
        assert isinstance(again, CommandDone)
        assert again.repeated

    table = in_house(url, first)
    in_house(url, second)


def test_money_at_the_door_moves_once_for_each_id_and_another_sum_needs_another(url: str) -> None:
    async def work(house: House) -> None:
        assert await house.deposit("ann", 500, "d1") == 500
        for other in (
            house.deposit("ann", 501, "d1"),
            house.deposit("bob", 500, "d1"),
            house.withdraw("ann", 500, "d1"),
        ):
            refused = await other
            assert isinstance(refused, Refusal)
            assert refused.kind == "other_words"
        assert await house.deposit("ann", 500, "d1") == 500
        assert await house.wallet("bob") == 0

    in_house(url, work)


def test_a_command_is_carried_out_once_however_long_ago_it_was(url: str) -> None:
    async def repeated(house: House, table: str, version: int) -> None:
        live = await house.live(table)
        assert live is not None
        for seen in (None, 1, live.version):
            again = await house.command(table, player("ann"), "old", seen, "bet 1 20")
            assert again == CommandDone(version, repeated=True)
        other = await house.command(table, player("ann"), "old", None, "bet 1 30")
        assert isinstance(other, Refusal)
        assert other.kind == "other_words"

    async def work(house: House) -> tuple[str, int]:
        table = await with_table(house)
        first = await house.command(table, player("ann"), "old", None, "bet 1 20")
        assert isinstance(first, CommandDone)
        for number in range(2 * RECENT):
            verb = "withdraw 2" if number % 2 else "bet 2 20"
            assert isinstance(await house.command(table, player("bob"), f"n{number}", None, verb), CommandDone)
        await repeated(house, table, first.version)
        # the id is the person's own
        mine = await house.command(table, player("bob"), "old", None, "bet 2 20")
        assert isinstance(mine, CommandDone)
        assert not mine.repeated
        return table, first.version

    async def close(house: House) -> None:
        for name, box in (("ann", 1),):
            assert isinstance(await house.command(table, player(name), "back", None, f"withdraw {box}"), CommandDone)
        assert await house.close_table(table, THE_HOUSE) is None
        again = await house.command(table, player("ann"), "old", None, "bet 1 20")
        assert again == CommandDone(version, repeated=True)

    table, version = in_house(url, work)
    in_house(url, lambda house: repeated(house, table, version))
    in_house(url, close)


def test_an_id_that_the_filter_leaves_open_and_the_log_does_not_have_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IdFilter, "__contains__", lambda _self, _key: True)

    async def work(house: House) -> None:
        table = await with_table(house)
        assert await play(house, table, 50, seed=3) == []

    in_house("memory:", work)


def test_the_filter_of_ids_rules_out_nothing_that_was_used_and_nearly_all_else() -> None:
    used = IdFilter()
    for start in range(0, 20_000, 200):
        used.add([("ann", f"c{number}") for number in range(start, start + 200)])
    assert all(("ann", f"c{number}") in used for number in range(20_000))
    assert sum(("ann", f"d{number}") in used for number in range(20_000)) < 20


def test_a_stale_caller_gets_the_entries_since_its_version(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        live = await house.live(table)
        assert live is not None
        seen = live.version
        done = await house.command(table, player("ann"), "1", seen, "bet 1 20")
        assert isinstance(done, CommandDone)
        stale = await house.command(table, player("bob"), "2", seen, "bet 2 20")
        assert stale == StaleVersion(done.version, done.entries)
        assert isinstance(await house.command(table, player("bob"), "2", done.version, "bet 2 20"), CommandDone)
        ahead = await house.command(table, player("bob"), "3", 10_000, "bet 2 20")
        assert isinstance(ahead, StaleVersion)
        assert ahead.entries == ()

    in_house(url, work)


def test_a_buy_in_above_the_wallet_is_refused(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        other = await with_table(house)
        await house.deposit("ann", 500_00, "more")
        joins = (house.command(one, player("ann"), "j", None, "join 400") for one in (table, other))
        done = await asyncio.gather(*joins)
        assert sorted(type(one).__name__ for one in done) == ["CommandDone", "Refusal"]
        assert await house.wallet("ann") == 100_00
        left = await house.command(table, player("bob"), "l", None, "leave")
        assert isinstance(left, CommandDone)
        assert await house.wallet("bob") == PURSE

    in_house(url, work)


def test_a_refused_command_changes_nothing(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        before = await house.entries(table)
        for words in (
            "contribute a\0b",
            "bet 1 20\ud800",
            "hit 1\n",
            "hit 1",
            "bet 1 9999999",
            "bet 1 -5",
            "join 0",
            "join NaN",
            "",
            "dance",
        ):
            assert isinstance(await house.command(table, player("ann"), f"r{words}", None, words), Refusal), words
        assert isinstance(await house.command(table, Actor("eve", Role.SPECTATOR), "", None, "bet 1 20"), Refusal)
        for command in ("\0", "\ud800", "é", "x" * 101):
            refused = await house.command(table, player("ann"), command, None, "bet 1 20")
            assert isinstance(refused, Refusal)
            assert refused.kind == "id"
        assert await house.entries(table) == before

    in_house(url, work)


def test_a_client_that_disconnects_early_does_not_affect_others(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        gone = asyncio.create_task(house.command(table, player("ann"), "g", None, "bet 1 20"))
        await asyncio.sleep(0)  # it is asked
        gone.cancel()
        await asyncio.sleep(0)  # and played
        seen = await house.look(table, lambda live: live.purses())
        assert seen is not None
        assert seen["ann"] == PURSE - 2000
        assert await house.command(table, player("ann"), "g", None, "bet 1 20") == CommandDone(
            (await house.entries(table))[-1].version, repeated=True
        )
        with pytest.raises(asyncio.CancelledError):
            await gone

    in_house(url, work)


def test_tables_are_opened_within_the_law_by_an_operator(url: str) -> None:
    async def work(house: House) -> None:
        unlawful = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-blackjack", choices={"decks": "9"}))
        assert isinstance(unlawful, Refusal)
        assert unlawful.clauses
        unknown = await house.open_table(THE_HOUSE, TableSpec(rulebook="mars-blackjack"))
        assert isinstance(unknown, Refusal)
        role = await house.open_table(player("ann"), TableSpec(rulebook="nz-blackjack"))
        assert isinstance(role, Refusal)
        assert role.kind == "role"
        assert await house.tables() == []
        assert isinstance(await house.command("t1", player("ann"), "", None, "bet 1 20"), Refusal)
        assert await house.view("house", player("ann")) is None

    in_house(url, work)


def test_a_table_is_opened_once_for_each_id_also_after_a_restart(url: str) -> None:
    spec = TableSpec(rulebook="mbs-blackjack", limits="10-1000")

    async def work(house: House) -> None:
        await house.deposit("ann", 5_000, "till")
        first, retried = [await house.open_table(THE_HOUSE, spec, opening_id="once") for _ in range(2)]
        assert not isinstance(first, Refusal)
        assert retried == first
        larger = TableSpec(rulebook="mbs-blackjack", limits="10-2000")
        for other, used in ((larger, "once"), (spec, "till")):
            refused = await house.open_table(THE_HOUSE, other, opening_id=used)
            assert isinstance(refused, Refusal)
            assert refused.kind == "other_words"
        assert isinstance(await house.command(first.id, player("ann"), "j", None, "join 50"), CommandDone)

    async def go_on(house: House) -> None:
        again = await house.open_table(THE_HOUSE, spec, opening_id="once")
        assert not isinstance(again, Refusal)
        assert [table.id for table in await house.tables()] == [again.id]
        assert await house.holds(purse(again.id, "ann")) == 5_000

    in_house(url, work)
    in_house(url, go_on)


@pytest.mark.parametrize("read_first", [False, True])
def test_a_table_read_while_it_is_opened_is_loaded_once(
    url: str, monkeypatch: pytest.MonkeyPatch, *, read_first: bool
) -> None:
    async def work(house: House) -> None:
        was_read, go_on = asyncio.Event(), asyncio.Event()
        reading: list[asyncio.Task[object]] = []
        refresh, read = house.balances.refresh_house, house.database.read

        async def slow_read(what: Callable[..., T], *arguments: object) -> T:
            """A log that is read for a long time."""
            found = await read(what, *arguments)
            if what is history.restore_table:
                was_read.set()
                await go_on.wait()
            return found

        async def somebody_asks() -> None:
            """The table is in the log, and not open here yet."""
            monkeypatch.setattr(house.balances, "refresh_house", refresh)
            await refresh()
            reading.append(asyncio.create_task(house.live("t1")))
            await asyncio.wait_for(was_read.wait(), 60)
            if read_first:
                go_on.set()
                await reading[0]
                assert await done("ann", "join 100")

        async def done(name: str, words: str) -> bool:
            return isinstance(await house.command("t1", player(name), words, None, words), CommandDone)

        if isinstance(house.notifications, SqliteNotifications):
            await house.notifications.close()  # it hears of this house too, and makes commands wait for the reading
        for name in ("ann", "bob"):
            await house.create_user(name, Role.PLAYER)
            await house.deposit(name, 10_000, name)
        monkeypatch.setattr(house.balances, "refresh_house", somebody_asks)
        monkeypatch.setattr(house.database, "read", slow_read)
        await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-blackjack", limits="10-500"))
        assert read_first or await done("ann", "join 100")
        go_on.set()
        await reading[0]
        assert await done("ann", "bet 1 20")
        assert await done("bob", "join 100")

    in_house(url, work)


def test_a_refused_close_pays_no_player_out(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        live = await house.live(table)
        assert live is not None
        while live.state.stage == Stage.BETTING:
            assert isinstance(await house.command(table, player("ann"), "", None, "bet 1 20"), CommandDone)
            assert isinstance(await house.command(table, THE_HOUSE, "", None, "deal"), CommandDone)
        before = live.version, live.purses()
        refusal = await house.close_table(table, THE_HOUSE)
        assert isinstance(refusal, Refusal)
        assert (live.version, live.purses()) == before

    in_house(url, work)


async def all_can_be_checked(house: House, table: str) -> None:
    """Every seed of a closed table is published, with its cards."""
    records = await house.fairness(table)
    assert records
    for record in records:
        assert record.outcomes
        assert check_fairness(record) == ()


def test_closing_a_table_pays_all_players_out_and_is_final(url: str) -> None:
    async def work(house: House) -> str:
        table = await with_table(house)
        assert isinstance(await house.command(table, player("ann"), "", None, "bet 1 20"), CommandDone)
        assert isinstance(await house.command(table, THE_HOUSE, "", None, "deal"), CommandDone)
        while (live := await house.live(table)) is not None and live.due() is not None and live.state.wagers:
            refusal = await house.close_table(table, THE_HOUSE)
            if refusal is None:
                break
            await play(house, table, 1, seed=3, start=f"v{live.version}-")
        assert await house.close_table(table, THE_HOUSE) is None or (await house.table(table)).closed  # type: ignore[union-attr] # it is there
        assert isinstance(await house.command(table, player("bob"), "", None, "bet 2 20"), Refusal)
        await all_can_be_checked(house, table)
        assert await house.holds(bank(table)) == 0
        assert sum([await house.wallet(name) for name in PLAYERS]) + await house.holds(HOUSE) == (
            len(PLAYERS) * PURSE + 1_000_000
        )
        return table

    async def later(house: House) -> None:
        assert isinstance(await house.command(table, player("bob"), "", None, "bet 2 20"), Refusal)
        again = await house.close_table(table, THE_HOUSE)
        assert isinstance(again, Refusal)

    table = in_house(url, work, capital=1_000_000)
    in_house(url, later)


def test_of_closed_tables_only_the_latest_stay_in_memory(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.table_registry.MAX_CLOSED", 1)
    monkeypatch.setattr("pitboss.house.table_history.MAX_ROUND_BOOKS", 1)

    async def work(house: House) -> None:
        opened = [await with_table(house) for _ in range(3)]
        for name in opened[:2]:
            assert await house.close_table(name, THE_HOUSE) is None
        for name in (*opened, *opened):
            assert await house.view(name, player("ann")) is not None
            assert await house.rounds(name) == []
        assert set(house.registry.loaded) == set(opened[1:])
        assert set(house.history.round_books) == {opened[2]}

    in_house(url, work)


def test_a_house_that_cannot_pay_refuses_and_keeps_its_books(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house, cards_are_read=True)
        assert isinstance(await house.command(table, player("ann"), "", None, "bet 1 20"), CommandDone)
        done: object = await house.command(table, THE_HOUSE, "", None, "deal")
        for card in ("Ah", "5s", "Ks"):  # a blackjack, which is paid at once
            assert isinstance(done, CommandDone)
            done = await house.command(table, THE_HOUSE, "", None, f"card {card}")
        assert isinstance(done, Refusal)
        assert "the house cannot do this: house holds 1 cents" in done.message
        assert await house.raise_capital(10_000_000, "more") == 10_000_001
        assert isinstance(await house.command(table, THE_HOUSE, "", None, "card Ks"), CommandDone)
        assert await house.holds(purse(table, "ann")) == PURSE + 3000

    in_house(url, work, capital=1)


def test_watchers_hear_every_durable_entry_in_order(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        watcher = house.subscribe(table)
        start = len(await house.entries(table))
        await play(house, table, 40, seed=2)
        stored = (await house.entries(table))[start:]
        heard = [await asyncio.wait_for(anext(watcher), 60) for _ in stored]
        assert heard == stored
        watcher.close()
        assert [one async for one in watcher] == []

    in_house(url, work)


def test_entries_behind_a_version_are_the_latest(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        await play(house, table, 300, seed=2)
        stored = await house.entries(table)
        assert len(stored) == 304
        assert await house.entries(table, limit=5) == stored[-5:]
        assert await house.entries(table, stored[100].version) == stored[101:]
        assert await house.entries("t9") == []

    in_house(url, work)


def test_every_game_is_stored_and_its_rounds_replay(url: str) -> None:
    async def work(house: House) -> None:
        await house.deposit("ann", PURSE, "d")
        rolls = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-roulette", limits="5-100"))
        cup = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-tournament"))
        assert not isinstance(rolls, Refusal)
        assert not isinstance(cup, Refusal)
        for words in ("join 500", *("bet red 10", "bet straight 17 5", "spin") * 3, "leave"):
            actor = THE_HOUSE if words == "spin" else player("ann")
            assert isinstance(await house.command(rolls.id, actor, "", None, words), CommandDone), words
        for words in ("join 500", "enter"):
            assert isinstance(await house.command(cup.id, player("ann"), "", None, words), CommandDone), words
        told = await house.round_pit(rolls.id, 2)
        assert told is not None
        assert replay(parse_pit(told)).passed
        whole = await house.log_pit(rolls.id)
        assert whole is not None
        assert replay(parse_pit(whole)).passed
        assert await house.round_pit(rolls.id, 9) is None
        assert await house.round_pit("t9", 1) is None
        seeds = [record.seed for record in await house.fairness(rolls.id)]
        assert (len(seeds), all(seeds)) == (3, True)  # each spin has a seed, published after it
        assert await house.close_table(rolls.id, THE_HOUSE) is None
        await all_can_be_checked(house, rolls.id)
        assert [info.game for info in await house.tables()] == ["roulette", "tournament"]

    in_house(url, work)


def test_closing_waits_for_a_read_without_stopping_the_loop(tmp_path: Path) -> None:
    async def work() -> None:
        house = await House.open(str(tmp_path / "house.db"))
        answered = threading.Event()
        reading = asyncio.create_task(house.database.read(lambda _connection: answered.wait(10)))
        await asyncio.sleep(0.01)
        closing = asyncio.create_task(house.close())
        await asyncio.sleep(0.01)
        answered.set()
        await closing
        assert await reading

    asyncio.run(work())
