"""Parser and printer of ``.pit`` files; parsing a printed file returns an equal value."""

import re
from collections.abc import Mapping

from msgspec import Struct

#: The keys of header lines, each with the meaning of its value.
HEADERS: Mapping[str, str] = {
    "title": "what the file shows",
    "rulebook": "the rulebook of the table",
    "clauses": "the clauses that the file exercises, separated by commas",
    "limits": "the limits of the table, such as 10-1000, or 10-1000 step 5",
    "options": "the operator's choices, NAME=VALUE",
    "refused": "the clause that forbids such a table, or policy; no play follows",
    "players": "the money of players at the start, such as ann=1000 bob=500",
    "cards": "the cards in dealing order, such as 8h Ks 8c",
    "reshuffle": "the cards in dealing order after the next shuffle",
    "spins": "the numbers of the wheel, in order",
    "prizes": "the awards of a prize button, in order",
    "duties": "the duties that persons attest: all, none or names with commas",
}
HEADER_KEYS = tuple(HEADERS)
#: Keys that may be repeated.
REPEATED = frozenset(("options", "cards", "reshuffle", "spins", "prizes", "players", "clauses"))

#: The pattern of a player's name.
NAME = re.compile(r"[a-z][a-z0-9_]*")
_SIDED = re.compile(r"(cards|reshuffle)\.(a|b|t[1-9]\d?)")
_ACT = re.compile(r"(?:(t[1-9]\d?) +)?([a-z][a-z0-9_]*): *([a-z_]+)(?: +(.*))?")


class PitError(Exception):
    """A file that cannot be parsed or played, with the number of the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class Act(Struct, frozen=True):
    """A command of an actor: ``ann: split 1``."""

    actor: str
    verb: str
    words: tuple[str, ...] = ()
    table: str = ""

    def __str__(self) -> str:
        where = f"{self.table} " if self.table else ""
        return f"{where}{self.actor}: {' '.join((self.verb, *self.words))}"


class Line(Struct, frozen=True, tag=True):
    """One line of a file."""

    comment: str = ""


class Blank(Line, frozen=True):
    """An empty line, or a comment alone."""


class Header(Line, frozen=True, kw_only=True):
    """``key: value``."""

    key: str
    value: str


class Separator(Line, frozen=True):
    """``---`` between header and play."""


class Does(Line, frozen=True, kw_only=True):
    """A line of play."""

    act: Act


class MustBeRefused(Line, frozen=True, kw_only=True):
    """``! LINE @ CLAUSE not CLAUSE…``: the line must be refused, on that clause and on none of those after ``not``."""

    act: Act
    clause: str = ""
    excluded: tuple[str, ...] = ()


class Expects(Line, frozen=True, kw_only=True):
    """``? …``: an expectation."""

    words: tuple[str, ...]


class PitFile(Struct, frozen=True):
    """A parsed file; line numbers are indexes into ``lines``, from 1."""

    lines: tuple[Line, ...]

    def headers(self, key: str) -> list[tuple[int, str]]:
        """Returns the values of a key, each with its line."""
        return [
            (number, line.value)
            for number, line in enumerate(self.lines, 1)
            if isinstance(line, Header) and line.key == key
        ]

    def header(self, key: str) -> str:
        """Returns the first value of a key, or an empty string."""
        found = self.headers(key)
        return found[0][1] if found else ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the file covers."""
        return tuple(
            clause.strip() for _, value in self.headers("clauses") for clause in value.split(",") if clause.strip()
        )


def parse_pit(text: str) -> PitFile:
    """Parses the text of a file; raises PitError with the line that is invalid, TypeError for anything but text."""
    if not isinstance(text, str):
        raise TypeError(f"parse_pit takes the text of a file: write Path('FILE').read_text(), not {text!r}")
    lines: list[Line] = []
    playing = False
    for number, raw in enumerate(text.splitlines(), 1):
        content, _, comment = raw.partition("#")
        content, comment = " ".join(content.split()), comment.strip()
        if not content:
            lines.append(Blank(comment))
        elif content == "---":
            if playing:
                raise PitError(number, "a second line '---'")
            playing = True
            lines.append(Separator(comment))
        elif playing:
            lines.append(_play_line(number, content, comment))
        else:
            lines.append(_header_line(number, content, comment, lines))
    file = PitFile(tuple(lines))
    if not playing and not file.header("refused"):
        raise PitError(max(len(lines), 1), "no line '---' behind the header")
    return file


def _header_line(number: int, content: str, comment: str, before: list[Line]) -> Header:
    key, colon, value = content.partition(":")
    key, value = key.strip(), value.strip()
    if not colon or not (key in HEADER_KEYS or _SIDED.fullmatch(key)):
        keys = ", ".join(HEADER_KEYS)
        raise PitError(number, f"'{content}' is not a header line: expected 'key: value' with one of {keys}, or '---'")
    if not value:
        raise PitError(number, f"header '{key}' has no value")
    single = key.partition(".")[0] not in REPEATED
    if single and any(isinstance(line, Header) and line.key == key for line in before):
        raise PitError(number, f"header '{key}' is given twice")
    return Header(comment, key=key, value=value)


def _play_line(number: int, content: str, comment: str) -> Line:
    if content.startswith("?"):
        words = tuple(content[1:].split())
        if not words:
            raise PitError(number, "'?' without an expectation")
        return Expects(comment, words=words)
    if content.startswith("!"):
        body, at, grounds = f"{content[1:].strip()} ".partition(" @ ")
        clause, negated, excluded = f" {grounds}".partition(" not ")
        if (at and not grounds.strip()) or (negated and not excluded.strip()):
            raise PitError(number, f"'{'not' if negated else '@'}' without a clause")
        act = _act(number, body.strip())
        return MustBeRefused(comment, act=act, clause=clause.strip(), excluded=tuple(excluded.split()))
    return Does(comment, act=_act(number, content))


def _act(number: int, content: str) -> Act:
    found = _ACT.fullmatch(content)
    if not found:
        raise PitError(number, f"'{content}' is not a line of play: expected 'name: verb …', '! …' or '? …'")
    return Act(found[2], found[3], tuple((found[4] or "").split()), found[1] or "")


def print_pit(file: PitFile) -> str:
    """Returns the text of a file; parsing it returns an equal file."""
    return "".join(f"{_commented(line)}\n" for line in file.lines)


def line_text(line: Line) -> str:
    """Returns the text of a line without its comment."""
    text = ""
    if isinstance(line, Header):
        text = f"{line.key}: {line.value}"
    elif isinstance(line, Separator):
        text = "---"
    elif isinstance(line, Does):
        text = str(line.act)
    elif isinstance(line, MustBeRefused):
        excluded = ("not", *line.excluded) if line.excluded else ()
        grounds = " ".join(filter(None, (line.clause, *excluded)))
        text = f"! {line.act}" + (f" @ {grounds}" if grounds else "")
    elif isinstance(line, Expects):
        text = f"? {' '.join(line.words)}"
    return text


def _commented(line: Line) -> str:
    text = line_text(line)
    if line.comment:
        return f"{text:<24}# {line.comment}" if text else f"# {line.comment}"
    return text
