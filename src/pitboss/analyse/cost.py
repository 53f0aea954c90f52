"""The cost to the player of each difference between two blackjack tables.

The first table is priced unchanged, then with one rule of the second table at a time, with the best play each time, and
at last the second table. A mixture is hypothetical: the law of either table may forbid it. Rules interact, so the
single costs do not add up to the total; the remainder is reported too.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse.edge import TOTAL, edge
from pitboss.analyse.wagers import exact
from pitboss.law.checks import decks_in_play
from pitboss.law.cite import Clauses
from pitboss.law.clause_ledger import format_value
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text

#: The settings that can change the value of a round, grouped if they depend on each other. All others concern seating,
#: cutting or the order of play.
PRICED_SETTINGS: Final = (
    ("ante",),
    ("decks", "ranks_removed"),
    ("hole_card", "card_reader", "peek_under_ace", "peek_under_ten", "surrender_lost_to_blackjack"),
    ("insurance_odds",),
    ("insurance_cap",),
    ("insurance_for_blackjack",),
    ("even_money",),
    ("consolidated_payout",),
    ("blackjack_odds", "suited_blackjack_odds"),
    ("blackjack_paid", "twenty_one_wins_at_once"),
    ("surrender", "surrender_against_ace"),
    ("draw_below_12",),
    ("hand_limit",),
    ("surrender_after_split",),
    ("surrender_after_double",),
    ("double_on",),
    ("double_any_cards",),
    ("redoubles",),
    ("double_amount",),
    ("double_after_split", "double_split_on"),
    ("split_hands",),
    ("split_same_rank",),
    ("aces_are_split", "resplit_aces"),
    ("split_aces_draw", "split_aces_double"),
    ("even_odds",),
    ("bust_taken",),
    ("dealer_draws",),
    ("dealer_blackjack",),
    ("two_card_21_beats_drawn_21",),
    ("five_card_21", "five_card_21_odds"),
    ("dealer_22_stands_off",),
    ("ties_lost",),
    ("bonus_21", "bonus_21_doubled"),
    ("spots", "spots_needed"),
)


class RuleValue(Struct, frozen=True):
    """The value of a setting at one table, and its clauses."""

    value: str
    clauses: Clauses


class Difference(Struct, frozen=True):
    """Settings that differ, and the change of the expectation if only these are exchanged."""

    names: tuple[str, ...]
    left: RuleValue
    right: RuleValue
    change: float | None
    #: The reason if it cannot be priced alone.
    why: str = ""


class Cost(Struct, frozen=True):
    """The main games of both tables, per unit of the first wager and including the ante, and their differences."""

    left: float
    right: float
    differences: tuple[Difference, ...]
    #: The expectations of the other wagers by name; None if a table does not offer it.
    wagers: dict[str, tuple[float | None, float | None]]

    @property
    def total(self) -> float:
        """The change from all differences together."""
        return self.right - self.left

    @property
    def together(self) -> float:
        """The interaction: the total change minus the sum of the single changes."""
        return self.total - sum(difference.change or 0.0 for difference in self.differences)


def differences(left: BlackjackRules, right: BlackjackRules) -> Iterator[tuple[str, ...]]:
    """Iterates over the settings that can change the value of a round and differ."""
    for group in PRICED_SETTINGS:
        names = tuple(name for name in group if getattr(left.terms, name) != getattr(right.terms, name))
        if names:
            yield names


def cost(left: BlackjackRules, right: BlackjackRules) -> Cost:
    """Returns the cost of all differences; raises NotAnalysable if either table cannot be priced."""
    begin = price(left)
    priced = [_price_difference(left, right, names, begin) for names in differences(left, right)]
    ours, theirs = _wagers(left), _wagers(right)
    names = dict.fromkeys((*ours, *theirs))
    return Cost(
        left=begin,
        right=price(right),
        differences=tuple(priced),
        wagers={name: (ours.get(name), theirs.get(name)) for name in names},
    )


def price(rules: BlackjackRules) -> float:
    """Returns the expectation of the main game with the best chart, less the ante."""
    worth = edge(rules, strategy=TOTAL)
    return worth.expectation - worth.ante


def _price_difference(left: BlackjackRules, right: BlackjackRules, names: tuple[str, ...], begin: float) -> Difference:
    sides = (_side(left, names), _side(right, names))
    try:
        return Difference(names, *sides, price(with_rules(left, right, names)) - begin)
    except ValueError as error:
        return Difference(names, *sides, None, str(error))


def with_rules(left: BlackjackRules, right: BlackjackRules, names: Iterable[str]) -> BlackjackRules:
    """Returns the table with these rules of the other; no law need allow it."""
    exchanged: dict[str, Any] = {name: getattr(right.terms, name) for name in names}
    options = left.options
    if "decks" in exchanged:  # the decks in play also depend on the shuffler
        exchanged["decks"] = decks_in_play(right.options)
        options = {**options, "decks": exchanged["decks"], "automated_shuffler": False}
    return replace(left, terms=replace(left.terms, **exchanged), options=options, memo={})


def _side(rules: BlackjackRules, names: tuple[str, ...]) -> RuleValue:
    return RuleValue(", ".join(_text(name, getattr(rules.terms, name)) for name in names), rules.cite(*names))


def _text(name: str, value: Any) -> str:
    return amount_text(value) if name == "ante" and value is not None else format_value(value)


def _wagers(rules: BlackjackRules) -> dict[str, float]:
    return {name: float(table.expectation) for name, table in exact(rules).items() if name != "ante"}
