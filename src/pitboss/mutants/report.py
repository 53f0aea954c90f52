"""The kill matrix: for each part of a clause, the mutants that rest on it and the cases that fail on them."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files

from msgspec import Struct, convert

from pitboss.law import Rulebook
from pitboss.law.cite import without_number
from pitboss.mutants.model import Mutant, Verdict
from pitboss.mutants.scope import OUTSIDE, OUTSIDE_FUNCTIONS

#: Kinds of clauses that the program does not carry out.
NOT_EXECUTED = ("physical", "missing")
MARK = "<!-- Written by `pitboss rules coverage --mutants --write`. Edit the cases, not this file. -->"


class Reason(Struct, frozen=True):
    """Why mutants survive whose key matches; ``equivalent`` where no case could ever tell them apart."""

    match: str
    reason: str
    equivalent: bool = False


def read_reasons() -> tuple[Reason, ...]:
    """Returns the reasons of ``survivors.toml``, the first match first."""
    text = (files("pitboss") / "mutants" / "survivors.toml").read_text(encoding="utf-8")
    return tuple(convert(entry, Reason) for entry in tomllib.loads(text).get("survivor", ()))


def read_parts() -> dict[str, dict[str, tuple[str, ...]]]:
    """Returns the words of ``parts.toml``: by rulebook and part of a clause, those that select its own mutants."""
    text = (files("pitboss") / "mutants" / "parts.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), dict[str, dict[str, tuple[str, ...]]])


class Tally(Struct):
    """How many mutants were killed, of how many."""

    killed: int = 0
    named: int = 0
    equivalent: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        """The killed share of the mutants that are not equivalent."""
        counted = self.total - self.equivalent
        return self.killed / counted if counted else 1.0

    def __str__(self) -> str:
        return f"{self.killed}/{self.total - self.equivalent}"


class Matrix:
    """Verdicts by clause, with the reasons of the survivors.

    ``mutants`` are all mutants of the run, also those without a verdict; ``judged_on`` is the day of the last verdict.
    """

    def __init__(self, mutants: Mapping[str, Mutant], verdicts: Mapping[str, Verdict], judged_on: str = "") -> None:
        self.mutants, self.verdicts, self.judged_on = mutants, dict(verdicts), judged_on
        self.reasons = [(re.compile(reason.match), reason) for reason in read_reasons()]
        self.parts = read_parts()
        #: The mutants of each ``rulebook:clause``.
        self.by_clause: dict[str, list[str]] = {}
        for key in verdicts:
            for rulebook, clauses in mutants[key].clauses.items():
                for clause in clauses:
                    self.by_clause.setdefault(f"{rulebook}:{clause}", []).append(key)

    def reason(self, key: str) -> Reason | None:
        """Returns the recorded reason of a survivor."""
        return next((reason for pattern, reason in self.reasons if pattern.search(key)), None)

    def tally(self, keys: Iterable[str]) -> Tally:
        """Counts mutants: killed by any case, and by a case that names a clause of the mutant."""
        found = Tally()
        for key in keys:
            verdict = self.verdicts[key]
            found.total += 1
            found.killed += verdict.killed
            found.named += bool(verdict.killers)
            reason = None if verdict.killed else self.reason(key)
            found.equivalent += bool(reason and reason.equivalent)
        return found

    def of_kind(self, kind: str, rulebook: str = "") -> list[str]:
        """Returns the keys of value or code mutants, of one rulebook where it is given."""
        return [
            key
            for key in self.verdicts
            if self.mutants[key].kind == kind and (not rulebook or self.mutants[key].rulebook == rulebook)
        ]

    def extent(self, kind: str, rulebook: str = "") -> str:
        """Returns how many mutants of a kind have a verdict, of how many, and the day of the last verdict."""
        total = sum(each.kind == kind and rulebook in ("", each.rulebook) for each in self.mutants.values())
        day = f", the last on {self.judged_on}" if self.judged_on else ""
        return f"Judged: {len(self.of_kind(kind, rulebook))} of {total} mutants{day}"

    def survivors(self, keys: Iterable[str]) -> list[str]:
        """Returns the mutants that no case fails on."""
        return [key for key in keys if not self.verdicts[key].killed]

    def mutants_of(self, rulebook: str, clause: str) -> list[str]:
        """Returns the mutants of a clause, or of a part of it that has mutants of its own."""
        keys = self.by_clause.get(f"{rulebook}:{without_number(clause)}", [])
        words = self.parts.get(rulebook, {}).get(clause, ())
        return [key for key in keys if any(word in key for word in words)] if words else keys

    def shares(self, rulebook: str, clause: str) -> bool:
        """Returns whether this is a part of a clause without mutants of its own."""
        return clause != without_number(clause) and clause not in self.parts.get(rulebook, {})

    def proof(self, rulebook: str, clause: str) -> tuple[Tally, Tally, tuple[str, ...]]:
        """Returns the value and code mutants of a clause that cases naming it kill, and those cases."""
        name = f"{rulebook}:{without_number(clause)}"
        keys = self.mutants_of(rulebook, clause)
        cases: dict[str, None] = {}
        tallies = {"value": Tally(), "code": Tally()}
        for key in keys:
            tally = tallies[self.mutants[key].kind]
            verdict = self.verdicts[key]
            killer = verdict.killers.get(name)
            reason = None if verdict.killed else self.reason(key)
            tally.total += 1
            tally.equivalent += bool(reason and reason.equivalent)
            if killer is not None:
                tally.killed += 1
                cases[killer.partition("/")[2].removesuffix(".pit")] = None
        return tallies["value"], tallies["code"], tuple(cases)


def rulebook_page(book: Rulebook, matrix: Matrix) -> str:
    """Returns the kill matrix of a rulebook as Markdown."""
    keys = matrix.of_kind("value", book.id)
    tally = matrix.tally(keys)
    rows = [_row(book, matrix, clause.id, clause.kind) for clause in book.clauses]
    executed = [row for row in rows if row[1] not in NOT_EXECUTED]
    proven = [row for row in executed if row[4]]
    shared = sum(row[0].endswith(" *") for row in proven)
    lines = [
        MARK,
        "",
        f"# Kill matrix: {book.id}",
        "",
        "Each value of the rulebook and each function that names one of its rules is broken on purpose, and the",
        "cases are replayed. A clause is proven where a case that names it fails. A part of a clause (#1, #2) has the",
        "mutants of the values and functions that carry it out, and is then judged by these alone; one with a * shares",
        "all mutants of its clause with the parts beside it.",
        "",
        f"- {matrix.extent('value', book.id)}",
        f"- Value mutants killed: {tally} ({tally.share:.1%}), by a case that names the clause: {tally.named}",
        f"- Clause parts proven: {len(proven)} of {len(executed)} that the program carries out, {shared} of them by the"
        " mutants of the whole clause",
        "",
        "| Clause | Kind | Values | Code | Cases that fail |",
        "| --- | --- | --- | --- | --- |",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        "## Values that no case notices",
        "",
        *_survivors(matrix, keys),
    ]
    return "\n".join(lines).rstrip() + "\n"


def code_page(matrix: Matrix) -> str:
    """Returns the survivors in the games' code as Markdown, by file."""
    keys = matrix.of_kind("code")
    files_of: dict[str, list[str]] = {}
    for key, mutant in matrix.mutants.items():
        if mutant.kind == "code":
            files_of.setdefault(mutant.where.partition(":")[0], []).append(key)
    tally = matrix.tally(keys)
    rows = [_code_row(matrix, name, found) for name, found in files_of.items()]
    lines = [
        MARK,
        "",
        "# Kill matrix: the games' code",
        "",
        f"{matrix.extent('code')}. Killed by any case: {tally} ({tally.share:.1%}).",
        "",
        "| File | Killed | Share | Equivalent | Not judged |",
        "| --- | --- | --- | --- | --- |",
        *rows,
        "",
        "## Files and functions outside the run",
        "",
        "No clause decides them, and other tests prove them. The sentences of refusals are outside, too.",
        "",
        "| File or function | What is in it |",
        "| --- | --- |",
        *(f"| `{name}` | {reason} |" for name, reason in {**OUTSIDE, **OUTSIDE_FUNCTIONS}.items()),
        "",
        "## Changes that no case notices",
        "",
        *_survivors(matrix, keys),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _code_row(matrix: Matrix, name: str, keys: Sequence[str]) -> str:
    """Returns the line of a file; a file without a verdict has no share."""
    judged = [key for key in keys if key in matrix.verdicts]
    tally = matrix.tally(judged)
    share = f"{tally.share:.0%}" if judged else ""
    return f"| `{name}` | {tally} | {share} | {tally.equivalent} | {len(keys) - len(judged)} |"


def _row(book: Rulebook, matrix: Matrix, clause: str, kind: str) -> tuple[str, str, str, str, str]:
    value, code, cases = matrix.proof(book.id, clause)
    shown = ", ".join(cases[:3]) + (f" and {len(cases) - 3} more" if len(cases) > 3 else "")
    mark = " *" if matrix.shares(book.id, clause) else ""
    return clause + mark, kind, str(value) if value.total else "", str(code) if code.total else "", shown


def _survivors(matrix: Matrix, keys: Sequence[str]) -> Iterator[str]:
    """Yields the survivors with their reasons, those without a reason first."""
    survivors = matrix.survivors(keys)
    if not survivors:
        yield "None."
        return
    yield "| Where | Change | Why it survives |"
    yield "| --- | --- | --- |"
    for key in sorted(survivors, key=lambda key: (matrix.reason(key) is not None, key)):
        mutant, reason = matrix.mutants[key], matrix.reason(key)
        text = (
            "no case notices it" if reason is None else reason.reason + (" (equivalent)" if reason.equivalent else "")
        )
        where = re.sub(r"(\.py):\d+", r"\1", mutant.where)  # line numbers change with every edit
        yield f"| {_cell(where)} | {_cell(mutant.change)} | {_cell(text)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("_", "\\_").replace("*", "\\*")
