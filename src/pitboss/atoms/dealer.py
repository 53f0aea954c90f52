"""When the dealer draws."""


def must_draw(total: int) -> bool:
    """The dealer draws to 16 and stands on every 17, soft or hard."""
    return total < 17
