"""Every entry names the person and the means by which it was done, inside its hash."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from pitboss.house.audit.database import audit
from pitboss.house.audit.house_log import HouseLogReplay
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.house.house_acts import AnyAct, TokenIssued, UserSignedOut, decode_acts
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, START, Record, chained
from pitboss.house.means import system_user
from pitboss.tables.live import THE_CLOCK, Actor, Role, TableSpec
from tests.house.houses import in_house

OLGA = Actor("olga", Role.OPERATOR, "token cashier-2")
ANN = Actor("ann", Role.PLAYER, "session")
SPEC = TableSpec(rulebook="nz-blackjack", limits="10-500")


async def _evening(house: House) -> None:
    """A user, money, a table, a seat, and the end of the table."""
    await house.create_user("ann", Role.PLAYER, by=OLGA)
    await house.set_password("ann", "hash", by=ANN)
    await house.deposit("ann", 50_000, "d1", by=OLGA)
    await house.withdraw("ann", 10_000, "w1", by=OLGA)
    info = await house.open_table(OLGA, SPEC)
    assert isinstance(info, TableInfo), info
    for actor, words in ((ANN, "join 100"), (THE_CLOCK, "shuffle")):
        assert isinstance(await house.command(info.id, actor, words, None, words), CommandDone)
    assert await house.close_table(info.id, OLGA) is None


def _authors(url: str, log: str) -> list[tuple[str, str, str, str]]:
    engine = connect(url)
    with engine.begin() as connection:
        found = [link.record for link in read.links(connection, log)]
    engine.dispose()
    return [(one.words, one.actor, one.role, one.means) for one in found]


def test_every_entry_names_the_person_and_the_means(url: str) -> None:
    in_house(url, _evening)
    olga = ("olga", "operator", "token cashier-2")
    assert _authors(url, HOUSE_LOG) == [
        ("found", "house", "house", "program"),
        ("user ann player", *olga),
        ("password ann", "ann", "player", "session"),
        ("deposit", *olga),
        ("withdrawal", *olga),
        ("open t1", *olga),
        ("close t1", *olga),
    ]
    said = _authors(url, "t1")
    assert said[:3] == [
        ("open", *olga),
        ("join 100", "ann", "player", "session"),
        ("shuffle", "house", "house", "clock"),
    ]
    # what the closing says for a player is not the player's own word
    assert said[-1] == ("leave", "ann", "player", "closing by olga")


def test_issuing_a_token_and_signing_out_name_the_person_and_never_the_token(url: str) -> None:
    async def work(house: House) -> None:
        await house.create_user("ann", Role.PLAYER, by=OLGA)
        await house.add_token("of-a-sign-in", "ann", 4e9, "password")
        await house.add_token("of-a-desk", "ann", 4e9, "desk", by=OLGA)
        assert await house.token("of-a-desk") is not None
        assert await house.end_tokens("ann", by=OLGA) == 2
        assert await house.token("of-a-desk") is None

    in_house(url, work)
    olga = ("olga", "operator", "token cashier-2")
    assert _authors(url, HOUSE_LOG)[2:] == [("token ann", *olga), ("sign_out ann", *olga)]
    engine = connect(url)
    with engine.begin() as connection:
        events = [link.record.events for link in read.links(connection, HOUSE_LOG)][2:]
    engine.dispose()
    assert [decode_acts(each) for each in events] == [(TokenIssued("ann", "desk"),), (UserSignedOut("ann"),)]


@pytest.mark.parametrize("act", [TokenIssued("ann", "desk"), UserSignedOut("ann")])
def test_audit_finds_tokens_and_sign_outs_of_unknown_users(act: AnyAct) -> None:
    entry = Record(HOUSE_LOG, 1, 1, 0, "", "olga", "operator", "token ann", msgspec.json.encode((act,)))
    assert HouseLogReplay().follow(entry) == "there is no user ann"


def test_statement_lines_name_the_person_and_the_means(url: str) -> None:
    async def work(house: House) -> None:
        await _evening(house)
        lines = (await house.statement("ann"))[::-1]
        assert [(line.what, line.actor, line.means) for line in lines][:3] == [
            ("deposit", "olga", "token cashier-2"),
            ("withdrawal", "olga", "token cashier-2"),
            ("join", "ann", "session"),
        ]

    in_house(url, work)


@pytest.mark.parametrize("column", ["actor", "role", "means"])
@pytest.mark.parametrize("log", ["house", "t1"])
def test_audit_finds_a_changed_author(tmp_path: Path, log: str, column: str) -> None:
    file = tmp_path / "house.db"
    in_house(str(file), _evening)
    with sqlite3.connect(file) as connection:
        connection.execute(f"UPDATE entries SET {column} = '' WHERE stream = ? AND seq = 2", (log,))
    connection.close()
    engine = connect(str(file))
    first = audit(engine).first
    engine.dispose()
    assert first is not None
    assert (first.row, first.what) == (f"{log} #2", "its hash does not match its fields")


def test_an_entry_without_means_has_the_hash_that_older_releases_gave_it() -> None:
    record = Record("t1", 1, 1, 0, "c", "ann", "player", "bet 1 10", b"[]")
    # as the release of November 2026 wrote it
    assert chained(START, record).hex() == "1112a27d1c23ddfcba49763cf79a24e34591caad7812b53dabb94c755c470cba"
    assert chained(START, Record("t1", 1, 1, 0, "c", "ann", "player", "bet 1 10", b"[]", (), "session")) != chained(
        START, record
    )


def test_the_command_line_is_the_system_account_and_who_called_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.means._account", lambda: "pit\n")
    monkeypatch.setattr("socket.gethostname", lambda: "desk1")
    monkeypatch.delenv("SUDO_USER", raising=False)
    assert system_user() == Actor("pit?", Role.HOUSE, "cli pit?@desk1")
    monkeypatch.setenv("SUDO_USER", "dan")
    assert system_user().means == "cli pit?@desk1, sudo by dan"
