"""Compiled play: many coups at once with NumPy, each from a whole shoe.

The draws of the third card are looked up in tables that the rules of the coup fill, so that there is one definition.
"""

from collections.abc import Mapping
from typing import Any

from . import commands as cmd
from .coup import Result, banker_draws, card_value, is_natural, net, player_draws
from .decide import refusal_of
from .state import State
from .terms import BANKER, PLACES, PLAYER, TIE, PuntoRules, PuntoTerms

_SIDES = (PLAYER, BANKER, TIE)
#: The outcomes of a coup: who wins, the banker's total, and whether each hand has a pair.
OUTCOMES = tuple((won, banker, pairs) for won in _SIDES for banker in range(10) for pairs in range(4))
_PLAYER = "player"


def simulation(rules: PuntoRules, stakes: Mapping[str, int]) -> Any:
    """Returns the game for ``pitboss simulate``. Raises ValueError with the clause of a refused wager."""
    from pitboss.simulate.sampled import SampledGame  # noqa: PLC0415 # needs the extra [simulate]

    _check(rules, stakes)
    nets = {
        place: tuple(
            net(rules.terms, place, stake, Result(won, banker, _hands(pairs))) for won, banker, pairs in OUTCOMES
        )
        for place, stake in stakes.items()
    }
    names = tuple(f"{won} {banker} {'+'.join(_hands(pairs)) or '-'}" for won, banker, pairs in OUTCOMES)
    return SampledGame(rules=rules, stakes=dict(stakes), outcomes=names, nets=nets, sample=Sampler(rules.terms))


def _hands(pairs: int) -> tuple[str, ...]:
    return tuple(hand for bit, hand in ((1, PLAYER), (2, BANKER)) if pairs & bit)


def _check(rules: PuntoRules, stakes: Mapping[str, int]) -> None:
    """Raises ValueError for wagers that the table refuses; wagers on both hands are simulated as two players'."""
    if not stakes:
        raise ValueError("punto banco needs a wager: --wager banker=10, player, tie, player_pair or banker_pair")
    for place, stake in stakes.items():
        if place not in PLACES:
            raise ValueError(f"'{place}' is not a wager of punto banco: there are {', '.join(PLACES)}")
        state = State(money={_PLAYER: stake})
        refusal = refusal_of(rules, state, cmd.PlaceBet(player=_PLAYER, place=place, amount=stake))
        if refusal is not None:
            raise ValueError(str(refusal))


class Sampler:
    """Plays coups; the cards depend on the seed and the index alone."""

    def __init__(self, terms: PuntoTerms) -> None:
        import numpy as np  # noqa: PLC0415 # needs the extra [simulate]

        self._numpy, self._decks = np, terms.decks
        self._values = np.array([card_value(card) for card in range(52)], np.int8)
        self._ends = np.array([[is_natural(terms, p, b) for b in range(10)] for p in range(10)])
        self._player = np.array([player_draws(terms, p) for p in range(10)])
        # index 10: the player has no third card
        thirds = (*range(10), None)
        self._banker = np.array([[banker_draws(terms, b, third) for third in thirds] for b in range(10)])

    def cards(self, seed: int, index: int, rounds: int) -> Any:
        """Returns six different cards of the shoe for each coup, in the order of the shoe."""
        np = self._numpy
        random = np.random.Generator(np.random.Philox(key=[seed, index]))
        size, found = 52 * self._decks, np.empty((rounds, 6), np.int16)
        done = 0
        while done < rounds:
            drawn = random.integers(0, size, (4096, 6), np.int16)
            ordered = np.sort(drawn, axis=1)
            fresh = drawn[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][: rounds - done]
            found[done : done + len(fresh)] = fresh
            done += len(fresh)
        return found % 52

    def __call__(self, seed: int, index: int, rounds: int) -> list[int]:
        """Returns how often each outcome came."""
        counts = self._numpy.bincount(self.outcomes(self.cards(seed, index, rounds)), minlength=len(OUTCOMES))
        return [int(count) for count in counts]

    def outcomes(self, cards: Any) -> Any:
        """Returns the outcome of each coup as an index of OUTCOMES; cards are dealt in the order of the engine."""
        np = self._numpy
        values = self._values[cards]
        player, banker = (values[:, 0] + values[:, 2]) % 10, (values[:, 1] + values[:, 3]) % 10
        going = ~self._ends[player, banker]
        draws = going & self._player[player]
        third = np.where(draws, values[:, 4], 10)
        also = going & self._banker[banker, third]
        # the banker's third card is the fifth of the coup where the player stands
        more = np.where(draws, values[:, 5], values[:, 4])
        player = np.where(draws, (player + values[:, 4]) % 10, player)
        banker = np.where(also, (banker + more) % 10, banker)
        won = np.where(player > banker, 0, np.where(player < banker, 1, 2))
        ranks = cards // 4
        pairs = (ranks[:, 0] == ranks[:, 2]) + 2 * (ranks[:, 1] == ranks[:, 3])
        return (won * 10 + banker) * 4 + pairs
