"""What the events of the table change."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.evolve.base import on
from pitboss.blackjack.state import Shoe, Stage, State


@on(ev.TableOpened)
def _table_opened(state: State, event: ev.TableOpened) -> None:
    state.minimum, state.maximum, state.meter = event.minimum, event.maximum, event.meter
    state.shoes = [Shoe(size=cards, cards_in=cards) for cards in event.cards_in]


@on(ev.PlayerJoined)
def _player_joined(state: State, event: ev.PlayerJoined) -> None:
    state.money[event.player] = event.money
    state.opening[event.player] = event.money
    state.began[event.player] = event.money


@on(ev.SeatTaken)
def _seat_taken(state: State, event: ev.SeatTaken) -> None:
    state.seats[event.box] = event.player
    if event.player not in state.arrivals:
        state.arrivals.append(event.player)


@on(ev.SeatLeft)
def _seat_left(state: State, event: ev.SeatLeft) -> None:
    del state.seats[event.box]
    if event.player not in state.seats.values() and event.player in state.arrivals:
        state.arrivals.remove(event.player)


@on(ev.LimitsChanged)
def _limits_changed(state: State, event: ev.LimitsChanged) -> None:
    if event.box:
        state.own_maximum[event.box] = (event.player, event.maximum)
    else:
        state.minimum, state.maximum = event.minimum, event.maximum


@on(ev.LastRoundNoted)
def _last_round_noted(state: State, event: ev.LastRoundNoted) -> None:
    state.last_round = True


@on(ev.ClosingAnnounced)
def _closing_announced(state: State, event: ev.ClosingAnnounced) -> None:
    state.rounds_left = event.rounds


@on(ev.TableClosed)
def _table_closed(state: State, event: ev.TableClosed) -> None:
    state.stage = Stage.CLOSED


@on(ev.PlayerWarned)
def _player_warned(state: State, event: ev.PlayerWarned) -> None:
    state.warned.append(event.player)


@on(ev.PlayerExcluded)
def _player_excluded(state: State, event: ev.PlayerExcluded) -> None:
    state.excluded.append(event.player)


@on(ev.PlayerAbsent)
def _player_absent(state: State, event: ev.PlayerAbsent) -> None:
    state.absent.append(event.player)
