"""Output of exact roulette figures: table and JSON."""

from fractions import Fraction
from typing import Any

from pitboss.analyse.roulette import exact
from pitboss.analyse.wagers_table import WagerTable, table_data
from pitboss.cli.options import options_of
from pitboss.cli.rules_screen import new_console, table
from pitboss.games.roulette.layout import RouletteRules, layout_of
from pitboss.law.cite import clause_list


def roulette_data(rules: RouletteRules) -> dict[str, Any]:
    """Returns every position by name. There is no main game and no strategy."""
    return {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "strategy": None,
        "main": None,
        "wagers": {name: table_data(position) for name, position in exact(rules).items()},
    }


def show_roulette(rules: RouletteRules) -> None:
    """Print the positions, grouped by kind."""
    console = new_console()
    console.print(f"{rules.title}: {len(layout_of(rules))} positions, {len(rules.terms.wheel)} numbers")
    rows = [
        (kind, str(len(places)), *_figures(rules, kind, found), ", ".join(filter(None, places)))
        for kind, (places, found) in _by_kind(rules).items()
    ]
    heads = ("wager", "places", "wins on", "pays", "expectation", "fraction", "deviation", "clause", "where")
    console.print(table(heads, rows, whole=8))


def _by_kind(rules: RouletteRules) -> dict[str, tuple[list[str], WagerTable]]:
    tables = exact(rules)
    kinds: dict[str, tuple[list[str], WagerTable]] = {}
    for position in layout_of(rules):
        places, _ = kinds.setdefault(position.kind, ([], tables[str(position)]))
        places.append(position.place)
    return kinds


def _figures(rules: RouletteRules, kind: str, found: WagerTable) -> tuple[str, ...]:
    won = found.outcomes[0]
    return (
        f"{won.combinations} of {found.combinations}",
        str(rules.terms.odds(kind)),
        f"{float(found.expectation):+.4%}",
        str(Fraction(found.expectation)),
        f"{found.deviation:.4f}",
        clause_list(won.clauses),
    )
