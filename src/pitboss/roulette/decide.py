"""May I, and do it: the one place where a command's type is matched.

``refusal_of`` says what forbids a command, ``act`` carries it out on a state that the caller owns, ``decide`` does so
on a copy. Legal positions, refusals and acts derive from the same checks.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final

from msgspec import Struct

from pitboss.law import LawError, Refusal, ways
from pitboss.roulette import betting, settling, spinning
from pitboss.roulette import commands as cmd
from pitboss.roulette import events as ev
from pitboss.roulette.chance import Chance
from pitboss.roulette.evolve import apply
from pitboss.roulette.layout import RouletteRules
from pitboss.roulette.playing import Playing
from pitboss.roulette.state import State

Check = Callable[[RouletteRules, State, Any], Refusal | None]
Do = Callable[[Playing, Any], None]


class Decision(Struct, frozen=True):
    """What a command brought: the events, and the state after them."""

    events: tuple[ev.Event, ...]
    state: State


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
_PLAYED: Final[Mapping[str, tuple[ways.Way, ...]]] = {
    "on_zero": (ways.OnZero.WHOLE_STAKE_LOST,),
    "winners_taken_up": tuple(ways.WinnersTakenUp),
    "adjustment": (ways.Adjustment.FOR_THE_PLAYER_ONLY,),
    "void_when": (ways.VoidWhen.CALLED_OR_NOT,),
    "void_wagers": (ways.VoidWagers.STAY_AND_MAY_CHANGE,),
    "respin_from": (ways.RespinFrom.LAST_WINNING_NUMBER,),
}


def refusal_of(rules: RouletteRules, state: State, command: cmd.Command) -> Refusal | None:
    """What forbids the command, or None."""
    player = getattr(command, "player", None)
    if player is not None and player not in state.money and type(command) is not cmd.JoinTable:
        return rules.refuse("wager_in_chips", f"{player} is not at the table")
    return _HANDLERS[type(command)][0](rules, state, command)


def act(rules: RouletteRules, state: State, command: cmd.Command, chance: Chance) -> list[ev.Event] | Refusal:
    """Carries the command out on this very state. A refusal changes nothing, nor does a number that is not known."""
    refusal = refusal_of(rules, state, command)
    if refusal is not None:
        return refusal
    playing = Playing(rules, state, chance)
    _HANDLERS[type(command)][1](playing, command)
    return playing.events


def decide(rules: RouletteRules, state: State, command: cmd.Command, chance: Chance) -> Decision | Refusal:
    """The same as ``act`` on a copy: the state given stays as it is."""
    after = deepcopy(state)
    events = act(rules, after, command, chance)
    return events if isinstance(events, Refusal) else Decision(tuple(events), after)


def open_state(rules: RouletteRules) -> tuple[State, list[ev.Event]]:
    """A table that has just been opened; LawError where its rulebook asks for what is not played here."""
    for name, played in _PLAYED.items():
        way = getattr(rules.terms, name)
        if way not in played:
            raise LawError(f"{rules.rulebook}: {name} {way}: this is not played, only {', '.join(played)}")
    state = State()
    clauses = rules.cite("in_force", "general_rules", "limits", "layout", "wheel")
    opened = ev.TableOpened(clauses, rules.limits.minimum, rules.limits.maximum)
    apply(state, opened)
    return state, [opened]
