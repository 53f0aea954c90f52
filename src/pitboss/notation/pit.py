"""A ``.pit`` file as a value: parsed line by line, and printed so that parsing it again gives the same."""

import re

from msgspec import Struct

HEADER_KEYS = (
    "title",
    "rulebook",
    "clauses",
    "limits",
    "options",
    "refused",
    "players",
    "cards",
    "reshuffle",
    "spins",
    "prizes",
)
#: Keys that may be given several times.
REPEATED = frozenset(("options", "cards", "reshuffle", "spins", "prizes", "players", "clauses"))

#: What a player may be called.
NAME = re.compile(r"[a-z][a-z0-9_]*")
_SIDED = re.compile(r"(cards|reshuffle)\.(a|b|t[1-9]\d?)")
_ACT = re.compile(r"(?:(t[1-9]\d?) +)?([a-z][a-z0-9_]*): *([a-z_]+)(?: +(.*))?")


class PitError(Exception):
    """A file cannot be read, or asks for what nobody can know."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class Act(Struct, frozen=True):
    """``ann: split 1``: somebody does something."""

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
    """Nothing, or a comment alone."""


class Header(Line, frozen=True, kw_only=True):
    """``key: value``."""

    key: str
    value: str


class Separator(Line, frozen=True):
    """``---``: the play begins."""


class Does(Line, frozen=True, kw_only=True):
    """Something is done."""

    act: Act


class MustBeRefused(Line, frozen=True, kw_only=True):
    """``! LINE @ CLAUSE``: it must be refused, on that clause where one is named."""

    act: Act
    clause: str = ""


class Expects(Line, frozen=True, kw_only=True):
    """``? …``: an expectation."""

    words: tuple[str, ...]


class PitFile(Struct, frozen=True):
    """A whole file; line numbers are places in ``lines``, from 1."""

    lines: tuple[Line, ...]

    def headers(self, key: str) -> list[tuple[int, str]]:
        """The values given for a key, each with its line."""
        return [
            (number, line.value)
            for number, line in enumerate(self.lines, 1)
            if isinstance(line, Header) and line.key == key
        ]

    def header(self, key: str) -> str:
        """The value of a key that is given once, or an empty one."""
        found = self.headers(key)
        return found[0][1] if found else ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the file exercises."""
        return tuple(
            clause.strip() for _, value in self.headers("clauses") for clause in value.split(",") if clause.strip()
        )


def parse_pit(text: str) -> PitFile:
    """The file that the text holds; PitError with its line where a line cannot be read."""
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
        raise PitError(number, f"'{content}' is no header line: expected 'key: value' with one of {keys}, or '---'")
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
        body, at, clause = f"{content[1:].strip()} ".partition(" @ ")
        if at and not clause.strip():
            raise PitError(number, "'@' without a clause")
        return MustBeRefused(comment, act=_act(number, body.strip()), clause=clause.strip())
    return Does(comment, act=_act(number, content))


def _act(number: int, content: str) -> Act:
    found = _ACT.fullmatch(content)
    if not found:
        raise PitError(number, f"'{content}' is no line of play: expected 'name: verb …', '! …' or '? …'")
    return Act(found[2], found[3], tuple((found[4] or "").split()), found[1] or "")


def print_pit(file: PitFile) -> str:
    """The text of a file; parsing it gives the same file."""
    return "".join(f"{_line_text(line)}\n" for line in file.lines)


def _line_text(line: Line) -> str:
    text = ""
    if isinstance(line, Header):
        text = f"{line.key}: {line.value}"
    elif isinstance(line, Separator):
        text = "---"
    elif isinstance(line, Does):
        text = str(line.act)
    elif isinstance(line, MustBeRefused):
        text = f"! {line.act}" + (f" @ {line.clause}" if line.clause else "")
    elif isinstance(line, Expects):
        text = f"? {' '.join(line.words)}"
    if line.comment:
        return f"{text:<24}# {line.comment}" if text else f"# {line.comment}"
    return text
