"""What the events of wagers change: money moves here and nowhere else."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.evolve.base import on
from pitboss.blackjack.state import State, Wager


@on(ev.BetPlaced)
def _bet_placed(state: State, event: ev.BetPlaced) -> None:
    state.money[event.player] -= event.amount
    state.bets.append(Wager(0, event.player, event.box, event.kind, event.amount, 0, event.spot))
    if event.player not in state.arrivals:
        state.arrivals.append(event.player)


@on(ev.BetsTakenBack)
def _bets_taken_back(state: State, event: ev.BetsTakenBack) -> None:
    stay = []
    for bet in state.bets:
        if bet.player == event.player and bet.box == event.box and event.kind in ("", bet.kind):
            state.money[event.player] += bet.amount
        else:
            stay.append(bet)
    state.bets = stay


@on(ev.WagerAdded)
def _wager_added(state: State, event: ev.WagerAdded) -> None:
    state.money[event.player] -= event.amount
    number = len(state.wagers)
    state.wagers.append(
        Wager(number, event.player, event.box, event.kind, event.amount, event.hand, event.spot, original=False)
    )


@on(ev.WagerMoved)
def _wager_moved(state: State, event: ev.WagerMoved) -> None:
    state.wagers[event.number].hand = event.hand


@on(ev.WagerSettled)
def _wager_settled(state: State, event: ev.WagerSettled) -> None:
    wager = state.wagers[event.number]
    wager.result = event.net
    wager.returned = wager.amount + event.net
    state.money[wager.player] += wager.returned
    state.house -= event.net


@on(ev.WagerVoided)
def _wager_voided(state: State, event: ev.WagerVoided) -> None:
    wager = state.wagers[event.number]
    state.money[wager.player] += wager.amount - wager.returned
    state.house += wager.result or 0
    wager.result, wager.returned = 0, wager.amount


@on(ev.WagerReopened)
def _wager_reopened(state: State, event: ev.WagerReopened) -> None:
    wager = state.wagers[event.number]
    state.money[wager.player] -= wager.returned
    state.house += wager.result or 0
    wager.result, wager.returned = None, 0


@on(ev.PrizesDue)
def _prizes_due(state: State, event: ev.PrizesDue) -> None:
    state.presses = list(event.boxes)


@on(ev.ButtonPressed)
def _button_pressed(state: State, event: ev.ButtonPressed) -> None:
    state.pressed_by = event.player


@on(ev.PressDeclined)
def _press_declined(state: State, event: ev.PressDeclined) -> None:
    assert state.offer is not None
    state.offer.waiting.remove((event.player, event.box))
    state.offer.answered.append((event.player, event.box))


@on(ev.BoxPrizeDone)
def _box_prize_done(state: State, event: ev.BoxPrizeDone) -> None:
    state.presses.remove(event.box)
    state.offer, state.pressed_by = None, ""


@on(ev.MeterMoved)
def _meter_moved(state: State, event: ev.MeterMoved) -> None:
    state.meter = event.meter


@on(ev.StreakMoved)
def _streak_moved(state: State, event: ev.StreakMoved) -> None:
    if event.wins:
        state.streaks[event.box] = event.wins
    else:
        state.streaks.pop(event.box, None)
