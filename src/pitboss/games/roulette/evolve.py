"""State changes by event: the only place where the state of a roulette table changes."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE
from pitboss.games.roulette.state import Colour, RouletteWager, Stage, State

#: Length of the number display.
DISPLAY_SIZE: Final = 20

#: Handlers by event type. An event without a handler changes nothing.
CHANGES: dict[type, Callable[[State, Any], None]] = {}


def evolve(state: State, event: ev.Event) -> State:
    """Returns the state after the event, as a copy."""
    after = state.copy()
    apply(after, event)
    return after


def apply(state: State, event: ev.Event) -> None:
    """Apply the event in place."""
    change = CHANGES.get(type(event))
    if change is not None:
        change(state, event)


def _on(kind: type) -> Callable[[Callable[[State, Any], None]], Callable[[State, Any], None]]:
    def register(change: Callable[[State, Any], None]) -> Callable[[State, Any], None]:
        CHANGES[kind] = change
        return change

    return register


# --- the table ---------------------------------------------------------------------------------------------------


@_on(ev.TableOpened)
def _table_opened(state: State, event: ev.TableOpened) -> None:
    state.minimum, state.maximum = event.minimum, event.maximum


@_on(ev.PlayerJoined)
def _player_joined(state: State, event: ev.PlayerJoined) -> None:
    for purse in (state.money, state.began, state.opening):
        purse[event.player] = event.money


@_on(ev.ChipsGiven)
def _chips_given(state: State, event: ev.ChipsGiven) -> None:
    state.colours[event.colour] = Colour(event.player, event.value)


@_on(ev.ChipsTakenIn)
def _chips_taken_in(state: State, event: ev.ChipsTakenIn) -> None:
    del state.colours[event.colour]


# --- wagers ------------------------------------------------------------------------------------------------------


def _wager(state: State, event: Any) -> RouletteWager:
    wager = state.wager_on(event.player, event.kind, event.place)
    assert wager is not None
    return wager


@_on(ev.WagerPlaced)
def _wager_placed(state: State, event: ev.WagerPlaced) -> None:
    state.money[event.player] -= event.amount
    state.wagers.append(RouletteWager(event.player, event.kind, event.place, event.amount, event.colour, event.count))


@_on(ev.WagerWithdrawn)
def _wager_withdrawn(state: State, event: ev.WagerWithdrawn) -> None:
    state.wagers.remove(_wager(state, event))
    state.money[event.player] += event.amount


@_on(ev.WagerCollected)
def _wager_collected(state: State, event: ev.WagerCollected) -> None:
    wager = _wager(state, event)
    state.wagers.remove(wager)
    state.settled.append(replace(wager, result=event.net))
    state.house -= event.net


@_on(ev.WagerPaid)
def _wager_paid(state: State, event: ev.WagerPaid) -> None:
    wager = _wager(state, event)
    state.wagers[state.wagers.index(wager)] = replace(wager, result=event.net)
    state.money[event.player] += event.net
    state.house -= event.net


@_on(ev.WagerTakenUp)
def _wager_taken_up(state: State, event: ev.WagerTakenUp) -> None:
    wager = _wager(state, event)
    state.wagers.remove(wager)
    state.settled.append(wager)
    state.money[event.player] += event.amount


@_on(ev.WagerAdjusted)
def _wager_adjusted(state: State, event: ev.WagerAdjusted) -> None:
    change_result(state, event.player, (event.kind, event.place), event.more)


def change_result(state: State, player: str, position: tuple[str, str], more: int) -> None:
    """Adds to the result of a settled wager."""
    wager = state.result_of(player, *position)
    assert wager is not None
    assert wager.result is not None
    adjusted = replace(wager, result=wager.result + more)
    held = state.settled if wager in state.settled else state.wagers
    held[held.index(wager)] = adjusted
    state.money[player] += more
    state.house -= more
    if not state.begun:  # it counts for the finished round, not for the next one
        state.opening[player] += more


# --- the round ---------------------------------------------------------------------------------------------------


@_on(ev.RoundBegan)
def _round_began(state: State, event: ev.RoundBegan) -> None:
    state.begun = True
    state.began = dict(state.opening)
    state.settled = []


@_on(ev.BetsClosed)
def _bets_closed(state: State, event: ev.BetsClosed) -> None:
    state.stage = Stage.RUNNING
    state.dolly = NOWHERE


@_on(ev.BallSpun)
def _ball_spun(state: State, event: ev.BallSpun) -> None:
    state.wheel, state.ball = event.wheel, NOWHERE


@_on(ev.SpinVoided)
def _spin_voided(state: State, event: ev.SpinVoided) -> None:
    for wager in state.settled:  # reverse the stake and the result
        state.money[wager.player] -= wager.amount
    state.wagers += state.settled
    for wager in state.wagers:
        state.money[wager.player] -= wager.result or 0
        state.house += wager.result or 0
    state.wagers = [replace(wager, result=None) for wager in state.wagers]
    state.settled = []
    if state.stage == Stage.SETTLING:
        if state.display[:1] == [state.number]:
            state.display = state.display[1:]
        state.number = state.number_before
    state.stage, state.voided, state.void_reason = Stage.BETTING, True, event.reason
    state.ball = state.dolly = NOWHERE


@_on(ev.BallReturned)
def _ball_returned(state: State, event: ev.BallReturned) -> None:
    state.ball = event.number


@_on(ev.BallRested)
def _ball_rested(state: State, event: ev.BallRested) -> None:
    state.number_before, state.number = state.number, event.number
    state.ball = event.number
    state.stage, state.voided, state.void_reason = Stage.SETTLING, False, ""


@_on(ev.DollyPlaced)
def _dolly_placed(state: State, event: ev.DollyPlaced) -> None:
    state.dolly = event.number


@_on(ev.NumberDisplayed)
def _number_displayed(state: State, event: ev.NumberDisplayed) -> None:
    state.display = [event.number, *state.display][:DISPLAY_SIZE]


@_on(ev.RoundEnded)
def _round_ended(state: State, event: ev.RoundEnded) -> None:
    state.stage, state.begun = Stage.BETTING, False
    state.opening = dict(state.money)
