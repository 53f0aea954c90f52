"""Output of clause coverage, as JSON and tables."""

from collections.abc import Sequence
from typing import Any, get_args

from pitboss.cli.rules_screen import heading, new_console, table
from pitboss.law.load import Kind
from pitboss.notation.cases import Coverage

KINDS: tuple[str, ...] = get_args(Kind)


def coverage_data(found: Coverage) -> dict[str, Any]:
    """Returns each clause with its passing cases, or the reason that it has none."""
    return {
        "rulebook": found.rulebook,
        "clauses": [
            {"clause": covered.clause.id, "kind": covered.clause.kind, "cases": list(covered.cases)}
            | ({"reason": covered.clause.reason} if covered.clause.reason and not covered.cases else {})
            for covered in found.clauses
        ],
    }


def show_coverage(measured: Sequence[Coverage], *, missing: bool) -> None:
    """Print the coverage by rulebook and kind of clause, and the uncovered clauses."""
    console = new_console()
    rows = [
        (found.rulebook, *(_share(*found.of_kind(kind)) for kind in KINDS), _share(*_all(found))) for found in measured
    ]
    if len(measured) > 1:
        sums = [tuple(map(sum, zip(*(found.of_kind(kind) for found in measured), strict=True))) for kind in KINDS]
        whole = tuple(map(sum, zip(*map(_all, measured), strict=True)))
        rows.append(("all", *(_share(*pair) for pair in sums), _share(*whole)))
    console.print(table(("clauses with a passing case", *KINDS, "all"), rows))
    for found in measured if missing else ():
        without = [covered.clause for covered in found.clauses if not covered.cases]
        if without:
            heading(console, f"{found.rulebook}: {len(without)} clauses without a passing case")
            lines = [(clause.id, clause.kind, f"{clause.summary} {clause.reason}".strip()) for clause in without]
            console.print(table(("clause", "kind", "in our words, and why it has none"), lines, whole=2))


def _all(found: Coverage) -> tuple[int, int]:
    return sum(bool(covered.cases) for covered in found.clauses), len(found.clauses)


def _share(covered: int, there: int) -> str:
    return f"{covered}/{there}" if there else "-"
