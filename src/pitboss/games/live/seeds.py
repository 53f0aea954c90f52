"""Seeds of a table: what a source of chance says of them, how they are committed, contributed to and revealed."""

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from pitboss.games.commands import Contribute
from pitboss.games.live.base import bad_words
from pitboss.games.live.events import LiveEvent, SeedAdded, SeedCommitted, SeedRevealed
from pitboss.games.live.fairness import commitment_of, seed_of
from pitboss.law.refusal import Refusal
from pitboss.limits import MAX_CONTRIBUTION

#: How many seeds are committed ahead of use.
AHEAD: Final = 2
#: Limits of contributions to a seed: words per player, and letters of all players.
MOST_ADDED: Final = 8
MOST_LETTERS_ADDED: Final = 10_000


class Seeds(Protocol):
    """A source of chance from seeds: which seeds it needs, has used up, and accepts contributions for."""

    #: Seeds that are used up but not revealed, and seeds that are revealed.
    discarded: list[str]
    closed: set[str]
    #: The contributions to each seed, with the names of the players.
    added: dict[str, list[tuple[str, str]]]

    def wanted(self, ahead: int) -> list[str]:
        """Returns the seeds to commit by now: those in use and so many ahead."""

    def unbegun(self) -> list[str]:
        """Returns the seeds that accept contributions."""

    def rest(self) -> list[str]:
        """Returns the seeds in use, to reveal when the table closes."""

    def hears(self, event: object) -> None:
        """Applies a contribution."""

    def forget(self, name: str) -> None:
        """Marks a seed as revealed."""


class CommittedSeeds:
    """The seeds of one table, derived from its secret: which of them are committed."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.committed: set[str] = set()
        #: Off while the log of an earlier release without limits of contributions is audited.
        self.capped = True

    def copy(self) -> "CommittedSeeds":
        """Returns an independent copy."""
        other = CommittedSeeds(self.secret)
        other.committed, other.capped = set(self.committed), self.capped
        return other

    def commit(self, names: Sequence[str]) -> list[LiveEvent]:
        """Commits seeds: returns the events that publish their hashes."""
        new = [name for name in names if name not in self.committed]
        self.committed.update(new)
        return [SeedCommitted((), name, hashed) for name, hashed in self.commitments(new)]

    def commitments(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Returns seeds by name, each with its published hash."""
        return tuple((name, commitment_of(seed_of(self.secret, name))) for name in names)

    def publish(self, source: Seeds, *, hidden: bool, closed: bool) -> list[LiveEvent]:
        """Commits new seeds; reveals used seeds as soon as none of their outcomes is hidden."""
        events = self.commit(source.wanted(AHEAD))
        if not hidden:
            used, source.discarded = source.discarded, []
            used += source.rest() if closed else []
            source.closed.update(used)
            events += [SeedRevealed((), name, seed_of(self.secret, name).hex()) for name in used]
        return events

    def contribute(
        self, source: Seeds, command: Contribute, present: Collection[str], rulebook: str
    ) -> list[LiveEvent] | Refusal:
        """Adds the word of a player at the table to the seeds that accept contributions."""
        if len(command.text) > MAX_CONTRIBUTION:
            return bad_words(f"expected 'contribute WORD' of up to {MAX_CONTRIBUTION} characters", rulebook)
        if command.player not in present:
            return Refusal("own_money", f"{command.player} is not at the table", (), rulebook)
        if self.capped:
            for name in source.unbegun():
                full = seed_full(name, source.added.get(name, ()), command)
                if full:
                    return Refusal("seed_full", full, (), rulebook)
        events = [SeedAdded((), name, command.player, command.text) for name in source.unbegun()]
        for event in events:
            source.hears(event)
        return list(events)


def seed_full(name: str, added: Sequence[tuple[str, str]], command: Contribute) -> str:
    """Returns why a player may add no more to a seed, or an empty string. A cut, which is two words, does not count."""
    words = [(player, text) for player, text in added if " " not in text]
    own = sum(player == command.player for player, _ in words)
    if own >= MOST_ADDED:
        return f"{command.player} has added {own} words to the seed of {name}: {MOST_ADDED} are the most for a player"
    letters = sum(len(text) for _, text in words)
    if letters + len(command.text) > MOST_LETTERS_ADDED:
        left = MOST_LETTERS_ADDED - letters
        return f"the words added to the seed of {name} may have {MOST_LETTERS_ADDED} letters in all: {left} are left"
    return ""
