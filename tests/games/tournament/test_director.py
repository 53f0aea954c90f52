"""The director beyond `.pit` files: conditions under another rulebook, stops, copies, and lookups."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.tournament import (
    CardAwaited,
    TournamentRules,
    act,
    decide,
    fold,
    open_tournament,
    resume,
    tournament_rules,
)
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.ranking import order_of, shares, tie_to_break
from pitboss.games.tournament.seating import allocate
from pitboss.games.tournament.state import Phase, SessionChips
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.layers import qualify_clauses, resolve_over_base
from tests.games.tournament.driver import TournamentDriver, rules_with

CANBERRA = "canberra-blackjack"
FOUR = ("ann", "bob", "cid", "dee")


def phase(driver: TournamentDriver) -> Phase:
    return driver.state.phase


def canberra_conditions() -> TournamentRules:
    """Conditions under Canberra's section 24: a tenth of each fee is kept, and tables play its blackjack."""
    conditions = {"chips": "100", "prizes": "120,60", "refund_hours": "48"}
    choices = {"tournament": "true", "entry_fee": "50", "entry_fee_retention": "0.10"} | conditions
    law = resolve(load_rulebook(CANBERRA), choices, Limits(10_00, 100_00))
    assert not isinstance(law, Refusal)
    rules = tournament_rules(law)
    assert not isinstance(rules, Refusal)
    return rules


def test_conditions_under_another_rulebook_keep_a_share_of_the_fees() -> None:
    rules = canberra_conditions()
    driver = TournamentDriver(rules, FOUR, 1)
    for player in FOUR:
        done = driver.does(cmd.AcceptEntry(player=player))
        assert not isinstance(done, Refusal)
        assert "24.4" in done[-1].clauses
    assert driver.state.pool == 4 * 45_00
    assert sum(driver.state.retained.values()) == 4 * 5_00
    driver.play()
    assert phase(driver) is Phase.OVER
    assert sum(driver.state.prizes.values()) + driver.state.left == 180_00
    assert all(not clause.startswith("nz-") for event in driver.events for clause in event.clauses)
    assert all(event.clauses for event in driver.events if not isinstance(event, ev.AtTable))


def test_the_share_is_kept_of_who_withdraws_too() -> None:
    driver = TournamentDriver(canberra_conditions(), FOUR, 1)
    driver.does(cmd.AcceptEntry(player="ann"))
    driver.does(cmd.WithdrawEntry(player="ann", hours=Decimal(72)))
    assert driver.state.refunds == {"ann": 45_00}
    assert driver.state.pool == 0


def test_the_meaning_of_a_count_is_explained_once() -> None:
    names = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal")
    driver = TournamentDriver(rules_with(chips="100", advance="2"), names, 1)
    for player in names:
        driver.does(cmd.AcceptEntry(player=player))
    driver.does(cmd.StartSession())

    def told(**chips: int) -> list[tuple[str, ...]]:
        done = driver.does(cmd.TallyChips(chips=tuple(chips.items())))
        assert not isinstance(done, Refusal)
        dues = [event.players for event in done if isinstance(event, ev.PlayoffDue)]
        return dues + [(event.player,) for event in done if isinstance(event, ev.QualifierTold)]

    assert told(ann=9, bob=5, cid=5, dee=0) == [("bob", "cid"), ("ann",)]
    assert told(eve=4, fay=3, gus=2, hal=1) == [("eve",), ("fay",)]
    driver.does(cmd.BeginPlayoff())
    assert told(bob=5, cid=5) == [("bob", "cid")]  # level once more
    driver.does(cmd.BeginPlayoff())
    assert told(bob=6, cid=5) == [("bob",)]
    assert fold(driver.events) == driver.state


