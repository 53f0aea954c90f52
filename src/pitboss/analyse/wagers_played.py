"""Side wagers that play decides in ways that are not enumerated: rounds on the engine, with a standard error."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final

from msgspec import Struct

from pitboss.analyse.wagers_cards import CardCounts
from pitboss.analyse.wagers_rounds import Play, settlement
from pitboss.analyse.wagers_table import LOST
from pitboss.cards import DECK_SIZE
from pitboss.law.resolve import BlackjackRules

#: The number of rounds, and of cards that one of them may draw.
ROUNDS: Final = 4_000
_CARDS: Final = 40


class PlayedLines(Struct, frozen=True):
    """The frequency of each line in rounds on the engine, and the standard error of the wager's expectation."""

    chances: dict[str, Fraction]
    standard_error: float
    notes: tuple[str, ...]


def play_deals(rules: BlackjackRules, side: tuple[str, int], cards: CardCounts, play: Play) -> PlayedLines:
    """Plays rounds on the engine, each from a fresh shoe of these cards, with a fixed seed."""
    rounds = ROUNDS
    dice, lines, nets = Random(side[0]), Counter[str](), Counter[int]()
    shoe = [card for card in range(DECK_SIZE) for _ in range(cards.counts[card])]
    for _ in range(rounds):
        first, up_card, second, second_of_dealer, *more = _deal(dice, shoe, infinite=cards.infinite)
        settled = settlement(rules, play, side, cards=(first, second, *more), dealer=(up_card, second_of_dealer))
        lines["" if settled.outcome == LOST else settled.outcome] += 1
        nets[settled.net] += 1
    mean = sum(net * times for net, times in nets.items()) / rounds
    variance = sum((net - mean) ** 2 * times for net, times in nets.items()) / (rounds - 1)
    return PlayedLines(
        chances={line: Fraction(times, rounds) for line, times in lines.items()},
        standard_error=sqrt(variance / rounds) / side[1],
        notes=(f"simulated: {rounds:,} rounds on the engine, each from a fresh shoe",),
    )


def _deal(dice: Random, shoe: Sequence[int], *, infinite: bool) -> list[int]:
    """Returns the first cards of a shuffled shoe."""
    if infinite:
        return dice.choices(shoe, k=_CARDS)
    return dice.sample(shoe, min(_CARDS, len(shoe)))
