"""The money of random rounds with irregularities, settled a second time from the documents alone."""

from fractions import Fraction
from itertools import count
from random import Random

import pytest

from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from tests.properties.tables import BOOKS, any_table
from tests.reference import play
from tests.reference.documents import Document
from tests.reference.facts import Round, Wager
from tests.reference.roulette import RouletteRounds
from tests.reference.shrink import smallest
from tests.reference.tournament import CountedTournament

EVERYDAY = 3_000
SOAK = 100_000


def blackjack_agrees(book: str, rounds: int) -> None:
    played = 0
    for seed in count():
        for found in play.random_session(book, seed, 6):
            if found is not None:
                pytest.fail(f"seed {seed}:\n{smallest(book, seed, found).as_pit()}")
            played += 1
        if played >= rounds:
            return


def roulette_agrees(rounds: int) -> None:
    wagers = 0
    for seed in range(rounds // 50):
        table = RouletteRounds(Random(seed))
        for _ in range(50):
            found = table.round()
            assert not found, f"seed {seed}:\n{found}"
        wagers += sum(" bet " in line for line in table.lines)
    assert wagers > rounds * 2


def tournament_agrees(rounds: int) -> None:
    played = 0
    for seed in count():
        tournament = CountedTournament(seed)
        found = tournament.play(60)
        assert not found, f"seed {seed}: {found}"
        played += tournament.rounds
        if played >= rounds:
            return


@pytest.mark.parametrize("book", BOOKS)
def test_engine_and_reference_settle_random_rounds_alike(book: str) -> None:
    blackjack_agrees(book, EVERYDAY)


def test_engine_and_reference_pay_random_spins_alike() -> None:
    roulette_agrees(EVERYDAY)


def test_engine_and_reference_count_tournament_chips_alike() -> None:
    tournament_agrees(EVERYDAY)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("book", BOOKS)
def test_engine_and_reference_settle_many_rounds_alike(book: str) -> None:
    blackjack_agrees(book, SOAK)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_engine_and_reference_pay_many_spins_alike() -> None:
    roulette_agrees(SOAK)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_engine_and_reference_count_many_tournament_chips_alike() -> None:
    tournament_agrees(SOAK)


def test_an_open_side_wager_on_one_card_is_not_valued_as_the_round_is_dealt_again() -> None:
    session = play.Session(any_table("tribal-blackjack", Random(0)))
    session.reader.round = Round(wagers=[Wager("ann", 1, "bonus", 500)], dealt={1: [13]})
    session._value_decided()
    assert session.reader.round.wagers[0].decided is None


def test_insurance_lost_before_the_round_is_dealt_again_does_not_consolidate_the_new_blackjack() -> None:
    """The shoe runs out after the dealer's second card; the redealt hand is a Blackjack beside a lost insurance."""
    assert [found for found in play.random_session("tribal-blackjack", 17_556, 6) if found is not None] == []


def test_a_disagreement_is_printed_as_a_small_file_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Document("mbs-blackjack", blackjack_odds=Fraction(6, 5), even_money="keeps_insurance")
    monkeypatch.setattr(play, "document", lambda name, options: wrong)
    found = None
    for seed in range(200):
        found = next((item for item in play.random_session("mbs-blackjack", seed, 6) if item is not None), None)
        if found is not None:
            break
    assert found is not None
    small = smallest("mbs-blackjack", seed, found)
    assert len(small.commands) < len(found.commands)
    assert smallest("mbs-blackjack", seed, small).commands == small.commands
    failures = replay(parse_pit(small.as_pit())).failures
    assert [failure.expected.split()[0] for failure in failures] == ["wager"]
