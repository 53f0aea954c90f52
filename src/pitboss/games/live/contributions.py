"""Contributions of players to seeds, by commitment and reveal.

A player commits to a value before anybody reveals one. The commitments to a seed are closed when its first outcome is
needed; then the players reveal. The outcome waits for them. Who does not reveal in time is left out, by name.
docs/reference/fairness.md specifies the bytes.
"""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Final

from pitboss.games.live.events import (
    BeaconMixed,
    CommitmentsClosed,
    ContributionCommitted,
    ContributionLeftOut,
    ContributionRevealed,
)

#: The events that `Contributions` follows.
ContributionEvent = ContributionCommitted | CommitmentsClosed | ContributionRevealed | BeaconMixed | ContributionLeftOut

#: The seconds in which players reveal before they are left out. Browsers and clients reveal by themselves.
REVEAL_SECONDS: Final = 5
#: The kind of outcome that a table waits for while players reveal.
REVEALS: Final = "reveals"

#: The name of a beacon among the contributors; no player can have it.
BEACON: Final = "@beacon"
#: The seconds in which the beacon must publish its next value before it is left out.
BEACON_SECONDS: Final = 60

_DOMAIN: Final = "pitboss contribution 1"


def contribution_hash(seed: str, player: str, value: str) -> str:
    """Returns the commitment of a player to a value for a seed; it is bound to both names."""
    return sha256(f"{_DOMAIN}\n{seed}\n{player}\n{value}".encode()).hexdigest()


def word_of_seed(seed: str) -> str:
    """Returns the name of a seed as one word of a command: ``t2_shoe_0``."""
    return seed.replace(" ", "_")


class Contributions:
    """The commitments and reveals of one source of chance. All of it derives from the events."""

    __slots__ = ("_asked", "_committed", "_left_out", "_revealed", "beacon")

    def __init__(self, *, beacon: bool = False) -> None:
        #: Whether a beacon contributes to every seed, after the players.
        self.beacon = beacon
        #: By seed: the commitment of each player, in the order of commitment.
        self._committed: dict[str, Mapping[str, str]] = {}
        #: By closed seed: the players who are asked to reveal, the values that were revealed, and who was left out.
        self._asked: dict[str, tuple[str, ...]] = {}
        self._revealed: dict[str, Mapping[str, str]] = {}
        self._left_out: dict[str, frozenset[str]] = {}

    def copy(self) -> "Contributions":
        """Returns an independent copy; what is known of each seed is replaced and never changed, and so shared."""
        other = Contributions(beacon=self.beacon)
        if self._committed or self._asked:
            other._committed, other._asked = self._committed.copy(), self._asked.copy()
            other._revealed, other._left_out = self._revealed.copy(), self._left_out.copy()
        return other

    def __deepcopy__(self, _: object) -> "Contributions":
        return self.copy()

    def is_open(self, seed: str) -> bool:
        """Whether players may still commit to a seed."""
        return seed not in self._asked

    def committed(self, seed: str) -> tuple[str, ...]:
        """Returns the players who committed to a seed, in order."""
        return tuple(self._committed.get(seed, ()))

    def commitment(self, seed: str, player: str) -> str:
        """Returns the commitment of a player to a seed; empty where there is none."""
        return self._committed.get(seed, {}).get(player, "")

    def missing(self, seed: str) -> tuple[str, ...]:
        """Returns the players whose reveal of a closed seed is awaited."""
        revealed, left_out = self._revealed.get(seed, ()), self._left_out.get(seed, ())
        return tuple(each for each in self._asked.get(seed, ()) if each not in revealed and each not in left_out)

    def awaits(self, player: str) -> tuple[str, ...]:
        """Returns the seeds that a player is asked to reveal for."""
        found: list[str] = []
        for seed, asked in self._asked.items():  # plain loops: every personal view asks
            done = player in self._revealed.get(seed, ()) or player in self._left_out.get(seed, ())
            if player in asked and not done:
                found.append(seed)
        return tuple(found)

    def uncommitted(self, player: str, seeds: Sequence[str]) -> list[str]:
        """Returns those of the seeds that a player may commit to and has not."""
        return [seed for seed in seeds if seed not in self._asked and player not in self._committed.get(seed, ())]

    def waiting(self) -> tuple[str, ...]:
        """Returns the closed seeds with reveals that are awaited."""
        return tuple(seed for seed in self._asked if self.missing(seed))

    def blocks(self, seed: str) -> bool:
        """Whether an outcome of a seed must wait: commitments are open, or reveals are missing."""
        contributed = self.beacon or bool(self._committed.get(seed))
        return contributed and (seed not in self._asked or bool(self.missing(seed)))

    def follow(self, event: object) -> None:
        """Applies an event of a contribution; ignores any other."""
        if isinstance(event, ContributionCommitted):
            _put(self._committed, event.seed, event.player, event.commitment)
        elif isinstance(event, CommitmentsClosed):
            self._asked[event.seed] = (*event.players, BEACON) if self.beacon else event.players
        elif isinstance(event, BeaconMixed):
            _put(self._revealed, event.seed, BEACON, f"{event.source}:{event.value}")
        elif isinstance(event, ContributionRevealed):
            _put(self._revealed, event.seed, event.player, event.value)
        elif isinstance(event, ContributionLeftOut):
            self._left_out[event.seed] = self._left_out.get(event.seed, frozenset()) | {event.player}

    def withdraw(self, player: str) -> None:
        """Drops the commitments of a player who leaves the table to seeds that are not closed."""
        for seed, players in self._committed.items():
            if seed not in self._asked and player in players:
                self._committed[seed] = {name: made for name, made in players.items() if name != player}

    def withdraw_all_but(self, players: Collection[str]) -> None:
        """Drops the commitments of everybody else to seeds that are not closed, where others sit down."""
        committed = {player for own in self._committed.values() for player in own}
        for player in committed.difference(players):
            self.withdraw(player)

    def reopen(self, seed: str) -> None:
        """Opens a closed seed for new commitments, where no outcome came of it: its reveals are known."""
        if seed in self._asked:
            self.forget(seed)

    def ordered(self, seed: str, added: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Returns the contributions to a seed in the order in which they enter its key.

        Words and cuts come first, in the order of the log. Reveals follow in the order of their commitments, so that
        who reveals last chooses nothing.
        """
        return [*added, *in_order(self._asked.get(seed, ()), self._revealed.get(seed, {}))]

    def forget(self, seed: str) -> None:
        """Drops what is known of a seed."""
        for known in (self._committed, self._asked, self._revealed, self._left_out):
            known.pop(seed, None)


def _put(known: dict[str, Mapping[str, str]], seed: str, player: str, value: str) -> None:
    known[seed] = {**known.get(seed, {}), player: value}


def in_order(asked: Sequence[str], revealed: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns the revealed values with their players, in the order of the commitments."""
    return [(player, revealed[player]) for player in asked if player in revealed]
