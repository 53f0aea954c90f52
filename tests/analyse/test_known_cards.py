"""A player who knows a card: the mean over the known card is what is expected without it."""

import json
from collections import Counter

import pytest

from pitboss.analyse.column import Column
from pitboss.analyse.dealer import KnownCard
from pitboss.analyse.edge import edge
from pitboss.analyse.game import game_of
from pitboss.analyse.hand import hand
from pitboss.analyse.known_cards import edge_with_hole, hand_knowing, hole_card_edge
from pitboss.analyse.plays import InsurancePolicy, by_chart
from pitboss.analyse.shoe import VALUES, ImpossibleCards, shoe_of, value_of
from pitboss.cards import full_shoe, parse_card
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.chart import built_in
from tests.analyse.rules import rules_of
from tests.cli.calls import call


@pytest.mark.parametrize("words", ["1D H17 NDAS SP2", "2D S17 LS DAS", "1D NOPEEK OBO SP3"])
def test_a_chart_has_the_same_mean_over_hole_cards(words: str) -> None:
    rules = laboratory_rules(words)
    chart, game = built_in("basic", rules), game_of(rules)
    found = edge_with_hole(
        game, shoe_of(rules, ()), lambda column: by_chart([column], chart), InsurancePolicy(game, chart)
    )
    assert found.expectation == pytest.approx(edge(rules, strategy=chart).expectation, abs=1e-13)


@pytest.mark.parametrize("words", ["1D H17", "1D ENHC OBO"])
def test_standing_has_the_same_mean_over_the_dealer_s_next_card(words: str) -> None:
    rules = laboratory_rules(words)
    game, shoe = game_of(rules), shoe_of(rules, ())
    for up in (0, 5, 9):
        plain = Column(game, shoe, up)
        for cards in ((9, 5), (1, 1), (0, 6)):
            number = game.hands.of(*cards)
            left = Counter({value: shoe[value] for value in range(VALUES)}) - Counter([*cards, up])
            mean = 0.0
            for value, count in left.items():
                known = KnownCard(value, drawn=rules.terms.hole_card)
                less = tuple(number - (place == value) for place, number in enumerate(shoe))
                mean += count / left.total() * float(Column(game, less, up, known=known).stand[number])
            assert mean == pytest.approx(float(plain.stand[number]), abs=1e-13)


def test_a_known_hole_card_decides_by_the_dealer_s_whole_hand() -> None:
    rules = laboratory_rules("6D S17 LS")
    sixteen, ten = [parse_card("Th"), parse_card("6c")], parse_card("Ks")
    stiff = hand_knowing(rules, sixteen, ten, hole=parse_card("5d"))
    twenty = hand_knowing(rules, sixteen, ten, hole=parse_card("Qd"))
    seven = hand_knowing(rules, sixteen, ten, hole=parse_card("7d"))
    assert (stiff.best, stiff.knows) == ("stand", "hole 5d")
    # against 20 a 16 stands to lose the wager; a hit saves it only by four or five
    assert twenty.actions["stand"] == pytest.approx(-1.0, abs=1e-12)
    assert (twenty.best, seven.best) == ("surrender", "hit")
    assert -1.0 < twenty.actions["hit"] < -0.5
    assert stiff.actions["stand"] > 0.1 > stiff.actions["hit"]


def test_the_next_card_is_drawn_or_left_to_the_dealer() -> None:
    rules = rules_of("nz-blackjack")
    sixteen, ten = [parse_card("Th"), parse_card("6c")], parse_card("Ks")
    five = hand_knowing(rules, sixteen, ten, next_card=parse_card("5d"))
    game = game_of(rules)
    drawn = Column(game, shoe_of(rules, ()), value_of(ten)).stand[game.hands.of(4, 5, 9)]
    assert five.actions["hit"] == pytest.approx(float(drawn), abs=1e-15)
    # a double stakes two wagers on 21, of which a dealer's blackjack takes one
    assert five.best == "double"
    assert five.actions["double"] > 1.9 * five.actions["hit"]
    king = hand_knowing(rules, sixteen, ten, next_card=parse_card("Kd"))
    assert (king.actions["hit"], king.actions["stand"]) == pytest.approx((-1.0, -1.0), abs=1e-12)
    eights = hand_knowing(rules, [parse_card("8h"), parse_card("8c")], ten, next_card=parse_card("3d"))
    assert eights.not_valued == ("split",)
    # the mean of hits over all next cards is the hit without knowledge
    gone, total, mean = [*sixteen, ten], 0, 0.0
    for card in full_shoe(1):
        count = 8 - gone.count(card)
        mean += count * hand_knowing(rules, sixteen, ten, next_card=card).actions["hit"]
        total += count
    assert mean / total == pytest.approx(hand(rules, sixteen, ten).actions["hit"], abs=1e-12)


def test_the_hole_card_is_worth_a_tenth_of_the_wager() -> None:
    rules = laboratory_rules("6D S17 DAS")
    found = hole_card_edge(rules)
    assert 0.08 < found.expectation < 0.14
    assert found.expectation > edge(rules, strategy="composition").expectation


def test_knowledge_that_cannot_be_is_refused() -> None:
    sixteen, ten = [parse_card("Th"), parse_card("6c")], parse_card("Ks")
    with pytest.raises(ImpossibleCards, match=r"no hole card \(nz-blackjack 8.2\(b\) and 8.5\)"):
        hand_knowing(rules_of("nz-blackjack"), sixteen, ten, hole=parse_card("5d"))
    peeked = laboratory_rules("6D S17")
    with pytest.raises(ImpossibleCards, match="ends the round before a decision"):
        hand_knowing(peeked, sixteen, ten, hole=parse_card("Ad"))
    with pytest.raises(ImpossibleCards, match="one card is known"):
        hand_knowing(peeked, sixteen, ten)


def test_the_commands_print_decisions_beside_a_known_card() -> None:
    done = call("hand", "--rules", "6D S17 LS", "10 6", "K", "--hole", "5", "--json")
    assert (done.exit_code, json.loads(done.stdout)["knows"]) == (0, "hole 5s"), done.stderr
    done = call("hand", "nz-blackjack", "8 8", "K", "--next", "5")
    assert "A split is allowed and not valued here." in done.stdout
    done = call("hand", "nz-blackjack", "8 8", "K", "--next", "5", "--hole", "5")
    assert (done.exit_code, "one card is known" in done.stderr) == (2, True)
    done = call("edge", "--rules", "1D S17", "--hole-card", "--json")
    data = json.loads(done.stdout)
    assert data["hole_card"] > data["without"] + 0.1
