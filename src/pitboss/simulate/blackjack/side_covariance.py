"""The covariance of a side wager's results in different rounds of the same shoe.

A wager on high or low cards reverts: the cards that decided it are gone from the shoe. In a shuffled shoe all cards are
exchangeable, so the covariance is exact for a wager that two cards decide.
"""

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import full_shoe
from pitboss.games.blackjack.shoe import decks_by_side
from pitboss.games.blackjack.wagers.base import Reads
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.side_pays import SidePayProbe


def covariance(rules: BlackjackRules, name: str, stake: int) -> float:
    """Returns the covariance per unit on two boxes in different rounds of a shoe; 0 unless two cards decide the wager.

    The sides of a double shoe are shuffled separately: the result is the mean of both.
    """
    pays = SidePayProbe(rules, name, stake)
    if pays.play.reads != Reads(box=2):
        return 0.0
    deck = full_shoe(1, rules.terms.ranks_removed)
    lines = [[pays.play.line((one, two)) for two in deck] for one in deck]
    nets = {line: pays.on_line(line) / stake for row in lines for line in row}
    results = np.array([[nets[line] for line in row] for row in lines])
    sides = [_of_two_pairs(results, decks) for decks in decks_by_side(rules)]
    return sum(sides) / len(sides)


def _of_two_pairs(results: NDArray[np.float64], decks: int) -> float:
    """Returns the covariance of the results of two disjoint pairs of cards from ``decks`` decks."""
    ways = np.full_like(results, decks * decks)  # the number of ways to draw two such cards
    np.fill_diagonal(ways, decks * (decks - 1))
    cards = len(results) * decks
    deviations = results - np.average(results, weights=ways)
    # all pairs sum to 0 around the mean, so the pairs without a card of this pair sum to minus those with one
    either = deviations + deviations.T
    with_card = np.average(either, axis=1, weights=ways) * (cards - 1)
    others = either - with_card[:, np.newaxis] - with_card
    return float(np.average(deviations * others, weights=ways)) / ((cards - 2) * (cards - 3))
