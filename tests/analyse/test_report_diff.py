"""Two JSON reports are compared value by value."""

import json
from functools import partial
from pathlib import Path

import pytest

from pitboss.analyse.report_diff import report_differences
from tests.cli.calls import call

report = partial(call, "report")
diff = partial(call, "report", "diff")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("reports")
    paths = str(folder / "one.json"), str(folder / "two.json")
    for path, words in zip(paths, ("2D S17", "2D S17 6:5"), strict=True):
        done = report("--rules", words, "--rounds", "0", "--out", path)
        assert done.exit_code == 0, done.stderr
    return paths


def test_equal_reports_have_no_difference(files: tuple[str, str]) -> None:
    done = diff(files[0], files[0])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "have the same values" in done.stdout
    assert json.loads(diff(files[0], files[0], "--json").stdout)["differences"] == []


def test_each_change_is_found_with_its_size(files: tuple[str, str]) -> None:
    done = diff(*files, "--json")
    assert (done.exit_code, done.stderr) == (1, "")
    rows = {row["path"]: row for row in json.loads(done.stdout)["differences"]}
    left, right = (json.loads(Path(file).read_text(encoding="utf-8")) for file in files)
    worth = rows["main / expectation"]
    assert worth["left"] == left["main"]["expectation"]
    assert worth["change"] == right["main"]["expectation"] - left["main"]["expectation"] < 0
    assert (rows["rules / blackjack_odds / value"]["left"], rows["rules / blackjack_odds / value"]["right"]) == (
        "3:2",
        "6:5",
    )
    assert rows["main / distribution / 1.2"]["only"] == "right"
    assert rows["main / distribution / 1.5"]["only"] == "left"
    assert "stamp / code" not in rows
    assert "stamp / table" in rows
    assert "rules / decks / value" not in rows
    text = diff(*files)
    assert text.exit_code == 1
    assert text.stdout.startswith(f"{len(rows)} values differ")
    assert "absent" in text.stdout


def test_rows_are_matched_by_name_not_by_position() -> None:
    rows = [{"name": "a", "x": 1}, {"name": "b", "x": 2}]
    assert report_differences({"rules": rows}, {"rules": rows[::-1]}) == ()
    (found,) = report_differences({"rules": rows}, {"rules": [*rows[::-1], {"name": "c", "x": 3}]})[1:]
    assert (found.path, found.only, found.right) == ("rules / c / x", "right", 3)


def test_json_is_short_for_the_format(files: tuple[str, str]) -> None:
    done = report("--rules", "2D S17", "--rounds", "0", "--json")
    assert done.stdout == Path(files[0]).read_text(encoding="utf-8")


def test_bad_calls_are_refused(files: tuple[str, str], tmp_path: Path) -> None:
    other, text = tmp_path / "other.json", tmp_path / "text.json"
    other.write_text("{}", encoding="utf-8")
    text.write_text("no", encoding="utf-8")
    for arguments, says in (
        (("diff", files[0]), "diff compares two JSON reports, not 1"),
        (("diff", files[0], str(tmp_path / "none.json")), "No such file"),
        (("diff", files[0], str(other)), "is not a report"),
        (("diff", files[0], str(text)), "is not JSON"),
        (("nz-blackjack", "more"), "unexpected argument 'more'"),
        (("nz-blackjack", "--json", "--format", "csv"), "write one of them"),
    ):
        done = report(*arguments)
        assert (done.exit_code, done.stdout) == (2, ""), arguments
        assert done.stderr.startswith("pitboss report: ")
        assert says in done.stderr
