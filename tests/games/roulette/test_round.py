"""The events of a round and their order, beyond what the notation shows."""

from copy import deepcopy

import pytest
from msgspec.structs import replace

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import decide, layout_of, open_state, refusal_of
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE, UnknownNumber
from pitboss.games.roulette.evolve import DISPLAY_SIZE
from pitboss.games.roulette.state import Stage, phase
from pitboss.law import LawError, Limits
from pitboss.law import choices as ways
from tests.games.roulette.tables import Table, on_the_table, table_rules

PLAIN = table_rules()


def kinds(events: list[ev.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_order_of_a_round() -> None:
    table = Table(PLAIN, 17)
    table.bet("red")
    table.bet("black")
    table.bet("high")
    assert kinds(table.do(cmd.SpinBall())) == [
        "RoundBegan",
        "BetsClosed",
        "BallSpun",
        "BallRested",
        "NumberAnnounced",
        "DollyPlaced",
        "WagerCollected",
        "WagerCollected",
        "WagerPaid",
        "WagerTakenUp",
        "RoundEnded",
    ]


def test_a_ball_that_left_the_wheel_is_examined_before_it_is_spun_again() -> None:
    table = Table(PLAIN)
    assert kinds(table.do(cmd.CallNoSpin(reason="left_wheel"))) == [
        "RoundBegan",
        "SpinVoided",
        "BallExamined",
        "BallReturned",
    ]
    assert "BallExamined" not in kinds(table.do(cmd.CallNoSpin(reason="too_slow")))


def test_every_reason_for_a_void_spin_has_its_clause() -> None:
    for reason, rule in PLAIN.irregularities.items():
        voided = Table(PLAIN).do(cmd.CallNoSpin(reason=reason))[1]
        assert isinstance(voided, ev.SpinVoided)
        assert voided.clauses == rule.clauses


def test_an_unheard_of_reason_is_refused_with_those_there_are() -> None:
    refusal = Table(PLAIN).refused(cmd.CallNoSpin(reason="bad_luck"))
    assert refusal.allowed == tuple(PLAIN.irregularities)
    assert refusal.clauses


def test_a_number_that_is_not_known_changes_nothing() -> None:
    table = Table(PLAIN)
    table.bet("red")
    before = deepcopy(table.state)
    with pytest.raises(UnknownNumber):
        table.do(cmd.SpinBall())
    assert table.state == before
    table.chance.left.append(1)
    table.do(cmd.SpinBall())
    assert table.result("red") == 500


def test_decide_leaves_the_state_as_it_was() -> None:
    table = Table(PLAIN, 1)
    table.bet("red")
    before = deepcopy(table.state)
    decision = decide(PLAIN, table.state, cmd.SpinBall(), table.chance)
    assert table.state == before
    assert getattr(decision, "state", None) != before


def test_the_wheel_keeps_its_way_until_the_dealer_turns_it() -> None:
    table = Table(PLAIN, 1, 2, 3)
    ways_of_ball = []
    for wheel in ("clockwise", "", "anticlockwise"):
        spun = next(event for event in table.do(cmd.SpinBall(wheel=wheel)) if isinstance(event, ev.BallSpun))
        ways_of_ball.append((spun.wheel, spun.ball))
    assert ways_of_ball == [
        ("clockwise", "anticlockwise"),
        ("clockwise", "anticlockwise"),
        ("anticlockwise", "clockwise"),
    ]


def test_a_spin_with_an_invalid_number_is_refused() -> None:
    table = Table(PLAIN, 1)
    assert table.refused(cmd.SpinBall(wheel="up")).allowed == ("clockwise", "anticlockwise")
    assert table.refused(cmd.SpinBall(turns=-1)).clauses == ("4.2",)


def test_settling_by_hand_waits_only_for_what_is_open() -> None:
    table = Table(PLAIN, 17, 17, 17)
    table.do(cmd.SpinBall(by_hand=True))
    assert phase(table.state) == "betting"  # nothing lay on the layout
    table.bet("red")
    table.do(cmd.SpinBall(by_hand=True))
    assert table.state.stage == Stage.SETTLING
    table.do(cmd.CollectLosers())
    assert phase(table.state) == "betting"  # and nobody won
    table.bet("black")
    table.do(cmd.SpinBall(by_hand=True))
    table.do(cmd.CollectLosers())  # nobody lost
    assert table.state.stage == Stage.SETTLING
    table.do(cmd.PayWinners())
    assert phase(table.state) == "betting"


def test_a_void_spin_puts_everything_back() -> None:
    table = Table(PLAIN, 14, 17)
    table.do(cmd.SpinBall())
    table.bet("red")
    table.bet("black", player="bob")
    table.bet("odd", player="bob")
    held = dict(table.state.money)
    table.do(cmd.SpinBall(by_hand=True))
    table.do(cmd.CollectLosers())
    table.do(cmd.AdjustWager(who="ann", kind="red", net=0, reason="a doubt"))
    table.do(cmd.PayWinners(who="bob", kind="black"))
    table.do(cmd.WithdrawWager(player="bob", kind="black"))
    assert table.state.number == 17
    table.do(cmd.CallNoSpin(reason="interference"))
    assert table.state.money == held
    assert table.state.house == 0
    assert (table.state.number, table.state.ball, table.state.dolly) == (14, 14, NOWHERE)
    assert {(wager.kind, wager.result) for wager in table.state.wagers} == {
        ("red", None),
        ("black", None),
        ("odd", None),
    }
    assert on_the_table(table.state) == 200_000


def test_an_adjustment_belongs_to_the_round_it_puts_right() -> None:
    table = Table(PLAIN, 18, 1)
    table.bet("straight", "17")
    table.do(cmd.SpinBall())
    (adjusted,) = table.do(cmd.AdjustWager(who="ann", kind="straight", place="17", net=17_500, reason="misheard"))
    assert isinstance(adjusted, ev.WagerAdjusted)
    assert (adjusted.more, adjusted.reason, adjusted.clauses) == (18_000, "misheard", ("3.8",))
    assert table.state.money["ann"] - table.state.began["ann"] == 17_500
    table.do(cmd.SpinBall())
    assert table.state.money["ann"] == table.state.began["ann"]
    assert on_the_table(table.state) == 200_000


def test_an_adjustment_without_a_reason_is_refused() -> None:
    table = Table(PLAIN, 18)
    table.bet("straight", "17")
    table.do(cmd.SpinBall())
    refusal = table.refused(cmd.AdjustWager(who="ann", kind="straight", place="17", net=0, reason=""))
    assert refusal.clauses == ("3.8",)


@pytest.mark.parametrize("number", range(37))
def test_an_adjusted_result_is_one_that_the_layout_gives(number: int) -> None:
    table = Table(PLAIN, number)
    loser = str((number + 1) % 37)
    table.bet("straight", loser)
    for position in layout_of(PLAIN):
        table.bet(position.kind, position.place)
    table.do(cmd.SpinBall())
    assert table.result("straight", loser) == -500
    given = {wager.result for wager in table.state.settled if wager.result and wager.result > 0} | {0}
    asked = {times * 500 for times in range(40)} | {1, 499, 100_000_000}
    allowed = {
        net
        for net in asked
        if refusal_of(PLAIN, table.state, cmd.AdjustWager(who="ann", kind="straight", place=loser, net=net, reason="x"))
        is None
    }
    assert allowed == given
    assert max(allowed) == 35 * 500


def test_the_limits_say_what_would_be_allowed() -> None:
    rules = table_rules(Limits(500, 10_000), maximum_straight="20")
    table = Table(rules)
    high = table.refused(cmd.PlaceWager(player="ann", kind="straight", place="4", amount=2100))
    assert (high.kind, high.allowed) == ("limits", ("straight 4 5 to 20",))
    low = table.refused(cmd.PlaceWager(player="ann", kind="red", amount=499))
    assert low.allowed == ("red 5 to 100",)


def test_a_refusal_names_every_clause_that_forbids() -> None:
    table = Table(table_rules(Limits(500, 10_000)))
    table.do(cmd.CallNoMoreBets())
    refusal = table.refused(cmd.PlaceWager(player="ann", kind="split", place="3-4", colour="blue", count=1))
    assert set(refusal.clauses) == {"3.1(b)", "3.6(a)", "3.3", "2.6(a)"}


def test_the_display_shows_the_latest_numbers() -> None:
    spun = [number % 37 for number in range(DISPLAY_SIZE + 5)]
    table = Table(table_rules(number_display="true"), *spun)
    for _ in spun:
        table.do(cmd.SpinBall())
    assert table.state.display == spun[::-1][:DISPLAY_SIZE]


def test_commands_of_a_person_not_at_the_table_are_refused() -> None:
    table = Table(PLAIN)
    assert table.refused(cmd.PlaceWager(player="zed", kind="red", amount=500)).clauses
    assert table.refused(cmd.GiveChips(who="zed", colour="blue", value=100)).clauses
    assert table.refused(cmd.JoinTable(player="ann", money=1)).clauses
    assert table.refused(cmd.JoinTable(player="zed", money=-1)).clauses


def test_a_rulebook_that_asks_for_another_way_is_not_played() -> None:
    terms = replace(PLAIN.terms, on_zero=ways.OnZero.HALF_RETURNED)
    with pytest.raises(LawError, match="on_zero half_returned"):
        open_state(replace(PLAIN, terms=terms))


def test_winners_may_wait_for_their_area_outside_too() -> None:
    terms = replace(PLAIN.terms, winners_taken_up=ways.WinnersTakenUp.WHEN_AREA_PAID)
    table = Table(replace(PLAIN, terms=terms, memo={}), 1)
    table.bet("red")
    table.bet("odd", player="bob")
    table.do(cmd.SpinBall(by_hand=True))
    table.do(cmd.PayWinners(who="ann", kind="red"))
    assert "3.6(b)" in table.refused(cmd.WithdrawWager(player="ann", kind="red")).clauses
