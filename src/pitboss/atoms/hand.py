"""The points of a hand, from its hard total (every ace as 1) and whether it holds an ace."""


def points(card: int) -> int:
    """The point value of a card, an ace as 1."""
    rank = card >> 2
    return rank + 1 if rank < 9 else 10


def is_ace(card: int) -> bool:
    """Whether the card is an ace."""
    return card < 4


def best_total(hard: int, has_ace: bool) -> int:
    """The total with one ace as 11 where that does not pass 21."""
    return hard + 10 if has_ace and hard <= 11 else hard


def is_soft(hard: int, has_ace: bool) -> bool:
    """Whether an ace counts as 11."""
    return has_ace and hard <= 11


def is_ace_and_ten(first: int, second: int) -> bool:
    """Whether two cards are an ace and a card of ten points, in either order."""
    return (first < 4 and second >= 36) or (second < 4 and first >= 36)
