"""Bots of practice tables: they play every preset of every rulebook to the end of the round, lawfully."""

from typing import Any

import pytest

from pitboss.games.commands import Command
from pitboss.games.live.base import BOT_NAMES, Practice
from pitboss.games.registry import find_game
from pitboss.law import Refusal, load_rulebook, rulebook_ids
from pitboss.tables.live import THE_CLOCK, Actor, LiveTable, Role, TableSpec, open_table

ANN = Actor("ann", Role.PLAYER)
PRESETS = [(book, "") for book in rulebook_ids()] + [
    (book, preset) for book in rulebook_ids() for preset in load_rulebook(book).presets
]


def table_of(rulebook: str, preset: str, bots: int, secret: int = 1) -> LiveTable:
    """Opens a practice table of a preset."""
    choices = load_rulebook(rulebook).presets[preset].choices if preset else {}
    spec = TableSpec(
        rulebook=rulebook,
        choices=choices,
        limits="5-500",
        turn_seconds=0,
        betting_seconds=0,
        practice=Practice(owner="ann", bots=bots),
    )
    live = open_table(spec, bytes([secret]) * 32)
    assert not isinstance(live, Refusal), live
    return live


def do(live: LiveTable, actor: Actor, words: str) -> tuple[Any, ...]:
    """Executes a command that must not be refused."""
    events = live.say(actor, words)
    assert not isinstance(events, Refusal), (actor.name, words, events)
    return events


def perform(live: LiveTable, actor: Actor, command: Command) -> None:
    """Executes a typed command that must not be refused, and whose words mean the same."""
    assert live.parse(actor, live.words_of(actor, command)) == command
    events = live.do(command, actor)
    assert not isinstance(events, Refusal), (actor.name, command, events)


def play_bots(live: LiveTable, bots: int) -> int:
    """Executes the moves of the bots until the table waits for a person; returns their number."""
    moves = 0
    chooses = find_game(live.game).bot_move
    assert chooses is not None
    while (move := chooses(live, BOT_NAMES[:bots])) is not None:
        actor = Actor(move.player, Role.PLAYER, "bot") if move.player else Actor("house", Role.HOUSE, "director")
        perform(live, actor, move.command)
        moves += 1
        assert moves < 2000, move
    return moves


def ann_acts(live: LiveTable) -> bool:
    """Ann bets, is ready, answers no and stands, or the house acts for its deadline; False if nothing is left to do."""
    for due in live.dues():
        if due.command is not None and ("ann" in due.who or not due.who):
            perform(live, THE_CLOCK, due.command)
            return True
    return False


@pytest.mark.parametrize(("rulebook", "preset"), PRESETS)
def test_bots_play_rounds_of_every_preset(rulebook: str, preset: str) -> None:
    live = table_of(rulebook, preset, 5)
    if live.game == "tournament":
        do(live, ANN, "enter")
        play_bots(live, 5)
        finish_tournament(live, 5)
        return
    do(live, ANN, "join 400")
    for _ in range(12):
        play_bots(live, 5)
        do(live, ANN, "bet red 5" if live.game == "roulette" else legal_bet(live))
        play_bots(live, 5)
        do(live, ANN, "ready")
        assert [due.seconds for due in live.dues()] == [0.1]  # bots do not delay the round
        while ann_acts(live):
            play_bots(live, 5)
            if all(due.what == "betting" for due in live.dues()):
                break
    assert {name for name in live.purses() if name.startswith("bot_")} == set(BOT_NAMES[:5])


def legal_bet(live: LiveTable) -> str:
    """Returns a bet that ann may make."""
    return str(next(button.words for button in live.personal_view(ANN).actions if bets(button)))


def bets(button: Any) -> bool:
    return button.verb == "bet" and button.refusal is None


def finish_tournament(live: LiveTable, bots: int) -> None:
    """Bets for ann, and lets the house act for her in each hand, until the tournament is over."""
    while not find_game("tournament").finished(live):
        command = next((due.command for due in live.dues() if due.command is not None), None)
        if command is None:
            do(live, ANN, legal_bet(live))
        else:
            perform(live, THE_CLOCK, command)
        play_bots(live, bots)


def test_tournament_starts_when_a_person_enters_and_is_played_to_its_end() -> None:
    live = table_of("nz-tournament", "against_bots", 6)
    assert play_bots(live, 6) == 0  # no person has entered
    do(live, ANN, "enter")
    play_bots(live, 6)
    assert live.public_view().phase == "session"
    finish_tournament(live, 6)
    assert len(live.public_view().leaders[0]) > 0


def test_six_bots_leave_the_middle_box_to_the_person() -> None:
    live = table_of("nz-blackjack", "", 6)
    do(live, ANN, "join 400")
    play_bots(live, 6)
    assert live.boxes_taken() == 6
    assert [button.box for button in live.personal_view(ANN).actions if button.verb == "sit"] == [4]


def test_bots_do_nothing_without_a_person() -> None:
    live = table_of("nz-blackjack", "", 6)
    assert play_bots(live, 6) == 0
    assert live.version == len(live.opening.events)


def test_practice_clock_runs_only_with_two_people() -> None:
    spec = TableSpec(
        rulebook="nz-blackjack", limits="5-500", turn_seconds=20, betting_seconds=30, practice=Practice(bots=1)
    )
    live = open_table(spec, bytes(32))
    assert not isinstance(live, Refusal)
    do(live, ANN, "join 400")
    play_bots(live, 1)
    do(live, ANN, "bet 3 10")
    assert [due.seconds for due in live.dues()] == [0]
    do(live, Actor("ben", Role.PLAYER), "join 400")
    assert [due.seconds for due in live.dues()] == [30]


def test_a_bot_whose_box_was_backed_bets_before_the_person() -> None:
    live = table_of("mbs-blackjack", "back_betting", bots=2)
    do(live, ANN, "join 500")
    play_bots(live, 2)
    backed, other = sorted(bet.box for bet in live.state.bets)
    do(live, ANN, f"bet {backed} 0 pair=5")
    do(live, ANN, "ready")
    while live.state.round == 0 or live.public_view().phase != "betting":
        assert ann_acts(live)
        play_bots(live, 2)
    assert live.state.round == 1
    assert [bet.box for bet in live.state.bets] == [backed], "the other bot waits: its result stays on the table"
    do(live, ANN, f"bet {backed} 0 pair=5")
    play_bots(live, 2)
    assert {bet.box for bet in live.state.bets} == {backed, other}
