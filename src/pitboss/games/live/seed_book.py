"""The seeds of a log: their commitments, the players' contributions, and the revealed values."""

from collections.abc import Sequence
from typing import Any

from pitboss.games.live.events import SeedAdded, SeedCommitted, SeedRevealed
from pitboss.games.live.fairness import FairnessRecord


class SeedBook:
    """Collects the seed events of a log and builds a fairness record for each seed."""

    def __init__(self) -> None:
        self.commitments: dict[str, str] = {}
        self.contributions: dict[str, list[tuple[str, str]]] = {}
        self.revealed: dict[str, str] = {}

    def follow(self, event: Any) -> None:
        """Records an event of a seed; ignores any other."""
        if isinstance(event, SeedCommitted):
            self.commitments[event.seed] = event.commitment
        elif isinstance(event, SeedAdded):
            self.contributions.setdefault(event.seed, []).append((event.player, event.text))
        elif isinstance(event, SeedRevealed):
            self.revealed[event.seed] = event.value

    def record(self, name: str, kind: str, outcomes: Sequence[int], **more: Any) -> FairnessRecord:
        """Returns the record of a seed; it lists outcomes only of a revealed seed, since some may be face down."""
        return FairnessRecord(
            name=name,
            kind=kind,
            commitment=self.commitments.get(name, ""),
            seed=self.revealed.get(name, ""),
            contributions=tuple(self.contributions.get(name, ())),
            outcomes=tuple(outcomes) if name in self.revealed else (),
            **more,
        )
