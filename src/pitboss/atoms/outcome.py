"""The outcome of a player's hand against the dealer's hand."""

LOSES = 0
STANDS_OFF = 1
WINS = 2


def blackjack_outcome(dealer_blackjack: bool) -> int:
    """Returns the outcome of a player's blackjack."""
    return STANDS_OFF if dealer_blackjack else WINS


def hand_outcome(total: int, dealer_total: int, dealer_blackjack: bool) -> int:
    """Returns the outcome of a hand that is not a blackjack."""
    if total > 21 or dealer_blackjack:
        return LOSES
    if dealer_total > 21 or total > dealer_total:
        return WINS
    return STANDS_OFF if total == dealer_total else LOSES


def outcome_with_22(total: int, dealer_total: int, dealer_blackjack: bool) -> int:
    """Returns the outcome under the rule that a dealer's 22 is a stand-off with every hand of 21 or less."""
    if total <= 21 and dealer_total == 22:
        return STANDS_OFF
    return hand_outcome(total, dealer_total, dealer_blackjack)
