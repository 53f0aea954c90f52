"""Tournaments in compiled code equal the director and engine round for round: on the same cards, with the same bets."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.bots import decide_hand
from pitboss.games.blackjack.state import State
from pitboss.games.tournament.bots import STYLES
from pitboss.law import Limits
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.tournament.director import CompiledTournaments, NotHeld, PlayedTournament
from pitboss.simulate.tournament.tables import PlayedStyle
from pitboss.strategy.hand_classes import NotSimulable
from tests.simulate.tournament.both import compare, random_tournament, rules_of, styles_with

BOOKS = ("nz-tournament", "canberra-blackjack")
SHORT = {"session": "rounds:4", "playoff": "rounds:2", "advance": "2"}
FLAT = PlayedStyle("flat", STYLES["flat"], decide_hand)


def tournaments(
    options: Mapping[str, Any], players: int = 5, styles: tuple[PlayedStyle, ...] = (FLAT,), book: str = BOOKS[0]
) -> CompiledTournaments:
    rules = rules_of(book, options, Limits(10_00, 500_00))
    assert rules is not None
    return CompiledTournaments(rules, styles, [f"p{number}" for number in range(1, players + 1)])


@pytest.mark.parametrize(
    ("book", "options", "limits", "players"),
    [
        ("nz-tournament", SHORT, Limits(10_00, 500_00), 28),
        # the shoe runs out within rounds, and is shuffled a round after the one with the cutting card
        ("nz-tournament", {"session": "shoes:2", "playoff": "shoes:1", "decks": "4"}, Limits(5_00, 20_00), 7),
        ("nz-tournament", SHORT | {"shuffler": "continuous"}, Limits(10_00, 500_00), 7),
        # many ties, many who run out of chips, and little money for doubles and splits
        ("nz-tournament", SHORT | {"chips": "20", "session": "rounds:2"}, Limits(10_00, 20_00), 9),
        ("canberra-blackjack", {"tournament": "true", "session": "shoes:1"}, Limits(10_00, 500_00), 9),
    ],
)
def test_every_round_equals_that_of_the_engine(
    book: str, options: dict[str, str], limits: Limits, players: int
) -> None:
    rules = rules_of(book, options, limits)
    assert rules is not None
    assert compare(rules, styles_with(rules, 25_00), players, seed=1, numbers=range(3)) > 0


@pytest.mark.parametrize("book", BOOKS)
def test_random_lawful_tournaments_equal_those_of_the_engine(book: str) -> None:
    assert compare_random(book, seeds=range(3)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_many_random_lawful_tournaments_equal_those_of_the_engine(book: str) -> None:
    assert compare_random(book, seeds=range(3, 600)) > 10_000


def compare_random(book: str, *, seeds: range) -> int:
    """Compares random tournaments of a rulebook, but for those that are not lawful or not simulated."""
    rounds = 0
    for seed in seeds:
        dice = Random(f"{book} {seed}")
        found = random_tournament(book, dice)
        if found is None:
            continue
        rules, players = found
        try:
            styles = styles_with(rules, dice.choice((15_00, 200_00)))
            rounds += compare(rules, styles, players, seed=seed, numbers=range(2))
        except NotSimulable:
            continue
    return rounds


def test_a_tournament_depends_on_the_seed_and_its_number_alone() -> None:
    def told(played: PlayedTournament) -> Any:
        return played.rounds, played.playoffs, played.state.places, played.state.tables

    one, other = tournaments(SHORT), tournaments(SHORT)
    for number in (3, 0, 3):
        other.play(7, number, [0] * 5)
    assert told(one.play(7, 0, [0] * 5)) == told(other.play(7, 0, [0] * 5))
    assert told(one.play(7, 1, [0] * 5)) != told(one.play(8, 1, [0] * 5))


def test_prizes_are_those_of_the_fees_and_the_contribution() -> None:
    options = {**SHORT, "tournament": "true", "entry_fee": "10", "entry_fee_retention": "0.10", "contribution": "7"}
    played = tournaments(options, book="canberra-blackjack").play(1, 0, [0] * 5)
    assert sum(played.state.prizes.values()) + played.state.left == 5 * 9_00 + 7_00


def test_what_is_not_played_is_refused_by_name() -> None:
    def bold(table: Any, player: str) -> int:
        return int(table.play.money[player])

    def stubborn(rules: BlackjackRules, play: State) -> at_table.Command:
        hand = play.turn
        assert hand is not None
        return at_table.SplitPair(player=play.deciders[hand.box], box=hand.box)

    with pytest.raises(NotSimulable, match=r"the style own\.py:bold, which is a Python function"):
        tournaments(SHORT, styles=(PlayedStyle("own.py:bold", bold, decide_hand),))
    with pytest.raises(NotSimulable, match="the style stubborn who decides against the rules"):
        tournaments(SHORT, styles=(PlayedStyle("stubborn", STYLES["flat"], stubborn),))
    with pytest.raises(NotSimulable, match=r"several main wagers on a box.*canberra-blackjack 22"):
        tournaments({"tournament": "true", "triple_play": "true"}, book="canberra-blackjack")
    with pytest.raises(NotSimulable, match="sessions in minutes"):
        tournaments({"session": "minutes:10"})


def test_the_director_refuses_a_field_that_cannot_play() -> None:
    with pytest.raises(NotHeld, match=r"5\.4"):
        tournaments({**SHORT, "advance": "1"}, players=8).play(1, 0, [0] * 8)
