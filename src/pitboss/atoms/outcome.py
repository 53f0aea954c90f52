"""How a hand fares against the dealer's."""

LOSES = 0
STANDS_OFF = 1
WINS = 2


def blackjack_outcome(dealer_blackjack: bool) -> int:
    """What becomes of a player's blackjack."""
    return STANDS_OFF if dealer_blackjack else WINS


def hand_outcome(total: int, dealer_total: int, dealer_blackjack: bool) -> int:
    """What becomes of a hand that is no blackjack."""
    if total > 21 or dealer_blackjack:
        return LOSES
    if dealer_total > 21 or total > dealer_total:
        return WINS
    return STANDS_OFF if total == dealer_total else LOSES


def outcome_with_22(total: int, dealer_total: int, dealer_blackjack: bool) -> int:
    """The same where a dealer's 22 makes every hand that is left a stand-off."""
    if total <= 21 and dealer_total == 22:
        return STANDS_OFF
    return hand_outcome(total, dealer_total, dealer_blackjack)
