"""What is read from a file is printed so that reading it again gives the same."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.pit import (
    HEADER_KEYS,
    REPEATED,
    Act,
    Blank,
    Does,
    Expects,
    Header,
    Line,
    MustBeRefused,
    PitError,
    PitFile,
    Separator,
    parse_pit,
    print_pit,
)

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "src" / "pitboss" / "rulebooks", ROOT / "tests", ROOT.parent / "shared" / "scenarios")
BAD = ROOT / "tests" / "bad"
#: Folders with files that cannot be read.
INVALID = {BAD, Path(__file__).parent / "conformance"}
FILES = [file for folder in FOLDERS for file in sorted(folder.rglob("*.pit")) if INVALID.isdisjoint(file.parents)]


def test_there_are_files_to_read() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_file_is_printed_as_it_is_read(file: Path) -> None:
    read = parse_pit(file.read_text(encoding="utf-8"))
    assert parse_pit(print_pit(read)) == read
    # what is printed is printed the same again
    assert print_pit(parse_pit(print_pit(read))) == print_pit(read)


def test_the_readable_lines_of_bad_files_are_printed_unchanged() -> None:
    several = 0
    for file in BAD.rglob("*.pit"):
        try:
            read = parse_pit(file.read_text(encoding="utf-8"))
        except (PitError, UnicodeDecodeError):
            continue
        assert parse_pit(print_pit(read)) == read, file
        several += 1
    assert several > 40


# --- files at random ---------------------------------------------------------------------------------------------

WORDS = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters="#"), min_size=1, max_size=8)
NAMES = st.from_regex(re.compile(r"[a-z][a-z0-9_]{0,6}"), fullmatch=True)
VERBS = st.from_regex(re.compile(r"[a-z_]{1,8}"), fullmatch=True)
COMMENTS = st.one_of(st.just(""), st.lists(WORDS, min_size=1, max_size=4).map(" ".join))
ACTS = st.builds(
    Act,
    actor=NAMES,
    verb=VERBS,
    words=st.lists(WORDS.filter(lambda word: word != "@"), max_size=3).map(tuple),
    table=st.sampled_from(("", "t1", "t12")),
)
PLAY: st.SearchStrategy[Line] = st.one_of(
    st.builds(Blank, COMMENTS),
    st.builds(Does, COMMENTS, act=ACTS),
    st.builds(
        MustBeRefused,
        COMMENTS,
        act=ACTS,
        clause=st.sampled_from(("", "13.1(a)", '1.0 "Ante"', "(k)(5)")),
        excluded=st.lists(st.sampled_from(("12.6", "(k)(5)")), max_size=2).map(tuple),
    ),
    st.builds(Expects, COMMENTS, words=st.lists(WORDS, min_size=1, max_size=4).map(tuple)),
)
KEYS = st.sampled_from([*HEADER_KEYS, "cards.a", "reshuffle.b", "cards.t2"])
HEADERS = st.lists(
    st.builds(Header, COMMENTS, key=KEYS, value=st.lists(WORDS, min_size=1, max_size=6).map(" ".join)), max_size=6
).map(lambda headers: [one for at, one in enumerate(headers) if _may_repeat(one, headers[:at])])


def _may_repeat(header: Header, before: list[Header]) -> bool:
    return header.key.partition(".")[0] in REPEATED or all(other.key != header.key for other in before)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(headers=HEADERS, comment=COMMENTS, play=st.lists(PLAY, max_size=8))
def test_any_file_is_read_as_it_is_printed(headers: list[Header], comment: str, play: list[Line]) -> None:
    file = PitFile((*headers, Separator(comment), *play))
    assert parse_pit(print_pit(file)) == file


@settings(max_examples=300, derandomize=True, deadline=None)
@given(text=st.one_of(st.text(max_size=200), st.lists(st.sampled_from("ab:?!@#-\n 1."), max_size=60).map("".join)))
def test_any_text_is_read_or_refused_at_one_of_its_lines(text: str) -> None:
    lines = len(text.splitlines())
    try:
        file = parse_pit(text)
    except PitError as refused:
        at, message = refused.line, refused.message
    else:
        at, message = 1, "read"
        assert len(file.lines) == lines
        assert parse_pit(print_pit(file)) == file
    assert 1 <= at <= max(1, lines)
    assert message
