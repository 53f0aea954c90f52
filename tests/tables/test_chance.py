"""Who knows the cards: the shuffled shoe is unbiased and whole, the read-in shoe waits."""

from collections import Counter

import pytest

from pitboss.cards import full_shoe, parse_card
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, UnknownOutcome
from pitboss.games.blackjack.entered_shoe import EnteredShoe, ImpossibleCard
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.shoe import cards_behind
from pitboss.law import TableRules, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.tables.chance import ShuffledShoe


def rules_of(rulebook: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(rulebook), choices)
    assert isinstance(rules, TableRules), rules
    return rules


def deal_out(shoe: ShuffledShoe, side: int = 0) -> list[int]:
    order = []
    while (item := shoe.draw(side)) != SHOE_EMPTY:
        order.append(item)
    return order


def test_a_shoe_holds_every_card_of_its_decks_and_one_cutting_card() -> None:
    shoe = ShuffledShoe(rules_of("nz-blackjack", decks="4"))
    shoe.shuffle(0, None)
    order = deal_out(shoe)
    assert order.count(CUTTING_CARD) == 1
    assert Counter(card for card in order if card >= 0) == Counter(full_shoe(4))
    assert shoe.draw(0) == SHOE_EMPTY


def test_a_seed_gives_the_same_cards_again_and_another_seed_others() -> None:
    rules = rules_of("nz-blackjack")
    orders = []
    for seed in (1, 1, 2):
        shoe = ShuffledShoe(rules, seed)
        shoe.shuffle(0, None)
        orders.append(deal_out(shoe))
    assert orders[0] == orders[1] != orders[2]


def test_every_card_is_as_likely_to_come_first() -> None:
    """A chi-square test over one deck: 51 degrees of freedom stay below 100 with all but certainty."""
    shoe = ShuffledShoe(rules_of("mbs-blackjack", decks="1"), seed=99)
    draws = 5_200
    firsts: Counter[int] = Counter()
    for _ in range(draws):
        shoe.shuffle(0, None)
        firsts[shoe.draw(0)] += 1
    expected = draws / 52
    assert sum((firsts[card] - expected) ** 2 / expected for card in range(52)) < 100


@pytest.mark.parametrize(
    ("rulebook", "choices", "side", "behind"),
    [
        ("nz-blackjack", {}, 0, 52),
        ("mbs-blackjack", {"decks": "1"}, 0, 26),
        ("canberra-blackjack", {"cutting_card_from_back": "156"}, 0, 156),
        ("canberra-blackjack", {"decks": "8", "cutting_card_from_back": "1"}, 0, 1),
        ("tribal-blackjack", {}, 0, 78),
        ("tribal-blackjack", {"decks": "8"}, 0, 104),
        ("tribal-blackjack", {"decks": "8", "automated_shuffler": "true"}, 0, 52),
        ("tribal-blackjack", {"decks": "1"}, 0, 13),
        ("tribal-blackjack", {"double_shoe": "true", "decks_a": "2", "decks_b": "4"}, 0, 26),
        ("tribal-blackjack", {"double_shoe": "true", "decks_a": "2", "decks_b": "4"}, 1, 52),
    ],
)
def test_the_cutting_card_is_where_the_rulebook_puts_it(
    rulebook: str, choices: dict[str, str], side: int, behind: int
) -> None:
    shoe = ShuffledShoe(rules_of(rulebook, **choices))
    shoe.shuffle(side, None)
    order = deal_out(shoe, side)
    assert len(order) - 1 - order.index(CUTTING_CARD) == behind


@pytest.mark.parametrize("cards", [1, 2, 3, 10, 51, 52, 104])
def test_in_few_cards_the_cutting_card_leaves_half_to_deal(cards: int) -> None:
    behind = cards_behind(rules_of("nz-blackjack"), cards)
    assert behind <= cards // 2
    assert behind > 0 or cards == 1


def test_only_the_discards_are_shuffled_where_only_they_are_given() -> None:
    shoe = ShuffledShoe(rules_of("nz-blackjack"))
    shoe.shuffle(0, [3, 3, 9, 20])
    assert sorted(card for card in deal_out(shoe) if card >= 0) == [3, 3, 9, 20]


def test_a_continuous_shuffler_has_no_cutting_card_and_takes_the_cards_back() -> None:
    shoe = ShuffledShoe(rules_of("nz-blackjack", shuffler="continuous", decks="4"), seed=5)
    shoe.shuffle(0, None)
    drawn = [shoe.draw(0) for _ in range(200)]
    assert CUTTING_CARD not in drawn
    shoe.restock(0, drawn[:50])
    assert Counter(deal_out(shoe)) == Counter(full_shoe(4)) - Counter(drawn[50:])


def test_the_display_draws_from_all_tickets_of_the_law() -> None:
    rules = rules_of("nz-blackjack", madness_21="true")
    tickets = prize_awards(rules, "madness_21")
    assert sum(chances for _, chances in tickets) == 3_750
    shoe = ShuffledShoe(rules, seed=1)
    shown = {shoe.prize("madness_21", 100) for _ in range(20_000)}
    assert shown <= {prize for prize, _ in tickets}
    assert {500, 1_000, 10_000} <= shown


def test_the_awards_of_a_bonus_go_by_what_was_wagered() -> None:
    awards = {"bonus": "true", "bonus_awards_1": "15*50,20*5", "bonus_awards_5": "75*50,100*5"}
    shoe = ShuffledShoe(rules_of("tribal-blackjack", **awards), seed=1)
    assert {shoe.prize("bonus", 100) for _ in range(300)} == {1_500, 2_000}
    assert {shoe.prize("bonus", 500) for _ in range(300)} == {7_500, 10_000}


def test_unlisted_prizes_are_unknown() -> None:
    with pytest.raises(UnknownOutcome, match="the prizes that the display gives are not known"):
        ShuffledShoe(rules_of("nz-blackjack")).prize("bonus", 100)


def test_an_entered_card_is_unknown_before_its_entry_and_dealt_once() -> None:
    cards = EnteredShoe(rules_of("nz-blackjack"))
    cards.shuffle(0, None)
    with pytest.raises(UnknownOutcome, match="the next card"):
        cards.draw(0)
    assert cards.wanted == "card"
    cards.enter(7)
    assert cards.draw(0) == 7
    assert not cards.wanted
    with pytest.raises(UnknownOutcome):
        cards.draw(0)


def test_a_card_cannot_come_more_often_than_the_decks_hold_it() -> None:
    cards = EnteredShoe(rules_of("mbs-blackjack", decks="1"))
    ace = parse_card("As")
    with pytest.raises(UnknownOutcome):
        cards.draw(0)
    cards.enter(ace)
    assert cards.draw(0) == ace
    with pytest.raises(UnknownOutcome):
        cards.draw(0)
    with pytest.raises(ImpossibleCard, match="As has come 1 times"):
        cards.enter(ace)


def test_a_card_that_is_not_awaited_is_refused() -> None:
    with pytest.raises(ImpossibleCard, match="not waiting for a card"):
        EnteredShoe(rules_of("nz-blackjack")).enter(7)


def test_a_prize_is_read_from_the_display() -> None:
    cards = EnteredShoe(rules_of("nz-blackjack", madness_21="true"))
    with pytest.raises(UnknownOutcome, match="the prize that the display shows"):
        cards.prize("madness_21", 100)
    cards.enter(2_500)
    assert cards.prize("madness_21", 100) == 2_500
