"""Validate amounts: multiples of the smallest chip whose payments are whole cents."""

from math import lcm

from pitboss.law.choices import LimitBreach
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds, amount_text


def rounds_payments(rules: BlackjackRules) -> bool:
    """Returns whether the rulebook prescribes how to round payments to the chips of the float."""
    return rules.terms.float_unit is not None and rules.terms.limit_breach is not LimitBreach.REFUSED


def main_step(rules: BlackjackRules) -> int:
    """Returns the step of main wagers in cents: whole chips, and every payment in whole cents. Cached in the rules."""
    step: int | None = rules.memo.get("main_step")
    if step is None:
        step = lcm(rules.terms.chip_unit or 1, *(odds.whole_step for odds, _ in _paid_on_main(rules)))
        rules.memo["main_step"] = step
    return step


def _paid_on_main(rules: BlackjackRules) -> list[tuple[Odds, str]]:
    """Returns the odds that a main wager may be paid at, and the half that a surrender costs, each with its rule."""
    if rounds_payments(rules):
        return []
    terms = rules.terms
    paid = [(terms.blackjack_odds, "blackjack_odds"), (terms.even_odds, "even_odds")]
    if terms.five_card_21:
        paid.append((terms.five_card_21_odds, "five_card_21_odds"))
    if terms.surrender:
        paid.append((Odds(1, 2), "surrender_half"))
    return paid


def least_wager(rules: BlackjackRules, minimum: int) -> int:
    """Returns the smallest valid main wager that is not below the minimum."""
    step = main_step(rules)
    return -(-minimum // step) * step


def check_main(rules: BlackjackRules, amount: int, limits: tuple[int, int], builder: RefusalBuilder) -> None:
    """Objects to a main wager that is not in whole chips, or whose payment would be a fraction of a cent."""
    step = main_step(rules)
    if amount % step == 0:
        return
    problems = [] if in_chips(rules, amount) else [("chip_unit", _not_in_chips(rules, amount), rules.cite("chip_unit"))]
    for odds, rule in _paid_on_main(rules):
        if not odds.is_whole(amount):
            what = "halved" if rule == "surrender_half" else f"paid at {odds}"
            text = f"{amount_text(amount)} {what} would come to a fraction of a cent"
            problems.append(("whole_cents", text, rules.cite(rule)))
    for number, (kind, text, clauses) in enumerate(problems, 1):
        advice = f": {_would_do(amount, step, *limits)}" if number == len(problems) else ""
        builder.add(kind, f"{text}{advice}", clauses=clauses)


def check_chips(rules: BlackjackRules, amount: int, most: int, builder: RefusalBuilder, *more: str) -> None:
    """Objects to an amount that is not a multiple of the smallest chip; ``most`` bounds the suggested amounts."""
    unit = rules.terms.chip_unit
    if unit is not None and amount % unit:
        builder.add("chip_unit", f"{_not_in_chips(rules, amount)}: {_would_do(amount, unit, unit, most)}", *more)


def in_chips(rules: BlackjackRules, amount: int) -> bool:
    """Returns whether the amount is a multiple of the smallest chip; true if the table defines no chip."""
    return rules.terms.chip_unit is None or amount % rules.terms.chip_unit == 0


def _not_in_chips(rules: BlackjackRules, amount: int) -> str:
    return f"{amount_text(amount)} cannot be laid in chips of {amount_text(rules.terms.chip_unit or 1)} and more"


def _would_do(amount: int, step: int, least: int, most: int) -> str:
    """Returns the nearest valid amounts below and above, as text."""
    below = amount - amount % step
    nearest = [amount_text(cents) for cents in (below, below + step) if max(least, 1) <= cents <= most]
    if not nearest:
        return f"no multiple of {amount_text(step)} near it is within the limits"
    return f"{' or '.join(nearest)} would do"
