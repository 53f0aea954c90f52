"""Proves clauses one by one: replays the cases that name a clause against the killed mutants of its code.

A mutant of code is judged until any case fails, of any rulebook. That leaves clauses of the others without a proof.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.law import Rulebook
from pitboss.law.cite import without_number
from pitboss.mutants.case_index import IndexedCase, fails
from pitboss.mutants.model import Verdict
from pitboss.mutants.report import NOT_EXECUTED, Matrix
from pitboss.mutants.run import Plan


def prove_clauses(plan: Plan, matrix: Matrix, book: Rulebook) -> Iterator[Verdict]:
    """Yields a verdict with one more killer for each part of a clause that is not proven and that a case proves."""
    for clause in book.clauses:
        if clause.kind in NOT_EXECUTED or matrix.proof(book.id, clause.id)[2]:
            continue
        found = _proof(plan, matrix, book.id, clause.id)
        if found is not None:
            matrix.verdicts[found.key] = found
            yield found


def _proof(plan: Plan, matrix: Matrix, rulebook: str, part: str) -> Verdict | None:
    name = without_number(part)
    naming = [case for case in plan.index.of(rulebook) if case.names(name)]
    for key in matrix.mutants_of(rulebook, part):
        if key not in plan.code or not matrix.verdicts[key].killed:
            continue
        case = _first_failing(plan, key, naming)
        if case is not None:
            verdict = matrix.verdicts[key]
            return replace(verdict, killers=verdict.killers | {f"{rulebook}:{name}": case.name})
    return None


def _first_failing(plan: Plan, key: str, naming: list[IndexedCase]) -> IndexedCase | None:
    running = {case.number for case in plan.candidates(key)}
    cases = [case for case in naming if case.number in running]
    if not cases:
        return None
    with plan.applied(key):
        return next((case for case in cases if fails(case)), None)
