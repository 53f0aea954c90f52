"""Irregularities at live tables: their events, their money, and the log that replays them."""

from random import Random

import pytest

from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import Actor, Role, TableSpec, log_pit, restore
from tests.tables.live_play import OPERATOR, CupPlayed, Played

SECRET = bytes(range(32))
ANN = Actor("ann", Role.PLAYER)


def say(played: Played, *lines: tuple[Actor, str]) -> None:
    for actor, words in lines:
        done = played.say(actor, words)
        assert not isinstance(done, Refusal), (words, done)


def enter_cards(played: Played, cards: str, prefix: str = "") -> None:
    say(played, *((OPERATOR, f"{prefix}card {card}") for card in cards.split()))


def dealt(rulebook: str, cards: str, bet: str = "bet 1 100", **choices: str) -> Played:
    """A table of entered cards at which ann has 500 and bets on box 1."""
    spec = TableSpec(rulebook=rulebook, choices=choices, limits="10-1000", cards_are_read=True)
    played = Played(spec, SECRET)
    say(played, (ANN, "join 500"), (ANN, bet), (OPERATOR, "deal"))
    enter_cards(played, cards)
    return played


def check_log(played: Played) -> str:
    """The log replays as a file, and restores the table."""
    text = log_pit(played.spec, played.entries)
    outcome = replay(parse_pit(text))
    assert outcome.passed, (outcome.failures, text)
    assert restore(played.spec, SECRET, played.entries).purses() == played.table.purses()
    return text


@pytest.mark.parametrize("kind", ["void 1.1", "misdealt 1.1 lost", "shuffler_failure 1.1"])
def test_one_hand_of_a_split_box_is_void_alone(kind: str) -> None:
    played = dealt("nz-blackjack", "8s 9h 8d", shuffler="continuous")
    say(played, (ANN, "split 1"))
    enter_cards(played, "2c")
    say(played, (OPERATOR, f"irregularity {kind}"))
    assert played.table.purses() == {"ann": 400_00}, "of two wagers one is back"
    enter_cards(played, "Tc")
    say(played, (ANN, "stand 1"))
    enter_cards(played, "Ts")
    assert played.table.purses() == {"ann": 400_00}
    refused = played.say(OPERATOR, f"irregularity {kind}")
    assert isinstance(refused, Refusal)
    assert f"house: irregularity {kind}\n" in check_log(played)


def test_a_hand_that_is_not_there_is_refused_with_those_that_are() -> None:
    played = dealt("nz-blackjack", "8s 9h 8d")
    for word in ("1.2", "1.x", "1.", "1.0", ".1", "2.1", "x"):
        refused = played.say(OPERATOR, f"irregularity void {word}")
        assert isinstance(refused, Refusal)
        assert refused.message == "void: name a box or a hand in play: 1"
        assert "16.5(a)" in refused.clauses
    say(played, (ANN, "split 1"))
    enter_cards(played, "2c")
    refused = played.say(OPERATOR, "irregularity void 1.3")
    assert isinstance(refused, Refusal)
    assert refused.message == "void: name a box or a hand in play: 1, 1.1, 1.2"


def test_one_hand_of_a_split_box_is_void_in_a_tournament() -> None:
    spec = TableSpec(rulebook="nz-tournament", limits="10-100", cards_are_read=True)
    played = CupPlayed(spec, SECRET, Random(1), 4)
    played.enter()
    say(played, (OPERATOR, "start"))
    say(played, *((Actor(name, Role.PLAYER), "bet 10") for name in played.names), (OPERATOR, "t1 deal"))
    enter_cards(played, "8h Td Tc Ts 9d 8d 9h 9c 9s", "t1 ")
    say(played, (Actor("p1", Role.PLAYER), "split"))
    enter_cards(played, "5h", "t1 ")
    say(played, (OPERATOR, "t1 irregularity void 1.1"))
    enter_cards(played, "6h", "t1 ")
    play = played.table.state.tables[1].play
    assert [hand.cleared for hand in play.hands[1]] == [True, False]
    assert play.turn is play.hands[1][1]


def test_a_reversed_award_that_was_spent_is_paid_back_first() -> None:
    spec = TableSpec(
        rulebook="canberra-blackjack",
        choices={"super_sevens": "true", "max_boxes_per_player": "2"},
        limits="10-1000",
        cards_are_read=True,
    )
    played = Played(spec, SECRET)
    say(played, (ANN, "join 500"), (ANN, "bet 1 10 super_sevens=1"), (ANN, "bet 2 450"), (OPERATOR, "deal"))
    enter_cards(played, "2c 7h 8h 9d 7s 8d")
    say(played, (ANN, "hit 1"))
    enter_cards(played, "7c")
    assert played.table.purses() == {"ann": 540_00}
    say(played, (ANN, "split 2"))
    enter_cards(played, "2h")
    assert played.table.purses() == {"ann": 90_00}
    refused = played.say(OPERATOR, "irregularity misdealt 1")
    assert isinstance(refused, Refusal)
    assert refused.message == ("misdealt: 501 of what ann was paid goes back, and ann has 90: 411 more is needed first")
    say(played, (ANN, "join 411"), (OPERATOR, "irregularity misdealt 1"))
    assert played.table.purses() == {"ann": 0}
    say(played, (ANN, "stand 1"))
    assert played.table.purses() == {"ann": 51_00}, "two sevens are paid, once"
    check_log(played)


def test_two_cards_in_a_row_are_found_face_up() -> None:
    played = dealt("nz-blackjack", "Th 9d 2h")
    say(played, *[(OPERATOR, "irregularity face_up_card")] * 2, (ANN, "hit 1"))
    enter_cards(played, "Kc Qc 5c")
    assert played.table.state.hands[1][0].total == 17
    assert len(played.table.state.shoe.rack) == 2
    assert not played.table.state.pending_irregularities
    say(played, (ANN, "stand 1"))
    enter_cards(played, "8c")
    check_log(played)
