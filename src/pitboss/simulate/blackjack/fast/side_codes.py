"""Side wagers of a box as lookup tables: over pairs of cards, or over deals and final hands of the dealer.

All side wagers of a box share one code, which stands for the result of every wager. Two sevens may wait for a third
card: their codes index a second table by that card. If a wager reads the dealer's cards, a deal gives a first code, and
the dealer's hand the final one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.atoms.fit import fit, same
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers import sevens
from pitboss.law.resolve import SideTerms
from pitboss.strategy.engine_probe import EngineProbe
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.strategy.side_pays import SidePayProbe

Cards = Sequence[int]


PAIRS: Final = tuple((one, two) for one in range(DECK_SIZE) for two in range(DECK_SIZE))

#: Cells per card in an index made by shifts, and the cell of no card.
CARD_CELLS, NO_THIRD = 64, 63
#: Codes from here on wait for a third card; there is one for each pair of sevens by suit.
WAITING: Final = 240
PAIRS_OF_SEVENS: Final = 16
CODES: Final = 256

fit("the cell of no third card", NO_THIRD, CARD_CELLS)
fit("a card beside the cell of no third card", DECK_SIZE - 1, NO_THIRD)
same("the codes of side wagers", WAITING + PAIRS_OF_SEVENS, CODES)

#: Cells by the number of the dealer's cards, the last for so many or more; and by the endings of the dealer's hand.
DEALER_CARDS: Final = 16
FINALS_OF_CODE: Final = 256

#: Offsets of the parts: the index of a card by the kernel's byte, codes by two indices, codes by a third one, first for
#: a card drawn to the hand and then for one dealt to a hand of the split pair.
NUMBER_AT: Final = 0
PAIR_AT: Final = NUMBER_AT + 256
THIRD_AT: Final = PAIR_AT + CARD_CELLS * CARD_CELLS
_END: Final = THIRD_AT + 2 * PAIRS_OF_SEVENS * CARD_CELLS


def card_bytes() -> NDArray[np.uint8]:
    """Returns the kernel's byte for each card: four bits of value, two of suit, and two for the rank of a ten."""
    cards = np.arange(DECK_SIZE)
    rank, suit = cards >> 2, cards & 3
    fit("the value in a card's byte", 10, 1 << 4)
    fit("the suit in a card's byte", int(suit.max()), 1 << 2)
    fit("the rank of a ten in a card's byte", int(rank.max()) - 9, 1 << 2)
    return np.asarray(np.minimum(rank + 1, 10) | suit << 4 | np.maximum(rank - 9, 0) << 6, np.uint8)


def _empty() -> NDArray[np.uint8]:
    return np.zeros(0, np.uint8)


class SideTable(Struct, frozen=True):
    """The side wagers of a box."""

    size: ClassVar[int] = _END

    flat: bytes
    codes: NDArray[np.uint8]
    names: tuple[str, ...]
    stakes: tuple[int, ...]
    #: Results in cents; the index is the code and the wager.
    nets: NDArray[np.int64]
    #: For wagers that read the dealer's cards: codes by two cards of the box and the dealer's first card, and final
    #: codes by such a code, the ending of the dealer's hand and its number of cards.
    deals: NDArray[np.uint8] = field(default_factory=_empty)
    finals: NDArray[np.uint8] = field(default_factory=_empty)

    @property
    def kind(self) -> int:
        """0 without wagers, 1 if the cards of the box decide them all, 2 if one reads the dealer's cards."""
        return 2 if self.deals.size else int(bool(self.names))


class Codes:
    """The codes of the lines of all wagers, numbered as they are met."""

    def __init__(self, probe: EngineProbe, wagers: Mapping[str, int], room: int) -> None:
        self._rules, self._names, self._room = probe.rules, tuple(wagers), room
        self.numbers: dict[Any, int] = {}

    def __call__(self, lines: Any) -> int:
        number = self.numbers.setdefault(lines, len(self.numbers))
        if number >= self._room:
            clauses = self._rules.sides[self._names[-1]].cite("offered")
            raise NotSimulable(f"{len(self._names)} side wagers at once", clauses, self._rules.rulebook)
        return number


def codes_of_boxes(
    flat: bytearray,
    probe: EngineProbe,
    wagers: Mapping[str, int],
    pays: Sequence[SidePayProbe],
    third: Sequence[SideTerms],
) -> dict[tuple[str, ...], int]:
    """Writes the codes of wagers that the cards of a box decide; returns the code of each combination of lines."""
    code = Codes(probe, wagers, WAITING)

    def code_of(cards: Cards) -> int:
        return code(tuple([pay.play.line(cards) for pay in pays]))

    columns = [[pay.play.line(pair) for pair in PAIRS] for pay in pays]
    for (one, two), lines in zip(PAIRS, zip(*columns, strict=True), strict=False):  # empty without wagers
        flat[PAIR_AT + one * CARD_CELLS + two] = code(lines)
    for side in third:
        _third_cards(flat, side, code_of)
    return code.numbers


def _third_cards(flat: bytearray, side: SideTerms, code_of: Callable[[Cards], int]) -> None:
    """Writes the codes of two sevens, which wait for the next card of the box unless the split pays the wager."""
    first_seven = sevens.SEVEN * 4
    for waiting in range(PAIRS_OF_SEVENS):
        pair = first_seven + (waiting >> 2), first_seven + (waiting & 3)
        flat[PAIR_AT + pair[0] * CARD_CELLS + pair[1]] = WAITING + waiting
        alone = code_of(pair)
        for split in (False, True):
            at = THIRD_AT + (split * PAIRS_OF_SEVENS + waiting) * CARD_CELLS
            counts = not (split and side.details["paid_on_split"])
            for card in range(DECK_SIZE):
                # two cards decide the other wagers, whatever the third
                flat[at + card] = code_of((*pair, card)) if counts else alone
            flat[at + NO_THIRD] = alone
