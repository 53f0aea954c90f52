"""Tables: executed commands, refusals and cards to be entered."""

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import parse_card
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.games.blackjack.grammar import read_command
from pitboss.games.blackjack.legal import legal_actions
from pitboss.games.live.table import ImpossibleOutcome
from pitboss.law import LawError, Limits, Refusal
from pitboss.notation.replay import replay
from pitboss.pit import Act, parse_pit
from pitboss.tables import Table, fold
from tests.tables.random_play import RULEBOOKS, open_table, play_rounds
from tests.tables.test_round_trip import check_round_trip


def do(table: Table, line: str) -> tuple[ev.Event, ...] | Refusal:
    actor, _, words = line.partition(": ")
    verb, *rest = words.split()
    return table.do(read_command(Act(actor, verb, tuple(rest))))


def read_in(rulebook: str = "nz-blackjack", **choices: str) -> Table:
    table = Table.open(rulebook, choices, Limits(1_000, 100_000), cards_are_read=True)
    assert isinstance(table, Table)
    table.join("ann", 100_000)
    return table


def tell(table: Table, cards: str) -> list[ev.Event]:
    events: list[ev.Event] = []
    for word in cards.split():
        events += table.tell(CUTTING_CARD if word == "|" else parse_card(word))
    return events


def test_an_unlawful_table_is_refused_on_its_clause() -> None:
    refusal = Table.open("nz-blackjack", {"decks": "3"})
    assert isinstance(refusal, Refusal)
    assert refusal.clauses == ("3.3(a)",)


