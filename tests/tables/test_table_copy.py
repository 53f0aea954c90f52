"""Table.copy: it costs the same at any age, and a copy and its original play on independently."""

import gc
import pickle
from collections.abc import Iterable
from copy import deepcopy
from random import Random
from types import ModuleType
from typing import Any

import pytest
from msgspec import msgpack

from pitboss.cards import parse_card
from pitboss.games import roulette, tournament
from pitboss.games.blackjack import State, apply
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.events import Event
from pitboss.games.live.history import History
from pitboss.games.roulette.evolve import CHANGES as ROULETTE_CHANGES
from pitboss.games.tournament.commands import PlayAtTable
from pitboss.games.tournament.evolve import CHANGES as TOURNAMENT_CHANGES
from pitboss.games.tournament.live import TournamentTables
from pitboss.law import Limits, Refusal
from pitboss.notation.cases import read_cases
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables import Table, fold
from tests.games.tournament.test_live import any_tournament
from tests.tables.live_play import CupPlayed
from tests.tables.random_play import RULEBOOKS, open_table, play_rounds

TABLES: list[tuple[str, dict[str, str]]] = [
    *((book, {}) for book in RULEBOOKS),
    ("nz-blackjack", {"shuffler": "continuous"}),
    ("nz-blackjack", {"madness_21": "true"}),
]
IDS = ["-".join((book, *choices)) for book, choices in TABLES]


