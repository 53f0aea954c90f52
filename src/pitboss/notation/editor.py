"""What an editor asks about a ``.pit`` file: diagnostics, hover and completion. Lines and columns count from 0."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.games.actors import HOUSE
from pitboss.games.grammar import shape_of
from pitboss.games.registry import Game, find_game
from pitboss.law import LawError, Rulebook, load_rulebook, rulebook_ids
from pitboss.law.cite import without_number
from pitboss.law.options import Option
from pitboss.notation.replay import replay
from pitboss.pit import HEADER_KEYS, HEADERS, PitError, parse_pit

Severity = Literal["error", "warning"]
#: The characters of a word of the notation, clause ids included.
_WORD: Final = re.compile(r"[^\s,=:@#]+")
_ACTOR: Final = re.compile(r"(?:!\s*)?(?:t[1-9]\d?\s+)?([a-z][a-z0-9_]*):")
_SEPARATOR: Final = "---"
#: An option with more whole numbers than this is completed with none of them.
_MOST_NUMBERS: Final = 20
_RULEBOOK: Final = re.compile(r"^rulebook:\s*(\S+)", re.MULTILINE)


class Diagnostic(Struct, frozen=True):
    """A problem of one line: an error where the file cannot be read, a warning where an expectation fails."""

    line: int
    severity: Severity
    message: str


class Completion(Struct, frozen=True):
    """A word that may stand at the cursor, and what it means."""

    word: str
    detail: str = ""


def diagnose(text: str) -> list[Diagnostic]:
    """Returns the problems of a file: what cannot be read, else the first expectation that fails."""
    try:
        outcome = replay(parse_pit(text))
    except PitError as error:
        return [Diagnostic(max(error.line - 1, 0), "error", error.message)]
    return [
        Diagnostic(max(failure.line - 1, 0), "warning", f"expected {failure.expected}, got {failure.got}")
        for failure in outcome.failures
    ]


def hover(text: str, line: int, column: int) -> str:
    """Returns what the word at a place means: a header, clause, option, side wager or verb; else an empty text."""
    content = _line(text, line)
    word = next((found[0] for found in _WORD.finditer(content) if found.start() <= column < found.end()), "")
    book, in_header = _book(text), line < _separator(text)
    if in_header and word in HEADERS and column < content.find(":"):
        return f"**{word}**: {HEADERS[word]}"
    if not word or book is None:
        return ""
    if in_header and word == book.id and content.startswith("rulebook:"):
        return f"**{book.id}**: {book.about.title}"
    if in_header and word in book.options:
        option = book.options[word]
        return f"**{word}**: {option.help} ({option.range_text})"
    clauses = [clause for clause in book.clauses if without_number(clause.id) == word]
    if clauses and _names_clauses(content):
        return "\n\n".join(f"**{clause.id}** {clause.summary}" for clause in clauses)
    if not in_header and word in book.wagers:
        return f"**{word}**: a side wager of {book.about.title}"
    kinds = _kinds(_game(book), content).get(word, ()) if not in_header else ()
    return "\n\n".join(f"`{shape_of(kind)}`\n\n{_summary(kind)}" for kind in kinds)


def complete(text: str, line: int, column: int) -> list[Completion]:
    """Returns the words that may stand at a place, those that begin with what is written there."""
    before = _line(text, line)[:column]
    written = re.search(r"[^\s,=:]*$", before)
    start = written[0] if written else ""
    book = _book(text)
    found = _in_header(before, book) if line < _separator(text) else _in_play(before, book, _players(text))
    if not before and _SEPARATOR not in text.splitlines():
        found = chain(found, [Completion(_SEPARATOR, "ends the header; the play follows")])
    unique = {item.word: item for item in found if item.word.startswith(start)}
    return list(unique.values())


def _in_header(before: str, book: Rulebook | None) -> Iterator[Completion]:
    key, colon, value = before.partition(":")
    if not colon:
        yield from (Completion(name, meaning) for name, meaning in HEADERS.items())
    elif key == "rulebook":
        yield from (Completion(name, load_rulebook(name).about.title) for name in rulebook_ids())
    elif book is None:
        return
    elif key == "options":
        name, equals, _ = value.rpartition(" ")[2].partition("=")
        if equals and name in book.options:
            yield from (Completion(word) for word in _values(book.options[name]))
        elif not equals:
            chosen = {choice.partition("=")[0] for choice in value.split() if "=" in choice}
            yield from (Completion(name, option.help) for name, option in book.options.items() if name not in chosen)
    elif key in ("clauses", "refused"):
        yield from _clauses(book)


def _values(option: Option) -> Iterable[str]:
    """Returns the values of an option, if they are few."""
    if option.values or option.type == "bool":
        return option.range_text.split(", ")
    if option.type == "int" and option.min is not None and option.max is not None:
        numbers = range(option.min, option.max + 1)
        return map(str, numbers) if len(numbers) <= _MOST_NUMBERS else ()
    return ()


def _in_play(before: str, book: Rulebook | None, players: Iterable[str]) -> Iterator[Completion]:
    if book is None:
        return
    game = _game(book)
    words = before.lstrip("?! ").split(" ")
    if before.startswith("?"):
        if words[0] == "cited" and len(words) > 1:
            yield from _clauses(book)
        elif len(words) == 1:
            yield from (Completion(word) for word in (*game.expectations, "cited", "not"))
        elif words[0] in ("net", "money", "wager") and len(words) == 2:
            yield from (Completion(name) for name in players)
        elif words[0] == "wager":
            yield from (Completion(name) for name in ("main", "double", "insurance", *book.wagers))
    elif before.startswith("!") and "@" in before:
        yield from _clauses(book)
    elif (actor := _ACTOR.match(before)) is None:
        yield from (Completion(f"{name}:") for name in (HOUSE, *players))
    elif len(before[actor.end() :].lstrip().split(" ")) <= 1:
        for verb, kinds in sorted(_kinds(game, before).items()):
            yield Completion(verb, " or ".join(shape_of(kind) for kind in kinds))
    elif before[actor.end() :].split()[:1] == ["irregularity"]:
        yield from _irregularities(book, game)
    elif _takes_side_wagers(_kinds(game, before).get(before[actor.end() :].split(maxsplit=1)[0], ())):
        yield from (Completion(f"{name}=") for name in book.wagers if f" {name}=" not in before)


def _takes_side_wagers(kinds: Iterable[Any]) -> bool:
    return any("NAME=AMOUNT" in shape_of(kind) for kind in kinds)


def _irregularities(book: Rulebook, game: Game) -> Iterator[Completion]:
    """Yields the kinds of the rulebook, each with the words after it and its remedy."""
    remedies = game.remedies_for(book.id)
    for kind, entry in book.irregularities.items():
        spec = remedies.get(entry.remedy)
        words = f"{spec.target}: " if spec is not None and spec.target else ""
        yield Completion(kind, f"{words}{entry.remedy.replace('_', ' ')}")


def _clauses(book: Rulebook) -> Iterator[Completion]:
    return (Completion(without_number(clause.id), clause.summary) for clause in book.clauses)


def _kinds(game: Game, content: str) -> dict[str, list[Any]]:
    """Returns the commands of the actor of a line, by verb."""
    actor = _ACTOR.match(content)
    if actor is None or game.grammar is None:
        return {}
    found: dict[str, list[Any]] = game.grammar.commands_of_file(house=actor[1] == HOUSE)
    return found


def _names_clauses(content: str) -> bool:
    return "@" in content or content.startswith(("clauses:", "refused:", "? cited", "? not cited"))


def _summary(kind: Any) -> str:
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def _line(text: str, line: int) -> str:
    lines = text.splitlines()
    return lines[line] if line < len(lines) else ""


def _separator(text: str) -> int:
    """Returns the number of the line ``---``; without one, that behind the last line."""
    lines = text.splitlines()
    return next((number for number, content in enumerate(lines) if content.strip() == _SEPARATOR), len(lines) + 1)


def _book(text: str) -> Rulebook | None:
    found = _RULEBOOK.search(text)
    try:
        return load_rulebook(found[1]) if found else None
    except LawError:
        return None


def _game(book: Rulebook) -> Game:
    return find_game(book.about.game)


def _players(text: str) -> list[str]:
    actors = (found[1] for content in text.splitlines() if (found := _ACTOR.match(content)))
    return sorted({name for name in actors if name != HOUSE and name not in HEADER_KEYS})
