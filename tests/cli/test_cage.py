"""`pitboss cage` and the standing of users by `pitboss user`: a gaming day from the command line."""

import asyncio
import json
from pathlib import Path

import pytest

from pitboss.house.house import House
from pitboss.house.keys import new_key
from pitboss.tables.live import THE_HOUSE, Role, TableSpec
from tests.cli.calls import call


def run(*words: str, code: int = 0) -> str:
    """Runs a command and returns what it prints; it must exit with this code."""
    done = call(*words)
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A house with a key, a table t1 and the player ann."""
    monkeypatch.setenv("PITBOSS_KEY", new_key())
    file = str(tmp_path / "house.db")

    async def make() -> None:
        house = await House.open(file)
        await house.open_table(THE_HOUSE, TableSpec(rulebook="nz-blackjack", limits="10-500"))
        await house.create_user("ann", Role.PLAYER)
        await house.close()

    asyncio.run(make())
    return file


def test_a_gaming_day_runs_from_the_command_line(database: str) -> None:
    def cage(*words: str) -> str:
        return run("cage", *words, "--database", database)

    assert "is open, shift day" in cage("open", "2026-11-18", "--shift", "day")
    filled = cage("fill", "t1", "100x20", "25x40", "--why", "start")
    assert "FILL SLIP  F-000001" in filled
    assert "3000" in filled
    assert "received by" in filled
    ends = {len(line) for line in filled.splitlines() if " = " in line}
    assert len(ends) == 1, filled  # the total stands below the amounts
    assert json.loads(cage("credit", "t1", "100x5", "--json"))["number"] == "C-000001"
    assert "CREDIT SLIP  C-000001" in cage("slip", "c-000001")
    assert "has begun" in cage("shift", "night")
    assert "200" in cage("cash", "t1", "ann", "200")
    assert "counted" in cage("count", "t1", "closing", "100x15", "25x40")
    assert "counted" in cage("drop", "t1", "100x2")
    shown = json.loads(cage("show", "--json"))
    assert shown["shifts"] == ["day", "night"]
    assert shown["tables"][0]["fills"] == 300_000
    assert "is closed and signed by" in cage("close")
    assert "closed" in cage("show")
    archive = str(Path(database).with_name("pack.zip"))
    run("audit", "export", "2026-11-18", "--out", archive, "--database", database)
    assert "0 wrong; signed by" in run("audit", "pack", archive)
    assert "already exists" in run("audit", "export", "2026-11-18", "--out", archive, "--database", database, code=2)
    assert "no errors" in run("audit", "--database", database)


def test_the_cage_says_what_is_wrong(database: str) -> None:
    def refused(*words: str) -> str:
        return run("cage", *words, "--database", database, code=2)

    assert "no gaming day is open" in refused("fill", "t1", "100x20")
    assert "is not a gaming day" in refused("open", "today")
    assert "write 100x20" in refused("fill", "t1", "100")
    assert "there is no slip" in refused("slip", "F-000009")
    run("cage", "open", "2026-11-18", "--database", database)
    assert "is open: close it first" in refused("open", "2026-11-19")
    assert "there is no open table t9" in refused("fill", "t9", "100x20")
    assert "has no closing count" in refused("close")
    assert "Count again, or say why" in refused("count", "t1", "opening", "100x1")


def test_users_are_re_roled_disabled_excluded_and_limited(database: str) -> None:
    def user(*words: str) -> str:
        return run("user", *words, "--database", database)

    run("user", "add", "dan", "--role", "dealer", "--database", database)
    assert "dan is now supervisor" in user("role", "dan", "--role", "supervisor")
    assert "dan is disabled" in user("disable", "dan", "--why", "left")
    assert "dan is enabled" in user("enable", "dan")
    assert "for 30 days" in user("exclude", "ann", "--days", "30")
    assert "may play again" in user("exclude", "ann", "--end")
    assert "loss 500, stake 100, minutes 240" in user(
        "limit", "ann", "--loss", "500", "--stake", "100", "--minutes", "240"
    )
    assert json.loads(user("limit", "ann", "--loss", "0", "--json"))["loss"] == 0
    assert "ann has 50" in user("award", "ann", "50", "--why", "goodwill")
    assert "no errors" in run("audit", "--database", database)
    assert "a reason is required" in run("user", "award", "ann", "50", "--database", database, code=2)
    assert "name a limit" in run("user", "limit", "ann", "--database", database, code=2)
    assert "is not a role" in run("user", "role", "ann", "--role", "king", "--database", database, code=2)
