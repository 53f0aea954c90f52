"""Dispatch of commands to their handlers: the one place where a command's type is matched.

``refusal_of`` validates a command. ``act`` applies it to a state that the caller owns, and ``decide`` to a copy.
Legal positions, refusals and acts use the same checks.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.games.decision import Decision
from pitboss.games.irregularities import check_remedies
from pitboss.games.roulette import betting, settling, spinning
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import Chance
from pitboss.games.roulette.context import SpinContext
from pitboss.games.roulette.evolve import apply
from pitboss.games.roulette.layout import RouletteRules
from pitboss.games.roulette.remedies import REMEDIES
from pitboss.games.roulette.state import State
from pitboss.law import LawError, Refusal
from pitboss.law import choices as ways

Check = Callable[[RouletteRules, State, Any], Refusal | None]
Do = Callable[[SpinContext, Any], None]


_HANDLERS: dict[type[cmd.Command], tuple[Check, Do]] = {
    cmd.JoinTable: (betting.check_join, betting.do_join),
    cmd.PlaceWager: (betting.check_wager, betting.do_wager),
    cmd.WithdrawWager: (betting.check_withdraw, betting.do_withdraw),
    cmd.GiveChips: (betting.check_chips, betting.do_chips),
    cmd.CallNoMoreBets: (spinning.check_call, spinning.do_call),
    cmd.SpinBall: (spinning.check_spin, spinning.do_spin),
    cmd.CallNoSpin: (spinning.check_no_spin, spinning.do_no_spin),
    cmd.ChangeBall: (spinning.check_new_ball, spinning.do_new_ball),
    cmd.CollectLosers: (settling.check_collect, settling.do_collect),
    cmd.PayWinners: (settling.check_pay, settling.do_pay),
    cmd.AdjustWager: (settling.check_adjust, settling.do_adjust),
    cmd.ReportDisplay: (settling.check_display, settling.do_display),
}

#: The ways that this engine plays; a rulebook that asks for another is not played at all.
_PLAYED: Final[Mapping[str, tuple[ways.RuleChoice, ...]]] = {
    "on_zero": (ways.OnZero.WHOLE_STAKE_LOST,),
    "winners_taken_up": tuple(ways.WinnersTakenUp),
    "adjustment": (ways.Adjustment.FOR_THE_PLAYER_ONLY,),
    "void_when": (ways.VoidWhen.CALLED_OR_NOT,),
    "void_wagers": (ways.VoidWagers.STAY_AND_MAY_CHANGE,),
    "respin_from": (ways.RespinFrom.LAST_WINNING_NUMBER,),
}


def refusal_of(rules: RouletteRules, state: State, command: cmd.Command) -> Refusal | None:
    """Returns the refusal of a command, or None if it is legal."""
    player = getattr(command, "player", None)
    if player is not None and player not in state.money and type(command) is not cmd.JoinTable:
        return rules.refuse("wager_in_chips", f"{player} is not at the table")
    return _HANDLERS[type(command)][0](rules, state, command)


def act(rules: RouletteRules, state: State, command: cmd.Command, chance: Chance) -> list[ev.Event] | Refusal:
    """Apply the command to this state. Returns its events, or the refusal.

    The state is unchanged after a refusal, and after UnknownNumber.
    """
    refusal = refusal_of(rules, state, command)
    if refusal is not None:
        return refusal
    context = SpinContext(rules, state, chance)
    _HANDLERS[type(command)][1](context, command)
    return context.events


def decide(
    rules: RouletteRules, state: State, command: cmd.Command, chance: Chance
) -> Decision[ev.Event, State] | Refusal:
    """Apply the command to a copy of the state."""
    after = state.copy()
    events = act(rules, after, command, chance)
    return events if isinstance(events, Refusal) else Decision(tuple(events), after)


def open_state(rules: RouletteRules) -> tuple[State, list[ev.Event]]:
    """Returns the state and events of a new table. Raises LawError if the engine does not implement a term."""
    for name, played in _PLAYED.items():
        way = getattr(rules.terms, name)
        if way not in played:
            raise LawError(f"{rules.rulebook}: {name} {way} is not implemented: expected {', '.join(played)}")
    check_remedies(rules.rulebook, rules.irregularities, REMEDIES)
    state = State()
    clauses = rules.cite("limits", "layout", "wheel", "in_force")
    opened = ev.TableOpened(clauses, rules.limits.minimum, rules.limits.maximum)
    apply(state, opened)
    return state, [opened]
