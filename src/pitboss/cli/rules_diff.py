"""Two rulebooks side by side, as data and on the screen."""

from collections.abc import Sequence
from typing import Any

from pitboss.cli.rules_screen import heading, law, new_console, table
from pitboss.law import Rulebook
from pitboss.law.compare import PARTS, Pair, Side
from pitboss.law.ledger import Part

TITLES: dict[Part, str] = {
    "option": "Options",
    "setting": "Settings",
    "ground": "Grounds",
    "variant": "Variants",
    "wager": "Side wagers",
    "irregularity": "Irregularities",
}


def diff_data(left: Rulebook, right: Rulebook, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Each thing with what either rulebook says of it; null where it says nothing."""
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


def _side_data(side: Side) -> dict[str, Any] | None:
    return {"value": side.value, "clauses": list(side.clauses), "policy": side.policy} if side.there else None


def show_diff(left: Rulebook, right: Rulebook, pairs: Sequence[Pair]) -> None:
    """Part by part, the one on the left and the other on the right."""
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
        console.print("They set the same.")


def _value(side: Side) -> str:
    return (side.value or "provided for") if side.there else "—"


def _law(side: Side) -> str:
    if side.there and not side.clauses and not side.policy:
        return "not mentioned"
    return law(side.clauses, side.policy)
