"""What the tables of one casino must have in common, by the rulebook that they are played under."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.law.checks import MEASURES
from pitboss.law.cite import together
from pitboss.law.load import Alike, Rulebook
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import chosen_options, holds

Choices = Mapping[str, str]


def bound_to_others(book: Rulebook, choices: Choices) -> bool:
    """Whether a table with these choices must have anything in common with others."""
    options = chosen_options(book, choices)
    return not isinstance(options, Refusal) and any(holds(alike.when, options) for alike in book.alike)


def clash(book: Rulebook, choices: Choices, others: Iterable[Choices]) -> Refusal | None:
    """What forbids a lawful table beside other lawful ones of the same casino under the same rulebook."""
    options = chosen_options(book, choices)
    beside = [chosen_options(book, other) for other in others]
    broken = [
        alike
        for alike in book.alike
        if any(_differ(alike, options, other) for other in beside if not isinstance(other, Refusal))
    ]
    if not broken:
        return None
    clauses = together(*(alike.clauses for alike in broken))
    return Refusal("alike", "; ".join(alike.says for alike in broken), clauses, book.id)


def _differ(alike: Alike, one: Any, other: Any) -> bool:
    if isinstance(one, Refusal) or not (holds(alike.when, one) and holds(alike.when, other)):
        return False
    if alike.same:
        return bool(one[alike.same] != other[alike.same])
    measure = MEASURES[alike.measure]
    pairs = zip(measure(one, **alike.given), measure(other, **alike.given), strict=True)
    return any(abs(mine - theirs) > Fraction(alike.within) for mine, theirs in pairs)
