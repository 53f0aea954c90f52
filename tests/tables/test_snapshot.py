"""A table from its snapshot stands as the table does and plays on alike, for every game and source of chance."""

from random import Random

import msgspec
import pytest

from pitboss.tables.live import TableSpec
from pitboss.tables.snapshot import BadSnapshot, decode_table, encode_table
from tests.games.tournament.test_live import any_tournament
from tests.properties.tables import BOOKS
from tests.tables.live_play import BlackjackPlayed, CupPlayed, Played, RoulettePlayed, any_spec
from tests.tables.test_copies import same

#: Bytes that cannot be the numbers of cards.
SECRET = bytes(range(200, 232))


def snapshotted(played: Played, steps: int) -> None:
    """The table plays on, and then the tables from its snapshot do, one by the words and one by the log."""
    spec, data = played.live.spec, encode_table(played.live)
    decides, follows = (decode_table(spec, SECRET, data) for _ in range(2))
    assert encode_table(decides) == data
    same(decides, played.live)
    assert SECRET not in data
    mark = len(played.entries)
    played.play(steps)  # type: ignore[attr-defined] # as every kind of table does
    for entry in played.entries[mark:]:
        assert decides.say(entry.actor, entry.words) == entry.events
        follows.absorb(entry)
    same(decides, played.table)
    same(follows, played.table)


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
@pytest.mark.parametrize("book", BOOKS)
def test_snapshots_of_blackjack(book: str, read: bool) -> None:
    for seed in range(4):
        dice = Random(f"{book} {read} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=read), SECRET, dice)
        played.people_come()
        for _ in range(3):
            played.play(17)
            snapshotted(played, 13)


@pytest.mark.parametrize("read", [False, True], ids=["wheel", "read"])
def test_snapshots_of_roulette(read: bool) -> None:
    dice = Random(f"{read}")
    played = RoulettePlayed(TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=read), SECRET, dice)
    for _ in range(4):
        played.play(31)
        snapshotted(played, 23)


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_snapshots_of_tournaments(read: bool) -> None:
    for seed in range(2):
        dice = Random(f"{read} {seed}")
        spec, count = any_tournament(dice, read=read)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        for _ in range(3):
            played.play(29)
            snapshotted(played, 23)


def test_a_snapshot_of_other_code_or_with_other_classes_is_refused() -> None:
    dice = Random(1)
    played = BlackjackPlayed(any_spec("nz-blackjack", dice, read=False), SECRET, dice)
    played.people_come()
    spec = played.live.spec
    fingerprint, body = msgspec.msgpack.decode(encode_table(played.live))
    for bad in ([fingerprint[::-1], body], [fingerprint, [8, "os:system", "x", 1]], [fingerprint, [99]], [body]):
        with pytest.raises(BadSnapshot):
            decode_table(spec, SECRET, msgspec.msgpack.encode(bad))