def test_a_place_rests_on_the_count_that_decided_it() -> None:
    names = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")
    driver = TournamentDriver(rules_with(chips="100", prizes="50,20,10", contribution="80"), names, 1)
    for player in names:
        driver.does(cmd.AcceptEntry(player=player))
    driver.does(cmd.StartSession())
    counts: list[dict[str, int]] = [
        {"ann": 9, "bob": 9, "cid": 9, "dee": 9, "eve": 9, "fay": 2, "gus": 1},
        {"ann": 8, "bob": 8, "cid": 4, "dee": 4, "eve": 3},  # level at the top once more
        {"ann": 7, "bob": 6},
    ]
    for chips in counts:
        assert not isinstance(driver.does(cmd.TallyChips(chips=tuple(chips.items()))), Refusal)
        driver.does(cmd.BeginPlayoff())
    rests = {event.player: event.clauses for event in driver.events if isinstance(event, ev.PlaceTaken)}
    assert driver.state.places == {"ann": 1, "bob": 2, "cid": 3, "dee": 3, "eve": 5, "fay": 6, "gus": 7}
    assert rests["ann"] == rests["bob"] == ("6.9",)  # runner-up by the play-off for first place
    assert rests["cid"] == rests["dee"] == rests["eve"] == ("6.10(b)",)
    assert rests["fay"] == rests["gus"] == ("6.8",)  # behind the three places that the conditions provide for


def test_clauses_of_the_base_carry_its_name() -> None:
    table = rules_with().table
    assert table.cite("double_two_cards") == ("nz-blackjack:11.1",)
    assert table.cite("limits") == ("4.5", "3.2(e)")
    assert qualify_clauses("base", ("1.1", "other:2")) == ("base:1.1", "other:2")
    assert not any(clause.startswith("nz-blackjack:14") for rests in table.clauses.values() for clause in rests)
    assert table.sides == {}
    assert resolve_over_base(rules_with(decks="6").law).terms.decks == 6  # type: ignore[union-attr] # no refusal


class Waiting:
    """A shoe whose cards become known one at a time."""

    def __init__(self) -> None:
        self.known: list[int] = []

    def draw(self, side: int) -> int:
        if not self.known:
            raise UnknownOutcome("the next card")
        return self.known.pop(0)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Whatever comes, comes."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Nothing comes back."""

    def prize(self, kind: str, stake: int) -> int:
        raise UnknownOutcome(kind)


def test_a_table_waits_for_a_card_and_goes_on() -> None:
    rules, shoe = rules_with(chips="100", session="rounds:1"), Waiting()
    state, events = open_tournament(rules)
    bets = [at_table.PlaceBet(player=name, box=box, amounts=(10_00,)) for box, name in enumerate(FOUR, 1)]
    told: list[cmd.Command] = [*(cmd.AcceptEntry(player=name) for name in FOUR), cmd.StartSession()]
    told += [cmd.PlayAtTable(command=bet) for bet in bets]
    for command in told:
        done = act(rules, state, command, lambda number: shoe)
        assert not isinstance(done, Refusal)
        events += done
    with pytest.raises(CardAwaited) as waits:
        act(rules, state, cmd.PlayAtTable(command=at_table.Deal()), lambda number: shoe)
    events += waits.value.events
    assert fold(events) == state
    shoe.known = [39, 38, 37, 36, 32, 33, 34, 35, 32]  # tens, a nine, nines
    events += resume(rules, state, waits.value.table, lambda number: shoe)
    for box, name in enumerate(FOUR, 1):
        stand = cmd.PlayAtTable(command=at_table.Stand(player=name, box=box))
        try:
            done = act(rules, state, stand, lambda number: shoe)
            assert not isinstance(done, Refusal)
            events += done
        except CardAwaited as awaited:
            events += awaited.events
            assert box == 4
    assert not state.tables[1].ended_by
    with pytest.raises(CardAwaited) as again:
        resume(rules, state, 1, lambda number: shoe)
    events += again.value.events
    shoe.known = [51]
    events += resume(rules, state, 1, lambda number: shoe)
    assert state.tables[1].ended_by == ["session_rounds"]
    assert fold(events) == state


