"""The points of a hand: its total and softness, updated card by card."""


def points(card: int) -> int:
    """Returns the point value of a card, an ace as 1."""
    rank = card >> 2
    return rank + 1 if rank < 9 else 10


def is_ace(card: int) -> bool:
    """Returns whether the card is an ace."""
    return card < 4


def add_card(total: int, soft: bool, card: int) -> tuple[int, bool]:
    """Returns total and softness after one more card; an ace counts 11 unless that exceeds 21.

    An ace that counts 1 never counts 11 again, so total and softness are the complete state.
    """
    hard = total - 10 if soft else total
    rank = card >> 2
    hard += rank + 1 if rank < 9 else 10
    if (soft or rank == 0) and hard <= 11:
        return hard + 10, True
    return hard, False


def is_ace_and_ten(first: int, second: int) -> bool:
    """Returns whether two cards are an ace and a card of ten points, in either order."""
    return (first < 4 and second >= 36) or (second < 4 and first >= 36)
