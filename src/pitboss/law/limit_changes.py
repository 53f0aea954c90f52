"""Validate a change of limits at an open table: its choices must be lawful under the new limits."""

from typing import Any

from pitboss.law.checks import CHECKS, HasLimits
from pitboss.law.load import Constraint, load_rulebook
from pitboss.law.resolve import TableRules, conditions_hold


def broken_constraints(rules: TableRules[Any], limits: HasLimits) -> list[Constraint]:
    """Returns the constraints with a check that the table's choices break under these limits."""
    constraints = [constraint for constraint in load_rulebook(rules.rulebook).constraints if constraint.check]
    return [
        constraint
        for constraint in constraints
        if conditions_hold(constraint.when, rules.options)
        and not CHECKS[constraint.check](rules.options, limits, **constraint.given)
    ]
