"""The cage and the pit: gaming day, floats, slips, drop, approvals and the standing of users, on both databases."""

import asyncio
import io
import re
import sqlite3
import zipfile
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.audit.database import audit
from pitboss.house.command_queue import SentCommand
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House
from pitboss.house.keys import KeyRing
from pitboss.house.ledger import CAGE, HOUSE, bank
from pitboss.house.log.chain import now_ms
from pitboss.house.pack import PackError, verify_pack, write_pack
from pitboss.house.pit_acts import FOR_GOOD, FourEyes
from pitboss.house.pit_book import GIVEN, Approval, Day, Slip
from pitboss.house.pit_office import Asked
from pitboss.house.play_figures import played_wagers
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role
from tests.house.houses import play, player, with_table

OLGA, OTTO = Actor("olga", Role.OPERATOR), Actor("otto", Role.OPERATOR)
SUE, CARL, AUDREY = Actor("sue", Role.SUPERVISOR), Actor("carl", Role.CASHIER), Actor("audrey", Role.AUDITOR)
CHIPS = ((100_00, 50), (25_00, 200), (5_00, 400))  # 12,000.00
KEYS = KeyRing.ephemeral()


def in_house(url: str, work: Callable[[House], Awaitable[Any]]) -> Any:
    """Opens a house with a key and its staff, does the work, closes it, and audits the database."""

    async def run() -> Any:
        house = await House.open(url, keys=KEYS)
        try:
            for person in (OLGA, OTTO, SUE, CARL, AUDREY):
                if await house.user(person.name) is None:
                    await house.create_user(person.name, person.role)
            return await work(house)
        finally:
            await house.close()

    found = asyncio.run(run())
    assert findings(url) == []
    return found


def findings(url: str) -> list[str]:
    engine = connect(url, KEYS)
    try:
        return [str(finding) for finding in audit(engine).findings]
    finally:
        engine.dispose()


def refused(result: object) -> str:
    assert isinstance(result, Refusal), result
    return str(result)


def day_of(result: Any) -> Day:
    assert isinstance(result, Day), result
    return result


async def evening(house: House) -> str:
    """Opens a day with a table that has a counted float, a fill, a credit, cash, two shifts, and play."""
    pit = house.pit
    table = await with_table(house)
    day_of(await pit.open_day(CARL, "2026-11-18", "day"))
    day_of(await pit.count_float(SUE, table, "opening", ()))
    assert isinstance(await pit.fill(SUE, table, CHIPS, "start"), Slip)
    await play(house, table, 30, seed=3)
    assert isinstance(await pit.credit(CARL, table, ((100_00, 10),)), Slip)
    day_of(await pit.begin_shift(SUE, "night"))
    await play(house, table, 30, seed=4)
    assert await pit.take_cash(CARL, table, "ann", 500_00) == 500_00
    return table


def test_a_day_is_opened_counted_filled_and_closed_with_a_signature(url: str) -> None:
    async def work(house: House) -> None:
        table = await evening(house)
        pit, capital = house.pit, await house.holds(HOUSE)
        assert "no closing count" in refused(await pit.close_day(CARL))
        holds = await house.holds(bank(table))
        assert "say why" in refused(await pit.count_float(SUE, table, "closing", ((1, holds - 5_00),)))
        day_of(await pit.count_float(SUE, table, "closing", ((1, holds - 5_00),), "a chip under the table"))
        assert await house.holds(bank(table)) == holds - 5_00
        assert "drop box" in refused(await pit.close_day(CARL))
        day_of(await pit.count_drop(CARL, table, ((100_00, 5),)))
        assert await house.holds(HOUSE) == capital
        closed = day_of(await pit.close_day(CARL))
        assert closed.closed is not None
        assert closed.statement is not None
        assert closed.statement.is_signed()
        figures = await pit.figures(closed)
        (row,) = figures.tables
        assert (row.fills, row.credits, row.cash_drop, row.variance) == (12_000_00, 1_000_00, 500_00, -5_00)
        assert row.float_now == await house.holds(bank(table))
        assert row.rounds > 0
        assert figures.digest() == closed.figures
        assert [slip.number for slip in closed.slips] == ["F-000001", "C-000001"]
        assert [shift.name for shift in closed.shifts] == ["day", "night"]

    in_house(url, work)


