"""How long a page needs to show the events of a blackjack table at casino speed.

Deadlines start when the table has finished showing. The durations are those of the page's timeline
(``web/src/blackjack/scene/film.ts``), rounded up; ``tests/web/test_showing.py`` compares the two.
"""

from collections.abc import Iterable
from typing import Any, Final

from pitboss.games.blackjack import events as ev

_SECONDS: Final[dict[type, float]] = {
    ev.BetsClosed: 0.4,
    ev.CardDealt: 0.3,
    ev.HoleDealt: 0.3,
    ev.DealerDealt: 1.2,
    ev.HoleDisclosed: 1.0,
    ev.DealerDone: 0.7,
    ev.TurnCame: 0.5,
    ev.PairSplit: 0.45,
    ev.WagerAdded: 0.4,
    ev.WagerSettled: 0.2,
    ev.ButtonPressed: 0.9,
    ev.PrizeShown: 0.9,
    ev.RoundEnded: 0.6,
}
#: Until the last card lies and the last chip has arrived.
_LAST_MOTION: Final = 0.8


def showing_seconds(events: Iterable[Any]) -> float:
    """Returns the seconds in which the events of one update are shown; 0 where nothing moves."""
    seconds = sum(_SECONDS.get(type(event), 0.0) for event in events)
    return seconds + _LAST_MOTION if seconds else 0.0
