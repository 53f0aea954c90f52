"""The audit finds whatever is changed in any row of any table of the database, and names that row first."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from pitboss.games.tournament.live import TournamentTables
from pitboss.house.administration import Administration
from pitboss.house.audit.database import AuditReport, audit
from pitboss.house.database import connect, migrate, writing
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.house.log.chain import START, Record, chained
from pitboss.house.log.read import links
from pitboss.house.log.sqlite_appender import create_appender
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.house.houses import play, with_table

TABLES = {
    "streams": ("name",),
    "entries": ("stream", "seq"),
    "accounts": ("name",),
    "users": ("name",),
    "tokens": ("digest",),
    "alembic_version": ("version_num",),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A valid house with three tables, one of them closed."""
    path = tmp_path_factory.mktemp("audit") / "house.db"

    async def make() -> None:
        house = await House.open(str(path))
        await house.create_user("olga", Role.OPERATOR, "hash")
        await house.add_token("aabb", "olga", 2e9, "desk")
        for rulebook in ("nz-blackjack", "tribal-blackjack"):
            await play(house, await with_table(house, rulebook), 25, seed=4)
        empty = await with_table(house)
        assert await house.close_table(empty, THE_HOUSE) is None
        await house.withdraw("ann", 100, "w1")
        await house.set_password("olga", "other")
        await house.close()

    asyncio.run(make())
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    return path


def audited(path: Path, **asked: Any) -> AuditReport:
    engine = connect(str(path))
    try:
        return audit(engine, **asked)
    finally:
        engine.dispose()


