"""Check a rulebook folder: its files, its data, and its cases."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

from pitboss.games.irregularities import entry_problems
from pitboss.games.registry import find_game
from pitboss.law import LawError, Rulebook, add_rulebooks, remove_rulebooks
from pitboss.law.check_book import check_book
from pitboss.law.check_files import CLAUSES_FILE, check_files
from pitboss.law.findings import RulebookFinding, error, suggestion, warning
from pitboss.law.irregularities import Irregularity, RemedySpec
from pitboss.law.paths import RULES_FILE, find_rulebook
from pitboss.law.resolve import resolve
from pitboss.notation.cases import Case, coverage, read_cases
from pitboss.pit import Does, PitError

#: Kinds of clauses that a case can prove.
EXECUTABLE = ("rule", "option", "procedure", "irregularity")
_READ = re.compile(r"""rules\.options\.get\(["'](\w+)["']""")


class RulebookCheck(Struct, frozen=True):
    """The findings of a check, errors first."""

    rulebook: str
    findings: tuple[RulebookFinding, ...]

    def count(self, severity: str) -> int:
        """Returns the number of findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)


def check_rulebook(folder: Path) -> RulebookCheck:
    """Checks the rulebook in a folder. Raises LawError if the folder is not a rulebook."""
    folder = folder.resolve()
    if not (folder / RULES_FILE).is_file():
        raise LawError(f"{folder} is not a rulebook: it has no {RULES_FILE}")
    found, book = check_files(folder)
    if book is not None:
        found += _check_loaded(book, folder)
    ranked = sorted(found, key=lambda finding: finding.severity)
    return RulebookCheck(folder.name, tuple(dict.fromkeys(ranked)))


def _check_loaded(book: Rulebook, folder: Path) -> Iterator[RulebookFinding]:
    if book.id != folder.name:
        yield error(RULES_FILE, "rulebook.id", f"it is '{book.id}', and the folder is '{folder.name}': give one name")
        return
    add_rulebooks(folder)
    found: list[RulebookFinding] = []
    try:
        find_rulebook(book.id)
        unknown = list(_names(book))
        found += [*unknown, *check_book(book, _read_by_game(book.about.game))]
        yield from found
        if not unknown and _opens(book):  # a case that meets one of these names could not be played
            yield from _cases(book)
    except LawError as problem:
        if not any(str(problem).endswith(f"{finding.where}: {finding.message}") for finding in found):
            yield error(RULES_FILE, "rulebook.id", str(problem))
    finally:
        remove_rulebooks(folder)


def _opens(book: Rulebook) -> bool:
    """Returns whether the data gives a table for the defaults; if not, no case could be played, either."""
    try:
        resolve(book, {})
    except (LawError, ValueError):
        return False
    return True


def _names(book: Rulebook) -> Iterator[RulebookFinding]:
    """Yields an error for each remedy and each play of a wager that the game does not have."""
    game = find_game(book.about.game)
    yield from _remedies(RULES_FILE, game.remedies_for(book.id), book.irregularities)
    for name, layer in book.layers.items():
        remedies = find_game(layer.game(book.about)).remedies_for(book.id)
        yield from _remedies(f"variants/{name}.toml", remedies, layer.irregularities)
    plays = game.plays_of_rulebook(book.about.id) if game.plays_of_rulebook and book.wagers else game.wager_plays
    for name, wager in book.wagers.items():
        if plays and wager.play not in plays:
            known = f"{suggestion(wager.play, plays)}; there are {', '.join(sorted(plays))}"
            yield error(RULES_FILE, f"wagers.{name}", f"unknown play '{wager.play}'{known}")


def _remedies(
    file: str, remedies: Mapping[str, RemedySpec], irregularities: Mapping[str, Irregularity]
) -> Iterator[RulebookFinding]:
    for kind, entry in irregularities.items() if remedies else ():
        for problem in entry_problems(entry, remedies):
            yield error(file, f"irregularities.{kind}", problem)


@cache
def _read_by_game(game: str) -> frozenset[str]:
    """Returns the options that the code of a game of the package reads by name."""
    folder = files("pitboss") / "games" / game
    texts = _sources(folder) if folder.is_dir() else ()
    return frozenset(name for text in texts for name in _READ.findall(text))


def _sources(folder: Traversable) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_text(encoding="utf-8")


def _cases(book: Rulebook) -> Iterator[RulebookFinding]:
    """Yields an error for each failing case, and a warning for each clause and irregularity without a passing one."""
    try:
        cases = read_cases(book.id)
        found = coverage(book, cases)
    except PitError as problem:
        yield error("cases", "", problem.message)
        return
    for complaint in found.complaints:
        name, _, text = complaint.partition(": ")
        yield error(f"cases/{name}", "", text)
    for covered in found.clauses:
        if not covered.cases and covered.clause.kind in EXECUTABLE:
            yield warning(CLAUSES_FILE, covered.clause.id, "no passing case names this clause")
    failing = {complaint.partition(":")[0] for complaint in found.complaints}
    yield from _unreported(book, [case for case in cases if case.name not in failing])


def _unreported(book: Rulebook, cases: Iterable[Case]) -> Iterator[RulebookFinding]:
    """Yields a warning for each irregularity that no line of a passing case reports."""
    said = {word for case in cases for line in case.file.lines if isinstance(line, Does) for word in line.act.words}
    of_layers = {f"variants/{name}.toml": layer.irregularities for name, layer in book.layers.items()}
    for file, irregularities in ({RULES_FILE: book.irregularities} | of_layers).items():
        for kind, entry in irregularities.items():
            if kind not in said and not entry.given.keys() & {"detects", "applies"}:  # these come about by themselves
                yield warning(file, f"irregularities.{kind}", "no passing case reports it")
