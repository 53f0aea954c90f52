"""``pitboss demo evening``: a house that was played in, and can be audited."""

import json
from pathlib import Path

from typer.testing import CliRunner

from pitboss.cli import build
from pitboss.law import rulebook_ids


def call(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(build(), list(arguments))
    return result.exit_code, result.stdout


def test_an_evening_is_played_at_every_table_and_audits(tmp_path: Path) -> None:
    house = str(tmp_path / "house.db")
    code, printed = call("demo", "evening", house, "--rounds", "3", "--json")
    assert code == 0
    played = json.loads(printed)
    assert {table["rulebook"] for table in played["tables"]} == set(rulebook_ids())
    assert all(table["rounds"] >= 3 for table in played["tables"])
    assert played["rounds"] == sum(table["rounds"] for table in played["tables"])
    assert set(played["tokens"]) == {"olga", "sue", "carl", "audrey", "dan", "ann"}
    code, printed = call("audit", "--database", house)
    assert (code, "no errors" in printed) == (0, True)
    code, printed = call("audit", "rounds", "t1", "--database", house)
    assert code == 0


def test_a_house_in_use_is_not_filled(tmp_path: Path) -> None:
    house = str(tmp_path / "house.db")
    assert call("user", "add", "bea", "--database", house)[0] == 0
    before = call("user", "list", "--database", house)
    refused = CliRunner().invoke(build(), ["demo", "evening", house])
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert call("user", "list", "--database", house) == before
    assert call("demo", "evening", ":memory:")[0] == 2
