"""Live roulette tables: the log restores them, every cent is accounted for, and the wheel follows its seeds."""

from random import Random

import pytest

from pitboss.table.live import TableSpec
from tests.table.live_play import RoulettePlayed

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
