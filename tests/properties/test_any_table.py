"""Anything done at any lawful table keeps the promises: of money, cards, log, law and notation (see watch.py)."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from pitboss.blackjack import commands as cmd
from pitboss.blackjack.state import Stage
from pitboss.law.ways import ShoeKind
from tests.properties.tables import BOOKS, Table, anything, bets, house_commands, irregularities, tables
from tests.properties.watch import NoMoreCards, Watched

#: Rules on which something rested at a rulebook's tables, though they have neither a clause nor a policy.
BARE: dict[str, set[tuple[str, ...]]] = {}
#: Rules on which only refusals rest, of what a rulebook may not have at all: where it has not, it says nothing of them.
NOT_PROVIDED = {
    ("double_shoe",),
    ("ante_due",),
    ("prize_house",),
    ("prize_press", "prize_nominee"),
    ("void_player",),
    ("exclude_player",),
    ("box_reserved",),
    ("surrender",),
}


class AnyTable(RuleBasedStateMachine):
    """People come to a lawful table and ask for things."""

    book = ""

    def __init__(self) -> None:
        super().__init__()
        self.watched: Watched | None = None
        self.over = False

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        """The table opens."""
        table: Table = data.draw(tables(self.book))
        self.watched = Watched(table)

    @property
    def table(self) -> Watched:
        """What is watched."""
        assert self.watched is not None
        return self.watched

    def stage(self) -> int:
        """Where the round is; closed also where the cards gave out."""
        return Stage.CLOSED if self.watched is None or self.over else self.watched.state.stage

    def ask(self, command: cmd.Command) -> None:
        """Asks; where no card is left, the run is over."""
        try:
            self.table.ask(command)
        except NoMoreCards:
            self.over = True

    @precondition(lambda self: self.stage() == Stage.BETTING)
    @rule(data=st.data())
    def bet(self, data: st.DataObject) -> None:
        """Somebody bets."""
        for _ in range(data.draw(st.integers(1, 4))):
            self.ask(data.draw(bets(self.table.rules, self.table.state)))

    @precondition(lambda self: self.stage() == Stage.BETTING)
    @rule(side=st.sampled_from(("a", "b")))
    def deal(self, side: str) -> None:
        """The house deals."""
        double = self.table.rules.terms.shoe is ShoeKind.DOUBLE
        self.ask(cmd.Deal(side=side if double else ""))

    @precondition(lambda self: Stage.OPENING <= self.stage() <= Stage.LAST_PRIZES)
    @rule(picks=st.lists(st.integers(0, 40), min_size=1, max_size=8))
    def play(self, picks: list[int]) -> None:
        """Players decide, one after the other."""
        for pick in picks:
            found = self.table.all_legal()
            if not found or self.over:
                return
            self.ask(found[pick % len(found)])

    @rule(data=st.data())
    def anybody_asks_anything(self, data: st.DataObject) -> None:
        """Mostly what may not be done."""
        for _ in range(data.draw(st.integers(1, 4))):
            if self.watched is not None and not self.over:
                self.ask(data.draw(anything(self.table.rules, self.table.state)))

    @precondition(lambda self: self.stage() != Stage.CLOSED)
    @rule(data=st.data())
    def house(self, data: st.DataObject) -> None:
        """The house does something else."""
        self.ask(data.draw(house_commands(self.table.rules, self.table.state)))

    @precondition(lambda self: self.stage() != Stage.CLOSED)
    @rule(data=st.data())
    def irregularity(self, data: st.DataObject) -> None:
        """Something goes wrong at the table."""
        self.ask(data.draw(irregularities(self.table.rules, self.table.state)))

    def teardown(self) -> None:
        """The log is the truth, and everything in it rests on the law."""
        if self.watched is None:
            return
        BARE.setdefault(self.book, set()).update(self.watched.grounds.bare)
        if not self.over:
            self.watched.folds_from_its_log()


def _play(book: str, **more: Any) -> None:
    run_state_machine_as_test(type("AnyTable", (AnyTable,), {"book": book}), settings=settings(**more))


@pytest.mark.parametrize("book", BOOKS)
def test_any_table(book: str) -> None:
    _play(book)


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_any_table_for_long(book: str) -> None:
    _play(book, parent=settings.get_profile("soak"))


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_happens_rests_on_a_clause_or_a_policy(book: str) -> None:
    BARE.pop(book, None)
    _play(book, max_examples=15)
    found = BARE[book] - NOT_PROVIDED
    assert not found, f"{book} gives neither a clause nor a policy for {sorted(found)}"
