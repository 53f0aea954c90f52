"""Mutation coverage on the command line: progress, JSON, and the pages of the kill matrix."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from msgspec import Struct

from pitboss.law import Rulebook, rulebook_ids
from pitboss.law.cite import covers
from pitboss.mutants.model import Mutant, Verdict
from pitboss.mutants.proving import prove_clauses
from pitboss.mutants.report import Matrix, code_page, rulebook_page
from pitboss.mutants.run import Plan, VerdictFile, default_folder, fingerprint, run

#: Seconds between two lines of progress.
EVERY = 5.0


class Progress:
    """Prints how many mutants are judged and the time left, on standard error."""

    def __init__(self) -> None:
        self.began = self.last = time.monotonic()
        self.first = -1
        self.survived = 0

    def __call__(self, done: int, total: int, verdict: Verdict) -> None:
        """Prints a line every few seconds."""
        if self.first < 0:
            self.first = done - 1
        self.survived += not verdict.killed
        now = time.monotonic()
        if now - self.last < EVERY and done < total:
            return
        self.last = now
        left = (now - self.began) / (done - self.first) * (total - done)
        typer.echo(f"{done}/{total} mutants, {self.survived} survive, {left:.0f} s left", err=True)


class Selection(Struct, frozen=True, kw_only=True):
    """Which mutants a run judges: of the data or of the code, of one clause, and those without a verdict."""

    values: bool = True
    code: bool = True
    #: A clause; empty for all.
    only: str = ""
    #: Judge again what survived the last run; what was killed keeps its verdict, also on changed sources.
    survivors: bool = False
    #: Judge nothing; the verdicts so far count.
    known: bool = False


def measure(books: Sequence[Rulebook], chosen: Selection, *, jobs: int, state: Path | None) -> Matrix:
    """Judges the mutants and returns the matrix."""
    names = [book.id for book in books]
    folder = state or default_folder()
    found: dict[str, Verdict] = {}
    days: set[str] = set()
    mutants: dict[str, Mutant] = {}
    plans = [_value_plan(name) for name in names] if chosen.values else []
    if chosen.code:
        plans.append(_code_plan(trace=not chosen.known))
    for file, rulebooks, plan in plans:
        keys = [key for key in plan.mutants if not chosen.only or _touches(plan, key, names, chosen.only)]
        verdicts = VerdictFile(folder / file, fingerprint(rulebooks), plan)
        judged = {key: verdicts.known[key] for key in keys if key in verdicts.known}
        if chosen.known:
            if len(judged) < len(keys):
                typer.echo(f"{file}: {len(keys) - len(judged)} of {len(keys)} mutants are not judged yet", err=True)
            found |= judged
        else:
            kept = {key: verdict for key, verdict in judged.items() if chosen.survivors and verdict.killed}
            again = [key for key in keys if key not in kept]
            found |= kept | run(plan, again, verdicts, jobs=jobs, progress=Progress())
        mutants |= {key: plan.mutants[key] for key in keys}
        days.add(verdicts.day)
    matrix = Matrix(mutants, found, max(days, default=""))
    if chosen.code and not chosen.known:  # the last plan and its verdicts are those of the code
        for book in books:
            for verdict in prove_clauses(plan, matrix, book):
                verdicts.append(verdict)
    return matrix


def _value_plan(name: str) -> tuple[str, list[str], Plan]:
    plan = Plan([name])
    plan.add_values([name])
    plan.import_games()
    return f"{name}.jsonl", [name], plan


def _code_plan(*, trace: bool) -> tuple[str, list[str], Plan]:
    rulebooks = list(rulebook_ids())
    plan = Plan(rulebooks)
    plan.add_code(rulebooks, trace=trace)
    return "code.jsonl", rulebooks, plan


def _touches(plan: Plan, key: str, names: Sequence[str], only: str) -> bool:
    clauses = plan.mutants[key].clauses
    return any(covers(only, clause) for name in names for clause in clauses.get(name, ()))


def write_pages(folder: Path, books: Sequence[Rulebook], matrix: Matrix, chosen: Selection) -> None:
    """Writes the pages of the kill matrix."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {f"kills-{book.id}.md": rulebook_page(book, matrix) for book in books if chosen.values}
    if chosen.code:
        pages["kills-code.md"] = code_page(matrix)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        typer.echo(f"wrote {folder / name}", err=True)


def as_data(matrix: Matrix) -> dict[str, Any]:
    """Returns the totals and every mutant with its verdict."""
    kinds = {kind: matrix.tally(matrix.of_kind(kind)) for kind in ("value", "code")}
    return {
        "totals": {
            kind: {
                "mutants": tally.total,
                "killed": tally.killed,
                "killed_by_naming_case": tally.named,
                "equivalent": tally.equivalent,
                "share": round(tally.share, 4),
            }
            for kind, tally in kinds.items()
        },
        "mutants": [
            {
                "kind": mutant.kind,
                "where": mutant.where,
                "change": mutant.change,
                "clauses": {name: list(clauses) for name, clauses in mutant.clauses.items()},
                "killed": verdict.killed,
                "killers": verdict.killers,
                "other": verdict.other,
                "reason": reason.reason if not verdict.killed and (reason := matrix.reason(key)) else "",
            }
            for key, verdict in matrix.verdicts.items()
            for mutant in (matrix.mutants[key],)
        ],
    }


def show(matrix: Matrix) -> None:
    """Prints the totals and the survivors without a reason."""
    for kind in ("value", "code"):
        keys = matrix.of_kind(kind)
        if keys:
            tally = matrix.tally(keys)
            typer.echo(
                f"{kind} mutants killed: {tally} ({tally.share:.1%}), by a case that names the clause {tally.named}"
            )
    left = [key for key in matrix.survivors(matrix.verdicts) if matrix.reason(key) is None]
    for key in left:
        typer.echo(f"survives: {matrix.mutants[key].where}: {matrix.mutants[key].change}")
