"""A copy of a live table stands as the table does, plays on alike, and is not touched by what the table does."""

from random import Random
from typing import Any

import pytest

from pitboss.tables.live import TableSpec
from tests.games.tournament.test_live import any_tournament
from tests.properties.tables import BOOKS
from tests.tables.live_play import BlackjackPlayed, CupPlayed, Played, RoulettePlayed, any_spec

SECRET = bytes(range(32))


def same(one: Any, other: Any) -> None:
    assert one.state == other.state
    assert one.version == other.version
    assert one.public_view() == other.public_view()
    assert one.purses() == other.purses()
    assert one.dues() == other.dues()
    assert one.secrets_left() == other.secrets_left()


def copied(played: Played, steps: int) -> None:
    """The table plays on, and then its copies do, one by the words and one by the log."""
    decides, follows, stays = (played.live.copy() for _ in range(3))
    before, mark = played.again(), len(played.entries)
    played.play(steps)  # type: ignore[attr-defined] # as every kind of table does
    same(stays, before)
    for entry in played.entries[mark:]:
        assert decides.say(entry.actor, entry.words) == entry.events
        follows.absorb(entry)
    same(decides, played.table)
    same(follows, played.table)
    same(stays, before)


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
@pytest.mark.parametrize("book", BOOKS)
def test_copies_of_blackjack(book: str, read: bool) -> None:
    for seed in range(6):
        dice = Random(f"{book} {read} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=read), SECRET, dice)
        played.people_come()
        for _ in range(3):
            played.play(17)
            copied(played, 13)


@pytest.mark.parametrize("read", [False, True], ids=["wheel", "read"])
def test_copies_of_roulette(read: bool) -> None:
    dice = Random(f"{read}")
    played = RoulettePlayed(TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=read), SECRET, dice)
    for _ in range(6):
        played.play(31)
        copied(played, 23)


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_copies_of_tournaments(read: bool) -> None:
    for seed in range(4):
        dice = Random(f"{read} {seed}")
        spec, count = any_tournament(dice, read=read)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        for _ in range(3):
            played.play(29)
            copied(played, 23)
