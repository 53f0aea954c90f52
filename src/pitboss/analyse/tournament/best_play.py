"""The value of wagers in the last round of two players who both play their hands to be ahead at the end.

The player of the first box decides before the other and sees the other's two cards; the second sees how the first has
ended. Both see the dealer's first card.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.tournament.hand_ends import (
    BLACKJACK_END,
    BOX_ENDS,
    DOUBLED_END,
    HAND_KINDS,
    SPLIT_END,
    BoxGame,
    FirstCards,
    first_cards,
    hand_states,
    kind_of,
    may_double,
)
from pitboss.analyse.tournament.last_round import Floats, LastRound, Wagers
from pitboss.strategy.hand_classes import DEALER_BLACKJACK

#: Rows of wagers that are computed at once.
_AT_ONCE: Final = 64
_BUST: Final = len(HAND_KINDS) - 1


class Deciding(Struct, frozen=True):
    """What a player may do against one first card of the dealer, for each row of wagers."""

    up: int
    doubles: NDArray[np.bool_]
    splits: NDArray[np.bool_]


class BestPlay(Struct, frozen=True):
    """Both players play to be ahead."""

    box: BoxGame

    def values(self, last: LastRound, wagers: Wagers) -> Floats:
        """Returns the value of both players, for each row of wagers."""
        ahead = np.concatenate(
            [self._ahead(last, wagers[start : start + _AT_ONCE]) for start in range(0, len(wagers), _AT_ONCE)]
        )
        first, second = (*last.prizes, 0.0, 0.0)[:2]
        return np.stack([second + (first - second) * ahead, first + (second - first) * ahead], axis=-1)

    def _ahead(self, last: LastRound, wagers: Wagers) -> Floats:
        """Returns the probability that the first player is ahead, ties counted as half."""
        total = np.zeros(len(wagers))
        for up in np.nonzero(self.box.cards)[0]:
            total += self.box.cards[up] * self._behind(last, wagers, int(up))
        return total

    def _behind(self, last: LastRound, wagers: Wagers, up: int) -> Floats:
        box = self.box
        one, two = (self._finals(last.chips[player], wagers[:, player], up) for player in range(2))
        weights = box.dealer[up].copy()
        read = weights[DEALER_BLACKJACK] * box.game.reads[up]
        weights[DEALER_BLACKJACK] -= read
        # by end of the first box and end of the second: the second's share
        against = np.zeros((len(wagers), BOX_ENDS, BOX_ENDS))
        for end in np.nonzero(weights)[0]:
            against += weights[end] * _share(one[..., end], two[..., end])
        players = [self._deciding(last.chips[player], wagers[:, player], up) for player in range(2)]
        of_second = self.best(players[1], against, np.maximum)
        # the first player minimises the second's share, knowing the second's cards
        of_first = self.best(players[0], np.swapaxes(of_second, 1, 2), np.minimum)
        chances = np.array([cards.probability for cards in first_cards(box)])
        found = np.einsum("rba,a,b->r", of_first, chances, chances)
        if read:
            blackjack = [BLACKJACK_END if cards.blackjack else 0 for cards in first_cards(box)]
            beaten = _share(one[..., DEALER_BLACKJACK], two[..., DEALER_BLACKJACK])[:, blackjack][:, :, blackjack]
            found += read * np.einsum("rab,a,b->r", beaten, chances, chances)
        ahead: Floats = 1.0 - found
        return ahead

    def _finals(self, chips: int, wagers: NDArray[np.int64], up: int) -> NDArray[np.int64]:
        """Returns a player's final chips by wager, end of the box and end of the dealer."""
        box = self.box
        added = np.array([box.added(int(wager), chips) if wager else 0 for wager in wagers])
        wagered = wagers[:, np.newaxis, np.newaxis] * box.base[up]
        held: NDArray[np.int64] = chips * box.unit + wagered + added[:, np.newaxis, np.newaxis] * box.extra[up]
        return held

    def _deciding(self, chips: int, wagers: NDArray[np.int64], up: int) -> Deciding:
        doubles = [self.box.added(int(wager), chips) > 0 for wager in wagers]
        splits = [self.box.can_split(int(wager), chips) for wager in wagers]
        return Deciding(up, np.array(doubles), np.array(splits))

    def best(self, player: Deciding, worth: Floats, choose: Callable[[Floats, Floats], Floats]) -> Floats:
        """Returns the value of the best play for each pair of first cards, on the last axis.

        ``worth`` has rows of wagers, anything the player knows, and the ends of the player's box. Where ``worth`` is a
        loss, ``choose`` is the minimum.
        """
        box, up = self.box, player.up
        play, doubled = self.play(worth, choose), self.doubled(worth)
        split = worth[..., SPLIT_END:BOX_ENDS] @ box.split[up].T
        found = []
        for cards in first_cards(box):
            found.append(self._of_cards(player, cards, worth, (play, doubled, split), choose))
        return np.stack(found, axis=-1)

    def _of_cards(
        self,
        player: Deciding,
        cards: FirstCards,
        worth: Floats,
        choices: tuple[Floats, Floats, Floats],
        choose: Callable[[Floats, Floats], Floats],
    ) -> Floats:
        if cards.blackjack:
            return worth[..., BLACKJACK_END]
        play, doubled, split = choices
        best = play[..., cards.state]
        if may_double(self.box, cards, player.up):
            better = choose(best, doubled[..., cards.state])
            best = np.where(player.doubles[:, np.newaxis], better, best)
        if cards.one == cards.two and self.box.game.may.split[player.up, cards.one]:
            better = choose(best, split[..., cards.one])
            best = np.where(player.splits[:, np.newaxis], better, best)
        return best

    def play(self, worth: Floats, choose: Callable[[Floats, Floats], Floats]) -> Floats:
        """Returns the value of each state without doubles and splits."""
        box, table = self.box, hand_states()
        ends = np.ascontiguousarray(np.moveaxis(worth, -1, 0))
        found = np.zeros((len(table.states), *worth.shape[:-1]))
        for state in reversed(range(len(table.states))):
            total, _ = table.states[state]
            stands = ends[kind_of(total)]
            if total >= 21:
                found[state] = stands
                continue
            draws = _mean(box.cards, [ends[_BUST] if after < 0 else found[after] for after in table.after[state]])
            must = total < 12 and box.rules.terms.draw_below_12
            found[state] = draws if must else choose(stands, draws)
        return np.moveaxis(found, 0, -1)

    def doubled(self, worth: Floats) -> Floats:
        """Returns the value of a double in each state: exactly one more card."""
        return worth[..., DOUBLED_END:SPLIT_END] @ self.box.one_card.T


def _share(one: NDArray[np.int64], two: NDArray[np.int64]) -> Floats:
    """Returns by end of each box whether the second is ahead: 1, or a half if they are level."""
    second, first = two[:, np.newaxis], one[:, :, np.newaxis]
    return 0.5 * (second > first) + 0.5 * (second >= first)


def _mean(weights: Floats, values: Sequence[Floats]) -> Floats:
    """Returns the weighted sum; values that are the same object are added once."""
    distinct = {id(value): value for value in values}
    summed = dict.fromkeys(distinct, 0.0)
    for weight, value in zip(weights, values, strict=True):
        summed[id(value)] += float(weight)
    return np.asarray(sum(weight * distinct[key] for key, weight in summed.items()))
