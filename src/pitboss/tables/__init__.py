"""Tables of every game: for programs, and behind a house."""

from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.fold import fold
from pitboss.games.live.base import Entry
from pitboss.tables.chance import ShuffledShoe
from pitboss.tables.table import Table

__all__ = ["EnteredShoe", "Entry", "ShuffledShoe", "Table", "fold"]
