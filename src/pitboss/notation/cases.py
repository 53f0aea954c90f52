"""The cases of a rulebook: ``.pit`` files beside its data, each of which demonstrates some of its clauses."""

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources.abc import Traversable

from msgspec import Struct

from pitboss.law import Rulebook
from pitboss.law.cite import without_number
from pitboss.law.load import Clause
from pitboss.law.paths import find_rulebook
from pitboss.notation.replay import replay
from pitboss.pit import PitError, PitFile, parse_pit


class Case(Struct, frozen=True):
    """A case; ``name`` is its path below the rulebook's folder of cases."""

    name: str
    file: PitFile

    @property
    def title(self) -> str:
        """Returns the title of the case."""
        return self.file.header("title")

    def complaint(self) -> str:
        """Returns the first failure with its line; empty where the case passes."""
        try:
            outcome = replay(self.file)
        except PitError as error:
            return f"{self.name}:{error.line}: {error.message}"
        if outcome.passed:
            return ""
        failure = outcome.failures[0]
        return f"{self.name}:{failure.line}: expected {failure.expected}, got {failure.got}"


class Covered(Struct, frozen=True):
    """A clause of the ledger, and the passing cases that name it."""

    clause: Clause
    cases: tuple[str, ...]


class Coverage(Struct, frozen=True):
    """Which clauses of a rulebook have a passing case, and which cases do not pass."""

    rulebook: str
    clauses: tuple[Covered, ...]
    complaints: tuple[str, ...]

    def of_kind(self, kind: str) -> tuple[int, int]:
        """Returns how many clauses of a kind have a case, and how many there are."""
        found = [covered for covered in self.clauses if covered.clause.kind == kind]
        return sum(bool(covered.cases) for covered in found), len(found)


def read_cases(rulebook: str) -> tuple[Case, ...]:
    """Returns every case of a rulebook by name; raises PitError where one cannot be parsed."""
    folder = find_rulebook(rulebook) / "cases"
    return tuple(sorted(_cases(folder, ""), key=lambda case: case.name)) if folder.is_dir() else ()


def _cases(folder: Traversable, below: str) -> Iterator[Case]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _cases(entry, f"{below}{entry.name}/")
        elif entry.name.endswith(".pit"):
            name = f"{below}{entry.name}"
            try:
                yield Case(name, parse_pit(entry.read_text(encoding="utf-8")))
            except PitError as error:
                raise PitError(error.line, f"{name}:{error.line}: {error.message}") from None


def coverage(book: Rulebook, cases: Sequence[Case]) -> Coverage:
    """Replays the cases; only those that pass count."""
    complaints = {case.name: case.complaint() for case in cases}
    passing = [case for case in cases if not complaints[case.name]]
    named = by_clause(passing)
    return Coverage(
        book.id,
        tuple(Covered(clause, named.get(without_number(clause.id), ())) for clause in book.clauses),
        tuple(complaint for complaint in complaints.values() if complaint),
    )


def by_clause(cases: Iterable[Case]) -> dict[str, tuple[str, ...]]:
    """Indexes the names of cases by the clauses that they list."""
    named: dict[str, list[str]] = {}
    for case in cases:
        for clause in dict.fromkeys(case.file.clauses):
            named.setdefault(clause, []).append(case.name)
    return {clause: tuple(names) for clause, names in named.items()}
