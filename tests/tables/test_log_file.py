"""The log of a live table as files that replay, and as records that show whether chance was fair."""

from random import Random
from typing import Any

import msgspec
import pytest

from pitboss.games.live.fairness import FairnessRecord, check_fairness
from pitboss.games.roulette import events as wheel
from pitboss.games.tournament import events as cup
from pitboss.games.tournament.state import Phase
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, fairness_records, log_pit, round_pit
from tests.games.tournament.test_live import any_tournament
from tests.properties.tables import BOOKS
from tests.tables.live_play import OPERATOR, BlackjackPlayed, CupPlayed, Played, RoulettePlayed, any_spec

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
    rounds = played.table.round - bool(played.table.state.begun)
    assert rounds > 90
    for wanted in (1, 7, rounds // 2, rounds):
        text = round_pit(played.spec, played.entries, wanted)
        outcome = replay(parse_pit(text))
        assert outcome.passed, (outcome.failures, text)
        ended = [event for step in outcome.steps for event in step.events if isinstance(event, wheel.RoundEnded)]
        assert len(ended) == 1, text  # the round alone
    assert (check_records(played) >= 1) is not read


def test_an_adjustment_belongs_to_the_round_before() -> None:
    ann, played = Actor("ann", Role.PLAYER), Played(TableSpec(rulebook="nz-roulette", cards_are_read=True), SECRET)
    played.say(ann, "join 100")
    for words in ("chips ann blue 2", "number 5", "chips ann blue 3"):
        played.say(OPERATOR, words)
    played.say(ann, "bet black 10")
    for words in ("number 7", "adjust ann black 0 dealer_at_fault"):
        played.say(OPERATOR, words)
    played.say(ann, "bet red blue*2")
    played.say(OPERATOR, "number 9")
    text = round_pit(played.spec, played.entries, 3)
    check_replay(text)
    assert text.splitlines()[3:] == [
        "players: ann=100",
        "spins: 9",
        "---",
        "house: chips ann blue 3",
        "ann: bet red blue*2",
        "house: spin",
        "? money ann 106",
    ]


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_tournaments(read: bool) -> None:
    revealed = 0
    for seed in range(5):
        dice = Random(f"log {read} {seed}")
        spec, count = any_tournament(dice, read=read)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        played.play(400)
        check_replay(log_pit(spec, played.entries))
        rounds = len(counted(played))
        for wanted in {min(1, rounds), rounds} - {0}:
            check_replay(round_pit(spec, played.entries, wanted))
        revealed += check_records(played)
    assert bool(revealed) is not read


def counted(played: Played) -> list[cup.RoundCounted]:
    return [event for entry in played.entries for event in entry.events if isinstance(event, cup.RoundCounted)]


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_a_tournament_round_is_exported_with_its_session_only(read: bool) -> None:
    choices = {"chips": "100", "session": "rounds:2", "playoff": "rounds:1", "advance": "2", "burn_first_card": "true"}
    spec = TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100", cards_are_read=read)
    played = CupPlayed(spec, SECRET, Random("a cup"), 8)
    played.enter()
    played.play(500)
    tables = [event.table for event in counted(played)]
    assert played.table.state.phase is Phase.OVER
    for wanted, table in enumerate(tables, 1):
        text = round_pit(spec, played.entries, wanted)
        outcome = replay(parse_pit(text))
        assert outcome.passed, (outcome.failures, text)
        told = [event for step in outcome.steps for event in step.events if isinstance(event, cup.RoundCounted)]
        assert {event.table for event in told} == {table}
        assert len(told) <= 2, text  # the session has two rounds
        assert told[-1] == counted(played)[wanted - 1]
        assert "? chips" in text


def test_a_round_after_fresh_chips_is_exported_with_all_before_it() -> None:
    choices = {"chips": "100", "playoff": "rounds:1"}
    spec = TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100", cards_are_read=True)
    played, names = Played(spec, SECRET), ("ann", "bob", "cid", "dee")
    for name in names:
        played.say(Actor(name, Role.PLAYER), "enter")
    played.say(OPERATOR, "start")
    for cards in ("2h 2d 2c 2s Td Kh Kd Kc Ks Th", "Kh Kd Kc Ks Td Qh Qd 9c 9s Th"):
        for name in names:
            played.say(Actor(name, Role.PLAYER), "bet 100")
        played.say(OPERATOR, "deal")
        for card in cards.split()[:-1]:
            played.say(OPERATOR, f"t1 card {card}")
        for name in names:
            played.say(Actor(name, Role.PLAYER), "stand")
        played.say(OPERATOR, f"t1 card {cards.split()[-1]}")
        if len(counted(played)) == 1:
            assert not isinstance(played.say(OPERATOR, "reissue 100"), Refusal)
    assert len(counted(played)) == 2
    text = round_pit(spec, played.entries, 2)
    check_replay(text)
    assert "house: reissue 100" in text
    assert text.count("house: deal") == 2


def tampered(record: FairnessRecord) -> list[tuple[str, FairnessRecord]]:
    """The record with one value changed, in every way that a forger might gain by."""
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
        ("is not a hexadecimal number", change(record, seed="xyz")),
        ("before its commitment", change(record, early=True)),
        ("not a kind of record", change(record, kind="dice")),
    ]


def test_whatever_is_tampered_with_is_found() -> None:
    ann = Actor("ann", Role.PLAYER)
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET)
    for words in ("join 100000", "contribute seven"):
        played.say(ann, words)
    for _ in range(300):
        for actor, words in ((ann, "bet 1 10"), (THE_HOUSE, "deal"), (THE_HOUSE, "absent ann")):
            played.say(actor, words)
        if "shoe 0" in played.table.fair.closed:
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
