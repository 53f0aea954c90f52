"""Events as clients see them: each has a sentence, and those of one command differ."""

from random import Random

import pytest

from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, TableSpec
from tests.games.tournament.test_live import any_tournament
from tests.properties.tables import BOOKS
from tests.tables.live_play import BlackjackPlayed, CupPlayed, Played, any_spec

SECRET = bytes(range(32))
OPERATOR = Actor("olga", Role.OPERATOR)


def texts(played: Played) -> list[str]:
    live = played.live
    events = [event for entry in played.entries for event in entry.events]
    return [shown.text for event in events if (shown := live.shown(event, OPERATOR)) is not None]


@pytest.mark.parametrize("book", BOOKS)
def test_every_event_that_is_shown_has_a_sentence(book: str) -> None:
    for seed in range(4):
        dice = Random(f"{book} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=False), SECRET, dice)
        played.people_come()
        played.play(120)
        assert all(texts(played))


def test_every_event_of_a_tournament_that_is_shown_has_a_sentence() -> None:
    for seed in range(4):
        dice = Random(seed)
        spec, count = any_tournament(dice, read=False)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        played.play(150)
        assert all(texts(played))


def test_the_second_side_of_a_double_shoe_is_shuffled_by_its_name() -> None:
    spec = TableSpec(rulebook="tribal-blackjack", choices={"double_shoe": "true"}, limits="10-500")
    played = BlackjackPlayed(spec, SECRET, Random(1))
    said = [text for text in texts(played) if "shuffled" in text]
    assert said == [
        "the cards are shuffled before the first round",
        "the cards of side b are shuffled before the first round",
    ]


def test_wagers_on_several_spots_of_a_box_are_distinguished() -> None:
    spec = TableSpec(rulebook="tribal-blackjack", choices={"multiple_action": "true"}, limits="10-500")
    live = BlackjackPlayed(spec, SECRET, Random(1)).live
    ann = Actor("ann", Role.PLAYER)
    assert not isinstance(live.say(ann, "join 500"), Refusal)
    done = live.say(ann, "bet 1 10/10/10")
    assert not isinstance(done, Refusal), done
    said = [shown.text for event in done if (shown := live.shown(event, OPERATOR)) is not None]
    assert said[-3:] == ["ann bets 10 on box 1", "ann bets 10 on box 1, spot 2", "ann bets 10 on box 1, spot 3"]
