"""The effect of depth on the main game: the cutting card, and the tray of a continuous shuffler.

A player with a fixed chart has in every round the expectation ``f`` of the cards that are left. ``f - e``, with ``e``
the expectation of the whole shoe, is a martingale: unseen cards carry no information. Let a shoe have ``K`` rounds, and
let ``m`` be ``f - e`` of the cards left after the last one. By optional stopping the mean sum of all rounds is
``E[K] e + E[K m]``. So the effect of the cutting card on a round is ``E[(K - E[K]) m] / E[K]``: rounds are played, but
none of their results is counted, and only one expectation a shoe is needed.

``m`` is computed exactly for some shoes. For all others a linear function of the shares of the values stands in, with
coefficients from the effects of removal. The exact shoes correct it, so the linear function adds no bias.
"""

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.edge import Edge, edge, edge_of
from pitboss.analyse.game import game_of, pays_suits
from pitboss.analyse.removal import removal_from
from pitboss.analyse.shoe import NotAnalysable, check_cards
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

#: The batches of successive rounds whose means are taken as independent.
_BATCHES: Final = 50


class FixedPlay(Struct, frozen=True):
    """A table with a chart: the expectation of the whole shoe, and its linear change with the shares of the values."""

    rules: BlackjackRules
    whole: Edge
    slopes: tuple[float, ...]

    @property
    def chart(self) -> Chart:
        """The chart that is kept."""
        assert self.whole.chart is not None
        return self.whole.chart

    def linear(self, left: Counts) -> Floats:
        """Returns the linear estimate of ``f - e`` for the numbers of cards left, one shoe a row."""
        whole = np.array(self.whole.cards)
        shares = left / left.sum(axis=1, keepdims=True) - whole / whole.sum()
        found: Floats = shares @ np.array(self.slopes)
        return found

    def exact(self, left: Counts, watch: Callable[[int], None] | None = None) -> Floats:
        """Returns ``f - e`` for the numbers of cards left; raises NotAnalysable if a round could need more cards."""
        game, found = game_of(self.rules), []
        for number, row in enumerate(left.tolist()):
            check_cards(self.rules, tuple(row))
            found.append(edge_of(game, tuple(row), self.chart).expectation - self.whole.expectation)
            if watch is not None:
                watch(number + 1)
        return np.array(found)


class DepthEffect(Struct, frozen=True):
    """The expectation of a round at some depth, with the standard error of the effect."""

    #: The cards behind the cutting card, or in the tray.
    cards: int
    expectation: float
    effect: float
    standard_error: float
    #: The mean number of rounds of a shoe; 0 for a tray.
    rounds: float
    #: The shoes, or rounds with a tray, that were played, and those of them whose expectation was computed.
    played: int
    computed: int


def fixed_play(rules: BlackjackRules, strategy: str | Chart) -> FixedPlay:
    """Returns the play by the best chart or a given one; raises NotAnalysable for play by composition."""
    if pays_suits(rules):
        raise NotAnalysable("the effect of depth where the main game pays suits")
    whole = edge(rules, strategy=strategy)
    if whole.chart is None:
        raise NotAnalysable("the effect of depth on composition play, which has no fixed chart")
    effects = {row.rank: row.effect for row in removal_from(game_of(rules), whole.cards, whole.chart).ranks}
    cards = sum(whole.cards)
    ranks = iter(effects.values())
    slopes = tuple(-(cards - 1) * next(ranks) if count else 0.0 for count in whole.cards)
    return FixedPlay(rules, whole, slopes)


def cut_card_effect(play: FixedPlay, behind: int, rounds: Counts, left: Counts, exact: Floats) -> DepthEffect:
    """Estimates the effect of a cutting card from shoes: their rounds and the cards left.

    ``exact`` are the changes of the first shoes; the linear part is taken from the others, so that both parts are
    independent. The mean of the martingale is 0, so no mean is subtracted from it.
    """
    mean, linear, number = float(rounds.mean()), play.linear(left), len(exact)
    if not 1 < number < len(rounds) - 1:
        raise ValueError(f"{len(rounds)} shoes with {number} exact ones: write at least 2 exact and 2 more shoes")
    spread = rounds - mean
    main, rest = spread[number:] * linear[number:], spread[:number] * (exact - linear[:number])
    effect = (float(main.mean()) + float(rest.mean())) / mean
    error = hypot(_error(main), _error(rest)) / mean
    return DepthEffect(behind, play.whole.expectation + effect, effect, error, mean, len(rounds), number)


def tray_effect(play: FixedPlay, tray: int, left: Counts, places: Sequence[int], exact: Floats) -> DepthEffect:
    """Estimates the effect of a tray from the cards of successive rounds; ``exact`` are the changes at ``places``.

    Successive rounds share cards in the tray, so the standard error is that of means of batches.
    """
    if len(left) < 2 * _BATCHES or len(exact) < 2:
        raise ValueError(f"{len(left)} rounds with {len(exact)} exact ones: write at least {2 * _BATCHES} and 2")
    linear = play.linear(left)
    rest = exact - linear[list(places)]
    batches = linear[: len(linear) // _BATCHES * _BATCHES].reshape(_BATCHES, -1).mean(axis=1)
    effect = float(linear.mean()) + float(rest.mean())
    error = hypot(_error(batches), _error(rest))
    return DepthEffect(tray, play.whole.expectation + effect, effect, error, 0.0, len(left), len(exact))


def _error(values: Floats) -> float:
    """Returns the standard error of the mean."""
    return float(values.std(ddof=1)) / sqrt(len(values))
