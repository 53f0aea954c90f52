"""Payouts of a blackjack table that a correction names, and what a corrected one changes."""

from collections.abc import Iterable

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Wager
from pitboss.games.live.events import PayoutCorrected
from pitboss.games.live.payouts import SettledWager

#: The wagers that each hand of a split box has.
_OF_HANDS = ("main", "double")


def settled_wagers(state: State, events: Iterable[object]) -> tuple[SettledWager, ...]:
    """Returns the wagers that events settled: ``3``, ``3.2`` for the second hand of a split, ``3-insurance``."""
    numbers = dict.fromkeys(event.number for event in events if isinstance(event, ev.WagerSettled))
    return tuple(_settled(state, state.wagers[number]) for number in numbers)


def _settled(state: State, wager: Wager) -> SettledWager:
    place, kind = _place(state, wager), "" if wager.kind == "main" else f"-{wager.kind}"
    spot = f":{wager.spot}" if wager.spot > 1 else ""
    return SettledWager(
        f"{place}{kind}{spot}", wager.player, wager.kind, f"{place}{spot}", wager.amount, wager.result or 0
    )


def _place(state: State, wager: Wager) -> str:
    """Returns the box of a wager, with the place of its hand where the box has several."""
    hands = [hand.number for hand in state.hands.get(wager.box, [])]
    split = wager.kind in _OF_HANDS and len(hands) > 1 and wager.hand in hands
    return f"{wager.box}.{hands.index(wager.hand) + 1}" if split else str(wager.box)


def paid_wager(state: State, event: PayoutCorrected) -> Wager:
    """Returns the wager of a corrected payout."""
    wanted = (event.player, event.wager, event.place)
    found = (_settled(state, wager) for wager in state.wagers)
    return state.wagers[[(each.player, each.wager, each.place) for each in found].index(wanted)]


def apply_payout(state: State, event: PayoutCorrected) -> None:
    """Gives a settled wager another result."""
    wager = paid_wager(state, event)
    wager.result = event.becomes
    wager.returned += event.more
    state.money[event.player] += event.more
    state.house -= event.more
