"""Output of a comparison of two rulebooks, as JSON and tables."""

from collections.abc import Sequence
from typing import Any

from pitboss.cli.rules_screen import heading, law, new_console, table
from pitboss.law import Rulebook
from pitboss.law.clause_ledger import Part
from pitboss.law.compare import PARTS, ComparedRule, ComparedValue

TITLES: dict[Part, str] = {
    "option": "Options",
    "setting": "Settings",
    "ground": "Grounds",
    "variant": "Variants",
    "wager": "Side wagers",
    "irregularity": "Irregularities",
}


def diff_data(left: Rulebook, right: Rulebook, pairs: Sequence[ComparedRule]) -> dict[str, Any]:
    """Returns each item with its value in either rulebook; null if it is absent."""
    return {
        "rulebooks": [left.id, right.id],
        "differences": [
            {
                "part": pair.part,
                "name": pair.name,
                "same": pair.same,
                left.id: _side_data(pair.left),
                right.id: _side_data(pair.right),
            }
            for pair in pairs
        ],
    }


def _side_data(side: ComparedValue) -> dict[str, Any] | None:
    return {"value": side.value, "clauses": list(side.clauses), "policy": side.policy} if side.there else None


def show_diff(left: Rulebook, right: Rulebook, pairs: Sequence[ComparedRule]) -> None:
    """Print the comparison part by part."""
    console = new_console()
    console.print(f"{left.id}: {left.about.title}\n{right.id}: {right.about.title}")
    for part in PARTS:
        rows = [
            (pair.name, _value(pair.left), _law(pair.left), _value(pair.right), _law(pair.right))
            for pair in pairs
            if pair.part == part
        ]
        if rows:
            heading(console, TITLES[part])
            console.print(table(("", left.id, "clause", right.id, "clause"), rows))
    if not pairs:
        console.print("No differences.")


def _value(side: ComparedValue) -> str:
    return (side.value or "provided for") if side.there else "—"


def _law(side: ComparedValue) -> str:
    if side.there and not side.clauses and not side.policy:
        return "not mentioned"
    return law(side.clauses, side.policy)
