"""Anything done at any lawful table keeps the promises: of money, cards, log, law and notation (see watch.py)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.law.choices import ShoeKind
from tests.properties.tables import BOOKS, Asking, any_table
from tests.properties.watch import NoMoreCards, Watched

#: Rules on which something rested at a rulebook's tables, though they have neither a clause nor a policy.
BARE: dict[str, set[tuple[str, ...]]] = {}
#: What cited a clause more than once at a rulebook's tables.
TWICE: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
#: Rules on which only refusals rest, of what a rulebook may not have at all: where it has not, it says nothing of them.
NOT_PROVIDED = {
    "double_shoe",
    "ante_due",
    "prize_house",
    "prize_press",
    "prize_nominee",
    "void_player",
    "exclude_player",
    "box_reserved",
    "surrender",
}


SEEDS = st.integers(0, 2**32 - 1)
#: How much rather players do one thing than another.
EAGER = {"split": 8, "double": 3, "hit": 3, "insure": 2, "follow": 2, "press": 2, "surrender": 0.5}


class AnyTable(RuleBasedStateMachine):
    """People come to a lawful table and ask for things."""

    book = ""

    def __init__(self) -> None:
        super().__init__()
        self.watched: Watched | None = None
        self.over = False

    @initialize(seed=SEEDS)
    def open(self, seed: int) -> None:
        """The table opens."""
        self.watched = Watched(any_table(self.book, Random(seed)))

    @property
    def table(self) -> Watched:
        """What is watched."""
        assert self.watched is not None
        return self.watched

    def dice(self, seed: int) -> Random:
        """Thrown otherwise at every place, for many seeds are alike."""
        return Random(f"{seed} {len(self.table.lines)}")

    def asking(self, dice: Random) -> Asking:
        """What people may ask for now."""
        return Asking(self.table.rules, self.table.state, dice)

    def ask(self, command: cmd.Command) -> None:
        """Asks; where no card is left, the run is over."""
        if self.over:
            return
        try:
            self.table.ask(command)
        except NoMoreCards:
            self.over = True

    @rule(seed=SEEDS)
    def a_round(self, seed: int) -> None:
        """Players bet, the house deals, players decide; now and then comes an unrelated command."""
        dice = self.dice(seed)
        asking = self.asking(dice)
        for _ in range(dice.randint(1, 8)):
            self.ask(asking.bet())
        double = self.table.rules.terms.shoe is ShoeKind.DOUBLE
        for _ in range(2):  # where the cutting card comes first, the first call only shuffles
            if self.table.state.stage == Stage.BETTING:
                self.ask(cmd.Deal(side=dice.choice("ab") if double else ""))
        self.play(dice, decisions=60)

    def play(self, dice: Random, decisions: int) -> None:
        """Players decide, one after the other, rather split and double than not."""
        for _ in range(decisions):
            if self.over or self.table.state.stage in (Stage.BETTING, Stage.CLOSED):
                return
            asking = self.asking(dice)
            if dice.random() < 0.1:
                self.ask(dice.choice((asking.anything, asking.irregularity, asking.house))())
                continue
            if self.table.state.offer is not None and dice.random() < 0.1:
                self.ask(cmd.CloseOffer())
                continue
            found = self.table.all_legal()
            if not found:
                presses = self.table.state.presses
                self.ask(cmd.HousePress(box=presses[0]) if presses else cmd.CloseOffer())
                continue
            weights = [EAGER.get(command.verb, 1) for command in found]
            self.ask(dice.choices(found, weights)[0])

    @rule(seed=SEEDS)
    def half_a_round(self, seed: int) -> None:
        """Only some decisions are made, so that something else can come between."""
        dice = self.dice(seed)
        self.play(dice, decisions=dice.randint(1, 6))

    @rule(seed=SEEDS)
    def anybody_asks_anything(self, seed: int) -> None:
        """Mostly what may not be done."""
        dice = self.dice(seed)
        for _ in range(dice.randint(1, 12)):
            self.ask(self.asking(dice).anything())

    @rule(seed=SEEDS)
    def the_house_does_something(self, seed: int) -> None:
        """Shuffles, cuts, limits, absences, or an irregularity."""
        dice = self.dice(seed)
        asking = self.asking(dice)
        self.ask(dice.choice((asking.house, asking.irregularity))())

    def teardown(self) -> None:
        """The log is the truth, and everything in it rests on the law."""
        if self.watched is None:
            return
        BARE.setdefault(self.book, set()).update(self.watched.grounds.bare)
        TWICE.setdefault(self.book, set()).update(self.watched.twice)
        if not self.over:
            self.watched.folds_from_its_log()


def _play(book: str, **more: Any) -> None:
    run_state_machine_as_test(type("AnyTable", (AnyTable,), {"book": book}), settings=settings(**more))


def an_evening(book: str, seed: int, rounds: int = 6) -> None:
    """Some rounds at one table, without any leap."""
    machine = type("AnEvening", (AnyTable,), {"book": book})()
    machine.open(seed)
    for number in range(rounds):
        machine.a_round(seed + number)
    machine.teardown()


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
    found = {names for names in BARE[book] if not NOT_PROVIDED.issuperset(names)}
    assert not found, f"{book} gives neither a clause nor a policy for {sorted(found)}"


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_cites_a_clause_twice(book: str) -> None:
    TWICE.pop(book, None)
    for seed in range(40):
        an_evening(book, seed)
    assert not TWICE[book]


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_at_any_table(book: str) -> None:
    @given(seed=SEEDS)
    def evening(seed: int) -> None:
        an_evening(book, seed)

    evening()


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_many_evenings(book: str) -> None:
    for seed in range(3_000):
        try:
            an_evening(book, seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