def rows_of(path: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table of the database, without the number that it has given them itself."""
    with sqlite3.connect(path) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
        quoted = ", ".join(f'"{column}"' for column in columns)
        found = connection.execute(f"SELECT {quoted} FROM {table}").fetchall()
    connection.close()
    return [dict(zip(columns, row, strict=True)) for row in found]


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "copy.db"))


def change(path: Path, sql: str, *values: Any) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        assert connection.execute(sql, values).rowcount == 1
    connection.close()


def test_an_unchanged_house_passes_the_audit(whole: Path) -> None:
    report = audited(whole)
    assert report.findings == []
    assert (report.logs, report.accounts) == (4, len(rows_of(whole, "accounts")))
    entries = rows_of(whole, "entries")
    assert report.entries == len(entries)
    assert report.transfers == sum(len(msgspec.json.decode(row["moved"] or "[]")) for row in entries)


def test_the_reason_of_money_at_the_door_is_the_acts(copy: Path) -> None:
    change(copy, "UPDATE entries SET moved = replace(moved, 'capital', 'gift') WHERE stream = 'house' AND seq = 1")
    rechained(copy, "house")
    assert str(audited(copy).first) == "entries house #1: its transfers are not those of its act"


def test_the_transfers_of_an_entry_equal_those_of_its_events(copy: Path) -> None:
    at = last_bet(copy).seq
    change(copy, "UPDATE entries SET moved = replace(moved, '00,', '01,') WHERE stream = 't1' AND seq = ?", at)
    rechained(copy, "t1")
    assert str(audited(copy).first) == f"entries t1 #{at}: its transfers are not those of its events"


@pytest.mark.parametrize(
    "other",
    [
        r"moved = replace(moved, 'wallet/', 'wallet\/'), wallet = NULL",
        r"moved = replace(moved, 'purse', '\u0070urse')",
        "moved = CAST(moved AS BLOB)",
        """moved = replace(moved, ']]', ', "gift"]]')""",
    ],
)
def test_transfers_that_are_the_same_but_not_what_statements_look_for_are_found(copy: Path, other: str) -> None:
    change(copy, f"UPDATE entries SET {other} WHERE stream = 't1' AND seq = 2")
    first = audited(copy).first
    assert first is not None
    assert (first.table, first.row) == ("entries", "t1 #2")


def test_accounts_that_are_written_otherwise_are_found_on_either_database(url: str) -> None:
    engine = connect(url)
    migrate(engine)
    appender = create_appender(engine, "test")
    Administration(engine, appender).found(THE_HOUSE, 1000)
    appender.close()
    with writing(engine).begin() as connection:
        connection.execute(sa.text(r"UPDATE entries SET moved = replace(moved, 'house', '\u0068ouse')"))
    first = audit(engine).first
    engine.dispose()
    assert str(first) == "entries house #1: its account names are escaped, so that statements would miss them"


def test_an_entry_that_is_numbered_out_of_its_order_is_found(copy: Path) -> None:
    change(copy, "UPDATE entries SET id = 4000 WHERE stream = 't1' AND seq = 3")  # of the same block
    assert [str(found) for found in audited(copy).findings] == [
        "entries t1 #4: its number is below that of the entry before it"
    ]


def test_a_gap_in_the_row_ids_is_not_a_finding(copy: Path) -> None:
    change(copy, "UPDATE entries SET id = ? WHERE id = (SELECT max(id) FROM entries)", 1 << 62)
    assert audited(copy).findings == []


def spoilt(value: Any, dice: st.DataObject) -> Any:
    """Another value of the same kind, by as little as can be, or of another kind."""
    match value:
        case None:
            return "wallet/eve"
        case int():
            return dice.draw(st.sampled_from((value + 1, value - 1, -value - 1, "x", None, b"\xff")))
        case str():
            other = dice.draw(st.sampled_from(("", value + " ", value[:-1] + "~", "~" + value, b"\xff\xfe")))
            return other if other != value else "~"
        case bytes() if value:
            place, bit = dice.draw(st.integers(0, len(value) - 1)), dice.draw(st.integers(0, 7))
            return value[:place] + bytes([value[place] ^ 1 << bit]) + value[place + 1 :]
        case _:
            return b"\0"


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dice=st.data())
def test_whatever_is_changed_is_found_and_named_first(whole: Path, tmp_path: Path, dice: st.DataObject) -> None:
    change_anything(whole, tmp_path, dice)


def change_anything(whole: Path, tmp_path: Path, dice: st.DataObject) -> None:
    path = Path(shutil.copy(whole, tmp_path / "spoilt.db"))
    table = dice.draw(st.sampled_from(sorted(TABLES)))
    row = dice.draw(st.sampled_from(rows_of(path, table)))
    column = dice.draw(st.sampled_from(list(row)))
    new = spoilt(row[column], dice)
    assume(column != "moved" or new != f"{row[column]} ")  # the same transfers
    where = " AND ".join(f'"{key}" = ?' for key in TABLES[table])
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA ignore_check_constraints=ON")
    try:
        with connection:
            connection.execute(
                f'UPDATE {table} SET "{column}" = ? WHERE {where}', (new, *(row[key] for key in TABLES[table]))
            )
    except sqlite3.IntegrityError:
        return  # the database itself does not let it be
    finally:
        connection.close()
    first = audited(path).first
    assert first is not None, (table, row, column, new)
    named = {_name(table, row), _name(table, row | {column: new})}
    if table == "entries" and column in TABLES[table]:
        named |= {_name(table, row | {"seq": row["seq"] + 1})}
    assert (first.table, first.row in named) == (table, True), (first, named, column, new)


def _name(table: str, row: dict[str, Any]) -> str:
    keys = [row[key] for key in TABLES[table]]
    return f"{keys[0]} #{keys[1]}" if table == "entries" else str(keys[0])


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dice=st.data())
@example(dice=None)
def test_a_row_that_is_removed_is_missed(whole: Path, tmp_path: Path, dice: st.DataObject | None) -> None:
    path = Path(shutil.copy(whole, tmp_path / "less.db"))
    table = dice.draw(st.sampled_from(sorted(TABLES.keys() - {"tokens"}))) if dice else "entries"
    rows = rows_of(path, table)
    row = dice.draw(st.sampled_from(rows)) if dice else rows[-1]  # the last, which no other entry holds fast
    keys = TABLES[table]
    change(path, f"DELETE FROM {table} WHERE {' AND '.join(f'{key} = ?' for key in keys)}", *(row[key] for key in keys))
    first = audited(path).first
    assert first is not None
    if table in ("entries", "accounts", "users"):
        assert (first.table, first.row) == (table, _name(table, row))
    else:
        assert first.table == table


def test_rows_that_are_added_are_found(whole: Path, tmp_path: Path) -> None:
    added = {
        "accounts": ("wallet/eve", 0),
        "users": ("eve", "operator", 0, None, 5),
        "tokens": ("cc", "olga", "", 1, 2, b"seal"),
        "entries": (99_999, "t1", 99_999, 1, 1, "", "eve", "player", "win", b"[]", None, None, b"hash", "session"),
        "streams": ("t9", "", "blackjack", b"{}", b"", 1, 0, 0, 0, START),
    }
    for table, row in added.items():
        path = Path(shutil.copy(whole, tmp_path / f"{table}.db"))
        change(path, f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)
        first = audited(path).first
        assert first is not None
        assert first.table == table


def rechained(path: Path, stream: str) -> None:
    """Recomputes every hash of a log, as a forger who knows the chain would."""
    engine = connect(str(path))
    with engine.begin() as connection:
        found = list(links(connection, stream))
    engine.dispose()
    head = START
    for link in found:
        head = chained(head, link.record)
        change(path, "UPDATE entries SET hash = ? WHERE stream = ? AND seq = ?", head, stream, link.record.seq)
    change(path, "UPDATE streams SET head = ? WHERE name = ?", head, stream)


def last_bet(path: Path) -> Record:
    engine = connect(str(path))
    with engine.begin() as connection:
        found = [link.record for link in links(connection, "t1") if link.record.words.startswith("bet")][-1]
    engine.dispose()
    return found


@pytest.mark.parametrize("column", ["words", "actor", "events"])
def test_a_history_that_is_rewritten_with_its_hashes_is_found_by_playing_it_again(copy: Path, column: str) -> None:
    bet = last_bet(copy)
    other = {"words": "bet 1 499", "actor": "house", "events": b"[]"}[column]
    change(copy, f"UPDATE entries SET {column} = ? WHERE stream = 't1' AND seq = ?", other, bet.seq)
    rechained(copy, "t1")
    assert audited(copy, replay=False).first is None or column == "events"
    first = audited(copy).first
    assert first is not None
    assert (first.table, first.row) == ("entries", f"t1 #{bet.seq}")


def test_one_bad_row_makes_no_account_wrong(copy: Path) -> None:
    at = last_bet(copy).seq
    change(copy, "UPDATE entries SET words = 'bet 1 499' WHERE stream = 't1' AND seq = ?", at)
    assert [(found.table, found.row) for found in audited(copy).findings] == [("entries", f"t1 #{at}")]
    change(copy, "UPDATE entries SET moved = replace(moved, '00,', '\"many\",') WHERE stream = 't1' AND seq = ?", at)
    spoilt = audited(copy).findings
    assert [(found.table, found.row) for found in spoilt] == [("entries", f"t1 #{at}"), ("accounts", "all")]
    assert spoilt[1].what == "not compared: the log of t1 could not be read"


def test_a_release_that_cited_other_clauses_has_written_nothing_wrong(copy: Path) -> None:
    bet = last_bet(copy)
    events = msgspec.json.decode(bet.events)
    assert events[0]["clauses"]
    events[0]["clauses"] = []
    other = msgspec.json.encode(events)
    change(copy, "UPDATE entries SET events = ? WHERE stream = 't1' AND seq = ?", other, bet.seq)
    rechained(copy, "t1")
    report = audited(copy)
    assert report.findings == []
    assert (report.cited_otherwise, report.first_cited_otherwise) == (1, f"t1 #{bet.seq}")


def test_a_release_that_closed_a_blackjack_as_21_has_written_nothing_wrong(tmp_path: Path) -> None:
    path = tmp_path / "house.db"

    async def make() -> None:
        house = await House.open(str(path))
        table = await with_table(house, cards_are_read=True)
        said = ("bet 1 10", "deal", "card Ah", "card Td", "card Kh", "card 9d")
        for number, words in enumerate(said):
            actor = Actor("ann", Role.PLAYER) if words.startswith("bet") else THE_HOUSE
            done = await house.command(table, actor, f"c{number}", None, words)
            assert isinstance(done, CommandDone), done
        await house.close()

    asyncio.run(make())
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    (closed,) = [row for row in rows_of(path, "entries") if b'"why":"blackjack"' in bytes(row["events"])]
    former = bytes(closed["events"]).replace(b'"why":"blackjack"', b'"why":"21"')
    change(path, "UPDATE entries SET events = ? WHERE stream = 't1' AND seq = ?", former, closed["seq"])
    rechained(path, "t1")
    assert str(audited(path).first) == f"entries t1 #{closed['seq']}: the same command produces other events now"
    change(path, "UPDATE entries SET means = '' WHERE stream = 't1' AND seq = ?", closed["seq"])
    rechained(path, "t1")
    report = audited(path)
    assert report.findings == []
    assert report.cited_otherwise == 0


def test_a_house_that_an_earlier_release_kept_is_served_and_audited(url: str) -> None:
    """It has the first shape of a house, and comes to the newest as it is opened."""
    kept = sqlite3.connect(":memory:")
    kept.executescript((Path(__file__).parent / "kept" / "house_of_november_2026.sql").read_text("utf-8"))
    engine = connect(url)
    migrate(engine, "0001")
    with writing(engine).begin() as connection:
        for name in ("streams", "entries", "transfers", "accounts", "users"):
            table = sa.Table(name, sa.MetaData(), autoload_with=connection)
            rows = kept.execute(f"SELECT * FROM {name} {'ORDER BY rowid' if name == 'entries' else ''}")
            columns = [column[0] for column in rows.description]
            connection.execute(sa.insert(table), [dict(zip(columns, row, strict=True)) for row in rows])
        before = _old_statement(connection, "wallet/ann")
    kept.close()

    async def on() -> None:
        house = await House.open(url)
        newest = [line.amount for line in await house.statement("ann", limit=1000)]
        assert newest[::-1] == before
        for table in await house.tables():
            assert await play(house, table.id, 5, seed=1, start="now") == []
        await house.close()

    asyncio.run(on())
    report = audit(engine)
    engine.dispose()
    assert report.findings == []
    assert 0 < report.cited_otherwise < report.entries


@pytest.mark.parametrize(
    ("rulebook", "words"),
    [
        ("nz-blackjack", ("ann: bet 1 10.25", "bob: bet 2 10.01")),
        ("mbs-blackjack", ("ann: bet 1 10.01", "bob: bet 2 20.33 pair=1.01")),
    ],
)
def test_wagers_of_any_amount_that_an_earlier_release_took_are_audited(
    tmp_path: Path, rulebook: str, words: tuple[str, ...]
) -> None:
    path = tmp_path / "house.db"

    async def make() -> None:
        house = await House.open(str(path))
        table = await with_table(house, rulebook)
        live = await house.live(table)
        assert live is not None
        live.accept_any_amount(accepted=True)
        for line in words:
            name, _, said = line.partition(": ")
            earlier = Actor(name, Role.PLAYER, means="")
            assert not isinstance(await house.command(table, earlier, said, None, said), Refusal)
        await house.command(table, THE_HOUSE, "deal", None, "deal")
        assert await play(house, table, 20, seed=3) == []
        await house.close()

    asyncio.run(make())
    assert audited(path).findings == []


def _old_statement(connection: sa.Connection, wallet: str) -> list[int]:
    """What came to a wallet and went out of it, as a house of the first shape has it."""
    rows = connection.execute(
        sa.text(
            "SELECT CASE credit WHEN :wallet THEN amount ELSE -amount END"
            " FROM transfers JOIN entries USING (stream, seq) WHERE wallet = :wallet ORDER BY at, stream, seq, place"
        ),
        {"wallet": wallet},
    )
    return list(rows.scalars())


def test_a_history_that_is_rewritten_is_found_by_the_heads_of_an_earlier_audit(copy: Path) -> None:
    heads = audited(copy).heads
    at = last_bet(copy).seq
    change(copy, "UPDATE entries SET at = at - 1 WHERE stream = 't1' AND seq = ?", at)
    rechained(copy, "t1")
    assert audited(copy).findings == []  # the hour of a bet, no rule of play holds fast
    first = audited(copy, since=heads).first
    assert first is not None
    assert (first.row, first.what) == (f"t1 #{heads['t1'][0]}", "an earlier audit has seen another hash")


def test_the_heads_of_an_earlier_audit_still_hold_when_the_house_has_played_on(copy: Path) -> None:
    heads = audited(copy).heads

    async def on() -> None:
        house = await House.open(str(copy))
        await play(house, "t1", 10, seed=9, start="on")
        await house.close()

    asyncio.run(on())
    report = audited(copy, since=msgspec.json.decode(msgspec.json.encode(heads), type=dict[str, tuple[int, str]]))
    assert report.findings == []
    assert report.heads["t1"][0] > heads["t1"][0]


def test_deal_of_an_earlier_release_that_disqualified_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier releases let a dealer deal while players had to bet; what they have written stays right."""
    path = tmp_path / "house.db"

    async def make() -> None:
        house = await House.open(str(path))
        info = await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-tournament", limits="10-100"))
        assert isinstance(info, TableInfo)
        said = [(Actor(name, Role.PLAYER), words) for name in "abcd" for words in ("join 100", "enter")]
        said += [(Actor("olga", Role.OPERATOR), "start"), (Actor("a", Role.PLAYER), "bet 10")]
        said += [(Actor("b", Role.PLAYER), "bet 10"), (Actor("dan", Role.DEALER), "t1 deal")]
        for name in "abcd":
            await house.create_user(name, Role.PLAYER)
            await house.deposit(name, 100_00, name)
        for actor, words in said:
            done = await house.command(info.id, actor, "", None, words)
            assert isinstance(done, CommandDone), done
        await house.close()

    with monkeypatch.context() as earlier:
        earlier.setattr(TournamentTables, "confirmation", lambda table, actor, command: None)
        asyncio.run(make())
    report = audited(path)
    assert report.findings == []
    assert report.heads["t1"][0] > 10


@pytest.mark.parametrize(("net", "sound"), [("+1000000", False), ("+351", False), ("+350", True), ("0", True)])
def test_adjusted_wager_with_a_result_of_no_position_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, net: str, sound: bool
) -> None:
    path = tmp_path / "house.db"

    async def make() -> None:
        house = await House.open(str(path))
        spec = TableSpec(rulebook="nz-roulette", limits="5-100", cards_are_read=True)
        info = await house.open_table(THE_HOUSE, spec)
        assert isinstance(info, TableInfo)
        await house.create_user("ann", Role.PLAYER)
        await house.deposit("ann", 100_00, "ann")
        ann, olga = Actor("ann", Role.PLAYER), Actor("olga", Role.OPERATOR)
        said = [(ann, "join 100"), (ann, "bet straight 17 10"), (olga, "number 18")]
        for actor, words in (*said, (olga, f"adjust ann straight 17 {net} kindness")):
            done = await house.command(info.id, actor, "", None, words)
            assert isinstance(done, CommandDone), done
        await house.close()

    with monkeypatch.context() as earlier:  # a release that asked only whether the result was better
        earlier.setattr("pitboss.games.roulette.settling._check_result", lambda *asked: None)
        asyncio.run(make())
    first = audited(path).first
    if sound:
        assert first is None
    else:
        assert first is not None
        assert (first.row, "3.8" in first.what) == ("t1 #5", True)


def test_money_that_is_made_of_nothing_is_found(copy: Path) -> None:
    change(copy, "UPDATE accounts SET holds = holds + 1 WHERE name = 'wallet/ann'")
    first = audited(copy, replay=False).first
    assert first is not None
    assert (first.table, first.row) == ("accounts", "wallet/ann")


def test_a_file_whose_pages_are_spoilt_is_found(copy: Path) -> None:
    data = bytearray(copy.read_bytes())
    assert len(data) > 3 * 4096
    text = data.rindex(b"wallet/ann")
    data[text] ^= 1
    copy.write_bytes(data)
    assert audited(copy).findings


@pytest.mark.soak
@settings(max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dice=st.data())
def test_whatever_is_changed_is_found_five_thousand_times(whole: Path, tmp_path: Path, dice: st.DataObject) -> None:
    change_anything(whole, tmp_path, dice)
