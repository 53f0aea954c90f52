"""Tables of every game: for programs, and behind a house."""

from typing import TYPE_CHECKING, Any

from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.fold import fold
from pitboss.games.live.base import Entry
from pitboss.tables.chance import ShuffledShoe
from pitboss.tables.table import Table

if TYPE_CHECKING:
    from pitboss.games.blackjack.live import BlackjackTable
    from pitboss.games.roulette.live import RouletteTable
    from pitboss.games.tournament.live import TournamentTables

__all__ = [
    "BlackjackTable",
    "EnteredShoe",
    "Entry",
    "RouletteTable",
    "ShuffledShoe",
    "Table",
    "TournamentTables",
    "fold",
]

#: The tables of the games, which are loaded when they are asked for.
_GAMES = {"BlackjackTable": "blackjack", "RouletteTable": "roulette", "TournamentTables": "tournament"}


def __getattr__(name: str) -> Any:
    if name not in _GAMES:
        raise AttributeError(f"pitboss.tables has no '{name}'")
    from pitboss.games.registry import find_game  # noqa: PLC0415 # one game need not load the others

    return find_game(_GAMES[name]).table
