"""The judgements of cards, each against a slower and plainer one, over all that there is."""

from itertools import product

import pytest

from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card, is_ace, is_ace_and_ten, points
from pitboss.atoms.match import (
    COLOURED_PAIR,
    MIXED_PAIR,
    NO_PAIR,
    PERFECT_PAIR,
    is_red,
    pair_class,
    same_points,
    same_suit,
)
from pitboss.atoms.outcome import LOSES, STANDS_OFF, WINS, blackjack_outcome, hand_outcome, outcome_with_22
from pitboss.atoms.wager import catch_up_wager, nearest_wager, proportional_wager, style_unit
from pitboss.cards import DECK_SIZE, card_name, parse_card

CARDS = range(DECK_SIZE)
PAIRS = list(product(CARDS, CARDS))
#: What each rank counts, an ace apart.
COUNTS = {"A": 1, **{str(number): number for number in range(2, 10)}, **dict.fromkeys("TJQK", 10)}


def rank(card: int) -> str:
    return card_name(card)[0]


def suit(card: int) -> str:
    return card_name(card)[1]


def test_the_points_of_every_card() -> None:
    assert [points(card) for card in CARDS] == [COUNTS[rank(card)] for card in CARDS]
    assert [is_ace(card) for card in CARDS] == [rank(card) == "A" for card in CARDS]
    assert [is_red(card) for card in CARDS] == [suit(card) in "hd" for card in CARDS]


def test_every_two_cards() -> None:
    assert len(PAIRS) == 2704
    for first, second in PAIRS:
        ranks, suits = {rank(first), rank(second)}, {suit(first), suit(second)}
        tens = ranks <= set("TJQK")
        assert same_suit(first, second) == (len(suits) == 1)
        assert same_points(first, second) == (len(ranks) == 1 or tens)
        assert is_ace_and_ten(first, second) == ("A" in ranks and bool(ranks & set("TJQK")))


def test_every_pair_class() -> None:
    for first, second in PAIRS:
        if rank(first) != rank(second):
            expected = NO_PAIR
        elif suit(first) == suit(second):
            expected = PERFECT_PAIR
        elif {suit(first), suit(second)} in ({"h", "d"}, {"s", "c"}):
            expected = COLOURED_PAIR
        else:
            expected = MIXED_PAIR
        assert pair_class(first, second) == expected


def test_how_many_of_each_there_are() -> None:
    """52 x 52 ordered pairs: 13 x 16 of one rank, of which 4 perfect, 4 coloured and 8 mixed to a rank."""
    classes = [pair_class(first, second) for first, second in PAIRS]
    assert [classes.count(kind) for kind in (PERFECT_PAIR, COLOURED_PAIR, MIXED_PAIR)] == [52, 52, 104]
    assert sum(same_points(first, second) for first, second in PAIRS) == 9 * 16 + 16 * 16
    assert sum(is_ace_and_ten(first, second) for first, second in PAIRS) == 2 * 4 * 16


def best_of_all(ranks: tuple[str, ...]) -> int:
    """The best total by trying every ace as 1 and as 11."""
    totals = [0]
    for one in ranks:
        counts = (1, 11) if one == "A" else (COUNTS[one],)
        totals = [total + count for total in totals for count in counts]
    fair = [total for total in totals if total <= 21]
    return max(fair) if fair else min(totals)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_total_of_every_hand_in_every_order(size: int) -> None:
    """Card by card, as a hand is drawn; a hand over 21 gets no further card."""
    for ranks in product("A23456789T", repeat=size):
        if best_of_all(ranks[:-1]) > 21:
            continue
        total, soft = 0, False
        for one in ranks:
            total, soft = add_card(total, soft, parse_card(one + "s"))
        assert total == best_of_all(ranks), ranks
        hard = sum(COUNTS[one] for one in ranks)
        assert soft == (total != hard), ranks


@pytest.mark.parametrize("soft", [False, True])
def test_the_dealer_stands_on_every_seventeen(soft: bool) -> None:
    assert [total for total in range(2, 27) if must_draw(total, soft, False)] == list(range(2, 17))


def test_the_dealer_hits_a_soft_seventeen_only_where_the_rules_say_so() -> None:
    assert [total for total in range(2, 27) if must_draw(total, True, True)] == list(range(2, 18))
    assert [total for total in range(2, 27) if must_draw(total, False, True)] == list(range(2, 17))


def test_every_total_against_every_total() -> None:
    for total, dealer in product(range(4, 31), range(17, 27)):
        if total > 21:
            expected = LOSES
        elif dealer > 21 or total > dealer:
            expected = WINS
        elif total == dealer:
            expected = STANDS_OFF
        else:
            expected = LOSES
        assert hand_outcome(total, dealer, False) == expected
        with_22 = STANDS_OFF if dealer == 22 and total <= 21 else expected
        assert outcome_with_22(total, dealer, False) == with_22
        assert hand_outcome(total, 21, True) == LOSES
        assert outcome_with_22(total, 21, True) == LOSES


def test_a_blackjack() -> None:
    assert (blackjack_outcome(True), blackjack_outcome(False)) == (STANDS_OFF, WINS)


def test_the_wagers_of_styles() -> None:
    assert [style_unit(10, stack) for stack in (100, 400)] == [10, 20]
    assert proportional_wager(109) == 10
    assert [catch_up_wager(100, best, 5) for best in (90, 100, 130)] == [5, 5, 35]


def test_every_nearest_wager() -> None:
    for wanted, minimum, most, step in product(range(0, 40, 3), (5, 10), range(5, 35), (1, 4, 10)):
        lawful = [amount for amount in range(minimum, max(minimum, most) + 1) if amount % step == 0 and amount <= most]
        below = [amount for amount in lawful if amount <= max(wanted, minimum)]
        assert nearest_wager(wanted, minimum, most, step, 99) == (max(below) if below else 99)
