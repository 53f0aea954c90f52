"""Which cards of the tables of a tournament no player has seen yet."""

from collections.abc import Iterable
from typing import ClassVar

from pitboss.games.blackjack.hidden_cards import HiddenCards
from pitboss.games.tournament.events import AtTable


class TournamentHiddenCards:
    """Follows the events of every table."""

    kinds: ClassVar[tuple[type, ...]] = HiddenCards.kinds

    def __init__(self) -> None:
        self._tables: dict[int, HiddenCards] = {}

    def follow(self, event: object, version: int) -> None:
        """Applies an event of the entry with this version."""
        if isinstance(event, AtTable):
            self._tables.setdefault(event.table, HiddenCards()).follow(event.event, version)

    def versions(self) -> Iterable[int]:
        """Returns the versions at which the cards that are still unseen were laid."""
        return (version for table in self._tables.values() for version in table.versions())