def test_a_closed_day_does_not_change_and_the_next_begins_where_it_ended(url: str) -> None:
    async def work(house: House) -> None:
        table = await evening(house)
        pit = house.pit
        day_of(await pit.count_float(SUE, table, "closing", ((1, await house.holds(bank(table))),)))
        day_of(await pit.count_drop(CARL, table, ((100_00, 5),)))
        first = day_of(await pit.close_day(CARL))
        before = await pit.figures(first)
        await play(house, table, 30, seed=5)
        for refusal in (
            await pit.fill(SUE, table, CHIPS),
            await pit.count_float(SUE, table, "closing", ()),
            await pit.begin_shift(SUE, "late"),
            await pit.close_day(CARL),
        ):
            assert "no gaming day is open" in refused(refusal)
        assert "closed for good" in refused(await pit.open_day(CARL, "2026-11-18"))
        second = day_of(await pit.open_day(CARL, "2026-11-19"))
        assert await pit.figures(first) == before
        (row,) = (await pit.figures(second)).tables
        assert row.float_then == before.tables[0].float_now
        assert row.float_now == await house.holds(bank(table))
        assert row.rounds > 0

    in_house(url, work)


def test_a_changed_figure_or_head_of_a_closed_day_is_found(tmp_path: Path) -> None:
    file = tmp_path / "house.db"

    async def work(house: House) -> None:
        table = await evening(house)
        day_of(await house.pit.count_float(SUE, table, "closing", ((1, await house.holds(bank(table))),)))
        day_of(await house.pit.count_drop(CARL, table, ((100_00, 5),)))
        day_of(await house.pit.close_day(CARL))

    in_house(str(file), work)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE entries SET events = replace(events, '\"amount\":1200000', '\"amount\":1300000')")
    assert any("hash does not match" in finding for finding in findings(str(file)))


