"""The dealer's rules: when a card is drawn, and under which first card the hole card is read."""


def must_draw(total: int, soft: bool, hits_soft_17: bool) -> bool:
    """Returns whether the dealer draws: to 16, on a soft 17 where the rules say so, and never on any other 17."""
    return total < 17 or (hits_soft_17 and soft and total == 17)


def may_peek(up_card: int, under_ace: bool, under_ten: bool) -> bool:
    """Returns whether the hole card is read before the play: under an ace, or under a card of ten points."""
    return (under_ace and up_card < 4) or (under_ten and up_card >= 36)