@pytest.mark.parametrize(
    ("rulebook", "choices", "error"),
    [
        ("no-such", {}, LawError),
        ("nz-blackjack", {"dekcs": "3"}, ValueError),
        ("nz-blackjack", {"decks": "many"}, ValueError),
    ],
)
def test_a_file_that_is_not_a_table_is_an_error(rulebook: str, choices: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        Table.open(rulebook, choices)


def test_a_refusal_says_what_would_be_allowed_and_changes_nothing() -> None:
    table = open_table("nz-blackjack", {}, seed=5)
    before = deepcopy(table.state)
    refusal = do(table, "house: deal")
    assert isinstance(refusal, Refusal)
    assert "ann: bet BOX 10-1000" in refusal.allowed
    refusal = do(table, "ann: bet 1 5")
    assert isinstance(refusal, Refusal)
    assert refusal.allowed == ("ann: bet BOX 10-1000",)
    assert table.state == before
    assert len(table.log) == 3


def test_in_a_turn_the_legal_decisions_are_allowed() -> None:
    table = read_in()
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    tell(table, "8h 7s 8c")
    refusal = do(table, "ann: insure 1 5")
    assert isinstance(refusal, Refusal)
    assert refusal.allowed == ("ann: hit 1", "ann: stand 1", "ann: split 1", "ann: double 1")


def test_an_offer_is_answered_or_closed() -> None:
    table = read_in()
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    tell(table, "8h As 9c")
    refusal = do(table, "house: deal")
    assert isinstance(refusal, Refusal)
    assert refusal.allowed == ("house: close",)
    refusal = do(table, "ann: hit 1")
    assert isinstance(refusal, Refusal)
    assert refusal.allowed == ("ann: insure 1 5", "ann: pass 1")


def test_a_table_waits_for_the_cards_that_a_dealer_reads_in() -> None:
    table = read_in()
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    assert table.awaited == "the next card"
    refused = do(table, "ann: hit 1")
    assert isinstance(refused, Refusal)
    assert refused.kind == "card_awaited"
    seen = tell(table, "8h 7s")
    assert table.state.hands[1][0].cards == [parse_card("8h")]
    seen += tell(table, "8c")
    assert table.awaited == ""
    assert [type(event) for event in seen].count(ev.CardDealt) == 2
    do(table, "ann: hit 1")
    tell(table, "| 5d")
    assert table.state.hands[1][0].cards == [parse_card(word) for word in ("8h", "8c", "5d")]
    assert table.state.shoe.cut_card_out
    tell(table, "Td")
    assert table.state.money["ann"] == 101_000
    assert fold(table.events()) == table.state
    assert "cards: 8h 7s 8c | 5d Td\n" in table.log_pit()
    check_round_trip(table)


def test_a_command_that_waits_is_not_in_the_log_yet() -> None:
    table = read_in()
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    tell(table, "8h")
    assert "deal" not in table.log_pit()
    assert replay(parse_pit(table.log_pit())).passed


def test_a_card_that_cannot_be_leaves_the_table_waiting() -> None:
    table = read_in("mbs-blackjack", decks="1")
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    tell(table, "8h")
    with pytest.raises(ImpossibleOutcome):
        tell(table, "8h")
    assert table.awaited
    tell(table, "8s 9c")
    assert table.state.turn_box == 1


def test_a_prize_is_entered_like_a_card() -> None:
    table = read_in(madness_21="true")
    do(table, "ann: bet 1 10 madness_21=1")
    do(table, "house: deal")
    tell(table, "Ah 5s Kc")
    do(table, "ann: press 1")
    assert table.wants_prize
    table.tell(2_500)
    assert "prizes: 25\n" in table.log_pit()
    tell(table, "Td")
    assert table.awaited == ""
    check_round_trip(table)


def test_a_shoe_and_a_rack_without_a_card_are_said_and_the_house_may_act() -> None:
    table = read_in("mbs-blackjack")
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    tell(table, "8h")
    table.tell(SHOE_EMPTY)
    assert table.awaited == "neither the shoe nor the discard rack holds a card"
    assert not table.wants_card
    done = do(table, "house: absent ann")
    assert not isinstance(done, Refusal)


def test_a_card_drawn_in_error_is_entered_and_offered() -> None:
    table = read_in()
    do(table, "ann: bet 1 10")
    do(table, "house: deal")
    tell(table, "5h 8c 6h")
    do(table, "house: irregularity drawn_exposed")
    assert table.wants_card
    tell(table, "9s")
    assert table.state.exposed == parse_card("9s")
    assert not isinstance(do(table, "ann: accept 1"), Refusal)
    assert table.state.hands[1][0].total == 20
    check_round_trip(table)


def test_a_player_who_joins_again_adds_to_the_purse() -> None:
    table = read_in()
    assert not isinstance(table.join("ann", 500), Refusal)
    assert table.state.money == {"ann": 100_500}
    assert "players: ann=1005\n" in table.log_pit()
    check_round_trip(table)


@settings(max_examples=12, deadline=None)
@given(rulebook=st.sampled_from(RULEBOOKS), seed=st.integers(0, 10_000), rounds=st.integers(1, 6))
def test_a_table_is_its_events(rulebook: str, seed: int, rounds: int) -> None:
    table = open_table(rulebook, {}, seed)
    play_rounds(table, rounds, seed)
    assert fold(table.events()) == table.state
    assert isinstance(table.log[0].command, cmd.JoinTable)
    check_round_trip(table)


# --- for programs


@pytest.mark.parametrize("seed", [3, None])
def test_a_copy_has_the_same_cards_to_come_and_its_own_money(seed: int | None) -> None:
    table = Table.open("nz-blackjack", {"decks": 6}, Limits(1_000, 100_000), seed=seed)
    assert isinstance(table, Table)
    table.join("ann", 50_000)
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    other = table.copy()
    assert other.rules is table.rules
    assert other.do(cmd.Deal()) == table.do(cmd.Deal())
    before = table.copy()
    for decision in list(other.legal_actions()):
        tried = other.copy()
        assert not isinstance(tried.do(decision), Refusal)
    assert (table.state, table.log) == (before.state, before.log)
    assert parse_pit(other.log_pit()) == parse_pit(table.log_pit())


def test_choices_may_be_numbers_and_truths() -> None:
    table = Table.open("tribal-blackjack", {"decks": 6, "surrender": True, "card_reader": False})
    assert isinstance(table, Table)
    assert table.choices == {"decks": "6", "surrender": "true", "card_reader": "false"}
    assert isinstance(Table.open("nz-blackjack", {"decks": 9}), Refusal)


def test_legal_actions_are_those_of_the_engine() -> None:
    table = Table.open("mbs-blackjack", seed=2)
    assert isinstance(table, Table)
    assert list(table.legal_actions()) == []
    table.join("ann", 50_000)
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    table.do(cmd.Deal())
    assert list(table.legal_actions()) == list(legal_actions(table.rules, table.state))
    assert "mbs-blackjack, round 1" in repr(table)


def test_invalid_commands_and_unread_cards_are_clear_errors() -> None:
    table = Table.open("nz-blackjack", seed=1)
    assert isinstance(table, Table)
    with pytest.raises(TypeError, match="'bet 1 10' is not a command"):
        table.do("bet 1 10")  # type: ignore[arg-type] # what nobody's type checker has looked at
    with pytest.raises(ValueError, match="opened with cards_are_read"):
        table.tell(5)
