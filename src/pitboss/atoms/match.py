"""How two cards match: by points for splitting, by rank, colour and suit for side wagers."""

NO_PAIR = 0
MIXED_PAIR = 1
COLOURED_PAIR = 2
PERFECT_PAIR = 3


def same_points(first: int, second: int) -> bool:
    """Whether both count the same, so that ten and king match."""
    a = first >> 2
    b = second >> 2
    return a == b or (a >= 9 and b >= 9)


def same_suit(first: int, second: int) -> bool:
    """Whether both are of one suit."""
    return first & 3 == second & 3


def is_red(card: int) -> bool:
    """Whether the card is a heart or a diamond."""
    return card & 2 != 0


def pair_class(first: int, second: int) -> int:
    """No pair, or a mixed, coloured or perfect one."""
    if first >> 2 != second >> 2:
        return NO_PAIR
    if first & 3 == second & 3:
        return PERFECT_PAIR
    if first & 2 == second & 2:
        return COLOURED_PAIR
    return MIXED_PAIR
