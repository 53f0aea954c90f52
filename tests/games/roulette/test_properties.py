"""For any commands: money is conserved, the log gives the state, and a refusal changes nothing."""

from copy import deepcopy
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.roulette import State, act, apply, evolve, layout_of, legal_positions, open_state, refusal_of
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.conditions import RouletteFactTracker
from pitboss.games.roulette.grammar import command_words, read_command
from pitboss.games.roulette.layout import NUMBERS, SINGLE
from pitboss.games.roulette.parts import DIRECTIONS
from pitboss.law import Limits, Refusal, load_rulebook
from pitboss.law.cite import without_number
from pitboss.law.conditions import CitationChecker
from pitboss.law.roulette_terms import ROULETTE_KINDS
from pitboss.pit import Does, parse_pit
from tests.games.roulette.tables import BOOK, Numbers, on_the_table, table_rules

COMMANDS: Any = reduce(or_, cmd.Command.__subclasses__())
EVENTS: Any = reduce(or_, ev.Event.__subclasses__())
CLAUSES = {without_number(clause.id) for clause in load_rulebook(BOOK).clauses}
PLAYERS = ("ann", "bob")
RULES = (
    table_rules(),
    table_rules(Limits(500, 10_000), neighbour="true", maximum_straight="20", number_display="true"),
    table_rules(Limits(200, 50_000, 100), layout="2", chipping_machine="true", neighbour="true"),
)
POSITIONS = [(position.kind, position.place) for position in layout_of(RULES[1])]

players = st.sampled_from(PLAYERS)
colours = st.sampled_from(("blue", "pink"))
directions = st.sampled_from(("", "", *DIRECTIONS))
reasons = st.sampled_from(tuple(RULES[0].irregularities))
amounts = st.sampled_from((0, 99, 100, 150, 200, 500, 2000, 2100, 10_000, 10_001, 100_000))
numbers = st.integers(0, 38)
#: Lawful positions, most of them few so that wagers meet, and places that may be none.
LIVELY = (("straight", "17"), ("split", "17-20"), ("red", ""), ("black", ""), ("neighbour", "25-17-34"))
lively = st.sampled_from(LIVELY)
strange = st.tuples(
    st.sampled_from([kind for kind in ROULETTE_KINDS if kind not in SINGLE]),
    st.lists(numbers, min_size=1, max_size=6).map(lambda found: "-".join(map(str, found))),
)
positions = st.one_of(lively, lively, st.sampled_from(POSITIONS), strange)


def placed(kind: type[cmd.Command], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Commands about a position."""
    return st.builds(
        lambda position, rest: kind(kind=position[0], place=position[1], **rest),
        positions,
        st.fixed_dictionaries(fields),
    )


commands = st.one_of(
    placed(cmd.PlaceWager, player=players, amount=amounts),
    placed(cmd.PlaceWager, player=players, amount=amounts),
    placed(cmd.PlaceWager, player=players, colour=colours, count=st.integers(0, 30)),
    placed(cmd.WithdrawWager, player=players),
    st.builds(cmd.GiveChips, who=players, colour=colours, value=st.sampled_from((0, 50, 100, 500))),
    st.builds(cmd.CallNoMoreBets),
    st.builds(
        cmd.SpinBall,
        turns=st.none() | st.integers(0, 9),
        wheel=directions,
        ball=directions,
        by_hand=st.booleans(),
    ),
    st.builds(cmd.SpinBall, by_hand=st.booleans()),
    st.builds(cmd.CallNoSpin, reason=reasons),
    st.builds(cmd.CollectLosers),
    st.builds(cmd.PayWinners),
    placed(cmd.PayWinners, who=players),
    placed(cmd.AdjustWager, who=players, net=st.integers(-3000, 3000), reason=st.just("a doubt")),
    st.builds(cmd.ChangeBall),
    st.builds(cmd.ReportDisplay, number=numbers),
)


@given(st.sampled_from(RULES), st.lists(commands, max_size=40), st.lists(st.sampled_from((0, 17, 20, 1)), min_size=40))
def test_whatever_is_asked_for(rules: Any, asked: list[cmd.Command], spun: list[int]) -> None:
    state, log = open_state(rules)
    chance = Numbers(*spun)
    for player in PLAYERS:
        joined = act(rules, state, cmd.JoinTable(player=player, money=50_000), chance)
        assert not isinstance(joined, Refusal)
        log += joined
    checker = CitationChecker(rules, RouletteFactTracker(rules))
    assert checker.events(log) == []
    for command in asked:
        before = deepcopy(state)
        forbidden = refusal_of(rules, state, command)
        done = act(rules, state, command, chance)
        if isinstance(done, Refusal):
            assert done == forbidden
            assert state == before
            assert done.clauses
            assert set(done.clauses) <= CLAUSES
            assert checker.refusal(command, done.clauses) == []
            continue
        assert forbidden is None
        log += done
        assert checker.events(done) == []
        assert reduce(evolve, done, before) == state
        assert on_the_table(state) == 50_000 * len(PLAYERS)
        assert min(state.money.values()) >= 0
        assert all(set(event.clauses) <= CLAUSES for event in done)
        # no clause says when a round without wagers ends, nor lets a wager be replaced: a policy does
        uncited = {type(event) for event in done if not event.clauses} - {ev.WagerWithdrawn}
        assert uncited <= (set() if state.settled else {ev.RoundEnded})
    assert folded(log) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(log), type=list[EVENTS]) == log


def folded(log: list[ev.Event]) -> State:
    state = State()
    for event in log:
        apply(state, event)
    return state


@given(commands)
def test_a_command_is_written_and_read(command: cmd.Command) -> None:
    assert msgspec.json.decode(msgspec.json.encode(command), type=COMMANDS) == command
    (line,) = parse_pit(f"---\n{command_words(command)}\n").lines[1:]
    assert isinstance(line, Does)
    assert read_command(line.act) == command


@given(st.sampled_from(RULES), positions, st.booleans())
def test_a_wager_is_accepted_exactly_on_legal_positions(rules: Any, asked: tuple[str, str], called: bool) -> None:
    state, _ = open_state(rules)
    act(rules, state, cmd.JoinTable(player="ann", money=50_000), Numbers())
    if called:
        act(rules, state, cmd.CallNoMoreBets(), Numbers())
    found = layout_of(rules).find(*asked)
    legal = legal_positions(rules, state, "ann")
    wager = cmd.PlaceWager(player="ann", kind=asked[0], place=asked[1], amount=500)
    assert (refusal_of(rules, state, wager) is None) == (found in legal) == (found is not None and not called)


@given(st.sampled_from(RULES), st.sampled_from(NUMBERS), st.data())
def test_each_wager_is_settled_by_its_numbers(rules: Any, number: int, data: st.DataObject) -> None:
    state, _ = open_state(rules)
    act(rules, state, cmd.JoinTable(player="ann", money=1_000_000), Numbers())
    chosen = data.draw(st.lists(st.sampled_from(list(layout_of(rules))), unique=True, max_size=12))
    for position in chosen:
        wager = cmd.PlaceWager(player="ann", kind=position.kind, place=position.place, amount=1000)
        assert not isinstance(act(rules, state, wager, Numbers()), Refusal)
    act(rules, state, cmd.SpinBall(), Numbers(number))
    for position in chosen:
        settled = state.result_of("ann", position.kind, position.place)
        assert settled is not None
        won = rules.terms.odds(position.kind).on(1000)
        assert settled.result == (won if number in position.numbers else -1000)
    assert state.wagers == []
    assert sum(wager.result or 0 for wager in state.settled) == state.money["ann"] - 1_000_000 == -state.house
