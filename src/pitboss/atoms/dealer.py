"""The dealer's drawing rule."""


def must_draw(total: int) -> bool:
    """Returns whether the dealer draws: to 16, and never on 17 or more, soft or hard."""
    return total < 17
