"""What a player can learn from: the finished rounds of one player, with every decision as it was made."""

from typing import Protocol

from msgspec import Struct

from pitboss.games.live.base import Entry


class HandDecision(Struct, frozen=True):
    """A decision on a hand, from the cards that lay open: what was possible, and what the player did.

    ``kind`` is ``play`` or ``insurance``. ``gone`` are the other cards on the table. For a split box ``hands`` is its
    number of hands, and ``added`` whether the split added this hand's wager.
    """

    kind: str
    box: int
    cards: tuple[str, ...]
    up: str
    gone: tuple[str, ...]
    hands: int
    added: bool
    stake: int
    did: str
    open: tuple[str, ...]


class RoundLesson(Struct, frozen=True):
    """A finished round of a player: the net result, the first stake of each wager, the decisions and the clauses."""

    round: int
    net: int
    stakes: dict[str, int]
    decisions: tuple[HandDecision, ...]
    split: bool
    clauses: tuple[str, ...]


class LessonTracker(Protocol):
    """Follows the log of a table for one player."""

    def follow(self, entry: Entry) -> RoundLesson | None:
        """Applies an entry; returns the player's round if the entry ended one."""
