"""The spin: the call, wheel and ball, the number, and spins that are void."""

from typing import Final

from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.roulette import commands as cmd
from pitboss.roulette import events as ev
from pitboss.roulette.chance import NOWHERE
from pitboss.roulette.layout import NUMBERS, RouletteRules
from pitboss.roulette.playing import Playing
from pitboss.roulette.settling import end_when_settled, settle
from pitboss.roulette.state import Stage, State

DIRECTIONS: Final = ("clockwise", "anticlockwise")
#: What a spin itself may show to be wrong with it, by the names of the irregularities.
SAME_DIRECTION: Final = "same_direction"
TOO_FEW_TURNS: Final = "too_few_turns"
LEFT_WHEEL: Final = "left_wheel"


def check_call(rules: RouletteRules, state: State, command: cmd.CallNoMoreBets) -> Refusal | None:
    """The call is made once a spin."""
    if state.stage == Stage.RUNNING:
        return rules.refuse("no_more_bets", "no more bets is called already")
    return _unsettled(rules, state)


def _unsettled(rules: RouletteRules, state: State) -> Refusal | None:
    if state.stage == Stage.SETTLING:
        text = f"first the wagers on number {state.number} are collected and paid"
        return rules.refuse("losers_collected", text, "winners_paid")
    return None


def do_call(playing: Playing, command: cmd.CallNoMoreBets) -> None:
    """Betting is closed, and the bell rings."""
    _begin(playing)
    playing.emit(ev.BetsClosed(playing.cite["no_more_bets", "bell"]))


def _begin(playing: Playing) -> None:
    if not playing.state.begun:
        playing.emit(ev.RoundBegan(playing.cite["settled_by_position"]))


# --- the spin ----------------------------------------------------------------------------------------------------


def check_spin(rules: RouletteRules, state: State, command: cmd.SpinBall) -> Refusal | None:
    """One spin after the other, and in one of the two directions."""
    why = Objections(rules)
    for direction in (command.wheel, command.ball):
        if direction and direction not in DIRECTIONS:
            why.add("wheel_direction", f"nothing turns '{direction}'", "ball_direction", allowed=DIRECTIONS)
    if command.turns is not None and command.turns < 0:
        why.add("minimum_turns", "the ball goes round no less than not at all")
    return why.refusal() or _unsettled(rules, state)


def do_spin(playing: Playing, command: cmd.SpinBall) -> None:
    """The ball runs, and comes to rest in a compartment; a faulty spin is void whether or not anybody called it."""
    wheel = command.wheel or playing.state.wheel or DIRECTIONS[-1]
    ball = command.ball or DIRECTIONS[1 - DIRECTIONS.index(wheel)]
    fault = _fault(playing.rules, command, same_direction=wheel == ball)
    number = playing.chance.spin(void=bool(fault))
    assert number in NUMBERS or (fault and number == NOWHERE), f"{number} is no number of the wheel"
    if playing.state.stage == Stage.BETTING:
        do_call(playing, cmd.CallNoMoreBets())
    names = ["ball_direction", "minimum_turns"]
    names += ["wheel_direction"] if playing.state.wheel not in ("", wheel) else []
    names += ["respin"] if playing.state.voided else []
    playing.emit(ev.BallSpun(playing.cite[tuple(names)], wheel, ball, command.turns))
    if fault:
        _void(playing, fault, rested=number)
        return
    _rest(playing, number)
    if command.by_hand:
        end_when_settled(playing)
    else:
        settle(playing)


def _fault(rules: RouletteRules, command: cmd.SpinBall, *, same_direction: bool) -> str:
    if same_direction:
        return SAME_DIRECTION
    if command.turns is not None and command.turns < rules.terms.minimum_turns:
        return TOO_FEW_TURNS
    return ""


def _rest(playing: Playing, number: int) -> None:
    """The number is there, and everybody learns it."""
    cite, colour = playing.cite, playing.layout.colour(number)
    playing.emit(ev.BallRested(cite["wheel", "spin_independent", "spin_uniform", "spin_unpredictable"], number))
    playing.emit(ev.NumberAnnounced(cite["number_announced", "red_numbers"], number, colour))
    playing.emit(ev.DollyPlaced(cite["dolly_placed", "dolly"], number))
    if playing.rules.terms.number_display:
        playing.emit(ev.NumberDisplayed(cite["number_display"], number))


# --- void spins --------------------------------------------------------------------------------------------------


def check_no_spin(rules: RouletteRules, state: State, command: cmd.CallNoSpin) -> Refusal | None:
    """For one of the reasons there are."""
    if command.reason not in rules.irregularities:
        known = tuple(rules.irregularities)
        why = Objections(rules)
        why.add("no_spin", f"'{command.reason}' makes no spin void", allowed=known)
        return why.refusal()
    return None


def do_no_spin(playing: Playing, command: cmd.CallNoSpin) -> None:
    """The spin is void, whether the ball still runs or has come to rest."""
    _begin(playing)
    rested = playing.state.number if playing.state.stage == Stage.SETTLING else NOWHERE
    _void(playing, command.reason, rested=rested)


def _void(playing: Playing, reason: str, *, rested: int) -> None:
    """No number: the wagers stay for the next spin and may be changed until its call."""
    cite = playing.cite
    playing.emit(ev.SpinVoided(playing.rules.irregularities[reason].clauses, reason, rested))
    if reason == LEFT_WHEEL:
        playing.emit(ev.BallExamined(cite["ball_examined"]))
    playing.emit(ev.BallReturned(cite["respin", "respin_from", "void_wagers"], playing.state.number))


def check_new_ball(rules: RouletteRules, state: State, command: cmd.ChangeBall) -> Refusal | None:
    """Not while it runs."""
    if state.stage == Stage.RUNNING:
        return rules.refuse("ball_changed", "the ball is running")
    return None


def do_new_ball(playing: Playing, command: cmd.ChangeBall) -> None:
    """Another ball."""
    playing.emit(ev.BallChanged(playing.cite["ball_changed"]))
