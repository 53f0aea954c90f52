"""How long a page needs to show the events of one table of a tournament at casino speed.

Each table has deadlines of its own, which start when that table has finished showing. The durations are those of the
page's timeline (``web/src/tournament/source.ts``), rounded up; ``tests/web/test_showing.py`` compares the two.
"""

from collections.abc import Iterable
from typing import Any, Final

from pitboss.games.blackjack import events as at_table
from pitboss.games.blackjack import showing as blackjack
from pitboss.games.tournament import events as ev

#: The page shows a finished round until the next player's chips are laid.
_LINGER: Final = 1.6
_SECONDS: Final[dict[type, float]] = {
    at_table.BetPlaced: 0.5,
    at_table.RoundEnded: _LINGER,
    ev.PlayerEliminated: 0.9,
    ev.PlayerDisqualified: 0.9,
    ev.SessionBegan: 0.7,
    ev.SessionEnded: 1.0,
    ev.PlayoffDue: 0.9,
    ev.ChipsTallied: _LINGER + 0.7,
    ev.PlaceTaken: 0.6,
    ev.PrizePaid: 0.7,
}


def table_of(event: Any) -> int:
    """Returns the number of the table at which an event happened; 0 for one of the whole tournament."""
    return getattr(event, "table", 0)


def showing_seconds(events: Iterable[Any]) -> float:
    """Returns the seconds in which the events of one update at one table are shown; 0 where nothing moves."""
    plain = [event.event if isinstance(event, ev.AtTable) else event for event in events]
    return blackjack.showing_seconds(plain) + sum(_SECONDS.get(type(event), 0.0) for event in plain)
