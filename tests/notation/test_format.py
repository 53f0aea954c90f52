"""The formatter of ``.pit`` files changes the layout and nothing else."""

from pathlib import Path

import pytest

from pitboss.notation.format import format_pit
from pitboss.pit import Blank, Header, PitError, PitFile, parse_pit
from tests.cli import calls

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src/pitboss/rulebooks").glob("*/cases/*.pit"))

UNTIDY = """\

# a shoe
cards:   8h Ks  8c \tTc 9d
cards: Ad
rulebook:nz-blackjack   # the document
title: A  split

---


ann:  bet 1   100   # opens
house: deal
ann: split 1 # both
! ann:double 1 150 @  11.2(a)


? turn 1.1
"""
TIDY = """\
title: A split
rulebook: nz-blackjack  # the document
# a shoe
cards: 8h Ks  8c  Tc 9d
cards: Ad
---
ann: bet 1 100  # opens
house: deal
ann: split 1    # both
! ann: double 1 150 @ 11.2(a)

? turn 1.1
"""


def meaning(file: PitFile) -> list[object]:
    """The lines of a file that mean something, headers by their key; comments stay with them."""
    headers = sorted((line.key, number) for number, line in enumerate(file.lines) if isinstance(line, Header))
    rest = [line for line in file.lines if not isinstance(line, Header) and line != Blank()]
    return [[file.lines[number] for _, number in headers], sorted(map(repr, rest))]


def test_layout_of_an_untidy_file() -> None:
    assert format_pit(UNTIDY) == TIDY


def test_formatting_keeps_the_meaning_of_every_case_and_is_stable() -> None:
    assert len(FILES) > 1000
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        formatted = format_pit(text)
        assert meaning(parse_pit(formatted)) == meaning(parse_pit(text)), file
        assert format_pit(formatted) == formatted, file


def test_a_file_that_cannot_be_parsed_is_an_error() -> None:
    with pytest.raises(PitError, match="is not a header line"):
        format_pit("nonsense\n")


def test_the_command_formats_checks_and_refuses(tmp_path: Path) -> None:
    file = tmp_path / "a.pit"
    file.write_text(UNTIDY, encoding="utf-8")
    assert calls.call("fmt", str(file), "--check").exit_code == 1
    assert f"+{TIDY.splitlines()[0]}" in calls.call("fmt", str(file), "--diff").output
    assert file.read_text(encoding="utf-8") == UNTIDY
    assert calls.call("fmt", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8") == TIDY
    assert calls.call("fmt", str(file), "--check").output == "1 file, 0 would change\n"
    (tmp_path / "b.pit").write_text("title: x\n?\n", encoding="utf-8")
    done = calls.call("fmt", str(tmp_path))
    assert (done.exit_code, "b.pit:2:" in done.output) == (2, True)
    assert calls.call("fmt", str(tmp_path / "none.pit")).exit_code == 2


def test_the_command_takes_an_empty_path_for_a_mistake_not_for_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.pit").write_text(UNTIDY, encoding="utf-8")
    done = calls.call("fmt", "")
    assert (done.exit_code, "'': no such file or folder" in done.output) == (2, True)
    assert (tmp_path / "a.pit").read_text(encoding="utf-8") == UNTIDY


def test_the_command_reads_files_as_replay_does(tmp_path: Path) -> None:
    marked, latin = tmp_path / "marked.pit", tmp_path / "latin.pit"
    marked.write_text(TIDY, encoding="utf-8-sig")
    assert calls.call("fmt", str(marked), "--check").exit_code == 0
    latin.write_bytes(b"title: na\xefve\n---\n")
    done = calls.call("fmt", str(latin))
    assert (done.exit_code, f"{latin}: not a text file in UTF-8" in done.output) == (2, True)
