"""The seeds of a log: their commitments, the players' contributions, and the revealed values."""

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.games.live.contributions import BEACON, in_order
from pitboss.games.live.events import (
    BeaconMixed,
    CommitmentsClosed,
    ContributionCommitted,
    ContributionLeftOut,
    ContributionRevealed,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.fairness import FairnessRecord


class SeedBook:
    """Collects the seed events of a log and builds a fairness record for each seed."""

    def __init__(self) -> None:
        self.commitments: dict[str, str] = {}
        self.contributions: dict[str, list[tuple[str, str]]] = {}
        self.revealed: dict[str, str] = {}
        #: By seed: the players' commitments in order, the values that they revealed, and who was left out.
        self.committed: dict[str, dict[str, str]] = {}
        self.reveals: dict[str, dict[str, str]] = {}
        self.left_out: dict[str, list[str]] = {}
        #: By seed: the contribution of the beacon.
        self.beacons: dict[str, tuple[str, str]] = {}
        #: By closed seed: the players who were asked to reveal.
        self.asked: dict[str, tuple[str, ...]] = {}
        #: Seeds whose contributions came in the wrong order: a commitment or word after the closing, a reveal before.
        self.disorderly: set[str] = set()

    def follow(self, event: Any) -> None:
        """Records an event of a seed; ignores any other."""
        if isinstance(event, SeedCommitted):
            self.commitments[event.seed] = event.commitment
        elif isinstance(event, SeedAdded):
            if event.seed in self.asked:
                self.disorderly.add(event.seed)
            self.contributions.setdefault(event.seed, []).append((event.player, event.text))
        elif isinstance(event, ContributionCommitted):
            if event.seed in self.asked or event.seed not in self.commitments:
                self.disorderly.add(event.seed)
            self.committed.setdefault(event.seed, {})[event.player] = event.commitment
        elif isinstance(event, CommitmentsClosed):
            self.asked[event.seed] = event.players
        elif isinstance(event, ContributionRevealed):
            if event.seed not in self.asked:
                self.disorderly.add(event.seed)
            self.reveals.setdefault(event.seed, {})[event.player] = event.value
        elif isinstance(event, BeaconMixed):
            self.beacons[event.seed] = (BEACON, f"{event.source}:{event.value}")
        elif isinstance(event, ContributionLeftOut):
            self.left_out.setdefault(event.seed, []).append(event.player)
        elif isinstance(event, SeedRevealed):
            self.revealed[event.seed] = event.value

    def reopen(self, name: str) -> None:
        """Drops the reveals of a seed of which no outcome came: players commit to it again."""
        if name in self.asked:
            self.asked.pop(name)
            self.committed.pop(name, None)
            self.reveals.pop(name, None)
            self.left_out.pop(name, None)
            self.beacons.pop(name, None)

    def forget(self, names: Iterable[str]) -> None:
        """Drops what is known of seeds whose records are stored elsewhere."""
        known: tuple[dict[str, Any], ...] = (
            *(self.commitments, self.contributions, self.revealed, self.committed),
            *(self.reveals, self.left_out, self.beacons, self.asked),
        )
        for name in names:
            self.disorderly.discard(name)
            for each in known:
                each.pop(name, None)

    def record(self, name: str, kind: str, outcomes: Sequence[int], **more: Any) -> FairnessRecord:
        """Returns the record of a seed; it lists outcomes only of a revealed seed, since some may be face down."""
        asked = self.asked.get(name, ())
        committed = {player: self.committed[name][player] for player in asked}
        revealed = in_order(asked, self.reveals.get(name, {}))
        beacon = [self.beacons[name]] if name in self.beacons else []
        return FairnessRecord(
            name=name,
            kind=kind,
            commitment=self.commitments.get(name, ""),
            seed=self.revealed.get(name, ""),
            contributions=(*self.contributions.get(name, ()), *revealed, *beacon),
            committed=tuple(committed.items()),
            left_out=tuple(self.left_out.get(name, ())),
            disorderly=name in self.disorderly,
            outcomes=tuple(outcomes) if name in self.revealed else (),
            **more,
        )
