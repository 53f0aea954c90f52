"""The log of a live table as files that replay, and as records that show whether chance was fair."""

from random import Random
from typing import Any

import msgspec
import pytest

from pitboss.notation.pit import parse_pit
from pitboss.notation.replay import replay
from pitboss.table.fair import FairnessRecord, check_fairness
from pitboss.table.live import THE_HOUSE, Actor, Role, TableSpec, fairness_records, log_pit, round_pit
from tests.properties.tables import BOOKS
from tests.table.live_play import OPERATOR, BlackjackPlayed, CupPlayed, Played, RoulettePlayed, any_spec
from tests.table.test_live_tournament import any_cup

SECRET = bytes(range(1, 33))


def check_replay(text: str) -> None:
    outcome = replay(parse_pit(text))
    assert outcome.passed, (outcome.failures, text)


def check_records(played: Played) -> int:
    """Every seed that is revealed meets its commitment and gives what came."""
    revealed = 0
    for record in fairness_records(played.spec, played.entries):
        findings = [str(finding) for finding in check_fairness(record)]
        if record.seed:
            assert findings == []
            revealed += 1
        else:
            assert record.outcomes == ()
            assert findings == [f"{record.name}: the seed is not published yet, so that nothing can be checked"]
        assert msgspec.json.decode(msgspec.json.encode(record), type=FairnessRecord) == record
    return revealed


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
@pytest.mark.parametrize("book", BOOKS)
def test_blackjack(book: str, read: bool) -> None:
    revealed = 0
    for seed in range(8):
        dice = Random(f"log {book} {read} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=read), SECRET, dice)
        played.people_come()
        played.play(150)
        played.say(OPERATOR, "shuffle")
        check_replay(log_pit(played.spec, played.entries))
        rounds = played.table.state.round
        for wanted in {min(1, rounds), rounds // 2, rounds} - {0}:
            check_replay(round_pit(played.spec, played.entries, wanted))
        with pytest.raises(ValueError, match="there was no round"):
            round_pit(played.spec, played.entries, rounds + 1)
        revealed += check_records(played)
    assert bool(revealed) is not read


@pytest.mark.parametrize("read", [False, True], ids=["wheel", "read"])
def test_roulette(read: bool) -> None:
    dice = Random(f"log {read}")
    played = RoulettePlayed(TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=read), SECRET, dice)
    played.play(1_500)
    check_replay(log_pit(played.spec, played.entries))
    check_replay(round_pit(played.spec, played.entries, 7))
    assert (check_records(played) >= 1) is not read


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_tournaments(read: bool) -> None:
    revealed = 0
    for seed in range(5):
        dice = Random(f"log {read} {seed}")
        spec, count = any_cup(dice, read=read)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        played.play(400)
        check_replay(log_pit(spec, played.entries))
        revealed += check_records(played)
    assert bool(revealed) is not read


def tampered(record: FairnessRecord) -> list[tuple[str, FairnessRecord]]:
    """The record with one thing changed, in every way that somebody might gain by."""
    other = list(record.outcomes)
    other[3] = (other[3] + 1) % 52 if other[3] >= 0 else 0
    swapped: list[Any] = list(record.outcomes)
    swapped[1], swapped[2] = swapped[2], swapped[1]
    flipped = bytes([bytes.fromhex(record.seed)[0] ^ 1]) + bytes.fromhex(record.seed)[1:]
    change = msgspec.structs.replace
    return [
        ("was dealt", change(record, outcomes=tuple(other))),
        ("was dealt", change(record, outcomes=tuple(swapped))),
        ("was dealt", change(record, outcomes=record.outcomes[1:])),
        ("was dealt", change(record, contributions=(*record.contributions, ("eve", "x")))),
        ("was dealt", change(record, contributions=())),
        ("was dealt", change(record, behind=record.behind + 300)),
        ("does not meet its commitment", change(record, seed=flipped.hex())),
        ("does not meet its commitment", change(record, commitment="0" * 64)),
        ("no commitment", change(record, commitment="")),
        ("is no hexadecimal number", change(record, seed="xyz")),
        ("before its commitment", change(record, early=True)),
        ("no kind of record", change(record, kind="dice")),
    ]


def test_whatever_is_tampered_with_is_found() -> None:
    ann = Actor("ann", Role.PLAYER)
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET)
    for words in ("join 100000", "contribute seven"):
        played.say(ann, words)
    for _ in range(300):
        for actor, words in ((ann, "bet 1 10"), (THE_HOUSE, "deal"), (THE_HOUSE, "absent ann")):
            played.say(actor, words)
        if "shoe 0" in played.table._shoe.closed:
            break
    record = fairness_records(played.spec, played.entries)[0]
    assert record.seed
    assert len(record.outcomes) > 360
    assert record.contributions == (("ann", "seven"),)
    assert check_fairness(record) == ()
    for message, other in tampered(record):
        found = [finding.message for finding in check_fairness(other)]
        assert any(message in text for text in found), (message, found)


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_many_tables_of_blackjack(book: str) -> None:
    for seed in range(300):
        dice = Random(f"soak {book} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=dice.random() < 0.5), SECRET, dice)
        played.people_come()
        played.play(200)
        assert played.again().state == played.table.state
        assert played.again().secrets_left() == played.table.secrets_left()
        check_replay(log_pit(played.spec, played.entries))
        rounds = played.table.state.round
        for wanted in {min(1, rounds), rounds // 2, rounds} - {0}:
            check_replay(round_pit(played.spec, played.entries, wanted))
        check_records(played)
