"""The probabilities of the dealer's final hand, against an enumeration of every order of cards."""

from fractions import Fraction
from functools import cache

import pytest

from pitboss.analyse.dealer_outcomes import dealer_outcomes
from pitboss.analyse.hand import hand
from pitboss.analyse.shoe import ImpossibleCards
from pitboss.cards import parse_card
from tests.analyse.rules import rules_of
from tests.cli import calls

UP_CARDS = "A23456789T"


def name_of(points: list[int], *, hits_soft_17: bool = False) -> str | None:
    """The name of a dealer's hand of these points, an ace as 1; None while the dealer draws. Counted by hand."""
    total = sum(points)
    soft = 1 in points and total + 10 <= 21
    if len(points) == 2 and sorted(points) == [1, 10]:
        return "blackjack"
    total += 10 if soft else 0
    if len(points) < 2 or total < 17 or (hits_soft_17 and soft and total == 17):
        return None
    return str(total) if total <= 22 else "23 and more"


def enumerated(up: int, shoe: dict[int, int], *, hits_soft_17: bool = False) -> dict[str, Fraction]:
    """The probability of each final hand: every order of points is dealt, card by card."""
    found: dict[str, Fraction] = {}

    def deal(points: list[int], chance: Fraction) -> None:
        end = name_of(points, hits_soft_17=hits_soft_17)
        if end is not None:
            found[end] = found.get(end, Fraction(0)) + chance
            return
        left = sum(shoe.values())
        for value, count in shoe.items():
            if count:
                shoe[value] -= 1
                deal([*points, value], chance * Fraction(count, left))
                shoe[value] += 1

    deal([up], Fraction(1))
    return found


@cache
def by_order(up: int) -> dict[str, float]:
    """The enumeration of a single deck without the up card."""
    shoe = {value: 16 if value == 10 else 4 for value in range(1, 11)}
    shoe[up] -= 1
    return {name: float(share) for name, share in enumerated(up, shoe).items()}


@pytest.mark.parametrize("up", [1, 4, 7, 10])
def test_every_order_of_a_single_deck(up: int) -> None:
    found = dealer_outcomes(rules_of("mbs-blackjack", "decks=1"), parse_card(f"{UP_CARDS[up - 1]}s"))
    assert {name: share for name, share in found.outcomes.items() if share} == pytest.approx(by_order(up), rel=1e-15)
    bust = sum(by_order(up).get(name, 0.0) for name in ("22", "23 and more"))
    assert found.bust == pytest.approx(bust, rel=1e-15)


def test_cards_that_are_gone_and_several_decks() -> None:
    shoe = {value: 32 if value == 10 else 8 for value in range(1, 11)}
    for value in (6, 9, 9):
        shoe[value] -= 1
    gone = [parse_card(text) for text in ("9h", "9c")]
    found = dealer_outcomes(rules_of("mbs-blackjack", "decks=2"), parse_card("6s"), gone)
    wanted = {name: float(share) for name, share in enumerated(6, shoe).items()}
    assert {name: share for name, share in found.outcomes.items() if share} == pytest.approx(wanted, rel=1e-15)


def test_a_dealer_who_draws_on_soft_17() -> None:
    shoe = {value: 16 if value == 10 else 4 for value in range(1, 11)}
    shoe[1] -= 1
    wanted = {name: float(share) for name, share in enumerated(1, shoe, hits_soft_17=True).items()}
    (found,) = calls.told("dealer", "--rules", "1D H17", "--up", "A")["up_cards"]
    assert calls.told("dealer", "--rules", "H17", "--decks", "1", "--up", "A")["up_cards"] == [found]
    assert {name: share for name, share in found["outcomes"].items() if share} == pytest.approx(wanted, rel=1e-15)
    assert found["outcomes"]["17"] < by_order(1)["17"] / 2


