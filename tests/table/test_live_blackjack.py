"""Live tables of blackjack: the log restores them, every cent is accounted for, and nobody says what is not theirs."""

from random import Random

import pytest

from tests.properties.tables import BOOKS
from tests.table.live_play import BlackjackPlayed, any_spec

SECRET = bytes(range(32))


def same_table(played: BlackjackPlayed) -> None:
    """What the log makes is what is there, down to the next cards."""
    table, again = played.table, played.again()
    assert again.state == table.state
    assert again.version == table.version
    assert again.awaited == table.awaited
    assert again.present == table.present
    assert again.purses() == table.purses()
    assert again.public_view() == table.public_view()
    assert again.dues() == table.dues()
    assert again.secrets_left() == table.secrets_left()


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_is_its_log(book: str, read: bool) -> None:
    for seed in range(12):
        dice = Random(f"{book} {read} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=read), SECRET, dice)
        played.people_come()
        for _ in range(4):
            played.play(30)
            same_table(played)
        follower = played.again()
        marks = len(played.entries)
        played.play(20)
        for entry in played.entries[marks:]:
            follower.absorb(entry)
        assert follower.state == played.table.state
        assert follower.secrets_left() == played.table.secrets_left()
