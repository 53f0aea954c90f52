"""A replayed round as pictures: every case of every rulebook ends as its table ended, and shows no card too early."""

import pytest

from pitboss.games.blackjack.view import boxes_of, dealer_of
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.notation import parse_pit, replay
from pitboss.notation.cases import read_cases
from pitboss.tables.replay_frames import pictures

GAMES = {rulebook: load_rulebook(rulebook).about.game for rulebook in rulebook_ids()}
HOLE = """
title: The hole card is drawn face down
rulebook: tribal-blackjack
cards: 2c  Ts 6h 9c Kd  5s
---
ann: bet 1 100
house: deal
ann: stand 1
? dealer 21
"""
TWO_ROUNDS = """
title: A streak of two
rulebook: tribal-blackjack
options: streak=true
cards: 2c  Ts 8h 9c Kd  Th 8d 9d Kh
---
ann: bet 1 100 streak_2=5
house: deal
ann: stand 1
ann: bet 1 100
house: deal
ann: stand 1
? wager ann 1 streak_2 +15
"""


@pytest.mark.parametrize("rulebook", [name for name, game in GAMES.items() if game == "blackjack"])
def test_the_last_picture_is_the_table_as_it_ended(rulebook: str) -> None:
    compared = 0
    for case in read_cases(rulebook):
        outcome = replay(case.file)
        drawn = list(pictures(case.file))
        if not drawn or outcome.state is None or outcome.rules is None:
            continue
        compared += 1
        last = drawn[-1]
        boxes = boxes_of(outcome.rules, outcome.state, {})
        assert last.dealer == dealer_of(outcome.state), case.title
        shown = {box.box: box for box in last.boxes}
        for box in boxes:
            of_box = shown.get(box.box)
            assert [hand.cards for hand in box.hands] == [hand.cards for hand in (of_box.hands if of_box else ())]
            settled = [wager.result for hand in box.hands for wager in hand.wagers]
            assert settled == [wager.result for hand in (of_box.hands if of_box else ()) for wager in hand.wagers]
        places = [(picture.step, picture.event) for picture in drawn]
        assert places == sorted(set(places))
    assert compared > 20


def test_a_card_face_down_is_drawn_face_down() -> None:
    drawn = list(pictures(parse_pit(HOLE)))
    backs = [picture.dealer[0].hidden for picture in drawn if picture.dealer]
    assert 1 in backs
    assert backs[-1] == 0
    for picture in drawn:
        if picture.dealer and picture.dealer[0].hidden:
            assert picture.dealer[0].cards in {(), ("6h",)}
    assert drawn[-1].dealer[0].cards == ("6h", "Kd", "5s")


def test_a_settled_wager_says_how() -> None:
    last = list(pictures(parse_pit(HOLE)))[-1]
    wager = last.boxes[0].hands[0].wagers[0]
    assert (wager.result, wager.outcome) == (-10_000, "lost")
    assert wager.clauses


def test_only_the_last_round_is_drawn() -> None:
    """What a streak has lying from the round before is on the table as the last one begins, and its cards are."""
    drawn = list(pictures(parse_pit(TWO_ROUNDS)))
    first = drawn[0]
    assert first.phase == "betting"
    assert first.boxes[0].lammer == 1
    assert [hand.cards for hand in first.boxes[0].hands] == [("Ts", "9c")]
    assert {wager.kind for picture in drawn for wager in picture.boxes[0].wagers} == {"streak_2"}
    assert drawn[-1].boxes[0].hands[0].cards == ("Th", "9d")
    assert drawn[-1].boxes[0].wagers[0].result == 1_500


@pytest.mark.parametrize("rulebook", [name for name, game in GAMES.items() if game != "blackjack"])
def test_other_games_have_none(rulebook: str) -> None:
    case = next(case for case in read_cases(rulebook) if not case.file.header("refused"))
    assert list(pictures(case.file)) == []