def test_decide_leaves_the_state_as_it_was() -> None:
    rules = rules_with()
    state, _ = open_tournament(rules)
    decision = decide(rules, state, cmd.AcceptEntry(player="ann"), lambda number: Waiting())
    assert not isinstance(decision, Refusal)
    assert decision.state.players == ["ann"]
    assert state.players == []


@pytest.mark.parametrize(
    ("count", "sizes"), [(4, [4]), (7, [7]), (8, [4, 4]), (13, [7, 6]), (15, [5, 5, 5]), (28, [7, 7, 7, 7])]
)
def test_the_fewest_tables_as_equal_as_can_be(count: int, sizes: list[int]) -> None:
    names = [f"p{number}" for number in range(count)]
    tables = allocate(names, {}, 7)
    assert [len(boxes) for boxes in tables.values()] == sizes
    assert [name for boxes in tables.values() for name in boxes.values()] == names


def test_chosen_seats_stay_and_the_others_fill_up() -> None:
    tables = allocate(list("abcdefgh"), {"h": (1, 2), "a": (2, 1)}, 7)
    assert tables == {1: {1: "b", 2: "h", 3: "c", 4: "d"}, 2: {1: "a", 2: "e", 3: "f", 4: "g"}}


def test_the_order_that_play_offs_make() -> None:
    first = SessionChips({"a": 9, "b": 9, "c": 9, "d": 4, "e": 0})
    second = SessionChips({"a": 1, "b": 5, "c": 1})
    assert order_of([first]) == [["a", "b", "c"], ["d"], ["e"]]
    assert order_of([first, second]) == [["b"], ["a", "c"], ["d"], ["e"]]
    assert order_of([first, second], {"b"}) == [["a", "c"], ["d"], ["e"]]
    assert tie_to_break([["b"], ["a", "c"]], sole=2) == ("a", "c")
    assert tie_to_break([["b"], ["a", "c"]], sole=1) == ()
    assert tie_to_break([["a", "b"], ["c"]], line=2) == ()
    assert tie_to_break([["a", "b"], ["c"]], line=1) == ("a", "b")


def test_those_who_went_out_last_come_before_those_with_leftovers() -> None:
    session = SessionChips({"a": 5, "b": 0, "c": 0, "d": 0})
    fresh = SessionChips({"b": 7, "c": 3}, on_top=True)
    assert order_of([session, fresh]) == [["b"], ["c"], ["a"], ["d"]]


def test_shares_are_equal_to_the_cent() -> None:
    order = [["a"], ["b"], ["c", "d", "e"]]
    assert shares(order, (10_00, 5_00, 1_00), pooled=True, rest_to_first=True) == (
        {"a": 10_00, "b": 5_00, "c": 33, "d": 33, "e": 33},
        1,
    )
    assert shares([["a"]], (5_00, 3_00), pooled=True, rest_to_first=True) == ({"a": 8_00}, 0)
    assert shares([["a"]], (5_00, 3_00), pooled=True, rest_to_first=False) == ({"a": 5_00}, 3_00)


def test_an_empty_table_does_not_delay_the_tournament() -> None:
    names = tuple(f"p{number}" for number in range(1, 9))
    driver = TournamentDriver(rules_with(chips="100", advance="4"), names, 1)
    for command in (*(cmd.AcceptEntry(player=name) for name in names), cmd.StartSession()):
        assert not isinstance(driver.does(command), Refusal)
    for name in names[:4]:
        assert not isinstance(driver.does(cmd.Disqualify(player=name, reason="rules")), Refusal)
    assert driver.state.tables[1].tallied
    driver.does(cmd.TallyChips(chips=tuple((name, seat) for seat, name in enumerate(names[4:]))))
    assert phase(driver) is Phase.BETWEEN
    assert not isinstance(driver.does(cmd.StartSession()), Refusal)
    for name in names[4:]:
        assert not isinstance(driver.does(cmd.Disqualify(player=name, reason="absent")), Refusal)
    assert phase(driver) is Phase.OVER
    assert driver.state.places == {}
