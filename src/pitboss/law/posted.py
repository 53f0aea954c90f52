"""Other limits at a table that is open: they are lawful where its choices could be made under them, too."""

from typing import Any

from pitboss.law.checks import CHECKS, HasLimits
from pitboss.law.load import Constraint, load_rulebook
from pitboss.law.resolve import TableRules, holds


def broken_by(rules: TableRules[Any], limits: HasLimits) -> list[Constraint]:
    """What the rulebook demands of the choices of a table and these limits together, and does not find."""
    demands = [demand for demand in load_rulebook(rules.rulebook).constraints if demand.check]
    return [
        demand
        for demand in demands
        if holds(demand.when, rules.options) and not CHECKS[demand.check](rules.options, limits, **demand.given)
    ]
