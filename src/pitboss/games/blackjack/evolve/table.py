"""State changes by the events of the table."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.evolve.base import register_change
from pitboss.games.blackjack.state import Shoe, Stage, State


@register_change(ev.TableOpened)
def _table_opened(state: State, event: ev.TableOpened) -> None:
    state.minimum, state.maximum, state.meter = event.minimum, event.maximum, event.meter
    state.shoes = [Shoe(size=cards, cards_in=cards) for cards in event.cards_in]


@register_change(ev.PlayerJoined)
def _player_joined(state: State, event: ev.PlayerJoined) -> None:
    state.money[event.player] = event.money
    state.opening = {**state.opening, event.player: event.money}
    state.began = {**state.began, event.player: event.money}


@register_change(ev.SeatTaken)
def _seat_taken(state: State, event: ev.SeatTaken) -> None:
    state.seats = {**state.seats, event.box: event.player}
    if event.player not in state.arrivals:
        state.arrivals = [*state.arrivals, event.player]


@register_change(ev.SeatLeft)
def _seat_left(state: State, event: ev.SeatLeft) -> None:
    state.seats = {box: player for box, player in state.seats.items() if box != event.box}
    if event.player not in state.seats.values() and event.player in state.arrivals:
        state.arrivals = [player for player in state.arrivals if player != event.player]


@register_change(ev.LimitsChanged)
def _limits_changed(state: State, event: ev.LimitsChanged) -> None:
    if event.box:
        state.own_maximum = {**state.own_maximum, event.box: (event.player, event.maximum)}
    else:
        state.minimum, state.maximum = event.minimum, event.maximum


@register_change(ev.LastRoundNoted)
def _last_round_noted(state: State, event: ev.LastRoundNoted) -> None:
    state.last_round = True


@register_change(ev.ClosingAnnounced)
def _closing_announced(state: State, event: ev.ClosingAnnounced) -> None:
    state.rounds_left = event.rounds


@register_change(ev.TableClosed)
def _table_closed(state: State, event: ev.TableClosed) -> None:
    state.stage = Stage.CLOSED


@register_change(ev.PlayerWarned)
def _player_warned(state: State, event: ev.PlayerWarned) -> None:
    state.warned = [*state.warned, event.player]


@register_change(ev.PlayerExcluded)
def _player_excluded(state: State, event: ev.PlayerExcluded) -> None:
    state.excluded = [*state.excluded, event.player]


@register_change(ev.PlayerAbsent)
def _player_absent(state: State, event: ev.PlayerAbsent) -> None:
    state.absent = [*state.absent, event.player]
