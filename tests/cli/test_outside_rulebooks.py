"""Every command with a rulebook from outside the package."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pitboss.docs.__main__ import main as write_docs
from pitboss.search_path import VARIABLE
from tests.cli import calls
from tests.outside import SIX_TO_FIVE, TITLE, copy_rulebook, replace_text

BLACKJACK = """\
title: A blackjack pays 6 to 5
rulebook: my-house
clauses: 4.1 Blackjack
limits: 10-1000
cards: As 9h Kd 8c
---
ann: bet 1 10
house: deal
? net ann +12
"""


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one rulebook, my-house, that pays 6 to 5."""
    folder = tmp_path_factory.mktemp("outside")
    copy_rulebook(folder, "my-house", SIX_TO_FIVE, TITLE)
    return folder


def told(law: Path, *arguments: str) -> Any:
    return calls.told(*arguments, "--rulebooks", str(law))


def out(law: Path, *arguments: str) -> str:
    done = calls.call(*arguments, "--rulebooks", str(law))
    assert done.exit_code == 0, done.output
    return done.output


def test_rules_lists_and_shows_it(law: Path) -> None:
    assert "my-house" in [book["id"] for book in told(law, "rules")]
    assert "6:5" in out(law, "rules", "my-house", "4.1 Blackjack")
    assert calls.call("--rulebooks", str(law), "rules", "my-house").exit_code == 0
    assert told(law, "rules", "search", "insurance", "--in", "my-house")


def test_the_folders_of_a_call_end_with_it(law: Path) -> None:
    before = os.environ.get(VARIABLE)
    assert "my-house" in out(law, "rules")
    assert os.environ.get(VARIABLE) == before
    assert "there is no rulebook 'my-house'" in calls.call("rules", "my-house").output


def test_diff_compares_it_with_a_rulebook_of_the_package(law: Path) -> None:
    (found,) = told(law, "rules", "diff", "mbs-blackjack", "my-house")["differences"]
    assert (found["name"], found["my-house"]["value"]) == ("blackjack_odds", "6:5")
    priced = told(law, "rules", "diff", "mbs-blackjack", "my-house", "--cost")
    assert [rule["names"] for rule in priced["differences"]] == [["blackjack_odds"]]


def test_coverage_replays_its_own_cases(law: Path) -> None:
    done = calls.call("rules", "coverage", "my-house", "--json", "--rulebooks", str(law))
    found = {row["clause"]: row["cases"] for row in json.loads(done.stdout)["clauses"]}
    assert found["3.10.1"] != []
    assert found["4.2.1"] == []  # its cases expect 3 to 2
    assert "my-house/cases/3.7-paid-by-the-schedule.pit:12: expected wager ann 1 main +37.50" in done.stderr


def test_coverage_breaks_its_values(law: Path, tmp_path: Path) -> None:
    copy_rulebook(tmp_path, "same-house")
    done = calls.call(
        *("rules", "coverage", "same-house", "--mutants", "--of", "values", "--only", "4.1 Blackjack", "--jobs", "1"),
        *("--state", str(tmp_path / "state"), "--json", "--rulebooks", str(tmp_path)),
    )
    assert done.exit_code == 0, done.output
    assert "same-house" in done.stdout


def test_replay_plays_its_files(law: Path, tmp_path: Path) -> None:
    file = tmp_path / "blackjack.pit"
    file.write_text(BLACKJACK, encoding="utf-8")
    assert "1 passed, 0 failed" in out(law, "replay", str(file), "--check-citations")
    file.write_text(BLACKJACK.replace("+12", "+15"), encoding="utf-8")
    assert calls.call("replay", str(file), "--rulebooks", str(law)).exit_code == 1


def test_play_seats_a_player_at_its_table(law: Path) -> None:
    from typer.testing import CliRunner

    from pitboss import cli

    done = CliRunner().invoke(
        cli.build(), ["play", "my-house", "--seed", "1", "--rulebooks", str(law)], input="quit\n", prog_name="pitboss"
    )
    assert done.exit_code == 0, done.output
    assert "My House: Blackjack" in done.output


