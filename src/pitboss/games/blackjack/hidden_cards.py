"""Which cards of a log no player has seen yet: hole cards, and burnt cards in the rack of a shoe in use."""

from collections.abc import Iterable
from typing import ClassVar

from pitboss.games.blackjack import events as ev


class HiddenCards:
    """Follows the events of one table; a version is the position in the log at which a card was laid face down."""

    #: The types of event that hide a card or reveal one.
    kinds: ClassVar[tuple[type, ...]] = (
        ev.CardBurned,
        ev.DeterminantDrawn,
        ev.HoleDealt,
        ev.HoleDisclosed,
        ev.RoundEnded,
        ev.RoundMisdealt,
        ev.Shuffled,
    )

    def __init__(self) -> None:
        #: The version of the first unseen card in each place: the hole, and the rack of each side of the shoe.
        self._unseen: dict[str, int] = {}
        self._side = 0  # from which side of a double shoe the round is dealt

    def follow(self, event: object, version: int) -> None:
        """Applies an event of the entry with this version."""
        match event:
            case ev.CardBurned() if event.reason != "face_up":
                self._unseen.setdefault(f"side {event.side}", version)
            case ev.HoleDealt():
                self._unseen.setdefault("hole", version)
            case ev.HoleDisclosed():
                self._unseen.pop("hole", None)
            case ev.DeterminantDrawn():
                self._side = event.side
            case ev.RoundEnded() | ev.RoundMisdealt() if "hole" in self._unseen:  # it goes to the rack
                self._unseen.setdefault(f"side {self._side}", self._unseen.pop("hole"))
            case ev.Shuffled():
                self._unseen.pop(f"side {event.side}", None)

    def versions(self) -> Iterable[int]:
        """Returns the versions at which the cards that are still unseen were laid."""
        return self._unseen.values()
