"""Exact chances of the lines of a side wager that reads the dealer's cards, by enumeration.

The cards that a wager declares are dealt one after the other. While ``line`` does not use a card, that card is not
dealt: a placeholder that cannot be used stands for it. So a wager on a rare pair with the dealer's blackjack needs
few deals, and no wager is assumed to ignore a card.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from pitboss.analyse.shoe import ImpossibleCards
from pitboss.analyse.wagers_cards import CardCounts
from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card, points
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers.base import DealerHand, Reads, SideWager
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.engine_probe import OF_VALUE
from pitboss.strategy.side_probe import Hidden, UndeclaredRead

#: Cards of a box that are enumerated.
MOST_BOX_CARDS: Final = 2
_VALUES: Final = range(1, 11)


def is_enumerable(reads: Reads) -> bool:
    """Returns whether the lines of a wager with these reads are enumerated: play does not decide it."""
    hole_alone = reads.hole_card and not reads.up_card and reads.dealer_hand  # the hand begins with a card not read
    return reads.box <= MOST_BOX_CARDS and not (reads.dealer_cards or reads.card_count or reads.outcome or hole_alone)


def dealt_cards(reads: Reads) -> int:
    """Returns the number of cards of a deal, or 0 if it varies because the dealer's final hand is read."""
    return 0 if reads.dealer_hand else reads.box + reads.up_card + reads.hole_card


def describe_reads(reads: Reads) -> str:
    """Returns what the wager reads, in words."""
    box = {0: "", 1: "the first card of a box", 2: "the first two cards of a box"}
    names = {
        box.get(reads.box, f"the first {reads.box} cards of a box"): bool(reads.box),
        "the dealer's first card": reads.up_card,
        "the dealer's second card": reads.hole_card,
        "the total and number of cards of the dealer's final hand": reads.dealer_hand,
        "the dealer's cards one by one": reads.dealer_cards,
        "the number of cards of the box's hand": reads.card_count,
        "the outcome of the main wager": reads.outcome,
    }
    *most, last = (name for name, is_read in names.items() if is_read)
    words = f"{', '.join(most)} and {last}" if most else last
    return words if reads.final_hand or reads.card_count or reads.outcome else f"{words}, in the order dealt"


class DealtLines:
    """The probability of each line of a wager, over all deals of the cards that it reads."""

    def __init__(self, rules: BlackjackRules, play: SideWager, cards: CardCounts) -> None:
        self._play, self._cards, self._reads = play, cards, play.reads
        self._hits_soft_17 = rules.terms.dealer_hits_soft_17
        #: The names of the arguments of ``line``, in order.
        self._names = [name for name in ("box", "up_card", "hole_card", "dealer_hand") if getattr(play.reads, name)]
        #: The number of deals by line and by number of cards dealt.
        self._deals: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self._chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        self._final_hands = cache(self._hands_of)

    def chances(self) -> dict[str, Fraction]:
        """Returns the probabilities; they sum to 1."""
        for known, ways, box in self._boxes():
            self._grade([box] if self._reads.box else [], known, ways)
        for dealt, lines in self._deals.items():
            for line, ways in lines.items():
                self._chances[line] += Fraction(ways, self._cards.any(0, dealt))
        if sum(self._chances.values()) != 1:
            what = f"{self._cards.all} cards are too few for every deal that decides {self._play.terms.name}"
            raise ImpossibleCards(what)
        return dict(self._chances)

    def _boxes(self) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        deals: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for _ in range(self._reads.box):
            deals = [deal for known, ways in deals for deal in self._dealt(known, ways)]
        return ((known, ways, known) for known, ways in deals)

    def _dealt(self, known: tuple[int, ...], ways: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Iterates over the deals with one card more, and the number of ways of each."""
        for card in range(DECK_SIZE):
            left = self._cards.left(card, known)
            if left > 0:
                yield (*known, card), ways * left

    def _grade(self, read: list[Any], known: tuple[int, ...], ways: int) -> None:
        """Counts the line for what is read so far, or deals the next card that it depends on."""
        waiting = self._names[len(read) :]
        try:
            line = self._play.line(*read, *(Hidden(name) for name in waiting))
        except UndeclaredRead:
            if not waiting:
                raise
        else:
            self._deals[len(known)][line] += ways
            return
        if waiting[0] == "dealer_hand":
            self._grade_hands(read, known, ways)
            return
        for longer, more in self._dealt(known, ways):
            self._grade([*read, longer[-1]], longer, more)

    def _grade_hands(self, read: list[Any], known: tuple[int, ...], ways: int) -> None:
        """Adds the lines of the dealer's final hands after these cards."""
        dealer = tuple(points(card) for card in known[self._reads.box :])
        chance = Fraction(ways, self._cards.any(0, len(known)))
        gone = tuple(sorted(Counter(points(card) for card in known).items()))
        for hand, part in self._final_hands(dealer, gone, len(known)).items():
            self._chances[self._play.line(*read, hand)] += chance * part

    def _hands_of(
        self, dealer: tuple[int, ...], gone: tuple[tuple[int, int], ...], drawn: int
    ) -> dict[DealerHand, Fraction]:
        """Returns the chance of each final hand that begins with these values, without the values that are gone."""
        left = dict.fromkeys(_VALUES, 0)
        for card in range(DECK_SIZE):
            left[points(card)] += self._cards.counts[card]
        if not self._cards.infinite:
            for value, number in gone:
                left[value] -= number
        # hands with the same values in any order are one; its ways are those of all orders that the rules allow
        hands: dict[tuple[int, ...], int] = {tuple(sorted(dealer)): 1}
        final: defaultdict[DealerHand, Fraction] = defaultdict(Fraction)
        added = 0
        while hands:
            longer: Counter[tuple[int, ...]] = Counter()
            for hand, ways in hands.items():
                total, soft = _total(hand)
                if len(hand) >= 2 and not must_draw(total, soft, self._hits_soft_17):
                    final[DealerHand(total, len(hand))] += Fraction(ways, self._cards.any(drawn, added))
                    continue
                for value in _VALUES:
                    mine = 0 if self._cards.infinite else hand.count(value) - dealer.count(value)
                    if left[value] > mine:
                        longer[tuple(sorted((*hand, value)))] += ways * (left[value] - mine)
            hands, added = longer, added + 1
        return dict(final)


@cache
def _total(values: Sequence[int]) -> tuple[int, bool]:
    total, soft = 0, False
    for value in values:
        total, soft = add_card(total, soft, OF_VALUE[value])
    return total, soft
