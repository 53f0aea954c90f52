"""How the events of a tournament are written and read: those of its tables are of another game."""

from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct

from pitboss.blackjack import events as happened
from pitboss.law.cite import Clauses
from pitboss.table.live_events import LIVE_EVENTS, Codec, leaves
from pitboss.tournament import events as ev

_AT_TABLE: Any = reduce(or_, leaves(happened.Event))


class _StoredAtTable(Struct, frozen=True, tag="AtTable"):
    """AtTable as it is read, with every kind of event that may lie in it."""

    clauses: Clauses
    table: int
    event: _AT_TABLE


class TournamentCodec(Codec):
    """The same as for other games, with AtTable read by its own kinds."""

    def __init__(self) -> None:
        kinds = [kind for kind in leaves(ev.Event) if kind is not ev.AtTable]
        super().__init__((_StoredAtTable, *kinds, *LIVE_EVENTS))

    def decode(self, data: bytes | str) -> tuple[Any, ...]:
        """What was written."""
        return tuple(
            ev.AtTable(event.clauses, event.table, event.event) if isinstance(event, _StoredAtTable) else event
            for event in super().decode(data)
        )