def containers(roots: Iterable[Any]) -> dict[int, Any]:
    """Every tracked object that is reachable from these, but for classes and modules."""
    found: dict[int, Any] = {}
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, (type, ModuleType)) or not gc.is_tracked(thing):
            continue
        found[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return found


def own_objects(copied: Table, original: Table) -> list[Any]:
    """What a copy allocated: all that it reaches and its original does not."""
    shared = containers([original])
    return [thing for key, thing in containers([copied]).items() if key not in shared]


@pytest.mark.parametrize(("book", "choices"), TABLES, ids=IDS)
def test_a_copy_allocates_no_more_at_an_old_table(book: str, choices: dict[str, str]) -> None:
    table = open_table(book, choices, seed=11)
    counted = []
    for age in (20, 120):
        play_rounds(table, age, seed=age)
        table.do(cmd.OrderShuffle())  # the cards that a shoe has left and its rack do not count as age
        own = own_objects(table.copy(), table)
        counted.append((len(own), sum(len(thing) for thing in own if isinstance(thing, (list, tuple)))))
    (young, young_items), (old, old_items) = counted
    # the state of a table between rounds holds a few lists and wagers more or less, and its log some 500 entries more
    assert len(table.log) > 500
    assert old <= young + 20
    assert old_items <= young_items + 450  # a shoe in the rack at most: a hundred rounds deal over 1,000 cards


@pytest.mark.parametrize(("book", "choices"), TABLES, ids=IDS)
def test_a_copy_and_its_original_play_on_independently(book: str, choices: dict[str, str]) -> None:
    table, alone = (open_table(book, choices, seed=5) for _ in range(2))
    play_rounds(table, 12, seed=1)
    play_rounds(alone, 12, seed=1)
    same, other = table.copy(), table.copy()
    text, log, state = table.log_pit(), list(table.log), deepcopy(table.state)
    play_rounds(other, 40, seed=2)  # through at least one shuffle
    assert (table.log_pit(), list(table.log), table.state) == (text, log, state)
    play_rounds(table, 40, seed=3)
    play_rounds(alone, 40, seed=3)
    play_rounds(same, 40, seed=3)
    assert table.log_pit() == alone.log_pit() == same.log_pit()
    assert other.log_pit() != table.log_pit()
    for played in (table, other, same):
        assert fold(played.events()) == played.state
        assert replay(parse_pit(played.log_pit())).passed


@pytest.mark.parametrize("book", RULEBOOKS)
def test_no_event_changes_the_state_of_a_copy(book: str) -> None:
    """A state shares the containers that `evolve` replaces with its copies; the cases reach every kind of event."""
    for case in read_cases(book):
        state = State()
        for step in replay(case.file).steps:
            for event in step.events:
                if isinstance(event, Event):
                    state.money.setdefault(getattr(event, "player", ""), 10**9)  # a header names players and purses
                    before, encoded = state.copy(), msgpack.encode(state)
                    assert before == state
                    apply(state, event)
                    assert msgpack.encode(before) == encoded, (case.name, event)


@pytest.mark.parametrize(
    ("book", "game", "changes"),
    [("nz-tournament", tournament, TOURNAMENT_CHANGES), ("nz-roulette", roulette, ROULETTE_CHANGES)],
    ids=["tournament", "roulette"],
)
def test_no_event_changes_the_tournament_or_wheel_of_a_copy(book: str, game: Any, changes: dict[type, Any]) -> None:
    for case in read_cases(book):
        state = game.State()
        for step in replay(case.file).steps:
            for event in step.events:
                if type(event) not in changes:
                    continue
                if game is roulette:
                    for purse in (state.money, state.began, state.opening):
                        purse.setdefault(getattr(event, "player", ""), 10**9)  # a header names players and purses
                before, encoded = state.copy(), msgpack.encode(state)
                assert before == state
                game.apply(state, event)
                assert msgpack.encode(before) == encoded, (case.name, event)


def held_tournament(players: int = 16) -> TournamentTables:
    """A tournament at several tables, in its first round."""
    table = Table.open("nz-tournament", {"advance": "2"}, Limits(1_000, 100_000), secret=bytes(32), strict=True)
    assert isinstance(table, TournamentTables)
    for number in range(players):
        table.join(f"p{number}", 10**6)
        table.enter(f"p{number}")
    table.start(confirmed=True)
    return table


def bet_in_turn(table: Table, number: int, amount: int = 1_000) -> None:
    """The next player at a table of the tournament bets."""
    at = table.state.tables[number]
    player = at.to_bet()[0]
    bet = cmd.PlaceBet(player=player, box=at.box_of(player), amounts=(amount,))
    table.do(PlayAtTable(command=bet, table=number))


def test_copies_of_a_tournament_share_its_tables_until_one_is_played_at() -> None:
    table = held_tournament()
    first, second, *_ = table.state.tables
    other = table.copy()
    assert all(other.state.tables[number] is at for number, at in table.state.tables.items())
    refused = cmd.Hit(player=table.state.tables[first].boxes[1], box=1)
    assert isinstance(other.do(PlayAtTable(command=refused, table=first), strict=False), Refusal)
    assert other.state.tables[first] is table.state.tables[first]
    bet_in_turn(other, first)
    assert other.state.tables[first] is not table.state.tables[first]
    assert other.state.tables[second] is table.state.tables[second]
    assert not table.state.tables[first].play.bets
    bet_in_turn(table, second, 2_000)
    assert not other.state.tables[second].play.bets


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_a_tree_of_tournament_copies_plays_as_tables_that_were_never_copied(read: bool) -> None:
    for seed in range(2):
        dice = Random(f"tree {read} {seed}")
        spec, count = any_tournament(dice, read=read)
        root = CupPlayed(spec, bytes(32), dice, count)
        root.enter()
        root.play(20)
        branches = [root]
        for _ in range(40):
            branch = dice.choice(branches)
            if len(branches) < 6 and dice.random() < 0.4:
                branches.append(branch_of(branch))
            branch.play(3)
        for branch in branches:
            again = branch.again()
            assert again.state == branch.table.state
            assert again.purses() == branch.table.purses()
            assert again.secrets_left() == branch.table.secrets_left()
            assert again.public_view() == branch.table.public_view()


def branch_of(played: CupPlayed) -> CupPlayed:
    """The same play with a copy of its table, whose entries and books go on apart."""
    branch = CupPlayed.__new__(CupPlayed)
    branch.__dict__ = played.__dict__ | {"table": played.table.copy(), "entries": list(played.entries)}
    branch.books = deepcopy(played.books)
    return branch


def test_a_copy_of_a_table_that_waits_for_a_card_is_read_in_on_its_own() -> None:
    table = Table.open("nz-blackjack", {}, Limits(1_000, 100_000), cards_are_read=True)
    assert isinstance(table, Table)
    table.join("ann", 100_000)
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    table.do(cmd.Deal())
    other = table.copy()
    for card in ("8h", "7s", "8c"):
        other.tell(parse_card(card))
    assert not other.wants_card
    assert "deal" in other.log_pit()
    assert table.wants_card
    assert "deal" not in table.log_pit()
    table.tell(parse_card("Ts"))
    assert not isinstance(other.do(cmd.Stand(player="ann", box=1)), Refusal)
    assert table.state.hands[1][0].cards == [parse_card("Ts")]


def test_histories_share_what_is_older_and_grow_apart() -> None:
    one = History("abc")
    other, deep = one.copy(), deepcopy(one)
    assert own_nodes(one) & own_nodes(other) == own_nodes(one)
    one.append("d")
    other.replace_last("x")
    assert list(one) == ["a", "b", "c", "d"]
    assert list(other) == ["a", "b", "x"]
    assert len(other) == 3
    assert deep == ["a", "b", "c"] == list(pickle.loads(pickle.dumps(deep)))
    assert (one[-1], one[0], one[1:3], one[-2]) == ("d", "a", ["b", "c"], "c")
    assert list(reversed(one)) == ["d", "c", "b", "a"]
    empty: History[str] = History()
    with pytest.raises(IndexError):
        empty[-1]
    with pytest.raises(IndexError):
        empty.replace_last("x")


def own_nodes(history: History[str]) -> set[int]:
    return {key for key, thing in containers([history]).items() if isinstance(thing, tuple)}


def test_a_long_history_is_copied_pickled_and_dropped_without_recursion() -> None:
    long = History(range(200_000))
    again: History[int] = pickle.loads(pickle.dumps(long))
    assert again == long
    assert deepcopy(long) == long
    del again, long
    gc.collect()
