"""How side wagers of different rounds bear on one another where one shoe brings the cards of both.

A wager on high or low cards swings back: the cards that decided it are gone from the shoe. In a shuffled shoe any two
cards are as likely as any others, wherever they lie, so that where two cards decide a wager this is known exactly.
"""

from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from pitboss.blackjack.shoe import decks_by_side
from pitboss.cards import DECK_SIZE
from pitboss.kernel.side_pays import SidePays
from pitboss.law.resolve import BlackjackRules


def covariance(rules: BlackjackRules, name: str, stake: int) -> float:
    """Of what the wager brings, per unit, on two boxes in different rounds of a shoe; 0 where not two cards decide it.

    The two sides of a double shoe are shuffled by themselves: it is the mean of both.
    """
    pays = SidePays(rules, name, stake)
    if pays.play.cards_that_count != 2:
        return 0.0
    deck = range(DECK_SIZE)
    lines = [[pays.play.line((one, two)) for two in deck] for one in deck]
    nets = {line: pays.on_line(line) / stake for row in lines for line in row}
    brought = np.array([[nets[line] for line in row] for row in lines])
    return fmean(_of_two_pairs(brought, decks) for decks in decks_by_side(rules))


def _of_two_pairs(brought: NDArray[np.float64], decks: int) -> float:
    """The covariance of what two pairs of cards bring that come from so many decks, no card being in both."""
    ways = np.full_like(brought, decks * decks)  # in which two such cards come
    np.fill_diagonal(ways, decks * (decks - 1))
    cards = DECK_SIZE * decks
    apart = brought - np.average(brought, weights=ways)
    # all pairs together are 0 apart from the mean: those without a card of this pair bring what those with one do not
    either = apart + apart.T
    with_card = np.average(either, axis=1, weights=ways) * (cards - 1)
    others = either - with_card[:, np.newaxis] - with_card
    return float(np.average(apart * others, weights=ways)) / ((cards - 2) * (cards - 3))