def test_exact_figures_follow_its_values(law: Path) -> None:
    own, original = (told(law, "edge", name)["main"]["expectation"] for name in ("my-house", "mbs-blackjack"))
    # 3 to 2 pays three tenths of a wager more on a blackjack, unless the dealer matches it or it is paid even money
    blackjack = 2 * 32 * 128 / (416 * 415)
    assert 0.85 * 0.3 * blackjack < original - own < 0.3 * blackjack
    assert told(law, "hand", "my-house", "8h 8c", "Ks")["rulebook"] == "my-house"
    assert "My House: Blackjack" in out(law, "strategy", "my-house")
    assert "My House: Blackjack" in out(law, "session", "my-house", "--rounds", "100")


def test_it_is_simulated_and_a_checkpoint_notices_a_change_of_it(law: Path, tmp_path: Path) -> None:
    copy_rulebook(tmp_path, "changed-house", SIX_TO_FIVE)
    simulate = ("simulate", "changed-house", "--rounds", "2e5", "--checkpoint", str(tmp_path / "state"))
    assert calls.call(*simulate, "--rulebooks", str(tmp_path)).exit_code == 0
    replace_text(tmp_path / "changed-house" / "rules.toml", (SIX_TO_FIVE[1], SIX_TO_FIVE[0]))
    from pitboss.law import load

    load._load.cache_clear()
    again = calls.call(*simulate, "--rulebooks", str(tmp_path))
    assert again.exit_code == 2
    assert "is the checkpoint of another run" in again.output


def test_a_report_is_written_of_it(law: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    out(law, "report", "my-house", "--rounds", "0", "--out", str(file))
    assert "My House: Blackjack" in file.read_text(encoding="utf-8")


def test_its_page_is_written_with_links_to_its_cases(law: Path, tmp_path: Path) -> None:
    (tmp_path / "law").mkdir()
    (tmp_path / "law" / "mine.md").write_text("<!-- Generated by `make docs` from the sources. -->")
    arguments = ["--rulebooks", str(law), "--folder", str(tmp_path)]
    assert write_docs(arguments) == 0
    page = (tmp_path / "law" / "my-house.md").read_text(encoding="utf-8")
    link = page.partition("[1.1.1-ten-value-cards.pit](")[2].partition(")")[0]
    assert (tmp_path / "law" / link).is_file()
    assert (tmp_path / "law" / "mine.md").exists()
    assert write_docs([*arguments, "--check"]) == 0
    (tmp_path / "law" / "my-house.md").write_text("stale")
    assert write_docs([*arguments, "--check"]) == 1


def test_a_project_names_its_folders(law: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[tool.pitboss]\nrulebooks = ["{law.as_posix()}"]\n')
    monkeypatch.chdir(tmp_path)
    assert calls.call("rules", "my-house").exit_code == 0
    (tmp_path / "pyproject.toml").write_text('[tool.pitboss]\nrulebooks = ["nowhere"]\n')
    done = calls.call("rules")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss: pyproject.toml: there is no folder ")


def test_bad_folders_and_broken_data_are_one_line(law: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # `serve` opens the user's practice house
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    missing = calls.call("edge", "mbs-blackjack", "--rulebooks", str(tmp_path / "nowhere"))
    assert missing.exit_code == 2
    assert missing.stderr.startswith("pitboss edge: --rulebooks: there is no folder ")
    copy_rulebook(tmp_path / "two", "my-house")
    twice = calls.call("rules", "--rulebooks", str(law), "--rulebooks", str(tmp_path / "two"))
    assert (twice.exit_code, twice.stdout) == (2, "")
    assert "rulebook 'my-house' is there twice" in twice.stderr
    broken = copy_rulebook(tmp_path / "broken", "broken-house", ("[rules]\n", "[rules\n"))
    for command in (("rules",), ("edge", "broken-house"), ("play", "broken-house"), ("serve", "--port", "0")):
        done = calls.call(*command, "--rulebooks", str(broken))
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.output
        assert "broken-house/rules.toml: Expected ']'" in done.stderr
