"""Side wagers that a box's third card may decide, beside the main game and insurance.

Such a wager and the rest of the round both depend on the third card. So their product is summed over it wherever it
could change the line: after a hit or a double the value of the hand of three cards is known.
"""

from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.column import Column
from pitboss.analyse.edge import Edge, columns_of
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.hands import BUST_HAND
from pitboss.analyse.plays import by_chart
from pitboss.analyse.shoe import ACE, TEN, value_of
from pitboss.analyse.wagers_cards import CardCounts, Further, Grade, cards_of, cards_that_matter
from pitboss.cards import DECK_SIZE
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import DOUBLE, HIT

Floats = NDArray[np.float64]
#: The most cards of a box that such a wager may read.
MOST_CARDS: Final = 3
ACROSS_SPLITS: Final = "cards of split hands decide it"


class ThirdCard(Struct, frozen=True):
    """The means of a wager on every deal: of its result, of the square, and of its products with other results."""

    results: Floats
    squares: Floats
    with_main: Floats
    with_insurance: Floats


class ThirdCardWalk:
    """Follows every deal that a third card may decide."""

    def __init__(self, rules: BlackjackRules, main: Edge, insurance: Floats) -> None:
        assert main.chart is not None
        self._game: AnalysedGame = game_of(rules)
        self._cards: CardCounts = cards_of(rules)
        self._columns = {column.up: column for column in columns_of(self._game, main.cards)}
        by_chart(list(self._columns.values()), main.chart)
        self._insurance = insurance
        odds = rules.terms.insurance_odds
        self._insured = odds.pays / odds.to

    def moments(self, grade: Grade, pays: dict[str, float], further: Further, main: Floats) -> ThirdCard | str:
        """Returns the means of a wager, or why they are not computed.

        ``main`` holds the main game's mean of each deal, ``pays`` the result of each line.
        """
        deck = range(DECK_SIZE)
        lines = np.array([[pays[grade((one, two))] for two in deck] for one in deck])[..., np.newaxis]
        results = np.broadcast_to(lines, (DECK_SIZE,) * 3).copy()
        found = ThirdCard(results, results**2, main * results, self._insurance * results)
        for one in deck:
            for two in deck:
                if not cards_that_matter(grade, (one, two), MOST_CARDS):
                    continue
                for up in deck:
                    if self._cards.ways((one, two, up)) and further((one, two), up, False):
                        why = self._follow(found, (one, two, up), [pays[grade((one, two, third))] for third in deck])
                        if why:
                            return why
        return found

    def _follow(self, found: ThirdCard, deal: tuple[int, int, int], pays: list[float]) -> str:
        """Sets the means of a deal after which the box gets a third card."""
        one, two, up = deal
        column, before = self._columns[value_of(up)], found.results[deal]
        hand = self._game.hands.of(value_of(one), value_of(two))
        action = int(column.first[hand])
        if action not in (HIT, DOUBLE):
            return ACROSS_SPLITS
        reads, means = self._game.reads[column.up], np.zeros(4)
        if reads:  # the round ends on a blackjack, before a third card
            beaten = column.blackjack_chance(hand)
            lost, insured = self._game.pays.read / self._game.pays.unit, self._insured if column.up == ACE else 0.0
            means += beaten * np.array([before, before**2, before * lost, before * insured])
        for third in range(DECK_SIZE):
            left = self._cards.left(third, deal)
            if left > 0:
                chance, pay = left / (self._cards.all - len(deal)), pays[third]
                beaten = self._beaten(column, (*deal, third))
                played = 1.0 - beaten if reads else 1.0
                value = self._value(column, hand, action, third, beaten)
                insured = self._insurance_of(column, beaten, reads=reads)
                means += chance * np.array([played * pay, played * pay**2, value * pay, insured * pay])
        for at, mean in zip((found.results, found.squares, found.with_main, found.with_insurance), means, strict=True):
            at[deal] = mean
        return ""

    def _beaten(self, column: Column, known: tuple[int, ...]) -> float:
        """Returns the probability of a dealer's blackjack when these cards are out."""
        if column.up not in (ACE, TEN):
            return 0.0
        completes = TEN if column.up == ACE else ACE
        left = sum(self._cards.left(card, known) for card in range(DECK_SIZE) if value_of(card) == completes)
        return left / (self._cards.all - len(known))

    def _value(self, column: Column, hand: int, action: int, third: int, beaten: float) -> float:
        """Returns the value of the main wager with a third card, without a dealer's blackjack that is read."""
        doubled = action == DOUBLE
        longer = int(self._game.hands.after[hand, value_of(third)])
        if longer == BUST_HAND:
            otherwise, by_blackjack = column.busts[int(doubled)]
            return float(otherwise * (1.0 - beaten) + by_blackjack * beaten)
        return float(column.doubled[1][longer] if doubled else column.value[longer])

    def _insurance_of(self, column: Column, beaten: float, *, reads: bool) -> float:
        """Returns the mean of one unit on insurance beside a third card, without a blackjack that is read."""
        if column.up != ACE:
            return 0.0
        return beaten - 1.0 if reads else self._insured * beaten - (1.0 - beaten)
