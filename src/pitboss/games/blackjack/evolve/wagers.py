"""State changes by the events of wagers: the only place where money moves."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.evolve.base import register_change, without
from pitboss.games.blackjack.state import HeldPayment, State, Wager


@register_change(ev.BetPlaced)
def _bet_placed(state: State, event: ev.BetPlaced) -> None:
    state.money[event.player] -= event.amount
    state.bets.append(Wager(0, event.player, event.box, event.kind, event.amount, 0, event.spot))
    if event.player not in state.arrivals:
        state.arrivals = [*state.arrivals, event.player]


@register_change(ev.BetsTakenBack)
def _bets_taken_back(state: State, event: ev.BetsTakenBack) -> None:
    remaining = []
    for bet in state.bets:
        if bet.player == event.player and bet.box == event.box and event.kind in ("", bet.kind):
            state.money[event.player] += bet.amount
        else:
            remaining.append(bet)
    state.bets = remaining


@register_change(ev.WagerAdded)
def _wager_added(state: State, event: ev.WagerAdded) -> None:
    state.money[event.player] -= event.amount
    number = len(state.wagers)
    state.wagers.append(
        Wager(number, event.player, event.box, event.kind, event.amount, event.hand, event.spot, original=False)
    )


@register_change(ev.WagerMoved)
def _wager_moved(state: State, event: ev.WagerMoved) -> None:
    state.wagers[event.number].hand = event.hand


@register_change(ev.WagerSettled)
def _wager_settled(state: State, event: ev.WagerSettled) -> None:
    wager = state.wagers[event.number]
    wager.result = event.net
    wager.returned = wager.amount + event.net
    state.money[wager.player] += wager.returned
    state.house -= event.net


@register_change(ev.WagerVoided)
def _wager_voided(state: State, event: ev.WagerVoided) -> None:
    wager = state.wagers[event.number]
    state.money[wager.player] += wager.amount - wager.returned
    state.house += wager.result or 0
    wager.result, wager.returned = 0, wager.amount


@register_change(ev.WagerReopened)
def _wager_reopened(state: State, event: ev.WagerReopened) -> None:
    wager = state.wagers[event.number]
    state.money[wager.player] -= wager.returned
    state.house += wager.result or 0
    wager.result, wager.returned = None, 0


@register_change(ev.PrizesDue)
def _prizes_due(state: State, event: ev.PrizesDue) -> None:
    state.presses = list(event.boxes)


@register_change(ev.ButtonPressed)
def _button_pressed(state: State, event: ev.ButtonPressed) -> None:
    state.pressed_by = event.player


@register_change(ev.PressDeclined)
def _press_declined(state: State, event: ev.PressDeclined) -> None:
    assert state.offer is not None
    state.offer.waiting.remove((event.player, event.box))


@register_change(ev.BoxPrizeDone)
def _box_prize_done(state: State, event: ev.BoxPrizeDone) -> None:
    state.presses = without(state.presses, event.box)
    state.offer, state.pressed_by = None, ""
    clear_held(state)


@register_change(ev.PrizeShown)
def _prize_shown(state: State, event: ev.PrizeShown) -> None:
    state.prize, state.offer = event.prize, None


@register_change(ev.PaymentHeld)
def _payment_held(state: State, event: ev.PaymentHeld) -> None:
    state.held = HeldPayment(event.number, event.box, event.kind, event.name, event.detail, event.clauses)


@register_change(ev.PaymentReleased)
def _payment_released(state: State, event: ev.PaymentReleased) -> None:
    state.held = None
    state.attested = [*state.attested, (event.name, event.number)]


def clear_held(state: State) -> None:
    """Ends the wait for attestations: the payments are made, or the round is dealt again or over."""
    state.prize, state.held = -1, None
    if state.attested:
        state.attested = []


@register_change(ev.MeterMoved)
def _meter_moved(state: State, event: ev.MeterMoved) -> None:
    state.meter = event.meter


@register_change(ev.StreakMoved)
def _streak_moved(state: State, event: ev.StreakMoved) -> None:
    if event.wins:
        state.streaks = {**state.streaks, event.box: event.wins}
    elif event.box in state.streaks:
        state.streaks = {box: wins for box, wins in state.streaks.items() if box != event.box}