def test_a_double_counts_as_a_raise_of_its_main_wager(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table = await with_table(house, cards_are_read=True)
        day = day_of(await house.pit.open_day(CARL, "2026-11-18", "day"))
        await house.create_user("dan", Role.DEALER)

        async def say(actor: Actor, words: str) -> None:
            done = await house.command(table, actor, words, None, words)
            assert isinstance(done, CommandDone), done

        dan, ann = Actor("dan", Role.DEALER), player("ann")
        await say(ann, "bet 1 50")
        await say(dan, "deal")
        for card in ("5c", "Tc", "6d"):
            await say(dan, f"card {card}")
        await say(ann, "double 1")
        for card in ("9h", "7d"):
            await say(dan, f"card {card}")
        found = await house.database.read_history(played_wagers, house.pit.book, day)
        (wager,) = found[table]
        assert (wager.wager, wager.place, wager.player, wager.dealer, wager.shift) == ("main", "1", "ann", "dan", "day")
        assert (wager.staked, wager.turnover, wager.win) == (50_00, 100_00, -100_00)

    in_house(str(tmp_path / "house.db"), work)


def test_a_pack_of_a_closed_day_is_verified_without_the_house(tmp_path: Path) -> None:
    async def work(house: House) -> bytes:
        table = await evening(house)
        with pytest.raises(ValueError, match="is open"):
            await house.database.read_history(write_pack, house.pit.book, house.pit.book.days[0])
        day_of(await house.pit.count_float(SUE, table, "closing", ((1, await house.holds(bank(table))),)))
        day_of(await house.pit.count_drop(CARL, table, ((100_00, 5),)))
        day = day_of(await house.pit.close_day(CARL))
        return await house.database.read_history(write_pack, house.pit.book, day)

    data: bytes = in_house(str(tmp_path / "house.db"), work)
    report = verify_pack(data)
    assert report.findings == []
    assert (report.logs, report.day) == (2, "2026-11-18")
    assert report.entries > 50
    assert any("not by" in finding for finding in verify_pack(data, "00").findings)
    for name in ("logs/t1.json", "figures.json", "seeds/t1.json"):
        assert any(name in finding for finding in verify_pack(_changed(data, name)).findings)
    assert any("does not follow" in finding for finding in verify_pack(_rewritten(data)).findings)
    with pytest.raises(PackError):
        verify_pack(b"no zip")


def _changed(data: bytes, name: str) -> bytes:
    """Returns a pack with another first digit in a file. Seeds are random, so no digit is sure to be in it."""

    def another(digit: re.Match[bytes]) -> bytes:
        return b"2" if digit.group() == b"1" else b"1"

    return _copied(data, lambda files: files | {name: re.sub(rb"[0-9]", another, files[name], count=1)})


def _rewritten(data: bytes) -> bytes:
    """Returns a pack whose log was changed, with a manifest that fits."""

    def change(files: dict[str, bytes]) -> dict[str, bytes]:
        log = files["logs/t1.json"].replace(b'"ann"', b'"bob"', 1)
        manifest = msgspec.json.decode(files["manifest.json"])
        manifest["files"]["logs/t1.json"] = sha256(log).hexdigest()
        return files | {"logs/t1.json": log, "manifest.json": msgspec.json.encode(manifest)}

    return _copied(data, change)


def _copied(data: bytes, change: Callable[[dict[str, bytes]], dict[str, bytes]]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in change(files).items():
            archive.writestr(name, content)
    return out.getvalue()


def test_a_table_goes_on_after_a_restart_with_its_filled_float(url: str) -> None:
    async def first(house: House) -> str:
        return await evening(house)

    async def second(house: House) -> None:
        assert house.pit.book.day is not None
        holds = await house.holds(bank(table))
        assert isinstance(await house.pit.fill(SUE, table, CHIPS), Slip)
        await play(house, table, 60, seed=9)
        assert house.balances.books[bank(table)] == await house.holds(bank(table))
        assert holds != await house.holds(bank(table))

    table: str = in_house(url, first)
    in_house(url, second)


def test_another_process_sees_the_fill_of_a_table(url: str) -> None:
    async def work(house: House) -> None:
        table = await evening(house)
        other = await House.open(url, keys=KEYS)
        try:
            await other.live(table)
            assert isinstance(await house.pit.fill(SUE, table, CHIPS), Slip)
            want = await house.holds(bank(table))
            for _ in range(500):
                if other.balances.books[bank(table)] == want and other.pit.book.seq == house.pit.book.seq:
                    break
                await asyncio.sleep(0.02)
            assert other.balances.books[bank(table)] == want
            assert other.pit.book.find_slip("f-000002") is not None
            await play(other, table, 20, seed=1)
        finally:
            await other.close()

    in_house(url, work)


@pytest.mark.parametrize("actor", [AUDREY, player("ann"), Actor("dan", Role.DEALER)])
def test_only_the_roles_of_the_matrix_work_the_cage(actor: Actor) -> None:
    async def work(house: House) -> None:
        pit = house.pit
        for result in (
            await pit.open_day(actor, "2026-11-18"),
            await pit.begin_shift(actor, "late"),
            await pit.close_day(actor),
            await pit.fill(actor, "t1", CHIPS),
            await pit.credit(actor, "t1", CHIPS),
            await pit.count_float(actor, "t1", "opening", CHIPS),
            await pit.count_drop(actor, "t1", CHIPS),
            await pit.award(actor, "ann", 100, "sorry"),
            await pit.raise_capital(actor, 100),
            await pit.set_terms(actor, "ann", disabled=True),
            await pit.set_role(actor, "ann", Role.DEALER),
            await pit.set_policy(actor, FourEyes()),
        ):
            assert "may do this" in refused(result)

    asyncio.run(_unaudited(work))


async def _unaudited(work: Callable[[House], Awaitable[None]]) -> None:
    house = await House.open("memory:", keys=KEYS)
    try:
        await house.create_user("ann", Role.PLAYER)
        await work(house)
    finally:
        await house.close()


def test_a_second_person_confirms_awards_capital_and_operators(url: str) -> None:
    async def work(house: House) -> None:
        pit = house.pit
        await house.create_user("ann", Role.PLAYER)
        assert await pit.award(CARL, "ann", 500_00, "goodwill") == 500_00
        asked = await pit.award(CARL, "ann", 5_000_00, "dispute 7")
        assert isinstance(asked, Asked)
        assert await house.wallet("ann") == 500_00
        assert "only an operator" in refused(await pit.approve(CARL, asked.number))
        given = await pit.approve(SUE, asked.number)
        assert isinstance(given, Approval)
        assert given.status == GIVEN
        assert await house.wallet("ann") == 5_500_00
        assert "no open request" in refused(await pit.approve(SUE, asked.number))

        capital = await house.holds(HOUSE)
        asked = await pit.raise_capital(OLGA, 1_000_00)
        assert isinstance(asked, Asked)
        assert "a second person" in refused(await pit.approve(OLGA, asked.number))
        assert isinstance(await pit.approve(OTTO, asked.number), Approval)
        assert await house.holds(HOUSE) == capital + 1_000_00
        assert await house.holds(CAGE) == capital + 1_000_00 + 5_500_00

        asked = await pit.add_operator(OLGA, "omar", None)
        assert isinstance(asked, Asked)
        assert await house.user("omar") is None
        assert isinstance(await pit.approve(OTTO, asked.number), Approval)
        omar = await house.user("omar")
        assert omar is not None
        assert omar.role is Role.OPERATOR
        asked = await pit.set_role(OLGA, "carl", Role.OPERATOR)
        assert isinstance(asked, Asked)
        assert isinstance(await pit.deny(OTTO, asked.number, "no"), Approval)
        carl = await house.user("carl")
        assert carl is not None
        assert carl.role is Role.CASHIER

    in_house(url, work)


def test_an_excluded_player_finishes_the_round_and_begins_no_other(url: str) -> None:
    async def work(house: House) -> None:
        table, ann = await with_table(house), player("ann")

        async def say(words: str) -> object:
            return await house.command(table, ann, words, None, words)

        assert isinstance(await say("bet 1 50"), CommandDone)
        assert (await house.pit.set_terms(SUE, "ann", "trouble", excluded=FOR_GOOD)).excluded_by == "sue"
        assert "excluded from play by the house" in refused(await say("bet 2 50"))
        assert "excluded" in refused(await say("join 20"))
        assert isinstance(await say("withdraw 1"), CommandDone)
        await house.pit.set_terms(OLGA, "ann", excluded=0)
        assert isinstance(await say("bet 3 50"), CommandDone)
        assert not isinstance(await house.pit.limit_self(ann, excluded=now_ms() + 60_000), Refusal)
        assert "by their own wish" in refused(await say("bet 2 50"))
        assert "only an operator" in refused(await house.pit.limit_self(ann, excluded=now_ms()))

    in_house(url, work)


def test_limits_of_loss_stake_and_time_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        table, ann = await with_table(house), player("ann")
        await house.deposit("ann", 10_000_00, "more")

        async def say(words: str) -> object:
            return await house.command(table, ann, f"{words} {now_ms()}", None, words)

        bought = (await house.pit.time_at_tables("ann")).net
        assert not isinstance(await house.pit.limit_self(ann, loss=bought + 100_00, stake=50_00, minutes=30), Refusal)
        assert ": 100 may be brought" in refused(await say("join 101"))
        assert isinstance(await say("join 100"), CommandDone)
        assert "for one wager" in refused(await say("bet 1 60"))
        assert isinstance(await say("bet 1 50"), CommandDone)
        assert "only an operator" in refused(await house.pit.limit_self(ann, stake=60_00))
        assert not isinstance(await house.pit.limit_self(ann, stake=40_00), Refusal)
        later = now_ms() + 31 * 60_000
        monkeypatch.setattr("pitboss.house.pit_play.now_ms", lambda: later)
        assert "30 a day" in refused(await say("bet 2 30"))
        assert isinstance(await say("withdraw 1"), CommandDone)

    in_house(str(tmp_path / "house.db"), work)


def test_a_retry_gets_the_first_result_whatever_the_standing_is_now(url: str) -> None:
    async def work(house: House) -> None:
        table, ann, dan = await with_table(house), player("ann"), Actor("dan", Role.DEALER)
        await house.create_user("dan", Role.DEALER)
        await house.deposit("ann", 10_000_00, "more")
        bought = (await house.pit.time_at_tables("ann")).net
        await house.pit.limit_self(ann, loss=bought + 100_00, stake=50_00)
        said = [(ann, "join 100"), (ann, "bet 1 50"), (dan, "deal")]
        first = [await house.command(table, actor, words, None, words) for actor, words in said]
        await house.pit.limit_self(ann, stake=40_00)
        await house.pit.set_terms(SUE, "ann", excluded=FOR_GOOD)
        await house.pit.set_role(OLGA, "dan", Role.AUDITOR)

        async def retried(at: House) -> None:
            for (actor, words), done in zip(said, first, strict=True):
                assert isinstance(done, CommandDone), done
                again = await at.command(table, actor, words, None, words)
                assert again == CommandDone(done.version, repeated=True), again
            assert "was used for" in refused(await at.command(table, ann, "join 100", None, "join 99"))
            assert "excluded" in refused(await at.command(table, ann, "another", None, "join 100"))
            assert "is auditor now" in refused(await at.command(table, dan, "another", None, "deal"))

        await retried(house)
        other = await House.open(url, keys=KEYS)  # which knows the ids from the log only
        try:
            await retried(other)
        finally:
            await other.close()

    in_house(url, work)


def test_buy_ins_at_the_same_time_do_not_pass_the_loss_limit_together(url: str) -> None:
    async def work(house: House) -> None:
        tables, ann = [await with_table(house), await with_table(house)], player("ann")
        await house.deposit("ann", 10_000_00, "more")
        bought = (await house.pit.time_at_tables("ann")).net
        await house.pit.limit_self(ann, loss=bought + 100_00)
        places = [(tables[number % 2], f"j{number}") for number in range(4)]
        done = await asyncio.gather(*(house.command(table, ann, name, None, "join 100") for table, name in places))
        assert sum(isinstance(each, CommandDone) for each in done) == 1, done
        assert {each.kind for each in done if isinstance(each, Refusal)} == {"loss_limit"}
        assert (await house.pit.time_at_tables("ann")).net == bought + 100_00

    in_house(url, work)


def test_buy_ins_at_two_processes_do_not_pass_the_loss_limit_together(url: str) -> None:
    async def work(one: House) -> None:
        tables, ann = [await with_table(one), await with_table(one)], player("ann")
        await one.deposit("ann", 10_000_00, "more")
        bought = (await one.pit.time_at_tables("ann")).net
        await one.pit.limit_self(ann, loss=bought + 100_00)
        two = await House.open(url, keys=KEYS)
        check, first = two.queue.standing_check, []
        assert check is not None

        async def overtaken(command: SentCommand) -> Refusal | None:
            """The other process takes the same command, at another table, once this one was found within the limit."""
            refusal = await check(command)
            if command.pays:
                first.append(await one.command(tables[0], ann, "j1", None, "join 100"))
            return refusal

        two.queue.standing_check = overtaken
        try:
            assert "0 may be brought" in refused(await two.command(tables[1], ann, "j2", None, "join 100"))
            assert isinstance(first[0], CommandDone)
            assert (await two.pit.time_at_tables("ann")).net == bought + 100_00
            await two.pit.set_terms(OLGA, "ann", loss=bought + 150_00)
            assert isinstance(await two.command(tables[1], ann, "j3", None, "join 50"), CommandDone)
        finally:
            await two.close()

    in_house(url, work)


def test_a_process_that_heard_nothing_for_a_while_reads_who_is_excluded(url: str) -> None:
    async def work(one: House) -> None:
        await with_table(one)
        two = await House.open(url, keys=KEYS)
        try:
            assert two.notifications is not None
            await two.notifications.close()
            await one.pit.set_terms(SUE, "ann", "trouble", excluded=FOR_GOOD)
            two.registry.connection_lost()
            async with asyncio.timeout(60):
                while not two.pit.standing("ann").excluded:
                    await asyncio.sleep(0.001)
        finally:
            await two.close()

    in_house(url, work)


def test_a_disabled_or_re_roled_user_acts_no_more(url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        await house.create_user("dan", Role.DEALER)
        dan = Actor("dan", Role.DEALER)
        await house.add_token("digest", "dan", 2e9)
        assert (await house.pit.set_terms(OLGA, "dan", disabled=True)).disabled
        assert await house.token("digest") is None
        assert "disabled" in refused(await house.command(table, dan, "1", None, "deal"))
        await house.pit.set_terms(OLGA, "dan", disabled=False)
        assert (await house.pit.set_role(OLGA, "dan", Role.AUDITOR)).role is Role.AUDITOR
        assert "is auditor now" in refused(await house.command(table, dan, "2", None, "deal"))
        user = await house.user("dan")
        assert user is not None
        assert user.role is Role.AUDITOR
        assert "must change your role" in refused(await house.pit.set_role(OLGA, "olga", Role.PLAYER))
        assert isinstance(await house.pit.set_terms(OLGA, "otto", disabled=True), Asked)
        assert await house.pit.set_terms(THE_HOUSE, "otto", disabled=True)

    in_house(url, work)
