"""Compare two cards: by points for splitting, by rank, colour and suit for side wagers."""

NO_PAIR = 0
MIXED_PAIR = 1
COLOURED_PAIR = 2
PERFECT_PAIR = 3


def same_points(first: int, second: int) -> bool:
    """Returns whether both cards have the same points; a ten matches a king."""
    a = first >> 2
    b = second >> 2
    return a == b or (a >= 9 and b >= 9)


def same_rank(first: int, second: int) -> bool:
    """Returns whether both cards have the same rank; a ten does not match a king."""
    return first >> 2 == second >> 2


def same_suit(first: int, second: int) -> bool:
    """Returns whether both cards have the same suit."""
    return first & 3 == second & 3


def is_red(card: int) -> bool:
    """Returns whether the card is a heart or a diamond."""
    return card & 2 != 0


def pair_class(first: int, second: int) -> int:
    """Returns NO_PAIR, MIXED_PAIR, COLOURED_PAIR or PERFECT_PAIR."""
    if first >> 2 != second >> 2:
        return NO_PAIR
    if first & 3 == second & 3:
        return PERFECT_PAIR
    if first & 2 == second & 2:
        return COLOURED_PAIR
    return MIXED_PAIR
