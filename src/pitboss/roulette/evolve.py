"""How an event changes the state: the only place where a state changes."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

from pitboss.roulette import events as ev
from pitboss.roulette.chance import NOWHERE
from pitboss.roulette.state import Colour, Stage, State, Wager

#: How many numbers the display shows.
DISPLAY_SIZE: Final = 20

#: What each kind of event changes; one that is not here changes nothing.
CHANGES: dict[type, Callable[[State, Any], None]] = {}


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event; the one given stays as it was."""
    after = deepcopy(state)
    apply(after, event)
    return after


def apply(state: State, event: ev.Event) -> None:
    """The same in place, for whoever owns the state."""
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


def _lying(state: State, event: Any) -> Wager:
    wager = state.lying(event.player, event.kind, event.place)
    assert wager is not None
    return wager


@_on(ev.WagerPlaced)
def _wager_placed(state: State, event: ev.WagerPlaced) -> None:
    state.money[event.player] -= event.amount
    state.wagers.append(Wager(event.player, event.kind, event.place, event.amount, event.colour, event.count))


@_on(ev.WagerWithdrawn)
def _wager_withdrawn(state: State, event: ev.WagerWithdrawn) -> None:
    state.wagers.remove(_lying(state, event))
    state.money[event.player] += event.amount


@_on(ev.WagerCollected)
def _wager_collected(state: State, event: ev.WagerCollected) -> None:
    wager = _lying(state, event)
    state.wagers.remove(wager)
    wager.result = event.net
    state.settled.append(wager)
    state.house -= event.net


@_on(ev.WagerPaid)
def _wager_paid(state: State, event: ev.WagerPaid) -> None:
    _lying(state, event).result = event.net
    state.money[event.player] += event.net
    state.house -= event.net


@_on(ev.WagerTakenUp)
def _wager_taken_up(state: State, event: ev.WagerTakenUp) -> None:
    wager = _lying(state, event)
    state.wagers.remove(wager)
    state.settled.append(wager)
    state.money[event.player] += event.amount


@_on(ev.WagerAdjusted)
def _wager_adjusted(state: State, event: ev.WagerAdjusted) -> None:
    wager = state.result_of(event.player, event.kind, event.place)
    assert wager is not None
    assert wager.result is not None
    wager.result += event.more
    state.money[event.player] += event.more
    state.house -= event.more
    if not state.begun:  # it belongs to the round that is over and not to the next one
        state.opening[event.player] += event.more


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
    for wager in state.settled:  # its owner has stake and result, and both go back to where they were
        state.money[wager.player] -= wager.amount
    state.wagers += state.settled
    for wager in state.wagers:
        state.money[wager.player] -= wager.result or 0
        state.house += wager.result or 0
        wager.result = None
    state.settled = []
    if state.stage == Stage.SETTLING:
        if state.display[:1] == [state.number]:
            state.display = state.display[1:]
        state.number = state.number_before
    state.stage, state.voided = Stage.BETTING, True
    state.ball = state.dolly = NOWHERE


@_on(ev.BallReturned)
def _ball_returned(state: State, event: ev.BallReturned) -> None:
    state.ball = event.number


@_on(ev.BallRested)
def _ball_rested(state: State, event: ev.BallRested) -> None:
    state.number_before, state.number = state.number, event.number
    state.ball = event.number
    state.stage, state.voided = Stage.SETTLING, False


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
