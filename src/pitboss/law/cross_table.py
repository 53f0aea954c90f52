"""Validate a table against the other tables of the casino: some choices must be equal at all of them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.law.checks import MEASURES
from pitboss.law.cite import merge_clauses
from pitboss.law.load import CrossTableRule, Rulebook
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import chosen_options, conditions_hold

Choices = Mapping[str, str]


def has_cross_table_rules(book: Rulebook, choices: Choices) -> bool:
    """Returns whether a rule across tables applies to a table with these choices."""
    options = chosen_options(book, choices)
    return not isinstance(options, Refusal) and any(conditions_hold(rule.when, options) for rule in book.alike)


def cross_table_conflict(book: Rulebook, choices: Choices, others: Iterable[Choices]) -> Refusal | None:
    """Returns the refusal of a table that breaks a rule across the tables of one rulebook; None if it is lawful."""
    options = chosen_options(book, choices)
    other_options = [chosen_options(book, other) for other in others]
    broken = [
        rule
        for rule in book.alike
        if any(_differ(rule, options, other) for other in other_options if not isinstance(other, Refusal))
    ]
    if not broken:
        return None
    clauses = merge_clauses(*(rule.clauses for rule in broken))
    return Refusal("alike", "; ".join(rule.says for rule in broken), clauses, book.id)


def _differ(rule: CrossTableRule, options: Any, other: Any) -> bool:
    if isinstance(options, Refusal) or not (conditions_hold(rule.when, options) and conditions_hold(rule.when, other)):
        return False
    if rule.same:
        return bool(options[rule.same] != other[rule.same])
    measure = MEASURES[rule.measure]
    pairs = zip(measure(options, **rule.given), measure(other, **rule.given), strict=True)
    return any(abs(left - right) > Fraction(rule.within) for left, right in pairs)
