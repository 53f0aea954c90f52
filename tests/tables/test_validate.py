"""What programs may hand to a table: wrong types and names are refused with what to write, the rest is logged."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from msgspec.structs import fields

from pitboss import BlackjackTable, Limits, Refusal, Table, load_rulebook, parse_pit, resolve
from pitboss.analyse.edge import edge
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.allowed import usual_bet
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.live.base import THE_HOUSE, Actor, Role
from pitboss.money import MOST_CENTS
from pitboss.notation.replay import replay
from pitboss.tables.live import TableSpec
from tests.irregularity_kinds import BLACKJACK_KINDS
from tests.tables.live_play import Played

LIMITS = Limits(10_00, 500_00)
RULEBOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")


def opened(rulebook: str = "nz-blackjack", seed: int = 1) -> Table:
    table = Table.open(rulebook, {}, LIMITS, seed=seed)
    assert not isinstance(table, Refusal)
    return table


def seated(seed: int = 1) -> BlackjackTable:
    table = opened(seed=seed)
    assert isinstance(table, BlackjackTable)
    table.join("ann", 1000_00)
    return table


@pytest.mark.parametrize("name", ["Ann", "agent-0", "house", "é", "", "a b", "0ann", "_", "ann\n"])
def test_a_name_that_no_log_can_hold_is_refused_with_one_that_it_can(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a player's name: write small letters a-z, digits and _"):
        opened().join(name, 1000_00)


@pytest.mark.parametrize("money", [1000.7, 1000.0, True, "1000", None])
def test_money_is_whole_cents(money: Any) -> None:
    with pytest.raises(TypeError, match="money is a whole number of cents, such as 1000 for 10 dollars"):
        opened().join("ann", money)


@pytest.mark.parametrize(
    ("amounts", "error", "message"),
    [
        ((1000.5,), TypeError, "an amount is a whole number of cents"),
        ((True,), TypeError, "an amount is a whole number of cents"),
        (1000, TypeError, r"write amounts=\(1000,\), not 1000"),
        ([1000], TypeError, r"write amounts=\(1000,\)"),
        ((-1000,), ValueError, "between 0 and"),
        ((10**15,), ValueError, "between 0 and"),
        ((), ValueError, r"write amounts=\(1000,\)"),
    ],
)
def test_a_wager_is_a_tuple_of_whole_cents(amounts: Any, error: type[Exception], message: str) -> None:
    table = seated()
    with pytest.raises(error, match=message):
        table.do(cmd.PlaceBet(player="ann", box=1, amounts=amounts))
    assert (table.state.bets, table.state.money) == ([], {"ann": 1000_00})


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (cmd.PlaceBet(player="ann", box=True, amounts=(1000,)), "box is a whole number"),
        (cmd.PlaceBet(player="ann", box=1.0, amounts=(1000,)), "box is a whole number"),  # type: ignore[arg-type]
        (cmd.PlaceBet(player="ann", box=1, amounts=(1000,), sides=("pair",)), r"\(\('pair', 500\),\)"),  # type: ignore[arg-type]
        (cmd.PlaceBet(player="ann", box=1, amounts=(1000,), sides=(("pair", 5.0),)), "whole number of cents"),  # type: ignore[arg-type]
        (cmd.AnnounceClosing(rounds=2.0), "rounds is a whole number"),  # type: ignore[arg-type]
        (cmd.ReportIrregularity(kind="void", details="1"), "details is a tuple of words"),  # type: ignore[arg-type]
        ("hit", "is not a command"),
    ],
)
def test_fields_have_the_type_that_they_are_declared_with(command: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        seated().do(command)


def test_choices_are_text_whole_numbers_or_truth_values() -> None:
    book = load_rulebook("nz-blackjack")
    rules = resolve(book, {"decks": 6, "burn_first_card": True, "chip_unit": "0.50"}, LIMITS)
    assert not isinstance(rules, Refusal)
    assert (rules.options["decks"], rules.options["burn_first_card"]) == (6, True)
    wrong: Any = {"decks": 6.0}
    for take in (lambda: resolve(book, wrong), lambda: Table.open("nz-blackjack", wrong)):
        with pytest.raises(TypeError, match=r"option decks: 6\.0 is a float: write a whole number or text"):
            take()
    name: Any = "nz-blackjack"
    with pytest.raises(TypeError, match="'nz-blackjack' is not a Rulebook: write load_rulebook"):
        resolve(name, {})


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        (Limits(10.5, 100), TypeError),  # type: ignore[arg-type]
        (Limits(True, 100), TypeError),
        (Limits(100, 10**15), ValueError),
        (Limits(100, 1000, 0), ValueError),
    ],
)
def test_limits_are_whole_cents(limits: Limits, error: type[Exception]) -> None:
    with pytest.raises(error, match="of limits"):
        Table.open("mbs-blackjack", {}, limits)


@pytest.mark.parametrize("limits", [(1000, 100000), "10-1000", {"minimum": 1000}, ()])
def test_limits_are_a_limits(limits: Any) -> None:
    for take in (
        lambda: resolve(load_rulebook("nz-blackjack"), {}, limits),
        lambda: Table.open("nz-blackjack", {}, limits),
    ):
        with pytest.raises(TypeError, match=r"limits are a Limits in cents: write Limits\(1000, 50000\) .*, not "):
            take()


@pytest.mark.parametrize("choices", [["decks=6"], [], "decks=6", 6, None])
def test_choices_are_a_mapping(choices: Any) -> None:
    message = r"choices are a mapping of options to values: write \{'decks': 6\}, or \{\}, not "
    with pytest.raises(TypeError, match=message):
        resolve(load_rulebook("nz-blackjack"), choices)
    if choices is not None:
        with pytest.raises(TypeError, match=message):
            Table.open("nz-blackjack", choices)


@pytest.mark.parametrize("name", [None, 5, Path("nz-blackjack"), []])
def test_a_rulebook_is_named_by_text(name: Any) -> None:
    for take in (load_rulebook, Table.open):
        with pytest.raises(TypeError, match="a rulebook is named by text: write load_rulebook"):
            take(name)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"cards_are_read": "no"}, "cards_are_read is True or False, not 'no'"),
        ({"cards_are_read": None}, "cards_are_read is True or False, not None"),
        ({"seed": 1.5}, "a seed is a whole number such as 7, an int of Python, not 1.5"),
        ({"seed": "7"}, "a seed is a whole number such as 7, an int of Python, not '7'"),
    ],
)
def test_sources_of_chance_have_their_type(source: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Table.open("nz-blackjack", {}, LIMITS, **source)


@pytest.mark.parametrize("amount", [10.5, None, "1000", [10.5]])
def test_a_bet_is_whole_cents(amount: Any) -> None:
    with pytest.raises(TypeError, match="an amount is a whole number of cents, such as 1000 for 10 dollars, not "):
        seated().bet("ann", amount)


def test_an_amount_for_one_spot_may_stand_alone() -> None:
    alone: Any = 500
    amounts: tuple[Any, ...] = (alone, (500,))
    done = []
    for amount in amounts:
        table = seated(seed=2)
        table.bet("ann", 1000)
        table.do(cmd.Deal())
        done.append(table.double("ann", amounts=amount, strict=True))
    assert done[0] == done[1]


@pytest.mark.parametrize("sides", [["pair"], (("pair", 500),), "pair", 5])
def test_side_wagers_of_a_bet_are_a_mapping(sides: Any) -> None:
    with pytest.raises(TypeError, match=r"sides is a mapping .*: write sides=\{'pair': 500\}, not "):
        seated().bet("ann", 1000, sides=sides)


def test_a_fraction_for_an_integer_option_is_a_type_error_not_a_range_error() -> None:
    refusal = resolve(load_rulebook("nz-blackjack"), {"decks": "6.0"}, LIMITS)
    assert isinstance(refusal, Refusal)
    assert refusal.message == "option decks: '6.0' is not a whole number: write 4 to 8"
    assert refusal.clauses == ("3.3(a)",)


def test_a_command_must_be_text_of_a_typed_actor() -> None:
    words: Any = 5
    with pytest.raises(TypeError, match="what an actor says is text: write 'hit', not 5"):
        seated().say(THE_HOUSE, words)
    actor: Any = "ann"
    with pytest.raises(TypeError, match=r"write Actor\('ann', Role.PLAYER\), not 'ann'"):
        seated().say(actor, "bet 10")


@pytest.mark.parametrize("text", [None, Path("round.pit"), b"---"])
def test_a_file_is_parsed_from_its_text(text: Any) -> None:
    with pytest.raises(TypeError, match=r"parse_pit takes the text of a file: write Path\('FILE'\).read_text\(\)"):
        parse_pit(text)


def test_the_edge_is_that_of_rules() -> None:
    rules: Any = "nz-blackjack"
    with pytest.raises(TypeError, match="'nz-blackjack' is not the rules of a table: write resolve"):
        edge(rules)


@pytest.mark.parametrize(
    ("rulebook", "choices"),
    [("nz-blackjack", {}), ("nz-roulette", {}), ("nz-tournament", {"bet_seconds": "30"})],
)
def test_a_buy_in_above_the_maximum_of_a_log_is_refused(rulebook: str, choices: dict[str, str]) -> None:
    limits = None if rulebook == "nz-tournament" else LIMITS
    table: Table = Table.open(rulebook, choices, limits, seed=1, strict=True)
    table.strict = False
    table.join("ann", MOST_CENTS - 100)
    before = table.purses()
    refused = table.join("ann", 101)
    assert isinstance(refused, Refusal)
    assert "999999999999.99, the most that a log can hold: join with at most 1" in refused.message
    assert table.purses() == before
    assert not isinstance(table.copy().join("ann", 100), Refusal)
    assert not isinstance(table.join("ann", 100), Refusal)
    assert not isinstance(table.join("bob", MOST_CENTS), Refusal)
    assert replay(parse_pit(table.log_pit())).failures == ()
    table.say(Actor("ann", Role.PLAYER), "leave")
    assert isinstance(table.join("ann", 1), Refusal), "a log adds up all that she brought"


@pytest.mark.parametrize("title", ["two\nlines", "a # comment", " "])
def test_a_title_is_one_line(title: str) -> None:
    with pytest.raises(ValueError, match="a title is one line without #"):
        seated().log_pit(title)


# --- whatever is accepted is logged, and the log replays

ANYTHING: dict[str, st.SearchStrategy[Any]] = {
    "role": st.sampled_from(["supervisor", "dealer", "two words", "", None]),
    "duty": st.sampled_from(["cards_inspected", "ball_examined", "conditions", "é", 5]),
    "detail": st.sampled_from(["", "", "p0", "a # b", None]),
    "reason": st.sampled_from(["", "fraud", "two words", "a # b", None]),
    "player": st.sampled_from(["ann", "bob", "Ann", "house", "é", "", None, 3]),
    "who": st.sampled_from(["ann", "bob", "zoe", "Ann", None]),
    "player_on_box": st.sampled_from(["", "ann", "zoe", "Ann"]),
    "box": st.sampled_from([1, 2, 3, 9, 0, -1, True, 1.0, None]),
    "depth": st.sampled_from([60, 200, 0, 10**9, 60.5]),
    "rounds": st.sampled_from([1, 3, 0, 10**10, 2.0]),
    "hand": st.sampled_from([None, 1, 2, 1.0]),
    "amount": st.sampled_from([None, 1000, 0.5, -5]),
    "amounts": st.sampled_from([(), (1000,), (1050,), (1001,), (500,), (1000, 0), (1000.5,), (True,), (-1000,), 1000]),
    "sides": st.sampled_from([(), (("pair", 500),), (("pair", 5.5),), (("nothing", 100),), ("pair",), None]),
    "money": st.sampled_from([0, 1000_00, 1000.7, True, -1, 10**15]),
    "minimum": st.sampled_from([5_00, 10_00, 0, 10.5, -1]),
    "maximum": st.sampled_from([500_00, 1, 10**15, 99.5]),
    "unseated": st.sampled_from([True, False, 1, None]),
    "side": st.sampled_from(["", "a", "é", None]),
    "kind": st.sampled_from([*BLACKJACK_KINDS, "nonsense", "", 5]),
    "text": st.sampled_from(["word", "two words", "é", 5]),
    "card": st.sampled_from([0, 51, 52, -1, 1.0]),
    "cents": st.sampled_from([2500, 0.5, -1]),
    "table": st.sampled_from([0, 1, 1.0]),
    "details": st.sampled_from([(), ("1",), ("round",), ("dealer", "lost"), ("x y",), ("#",), ("²",), "1", (1,)]),
}
#: Every command; wagers and players come up more often.
KINDS: list[type[cmd.Command]] = [cmd.PlaceBet, cmd.JoinTable, *(kind for kind in GRAMMAR.kinds if not kind.live)]


@st.composite
def commands(draw: st.DrawFn) -> cmd.Command:
    """Any command, with fields that may be anything."""
    kind = draw(st.sampled_from(KINDS))
    return kind(**{item.name: draw(ANYTHING[item.name]) for item in fields(kind)})


def step(table: Table, data: DataObject) -> None:
    """One thing that is tried at a table: something lawful, so that the play goes on, or anything."""
    lawful = list(table.legal_actions())
    choice = data.draw(st.integers(0, 3))
    if choice == 0:
        command = data.draw(commands())
    elif lawful:
        command = lawful[data.draw(st.integers(0, len(lawful) - 1))]
    elif choice == 1 and table.state.bets:
        command = cmd.Deal()
    else:
        command = usual_bet(table.rules, table.state, "ann", data.draw(st.integers(1, 3)))
    with suppress(TypeError, ValueError):
        table.do(command)


@settings(max_examples=150, deadline=None)
@given(rulebook=st.sampled_from(RULEBOOKS), seed=st.integers(0, 1000), data=st.data())
def test_whatever_is_accepted_is_logged_and_replays_to_the_same_state(
    rulebook: str, seed: int, data: DataObject
) -> None:
    table = opened(rulebook, seed)
    table.join("ann", 1000_00)
    for _ in range(data.draw(st.integers(1, 25))):
        step(table, data)
    outcome = replay(parse_pit(table.log_pit()))
    assert outcome.failures == ()
    assert outcome.state == table.state


def test_a_table_from_its_log_knows_what_each_player_brought() -> None:
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-500"), bytes(32))
    for words in ("join 500", "leave", "join 300"):
        played.say(Actor("ann", Role.PLAYER), words)
    assert played.again().brought == played.table.brought == {"ann": 80_000}
