"""Exact probabilities of the dealer's final hand, by the up card."""

from collections.abc import Sequence
from fractions import Fraction
from math import perm, prod
from typing import Final

from msgspec import Struct

from pitboss.analyse.dealer import DrawnCards, finished_draws
from pitboss.analyse.shoe import VALUE_NAMES, ImpossibleCards, ShoeComposition, shoe_of, value_of
from pitboss.display import rows_html
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.hand_classes import DEALER_22, DEALER_BLACKJACK, DEALER_BUST

#: The ends of the dealer's hand in the order of a table, each by its name.
OUTCOMES: Final = {
    **{end: str(17 + end) for end in range(DEALER_22 + 1)},
    DEALER_BUST: "23 and more",
    DEALER_BLACKJACK: "blackjack",
}


class DealerOutcomes(Struct, frozen=True):
    """The probability of each final hand of the dealer, by its name.

    ``without_blackjack`` are those of a dealer whose hole card was read and is not that of a blackjack; empty where the
    up card makes no blackjack.
    """

    up: str
    outcomes: dict[str, float]
    without_blackjack: dict[str, float]

    def _repr_html_(self) -> str:
        rows = [(name, f"{chance:.4%}") for name, chance in self.outcomes.items()]
        return rows_html(f"dealer with {self.up}", rows)

    @property
    def bust(self) -> float:
        """The probability that the dealer passes 21."""
        return sum(self.outcomes[OUTCOMES[end]] for end in (DEALER_22, DEALER_BUST))


def dealer_outcomes(
    rules: BlackjackRules, up: int, gone: Sequence[int] = (), *, infinite: bool = False
) -> DealerOutcomes:
    """Returns the probabilities of the dealer's hand with this up card, from the table's shoe without the cards gone.

    Every set of draws is counted with its orders, in rational numbers. Raises ImpossibleCards for cards that the shoe
    does not hold, and for a shoe that could end during the hand.
    """
    if not infinite:
        shoe_of(rules, [*gone, up])  # raises for an up card that is gone
    shoe = list(shoe_of(rules, gone, infinite=infinite))
    if not infinite:
        shoe[value_of(up)] -= 1
    return outcomes_behind(value_of(up), tuple(shoe), hits_soft_17=rules.terms.dealer_hits_soft_17)


def outcomes_behind(value: int, shoe: ShoeComposition, *, hits_soft_17: bool) -> DealerOutcomes:
    """Returns the probabilities of the dealer's hand with an up card of this value, drawn from any cards.

    The cards do not include the up card. Raises ImpossibleCards if they could end during the hand.
    """
    shares = dict.fromkeys(OUTCOMES, Fraction(0))
    for drawn, (orders, end) in finished_draws(value, hits_soft_17=hits_soft_17).items():
        shares[end] += orders * _share(drawn, shoe)
    if sum(shares.values()) != 1:
        raise ImpossibleCards(f"{sum(shoe)} cards are left: they may not suffice for the dealer's hand")
    left = 1 - shares[DEALER_BLACKJACK]
    possible = 0 < shares[DEALER_BLACKJACK] < 1
    return DealerOutcomes(
        up=VALUE_NAMES[value],
        outcomes={name: float(shares[end]) for end, name in OUTCOMES.items()},
        without_blackjack={
            name: float(shares[end] / left) for end, name in OUTCOMES.items() if possible and end != DEALER_BLACKJACK
        },
    )


def _share(drawn: DrawnCards, shoe: ShoeComposition) -> Fraction:
    """Returns the probability of drawing these cards in one given order."""
    ways = prod(perm(there, taken) for there, taken in zip(shoe, drawn, strict=True) if taken)
    return Fraction(ways, perm(sum(shoe), sum(drawn)) or 1)
