"""Five side wagers, each with what it reads and one line."""

from pitboss.atoms.hand import points
from pitboss.games.blackjack.wagers import DealerHand, Reads, SideWager, plays

Cards = tuple[int, ...]  # a card is its rank times four, from the ace as 0, plus its suit (pitboss.cards)
ACE, QUEEN, KING = 0, 11, 12
HEARTS = 2  # spades, clubs, hearts, diamonds


def rank(card: int) -> int:
    """Returns the rank of a card: 0 for an ace to 12 for a king."""
    return card >> 2


def suit(card: int) -> int:
    """Returns the suit of a card."""
    return card & 3


@plays("twenty_one_plus_three")
class TwentyOnePlusThree(SideWager):
    """21+3: a poker hand of the first two cards and the dealer's first card."""

    reads = Reads(box=2, up_card=True)

    def line(self, box: Cards, up_card: int) -> str:
        """Returns the highest poker hand; ``suited_trips`` only if the pay table has it."""
        cards = (*box, up_card)
        ranks, flush = sorted(map(rank, cards)), len(set(map(suit, cards))) == 1
        if ranks[0] == ranks[2]:
            return "suited_trips" if flush and "suited_trips" in self.terms.lines else "trips"
        if ranks == [ACE, QUEEN, KING] or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]:
            return "straight_flush" if flush else "straight"
        return "flush" if flush else ""


@plays("lucky_ladies")
class LuckyLadies(SideWager):
    """Lucky Ladies: twenty with the first two cards; more for two queens of hearts against the dealer's blackjack."""

    reads = Reads(box=2, dealer_hand=True)

    def line(self, box: Cards, dealer: DealerHand) -> str:
        """Returns the kind of twenty. Only two queens of hearts need the dealer's hand."""
        first, second = box
        nine_and_ace = {points(first), points(second)} == {1, 9}
        if points(first) + points(second) != 20 and not nine_and_ace:
            return ""
        if first == second == QUEEN * 4 + HEARTS:
            return "queens_and_blackjack" if dealer.blackjack else "queens"
        if first == second:
            return "matched"
        return "suited" if suit(first) == suit(second) else "any"


@plays("buster")
class Buster(SideWager):
    """Buster Blackjack: the dealer goes over 21; the more cards, the more it pays."""

    reads = Reads(dealer_hand=True)

    def line(self, dealer: DealerHand) -> str:
        """Returns the number of cards of a hand over 21, up to eight or more."""
        return f"cards_{min(dealer.cards, 8)}" if dealer.bust else ""


@plays("royal_match")
class RoyalMatch(SideWager):
    """Royal Match: two cards of one suit; more for king and queen."""

    reads = Reads(box=2)

    def line(self, box: Cards) -> str:
        """Returns ``royal``, ``easy``, or nothing."""
        if suit(box[0]) != suit(box[1]):
            return ""
        return "royal" if set(map(rank, box)) == {KING, QUEEN} else "easy"


@plays("in_between")
class InBetween(SideWager):
    """In-Between: the dealer's first card between the two cards of the box, an ace high; or three of a kind."""

    reads = Reads(box=2, up_card=True)

    def line(self, box: Cards, up_card: int) -> str:
        """Returns the number of ranks between the two cards, up to four or more, or ``triple``."""
        low, high = sorted((rank(card) - 1) % 13 for card in box)
        if low == high:
            return "triple" if rank(up_card) == rank(box[0]) else ""
        between = low < (rank(up_card) - 1) % 13 < high
        return f"spread_{min(high - low - 1, 4)}" if between else ""
