"""What each difference between two tables of blackjack costs the player.

The first table is priced as it is, then with one rule of the second table in place of its own, each time played as is
best then, and at last the second. Such a mixture is a question and no table: the law of either may forbid it. Rules
bear on one another, so that the costs of all of them one by one do not add up to the whole; the rest is told too.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse.edge import TOTAL, edge
from pitboss.analyse.wagers import exact
from pitboss.law.checks import decks_in_play
from pitboss.law.cite import Clauses
from pitboss.law.ledger import plain
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text

#: The settings that can bear on what a round is worth; those together that mean nothing one without the other. All
#: others say who may sit, cut or wager, and in which order.
BEARING: Final = (
    ("ante",),
    ("decks",),
    ("hole_card", "card_reader"),
    ("insurance_odds",),
    ("insurance_cap",),
    ("insurance_for_blackjack",),
    ("even_money",),
    ("consolidated_payout",),
    ("blackjack_odds",),
    ("blackjack_paid", "twenty_one_wins_at_once"),
    ("surrender", "surrender_against_ace"),
    ("draw_below_12",),
    ("hand_limit",),
    ("double_on",),
    ("double_amount",),
    ("double_after_split",),
    ("split_hands",),
    ("resplit_aces",),
    ("even_odds",),
    ("bust_taken",),
    ("dealer_draws",),
    ("dealer_blackjack",),
    ("two_card_21_beats_drawn_21",),
    ("five_card_21", "five_card_21_odds"),
    ("dealer_22_stands_off",),
    ("spots", "spots_needed"),
)


class Side(Struct, frozen=True):
    """What one table has, and on which clauses."""

    value: str
    clauses: Clauses


class Difference(Struct, frozen=True):
    """Rules that differ, and by how much the expectation changes where only these are exchanged."""

    names: tuple[str, ...]
    left: Side
    right: Side
    change: float | None
    #: Why it has no price of its own.
    why: str = ""


class Cost(Struct, frozen=True):
    """Both tables' main games, per unit of the first wager and with the ante, and what lies between them."""

    left: float
    right: float
    differences: tuple[Difference, ...]
    #: The wagers beside the main game, by name; None where a table does not offer it.
    wagers: dict[str, tuple[float | None, float | None]]

    @property
    def total(self) -> float:
        """What all differences come to together."""
        return self.right - self.left

    @property
    def together(self) -> float:
        """What the differences come to beyond their single prices."""
        return self.total - sum(one.change or 0.0 for one in self.differences)


def differences(left: BlackjackRules, right: BlackjackRules) -> Iterator[tuple[str, ...]]:
    """The settings that bear on a round and are not the same."""
    for group in BEARING:
        names = tuple(name for name in group if getattr(left.terms, name) != getattr(right.terms, name))
        if names:
            yield names


def cost(left: BlackjackRules, right: BlackjackRules) -> Cost:
    """All of it; NotAnalysable where either table has no exact price."""
    begin = _price(left)
    found = [_alone(left, right, names, begin) for names in differences(left, right)]
    ours, theirs = _wagers(left), _wagers(right)
    names = dict.fromkeys((*ours, *theirs))
    return Cost(
        left=begin,
        right=_price(right),
        differences=tuple(found),
        wagers={name: (ours.get(name), theirs.get(name)) for name in names},
    )


def _price(rules: BlackjackRules) -> float:
    worth = edge(rules, strategy=TOTAL)
    return worth.expectation - worth.ante


def _alone(left: BlackjackRules, right: BlackjackRules, names: tuple[str, ...], begin: float) -> Difference:
    sides = (_side(left, names), _side(right, names))
    try:
        return Difference(names, *sides, _price(with_rules(left, right, names)) - begin)
    except ValueError as error:
        return Difference(names, *sides, None, str(error))


def with_rules(left: BlackjackRules, right: BlackjackRules, names: Iterable[str]) -> BlackjackRules:
    """A table that has these rules of the other in place of its own; no law need allow it."""
    taken: dict[str, Any] = {name: getattr(right.terms, name) for name in names}
    options = left.options
    if "decks" in taken:  # what is in play depends on the shuffler too
        taken["decks"] = decks_in_play(right.options)
        options = {**options, "decks": taken["decks"], "automated_shuffler": False}
    return replace(left, terms=replace(left.terms, **taken), options=options, memo={})


def _side(rules: BlackjackRules, names: tuple[str, ...]) -> Side:
    return Side(", ".join(_text(name, getattr(rules.terms, name)) for name in names), rules.cite(*names))


def _text(name: str, value: Any) -> str:
    return amount_text(value) if name == "ante" and value is not None else plain(value)


def _wagers(rules: BlackjackRules) -> dict[str, float]:
    return {name: float(table.expectation) for name, table in exact(rules).items() if name != "ante"}
