"""Side wagers that a box's first cards decide, as one table over pairs of cards, made from the line of each.

All side wagers of a box are counted together: each pair of cards has a code, and what it stands for is the result of
every wager. Two sevens may wait for a third card: their codes lead to a second table, by that card.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.blackjack.wagers import sevens
from pitboss.cards import DECK_SIZE
from pitboss.kernel.asking import Asking
from pitboss.kernel.classes import NotSimulable
from pitboss.kernel.side_pays import SidePays
from pitboss.law.resolve import SideTerms

Cards = Sequence[int]


#: The ways of playing that the table holds.
SIDE_PLAYS: Final = frozenset(("over_under", "pairs", "suited", "sevens"))

_PAIRS: Final = tuple((one, two) for one in range(DECK_SIZE) for two in range(DECK_SIZE))

#: Cells for a card in an index made by shifts, and the cell that stands for no card.
CARD_CELLS, NO_THIRD = 64, 63
#: Codes from here on wait for a third card; there are as many as pairs of sevens by suit.
WAITING: Final = 240
PAIRS_OF_SEVENS: Final = 16
CODES: Final = 256

#: Where the parts begin: the number of a card by the kernel's byte, codes by two numbers, codes by a third one, first
#: where it is drawn to the hand and then where it comes to a hand of the split pair.
NUMBER_AT: Final = 0
PAIR_AT: Final = NUMBER_AT + 256
THIRD_AT: Final = PAIR_AT + CARD_CELLS * CARD_CELLS
_END: Final = THIRD_AT + 2 * PAIRS_OF_SEVENS * CARD_CELLS


def card_bytes() -> NDArray[np.uint8]:
    """The kernel's byte of each card: four bits of value, two of suit, and two that tell ten, jack, queen and king."""
    cards = np.arange(DECK_SIZE)
    rank, suit = cards >> 2, cards & 3
    return np.asarray(np.minimum(rank + 1, 10) | suit << 4 | np.maximum(rank - 9, 0) << 6, np.uint8)


class SideTable(Struct, frozen=True):
    """The side wagers of a box."""

    size: ClassVar[int] = _END

    flat: bytes
    codes: NDArray[np.uint8]
    names: tuple[str, ...]
    stakes: tuple[int, ...]
    #: Results in cents, by code and wager.
    nets: NDArray[np.int64]


def side_table(asking: Asking, wagers: Mapping[str, int]) -> SideTable:
    """The table of these wagers; all cells are empty where there are none."""
    flat = bytearray(_END)
    numbers = card_bytes()
    for card, byte in enumerate(numbers.tolist()):
        flat[NUMBER_AT + byte] = card
    terms = [asking.rules.sides[name] for name in wagers]
    pays = [SidePays(asking.rules, name, amount) for name, amount in wagers.items()]
    third = [side for side in terms if side.play == "sevens"]
    if len(third) > 1:
        raise NotSimulable(f"{third[0].name} beside {third[1].name}", third[1].cite("offered"), asking.rules.rulebook)
    found: dict[tuple[str, ...], int] = {}

    def code(lines: tuple[str, ...]) -> int:
        number = found.setdefault(lines, len(found))
        if number >= WAITING:
            raise NotSimulable(f"{len(terms)} side wagers at once", terms[-1].cite("offered"), asking.rules.rulebook)
        return number

    def code_of(cards: Cards) -> int:
        return code(tuple([pay.play.line(cards) for pay in pays]))

    columns = [[pay.play.line(pair) for pair in _PAIRS] for pay in pays]
    for (one, two), lines in zip(_PAIRS, zip(*columns, strict=True), strict=False):  # none where there are no wagers
        flat[PAIR_AT + one * CARD_CELLS + two] = code(lines)
    for side in third:
        _third_cards(flat, side, code_of)
    nets = np.zeros((CODES, len(terms)), np.int64)
    for column, pay in enumerate(pays):
        paid = {line: pay.on_line(line) for line in {lines[column] for lines in found}}
        for lines, place in found.items():
            nets[place, column] = paid[lines[column]]
    return SideTable(bytes(flat), numbers, tuple(wagers), tuple(wagers.values()), nets)


def _third_cards(flat: bytearray, side: SideTerms, code_of: Callable[[Cards], int]) -> None:
    """Two sevens wait for the next card of the box, unless there is none, or the wager is paid as they are split."""
    first_seven = sevens.SEVEN * 4
    for waiting in range(PAIRS_OF_SEVENS):
        pair = first_seven + (waiting >> 2), first_seven + (waiting & 3)
        flat[PAIR_AT + pair[0] * CARD_CELLS + pair[1]] = WAITING + waiting
        alone = code_of(pair)
        for split in (False, True):
            at = THIRD_AT + (split * PAIRS_OF_SEVENS + waiting) * CARD_CELLS
            counts = not (split and side.details["paid_on_split"])
            for card in range(DECK_SIZE):
                # the other wagers are decided by two cards, whatever the third
                flat[at + card] = code_of((*pair, card)) if counts else alone
            flat[at + NO_THIRD] = alone
