"""The tutorial runs as it stands: its file, and what the commands print."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.tournament import command

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "tournament.md"


def blocks() -> list[str]:
    return TUTORIAL.read_text(encoding="utf-8").split("```\n")[1::2]


def plain(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("number", [1, 3])
def test_the_commands_print_what_the_tutorial_shows(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cup.pit").write_text(blocks()[0], encoding="utf-8")
    asked, *shown = plain(blocks()[number])
    result = CliRunner().invoke(command, asked.removeprefix("$ pitboss tournament ").split())
    assert result.exit_code == 0
    assert plain(result.stdout) == shown


def test_a_bet_out_of_turn_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = blocks()[0].replace("ann: bet 50\nbob: bet 80\ncid: bet 50", "ann: bet 50\ncid: bet 50\nbob: bet 10")
    Path("cup.pit").write_text(wrong, encoding="utf-8")
    result = CliRunner().invoke(command, ["run", "cup.pit"])
    assert result.exit_code == 1
    assert plain(result.stderr) == plain(blocks()[2])
