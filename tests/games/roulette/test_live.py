"""Live roulette tables: the log restores them, every cent is accounted for, and the wheel follows its seeds."""

from random import Random

import pytest

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
