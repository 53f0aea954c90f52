"""``pitboss replay``: what it prints and how it exits."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import pitboss
from pitboss.cli import build
from pitboss.law import load_rulebook

HEADER = "title: a pair\nrulebook: nz-blackjack\nlimits: 10-1000\ncards: 8h Ks 8c Tc 9d Ad\n---\n"
PLAY = "ann: bet 1 100\nhouse: deal\nann: split 1\nann: stand 1\nann: stand 1\n"
GOOD = HEADER + PLAY + "? dealer blackjack\n? cited 12.6\n? net ann -100\n"
FAILING = HEADER + PLAY + "? net ann -200\n? dealer 21\n"
BROKEN = HEADER + PLAY + "ann: fold 1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good file, one that fails, one that cannot be read, and one that is no table."""
    for name, text in (("good", GOOD), ("failing", FAILING), ("broken", BROKEN)):
        (tmp_path / f"{name}.pit").write_text(text, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no table", encoding="utf-8")
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(build(), ["replay", *(str(argument) for argument in arguments)])


def test_a_file_that_does_what_it_expects(folder: Path) -> None:
    result = run(folder / "good.pit")
    assert (result.exit_code, result.output) == (0, "1 passed, 0 failed\n")


def test_an_expectation_that_fails(folder: Path) -> None:
    result = run(folder / "failing.pit")
    assert result.exit_code == 1
    complaint, last = result.output.splitlines()
    assert complaint == f"{folder / 'failing.pit'}:11: expected net ann -200, got ann -100"
    assert last == "0 passed, 1 failed"


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    result = run(folder / "broken.pit")
    assert result.exit_code == 2
    complaint, last = result.output.splitlines()
    assert complaint.startswith(f"{folder / 'broken.pit'}:11: 'fold' is not a verb of ann: expected one of ")
    assert last == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("limits: 100-10", 3),
        ("options: decks=8\nlimits: 100-10", 4),
        ("options: decks=4\noptions: boxes=10", 4),
        ("options: decks=4\noptions: style_a=true", 4),
        ("options: decks=4\noptions: super_sevens=7", 4),
    ],
)
def test_a_header_that_the_law_refuses_is_complained_of_at_its_own_line(tmp_path: Path, header: str, line: int) -> None:
    file = tmp_path / "table.pit"
    file.write_text(f"title: no table\nrulebook: nz-blackjack\n{header}\n---\n", encoding="utf-8")
    result = run(file)
    assert result.exit_code == 2
    assert result.output.startswith(f"{file}:{line}: ")


def test_the_worst_exit_code_wins_and_every_file_is_played(folder: Path) -> None:
    both = run(folder / "failing.pit", folder / "good.pit")
    assert (both.exit_code, both.output.splitlines()[-1]) == (1, "1 passed, 1 failed")
    result = run(folder)
    assert (result.exit_code, result.output.splitlines()[-1]) == (2, "1 passed, 2 failed")
    assert len(result.output.splitlines()) == 3


def test_a_folder_is_searched_to_its_depth(tmp_path: Path) -> None:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "deep" / "deeper" / "good.pit").write_text(GOOD, encoding="utf-8")
    assert run(tmp_path).output == "1 passed, 0 failed\n"


def test_a_folder_may_be_called_like_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "evening.pit"
    folder.mkdir()
    (folder / "first.pit").write_text(GOOD, encoding="utf-8")
    for path in (tmp_path, folder):
        result = run(path)
        assert (result.exit_code, result.output) == (0, "1 passed, 0 failed\n")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    result = run(tmp_path / "nothing.pit")
    assert result.exit_code == 2
    assert f"{tmp_path / 'nothing.pit'}: no such file or folder" in result.output


def test_as_json_one_object_a_file(folder: Path) -> None:
    result = run("--json", folder)
    assert result.exit_code == 2
    found = {Path(row["file"]).stem: row for row in map(json.loads, result.stdout.splitlines())}
    assert set(found) == {"good", "failing", "broken"}
    assert all(set(row) == {"file", "passed", "line", "expected", "got"} for row in found.values())
    assert found["good"] == {
        "file": str(folder / "good.pit"),
        "passed": True,
        "line": None,
        "expected": None,
        "got": None,
    }
    failing = found["failing"]
    assert (failing["passed"], failing["line"], failing["expected"], failing["got"]) == (
        False,
        11,
        "net ann -200",
        "ann -100",
    )
    assert (found["broken"]["passed"], found["broken"]["line"], found["broken"]["expected"]) == (False, 11, None)
    assert "'fold' is not a verb of ann" in found["broken"]["got"]


@pytest.mark.parametrize("flag", ["--verbose", "-v"])
def test_every_event_with_its_clause(folder: Path, flag: str) -> None:
    result = run(flag, folder / "good.pit")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    for told in ("ann: bet 1 100", "    8h to box 1  [8.2", "    Ks to the dealer  [8.2(b)", "ann: split 1"):
        assert any(line.startswith(told) for line in lines), told
    assert any(line.startswith("    ann's wager on box 1, hand 2 is returned") and "12.6" in line for line in lines)
    # an event of a rule names its clauses
    assert sum(line.endswith("]") for line in lines) > len(lines) / 2
    assert lines[-1] == "1 passed, 0 failed"


def test_explain_describes_the_round_and_each_clause_once(folder: Path) -> None:
    explained = run(folder / "good.pit", "--explain")
    assert explained.exit_code == 0
    story, _, clauses = explained.output.partition("\nClauses of nz-blackjack cited:\n")
    verbose = run(folder / "good.pit", "--verbose").output
    told = [line for line in story.splitlines() if not line.startswith("        ")]  # without the facts
    assert verbose.splitlines()[: len(told)] == told
    (named,) = (clause for clause in load_rulebook("nz-blackjack").clauses if clause.id == "12.6")
    assert clauses.count(f"  12.6: {named.summary}\n      as read here: {named.reading_text}\n") == 1


def test_explain_names_the_rulebook_of_a_clause_that_is_another_ones() -> None:
    case = next(Path(pitboss.__file__).parent.glob("rulebooks/nz-tournament/cases/4.7*.pit"))
    explained = run(case, "--explain").output
    clauses = explained.partition("\nClauses of nz-tournament cited:\n")[2]
    (named,) = (clause for clause in load_rulebook("nz-blackjack").clauses if clause.id == "6.1")
    assert f"  nz-blackjack 6.1: {named.summary}\n" in clauses


def test_verbose_begins_with_the_warnings_of_the_table(tmp_path: Path) -> None:
    file = tmp_path / "two.pit"
    options = "options: super_sevens=true madness_21=true"
    file.write_text(GOOD.replace("limits:", f"{options}\nlimits:"), encoding="utf-8")
    told = run("--verbose", file).output.splitlines()
    assert told[1].startswith("warning: more than one side wager at one table")
    assert told[1].endswith("(nz-blackjack 3.2(c), 15B.1 and 15C.2)")
    assert "warning" not in run(file).output
