"""Live roulette tables: the log restores them, every cent is accounted for, and the wheel follows its seeds."""

from copy import deepcopy
from random import Random

import pytest
from msgspec.msgpack import decode, encode

from pitboss.games.roulette.state import State
from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, TableSpec
from tests.tables.live_play import OPERATOR, RoulettePlayed

SECRET = bytes(range(32))


@pytest.mark.parametrize("read", [False, True], ids=["wheel", "read"])
@pytest.mark.parametrize("choices", [{}, {"neighbour": "true"}, {"number_display": "true"}], ids=str)
def test_a_table_is_its_log(choices: dict[str, str], read: bool) -> None:
    for seed in range(6):
        dice = Random(f"{choices} {read} {seed}")
        spec = TableSpec(rulebook="nz-roulette", choices=choices, limits="5-1000", cards_are_read=read)
        played = RoulettePlayed(spec, SECRET, dice)
        follower = played.again()
        for _ in range(5):
            marks = len(played.entries)
            played.play(60)
            table, again = played.table, played.again()
            for entry in played.entries[marks:]:
                follower.absorb(entry)
            for other in (again, follower):
                assert other.state == table.state
                assert other.version == table.version
                assert other.secrets_left() == table.secrets_left()
                assert other.dues() == table.dues()
                assert other.public_view() == table.public_view()
        assert played.table.round > 10


def test_the_phase_of_the_view_is_the_phase_of_the_notation() -> None:
    spec = TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=True)
    played = RoulettePlayed(spec, SECRET, Random(1))
    ann = Actor("ann", Role.PLAYER)
    seen = []
    for actor, words in (
        (ann, "join 100"),
        (ann, "bet straight 17 5"),
        (OPERATOR, "no_more_bets"),
        (OPERATOR, "number 17 by_hand"),
        (OPERATOR, "collect"),
        (OPERATOR, "pay"),
    ):
        assert not isinstance(played.say(actor, words), Refusal)
        view = played.table.public_view()
        seen.append((view.phase, view.dolly))
    assert seen == [("betting", -1), ("betting", -1), ("closed", -1), ("closed", 17), ("closed", 17), ("betting", 17)]


def test_a_player_who_has_left_takes_what_an_adjustment_pays() -> None:
    spec = TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=True)
    played = RoulettePlayed(spec, SECRET, Random(1))
    ann = Actor("ann", Role.PLAYER)
    spin = ((ann, "join 100"), (ann, "bet red 10"), (OPERATOR, "number 4"), (ann, "leave"))
    for actor, words in (*spin, (OPERATOR, "adjust ann red 0 misheard")):
        assert not isinstance(played.say(actor, words), Refusal)
    assert played.table.purses() == {"ann": 1_000}
    assert not isinstance(played.say(ann, "leave"), Refusal)
    assert not any(played.table.purses().values())
    again = played.say(ann, "leave")
    assert isinstance(again, Refusal)
    assert "not at the table" in again.message


def test_a_copy_and_its_original_play_on_independently() -> None:
    spec = TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=True)
    played = RoulettePlayed(spec, SECRET, Random(3))
    played.play(200)
    for _ in range(30):
        table, other = played.table, played.table.copy()
        kept, purses = encode(other.state), other.purses()
        played.play(20)
        assert (encode(other.state), other.purses()) == (kept, purses)
        assert decode(encode(table.state), type=State) == deepcopy(table.state) == table.state
