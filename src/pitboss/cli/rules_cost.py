"""Output of ``pitboss rules diff --cost``: the price of each difference, as JSON and tables."""

import json
from typing import Any

import typer
from rich.text import Text

from pitboss.analyse.cost import Cost, cost
from pitboss.cli.analysis_options import blackjack_rules, computing
from pitboss.cli.options import error_exit, options_of
from pitboss.cli.rules_screen import heading, new_console, table
from pitboss.law.cite import clause_list
from pitboss.law.resolve import TableRules

#: A rulebook and the options of its table.
TableChoice = tuple[str, list[str]]


def costs(left: TableChoice, right: TableChoice, limits: str, *, as_json: bool) -> None:
    """Price both tables and the differences between them."""
    try:
        tables = blackjack_rules(*left, limits), blackjack_rules(*right, limits)
        with computing("pricing each rule ..."):
            found = cost(*tables)
    except ValueError as error:
        raise error_exit("rules diff", error) from None
    if as_json:
        typer.echo(json.dumps(_data(*tables, found), ensure_ascii=False, indent=2))
    else:
        _show(*tables, found)


def _data(left: TableRules[Any], right: TableRules[Any], found: Cost) -> dict[str, Any]:
    return {
        "rulebooks": [left.rulebook, right.rulebook],
        "options": [options_of(left), options_of(right)],
        "expectation": [found.left, found.right],
        "total": found.total,
        "together": found.together,
        "differences": [
            {
                "names": list(one.names),
                "left": {"value": one.left.value, "clauses": list(one.left.clauses)},
                "right": {"value": one.right.value, "clauses": list(one.right.clauses)},
                "change": one.change,
                "why": one.why,
            }
            for one in found.differences
        ],
        "wagers": {name: list(worth) for name, worth in found.wagers.items()},
    }


def _show(left: TableRules[Any], right: TableRules[Any], found: Cost) -> None:
    console = new_console()
    console.print(f"{left.title}: {found.left:+.4%}\n{right.title}: {found.right:+.4%}")
    console.print("Player's expectation per first wager with the best total-dependent strategy, ante included.")
    heading(console, "Rules of the second table in the first, one at a time")
    rows = [
        (
            " and ".join(name.replace("_", " ") for name in one.names),
            one.left.value.replace("_", " "),
            clause_list(one.left.clauses),
            one.right.value.replace("_", " "),
            clause_list(one.right.clauses),
            f"{one.change:+.4%}" if one.change is not None else f"— {one.why}",
        )
        for one in found.differences
    ]
    rows += [("interaction of all differences", "", "", "", "", f"{found.together:+.4%}")] if rows else []
    rows.append(("total", "", "", "", "", f"{found.total:+.4%}"))
    console.print(table(("rule", left.rulebook, "clause", right.rulebook, "clause", "change"), rows, whole=0))
    heading(console, "Wagers beside the main game")
    worths = [
        (name.replace("_", " "), *(f"{worth:+.4%}" if worth is not None else "not offered" for worth in both))
        for name, both in found.wagers.items()
    ]
    console.print(table(("wager", left.rulebook, right.rulebook), worths))
    console.print(Text("Rules interact: the single prices do not add up to the total.", style="dim"))