def test_any_composition_is_enumerated() -> None:
    words = "A=2 2=3 3=3 4=1 6=2 7=3 8=3 9=4 T=12"
    shoe = {1: 2, 2: 3, 3: 3, 4: 1, 5: 0, 6: 2, 7: 3, 8: 3, 9: 4, 10: 12}
    for up in (5, 10):  # no five is behind the five
        wanted = {name: float(share) for name, share in enumerated(up, shoe).items()}
        data = calls.told("dealer", "nz-blackjack", "--up", UP_CARDS[up - 1], "--composition", words)
        (found,) = data["up_cards"]
        assert {name: share for name, share in found["outcomes"].items() if share} == pytest.approx(wanted, rel=1e-15)
        assert data["composition"] == words


@pytest.mark.parametrize("up", UP_CARDS)
def test_they_add_up_and_blackjacks_are_left_out_where_one_is_possible(up: str) -> None:
    found = dealer_outcomes(rules_of("nz-blackjack"), parse_card(f"{up}s"))
    assert sum(found.outcomes.values()) == pytest.approx(1, rel=1e-15)
    assert bool(found.without_blackjack) == (up in "AT")
    if found.without_blackjack:
        assert "blackjack" not in found.without_blackjack
        assert sum(found.without_blackjack.values()) == pytest.approx(1, rel=1e-15)


def test_a_dealers_blackjack_is_that_of_the_hand() -> None:
    rules, held, up = rules_of("mbs-blackjack"), [parse_card("Th"), parse_card("6c")], parse_card("As")
    assert dealer_outcomes(rules, up, held).outcomes["blackjack"] == pytest.approx(
        hand(rules, held, up).dealer_blackjack, rel=1e-12
    )


def test_infinite_decks_have_the_chances_of_one_card() -> None:
    found = dealer_outcomes(rules_of("nz-blackjack"), parse_card("As"), infinite=True)
    assert found.outcomes["blackjack"] == pytest.approx(4 / 13, rel=1e-12)


def test_impossible_cards_are_refused() -> None:
    rules = rules_of("mbs-blackjack", "decks=1")
    with pytest.raises(ImpossibleCards, match="2 times As: 1 deck holds one"):
        dealer_outcomes(rules, parse_card("As"), [parse_card("As")])
    most = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"][5:]
    with pytest.raises(ImpossibleCards, match="4 cards are left: they may not suffice"):
        dealer_outcomes(rules, parse_card("As"), [parse_card(text) for text in most])


def test_the_command_prints_one_up_card_or_all() -> None:
    shown = calls.call("dealer", "mbs-blackjack", "--up", "A", "--decks", "1")
    assert shown.exit_code == 0, shown.output
    assert f"{by_order(1)['blackjack']:.4%}" in shown.stdout
    assert "A, no blackjack" in shown.stdout
    all_of_them = calls.told("dealer", "mbs-blackjack", "-o", "decks=1")
    assert [row["up"] for row in all_of_them["up_cards"]] == ["A", *map(str, range(2, 11))]
    assert all_of_them["up_cards"][0]["outcomes"]["17"] == pytest.approx(by_order(1)["17"], rel=1e-15)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nz-roulette",), "nz-roulette is not a blackjack rulebook"),
        (("nz-blackjack", "--decks", "1"), "option decks: 1 is outside 4 to 8 (nz-blackjack 3.3(a))"),
        (("nz-blackjack", "--up", "5 6"), "'5 6' is not a single card"),
        (("nz-blackjack", "--up", "z"), "'z' is not a card"),
        (("nz-blackjack", "--composition", "A=4 X=3"), "'X=3' is not a number of cards of a value"),
        (("nz-blackjack", "--composition", "A=4 A=3"), "has a value twice"),
        (("nz-blackjack", "--composition", "T=99999"), "a composition has at most 10,000"),
        (("nz-blackjack", "--composition", "A=1 2=2"), "3 cards are left: they may not suffice"),
        (("nz-blackjack", "--composition", "T=20", "--cards-gone", "As"), "--composition is all cards: leave out"),
        (("tribal-blackjack", "-o", "double_shoe=true"), "not analysed: a double shoe"),
    ],
)
def test_bad_calls_are_one_line(arguments: tuple[str, ...], reason: str) -> None:
    done = calls.call("dealer", *arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert reason in done.stderr
