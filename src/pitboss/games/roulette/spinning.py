"""Handlers for the call, the spin, void spins and a change of the ball."""

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE
from pitboss.games.roulette.context import SpinContext
from pitboss.games.roulette.layout import RouletteRules
from pitboss.games.roulette.parts import DIRECTIONS
from pitboss.games.roulette.remedies import detected_fault
from pitboss.games.roulette.settling import any_losers, end_when_settled, settle
from pitboss.games.roulette.state import Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder


def check_call(rules: RouletteRules, state: State, command: cmd.CallNoMoreBets) -> Refusal | None:
    """Validate the call: once per spin."""
    if state.stage == Stage.RUNNING:
        return rules.refuse("no_more_bets", "no more bets has already been called")
    return _unsettled(rules, state)


def _unsettled(rules: RouletteRules, state: State) -> Refusal | None:
    if state.stage == Stage.SETTLING:
        text = f"the wagers on number {state.number} are not settled yet"
        return rules.refuse("losers_collected" if any_losers(rules, state) else "winners_paid", text)
    return None


def do_call(context: SpinContext, command: cmd.CallNoMoreBets) -> None:
    """Close betting and ring the bell."""
    _begin(context)
    context.emit(ev.BetsClosed(context.cite["no_more_bets", "bell"]))


def _begin(context: SpinContext) -> None:
    if not context.state.begun:
        context.emit(ev.RoundBegan(context.cite["spin_unpredictable"]))


# --- the spin ----------------------------------------------------------------------------------------------------


def check_spin(rules: RouletteRules, state: State, command: cmd.SpinBall) -> Refusal | None:
    """Validate a spin: the last one is settled, and the directions are known."""
    objections = RefusalBuilder(rules)
    for rule, direction in (("wheel_direction", command.wheel), ("ball_direction", command.ball)):
        if direction and direction not in DIRECTIONS:
            objections.add(rule, f"'{direction}' is not a direction", allowed=DIRECTIONS)
    if command.turns is not None and command.turns < 0:
        objections.add("minimum_turns", "the number of turns must not be negative")
    return objections.refusal() or _unsettled(rules, state)


def do_spin(context: SpinContext, command: cmd.SpinBall) -> None:
    """Spin, and settle unless it is by hand. A faulty spin is void without a call."""
    wheel = command.wheel or context.state.wheel or DIRECTIONS[-1]
    ball = command.ball or DIRECTIONS[1 - DIRECTIONS.index(wheel)]
    fault = detected_fault(context.rules, command, same_direction=wheel == ball)
    number = context.chance.spin(void=bool(fault))
    on_wheel = number in context.rules.terms.wheel
    assert on_wheel or (fault and number == NOWHERE), f"{number} is not a number of the wheel"
    if context.state.stage == Stage.BETTING:
        do_call(context, cmd.CallNoMoreBets())
    names: tuple[str, ...] = ("ball_direction",)
    names += ("wheel_direction",) if context.state.wheel not in ("", wheel) else ()
    names += ("respin",) if context.state.voided else ()
    context.emit(ev.BallSpun(context.cite[names], wheel, ball, command.turns))
    if fault:
        _void(context, fault, rested=number)
        return
    _rest(context, number)
    if command.by_hand:
        end_when_settled(context)
    else:
        settle(context)


def _rest(context: SpinContext, number: int) -> None:
    """Record, announce and display the number."""
    cite, colour = context.cite, context.layout.colour(number)
    names: tuple[str, ...] = ("settled_by_position",) if context.state.wagers else ("spin_uniform",)
    names += ("spin_independent",) if context.state.number == number else ()
    context.emit(ev.BallRested(cite[names], number))
    context.emit(ev.NumberAnnounced(cite["number_announced"], number, colour))
    context.emit(ev.DollyPlaced(cite["dolly_placed", "dolly"], number))
    if context.rules.terms.number_display:
        context.emit(ev.NumberDisplayed(cite["number_display"], number))


# --- void spins --------------------------------------------------------------------------------------------------


def check_no_spin(rules: RouletteRules, state: State, command: cmd.CallNoSpin) -> Refusal | None:
    """Validate the reason of a void spin."""
    if command.reason not in rules.irregularities:
        known = tuple(rules.irregularities)
        objections = RefusalBuilder(rules)
        objections.add("no_spin", f"'{command.reason}' does not void a spin", allowed=known)
        return objections.refusal()
    return None


def do_no_spin(context: SpinContext, command: cmd.CallNoSpin) -> None:
    """Void the spin, whether the ball still runs or has come to rest."""
    _begin(context)
    rested = context.state.number if context.state.stage == Stage.SETTLING else NOWHERE
    _void(context, command.reason, rested=rested)


def _void(context: SpinContext, reason: str, *, rested: int) -> None:
    """Void the spin. The wagers stay for the next spin and may be changed until its call."""
    cite = context.cite
    entry = context.rules.irregularities[reason]
    context.emit(ev.SpinVoided(entry.clauses, reason, rested))
    if entry.given.get("ball_examined"):
        context.emit(ev.BallExamined(cite["ball_examined"]))
    context.emit(ev.BallReturned(cite["respin_from"], context.state.number))


def check_new_ball(rules: RouletteRules, state: State, command: cmd.ChangeBall) -> Refusal | None:
    """Validate a change of the ball: not while it runs."""
    if state.stage == Stage.RUNNING:
        return rules.refuse("ball_changed", "the ball is running")
    return None


def do_new_ball(context: SpinContext, command: cmd.ChangeBall) -> None:
    """Replace the ball."""
    context.emit(ev.BallChanged(context.cite["ball_changed"]))
