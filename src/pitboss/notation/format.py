"""Formatter of ``.pit`` files: one layout for every file, without a change of meaning."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from pitboss.pit import HEADER_KEYS, Header, Line, Separator, line_text, parse_pit

#: The keys whose values are lists of cards or numbers: two spaces between groups stay.
GROUPED: Final = frozenset(("cards", "reshuffle", "spins", "prizes"))
#: The longest line whose comment is aligned with those around it; after a longer one there are two spaces.
WIDEST: Final = 48
_SPACES: Final = re.compile(r"\s{2,}")


def format_pit(text: str) -> str:
    """Returns the text of a file in the common layout; raises PitError where it cannot be parsed.

    Headers come in the order of the notation without blank lines; comments are aligned between blank lines.
    Formatting a formatted file changes nothing.
    """
    lines = parse_pit(text).lines
    contents = [_content(line, raw) for line, raw in zip(lines, text.splitlines(), strict=True)]
    rows = list(zip(lines, contents, strict=True))
    end = next((index for index, line in enumerate(lines) if isinstance(line, Separator)), len(rows))
    ordered = [*_ordered_headers(rows[:end]), *rows[end:]]
    return "".join(f"{line}\n" for line in _spaced(_with_comments(ordered)))


def _content(line: Line, raw: str) -> str:
    """Returns the text of a line without its comment."""
    if isinstance(line, Header):
        value = line.value
        if line.key.partition(".")[0] in GROUPED:
            value = _SPACES.sub("  ", raw.partition("#")[0].partition(":")[2].strip().replace("\t", " "))
        return f"{line.key}: {value}"
    return line_text(line)


def _ordered_headers(rows: Sequence[tuple[Line, str]]) -> Iterator[tuple[Line, str]]:
    """Yields the lines of a header in the order of its keys; a comment stays before its line, blank lines go."""
    blocks: list[list[tuple[Line, str]]] = [[]]
    for row in (row for row in rows if row[1] or row[0].comment):
        blocks[-1].append(row)
        if isinstance(row[0], Header):
            blocks.append([])
    *headed, rest = blocks
    headed.sort(key=lambda block: HEADER_KEYS.index(_key(block[-1][0]).partition(".")[0]))
    for block in (*headed, rest):
        yield from block


def _key(line: Line) -> str:
    assert isinstance(line, Header)
    return line.key


def _with_comments(rows: Sequence[tuple[Line, str]]) -> Iterator[str]:
    """Yields the lines with their comments, aligned between blank lines and ``---``."""
    for _, group in groupby(rows, lambda row: not isinstance(row[0], Separator) and bool(row[1] or row[0].comment)):
        found = list(group)
        column = max(
            (len(content) for line, content in found if content and line.comment and len(content) <= WIDEST),
            default=0,
        )
        for line, content in found:
            if content and line.comment:
                yield f"{content:<{column}}  # {line.comment}"
            else:
                yield f"# {line.comment}" if line.comment else content


def _spaced(lines: Iterator[str]) -> Iterator[str]:
    """Yields the lines with at most one blank line between two, and none after ``---`` or at the ends."""
    waiting, before = False, "---"
    for line in lines:
        if not line:
            waiting = before != "---"
            continue
        if waiting:
            yield ""
        yield line
        waiting, before = False, line
