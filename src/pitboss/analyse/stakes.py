"""The mean stake of a round, with doubles and splits, in units of the first wager."""

import numpy as np
from msgspec.structs import replace

from pitboss.analyse.edge import Edge, edge_of
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.law.resolve import BlackjackRules


def mean_stake(rules: BlackjackRules, whole: Edge) -> float | None:
    """Returns the exact mean stake under the chart of an edge of the table's whole shoe.

    The expectation is linear in the results of finished hands for a fixed chart, so the mean stake is the expectation
    of a game that pays every hand its stake. None where that does not hold or a hand's stake is no simple multiple:
    play by composition, insurance, several dealer's hands, decisions on doubled hands, and a dealer's blackjack that
    takes busted wagers and one more.
    """
    game, terms = game_of(rules), rules.terms
    decides_later = terms.surrender_after_double or terms.redoubles > 0
    if whole.chart is None or whole.chart.insure or whole.spots > 1 or decides_later or game.busts_and_one:
        return None
    return edge_of(_pays_stakes(game), whole.cards, whole.chart).expectation


def _pays_stakes(game: AnalysedGame) -> AnalysedGame:
    """Returns the game with the stake of a finished hand as its result."""
    pays, unit = game.pays, game.pays.unit
    nets = np.empty_like(pays.nets)
    for doubled in range(pays.levels):
        nets[:, doubled] = (1 + doubled) * unit
    blackjack = np.full_like(pays.blackjack, unit)
    staked = replace(pays, nets=nets, blackjack=blackjack, suited_blackjack=blackjack, read=unit, even=unit)
    values = staked.nets_if(read=False) / unit, staked.nets_if(read=True) / unit
    return replace(game, pays=staked, values=values, blackjack=blackjack.astype(np.float64))
