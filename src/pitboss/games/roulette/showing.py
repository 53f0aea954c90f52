"""How long a page needs to show the events of a roulette table at casino speed.

Deadlines start when the table has finished showing. The durations are those of the page's timeline
(``web/src/roulette/director.ts`` and ``ball.ts``), rounded up; ``tests/web/test_showing.py``
compares the two.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from pitboss.games.roulette import events as ev

#: The call; from the call to the rest of the ball; and the rest of a ball whose number comes later than its call.
_CALL: Final = 1.4
_RUN: Final = 8.3
_REST: Final = 5.0
_SECONDS: Final[dict[type, float]] = {
    ev.NumberAnnounced: 0.3,
    ev.DollyPlaced: 1.3,
    ev.SpinVoided: 1.4,
    ev.RoundEnded: 0.2,
}
#: Losing bets are collected together; winning bets are paid one after the other, within a bound.
_COLLECTED: Final = 0.8
_PAID_EACH, _PAID_ALL, _TAKEN_UP = 0.6, 3.0, 1.0


def showing_seconds(events: Iterable[Any]) -> float:
    """Returns the seconds in which the events of one update are shown; 0 where nothing moves."""
    count = Counter(map(type, events))
    seconds = sum(_SECONDS.get(kind, 0.0) * many for kind, many in count.items())
    begins = bool(count[ev.BetsClosed] or count[ev.BallSpun])
    if count[ev.BallRested] and not count[ev.SpinVoided]:
        seconds += _RUN if begins else _REST
    elif begins and not count[ev.SpinVoided]:
        seconds += _CALL
    if count[ev.WagerCollected]:
        seconds += _COLLECTED
    if count[ev.WagerPaid]:
        seconds += min(_PAID_ALL, _PAID_EACH * count[ev.WagerPaid]) + _TAKEN_UP
    return seconds
