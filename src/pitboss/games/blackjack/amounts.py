"""Amounts in chips: multiples of the smallest chip, and the nearest amounts that are."""

from pitboss.law.choices import LimitBreach
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text


def rounds_payments(rules: BlackjackRules) -> bool:
    """Returns whether the rulebook prescribes how to round payments to the chips of the float."""
    return rules.terms.float_unit is not None and rules.terms.limit_breach is not LimitBreach.REFUSED


def check_chips(rules: BlackjackRules, amount: int, most: int, builder: RefusalBuilder, *more: str) -> None:
    """Objects to an amount that is not a multiple of the smallest chip; ``most`` bounds the suggested amounts."""
    unit = rules.terms.chip_unit
    if unit is not None and amount % unit:
        builder.add("chip_unit", f"{not_in_chips(rules, amount)}: {would_do(amount, unit, unit, most)}", *more)


def in_chips(rules: BlackjackRules, amount: int) -> bool:
    """Returns whether the amount is a multiple of the smallest chip; true if the table defines no chip."""
    return rules.terms.chip_unit is None or amount % rules.terms.chip_unit == 0


def not_in_chips(rules: BlackjackRules, amount: int) -> str:
    """Returns the objection to an amount that is not a multiple of the smallest chip, as text."""
    return f"{amount_text(amount)} cannot be laid in chips of {amount_text(rules.terms.chip_unit or 1)} and more"


def would_do(amount: int, step: int, least: int, most: int) -> str:
    """Returns the nearest valid amounts below and above, as text."""
    below = amount - amount % step
    nearest = [amount_text(cents) for cents in (below, below + step) if max(least, 1) <= cents <= most]
    if not nearest:
        return f"no multiple of {amount_text(step)} near it is within the limits"
    return f"{' or '.join(nearest)} would do"
