"""Codec for tournament events, which contain blackjack events."""

from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct

from pitboss.games.blackjack import events as happened
from pitboss.games.events import Codec, leaves
from pitboss.games.live.events import LIVE_EVENTS
from pitboss.games.tournament import events as ev
from pitboss.law.cite import Clauses

_AT_TABLE: Any = reduce(or_, leaves(happened.Event))


class _StoredAtTable(Struct, frozen=True, tag="AtTable"):
    """AtTable with the union of blackjack events, for decoding."""

    clauses: Clauses
    table: int
    event: _AT_TABLE


class TournamentCodec(Codec):
    """The codec of the other games, with AtTable decoded separately."""

    def __init__(self) -> None:
        kinds = [kind for kind in leaves(ev.Event) if kind is not ev.AtTable]
        super().__init__((_StoredAtTable, *kinds, *LIVE_EVENTS))
        self.kinds = (ev.AtTable, *self.kinds[1:])

    def decode(self, data: bytes | str) -> tuple[Any, ...]:
        """Decode the events of an entry."""
        return tuple(
            ev.AtTable(event.clauses, event.table, event.event) if isinstance(event, _StoredAtTable) else event
            for event in super().decode(data)
        )
