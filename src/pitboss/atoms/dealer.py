"""The dealer's drawing rule."""


def must_draw(total: int, soft: bool, hits_soft_17: bool) -> bool:
    """Returns whether the dealer draws: to 16, on a soft 17 where the rules say so, and never on any other 17."""
    return total < 17 or (hits_soft_17 and soft and total == 17)
