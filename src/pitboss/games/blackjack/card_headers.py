"""The header lines of a ``.pit`` file that list cards and prizes."""

from collections.abc import Iterator, Sequence

from pitboss.games.blackjack.chance import DEAL_WAITS
from pitboss.games.blackjack.parts import item_word
from pitboss.money import amount_text

_CARDS_A_LINE = 26


def card_headers(
    sides: Sequence[Sequence[Sequence[int]]], prizes: Sequence[int], *, double: bool = False, suffix: str = ""
) -> Iterator[str]:
    """Yields the headers that list cards and prizes: for each side one order per shuffle."""
    for side, orders in enumerate(sides):
        yield from _orders(f".{'ab'[side]}" if double else suffix, orders)
    if prizes:
        yield f"prizes: {' '.join(amount_text(prize) for prize in prizes)}"


def _orders(suffix: str, orders: Sequence[Sequence[int]]) -> Iterator[str]:
    used = list(orders)
    while used and not used[-1]:
        used.pop()
    for number, order in enumerate(used):
        words = ["wait" if item == DEAL_WAITS else item_word(item) for item in order]
        if number:
            # an order without a drawn card keeps its place; the cutting card alone adds nothing
            yield f"reshuffle{suffix}: {' '.join(words) or '|'}"
        else:
            for start in range(0, len(words), _CARDS_A_LINE):
                yield f"cards{suffix}: {' '.join(words[start : start + _CARDS_A_LINE])}"
