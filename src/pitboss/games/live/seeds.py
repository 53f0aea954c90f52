"""Seeds of a table: what a source of chance says of them, how they are committed, contributed to and revealed."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Protocol

from pitboss.games.commands import CloseReveals, CommitContribution, Contribute, MixBeacon, RevealContribution
from pitboss.games.grammar import bad_words
from pitboss.games.live.base import Due
from pitboss.games.live.contributions import (
    BEACON,
    BEACON_SECONDS,
    REVEAL_SECONDS,
    REVEALS,
    Contributions,
    contribution_hash,
    word_of_seed,
)
from pitboss.games.live.events import (
    BeaconMixed,
    CommitmentsClosed,
    ContributionCommitted,
    ContributionLeftOut,
    ContributionRevealed,
    LiveEvent,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.fairness import Secret, commitment_to, seed_of
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

    @property
    def added(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The contributions to each seed, with the names of the players."""

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


class ContributedSeeds(Seeds, Protocol):
    """A source of chance to which players contribute by commitment and reveal."""

    contributions: Contributions


class CommittedSeeds:
    """The seeds of one table, derived from its secret: which of them are committed and not revealed."""

    def __init__(self, secret: Secret) -> None:
        self.secret = secret
        self.committed: set[str] = set()
        #: Off while the log of an earlier release without limits of contributions is audited.
        self.capped = True

    def copy(self) -> "CommittedSeeds":
        """Returns an independent copy."""
        other = CommittedSeeds.__new__(CommittedSeeds)
        other.secret, other.committed, other.capped = self.secret, self.committed.copy(), self.capped
        return other

    def commit(self, names: Sequence[str]) -> list[LiveEvent]:
        """Commits seeds: returns the events that publish their hashes."""
        new = [name for name in names if name not in self.committed]
        self.committed.update(new)
        return [SeedCommitted((), name, hashed) for name, hashed in self.commitments(new)]

    def commitments(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Returns seeds by name, each with its published hash."""
        return tuple((name, commitment_to(self.secret, name)) for name in names)

    def publish(self, source: Seeds, *, hidden: bool, closed: bool) -> list[LiveEvent]:
        """Commits new seeds; reveals used seeds as soon as none of their outcomes is hidden."""
        events = self.commit([name for name in source.wanted(AHEAD) if name not in source.closed])
        if not hidden:
            used, source.discarded = source.discarded, []
            used += source.rest() if closed else []
            for name in used:
                source.forget(name)
            self.committed.difference_update(used)
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


_HASH: Final = re.compile(r"[0-9a-f]{64}")


def commit_contribution(
    source: ContributedSeeds, command: CommitContribution, present: Collection[str], rulebook: str
) -> list[LiveEvent] | Refusal:
    """Commits a player at the table to a contribution to a seed that is open; once per seed."""
    player, known = command.player, source.contributions
    if not _HASH.fullmatch(command.commitment):
        return bad_words("expected 'commit SEED HASH', with a hash of 64 hexadecimal digits", rulebook)
    if player not in present:
        return Refusal("own_money", f"{player} is not at the table", (), rulebook)
    open_now = {word_of_seed(name): name for name in source.unbegun() if known.is_open(name)}
    name = open_now.get(command.seed, "")
    if not name:
        text = f"{command.seed} takes no commitments now"
        return Refusal("seed", text, (), rulebook, tuple(f"commit {word} HASH" for word in open_now))
    if known.commitment(name, player):
        return Refusal("seed", f"{player} has committed to {name}: one commitment is the most", (), rulebook)
    return _heard(source, [ContributionCommitted((), name, player, command.commitment)])


def reveal_contribution(
    source: ContributedSeeds, command: RevealContribution, rulebook: str
) -> list[LiveEvent] | Refusal:
    """Reveals the contribution of a player to a closed seed; any value but the committed one is refused."""
    player, known = command.player, source.contributions
    if len(command.value) > MAX_CONTRIBUTION:
        return bad_words(f"expected 'reveal SEED VALUE' of up to {MAX_CONTRIBUTION} characters", rulebook)
    asked = {word_of_seed(name): name for name in known.awaits(player)}
    name = asked.get(command.seed, "")
    if not name:
        text = f"no contribution of {player} to {command.seed} is awaited"
        return Refusal("seed", text, (), rulebook, tuple(f"reveal {word} VALUE" for word in asked))
    if contribution_hash(name, player, command.value) != known.commitment(name, player):
        return Refusal("seed", f"the value is not the one that {player} committed to for {name}", (), rulebook)
    return _heard(source, [ContributionRevealed((), name, player, command.value)])


def end_contribution(
    source: ContributedSeeds, command: RevealContribution | MixBeacon | CloseReveals, rulebook: str
) -> list[LiveEvent] | Refusal:
    """Reveals a contribution, mixes in the value of a beacon, or leaves out what is missing."""
    if isinstance(command, CloseReveals):
        return close_reveals(source, command, rulebook)
    if isinstance(command, MixBeacon):
        return mix_beacon(source, command, rulebook)
    return reveal_contribution(source, command, rulebook)


def close_commitments(source: ContributedSeeds, name: str) -> list[LiveEvent]:
    """Closes the commitments to a seed, where there are any; returns the event that asks the players to reveal."""
    known = source.contributions
    if not known.is_open(name) or not (known.committed(name) or known.beacon):
        return []
    return _heard(source, [CommitmentsClosed((), name, known.committed(name))])


def close_reveals(source: ContributedSeeds, command: CloseReveals, rulebook: str) -> list[LiveEvent] | Refusal:
    """Leaves out the players who did not reveal their contribution to a seed."""
    late = {word_of_seed(name): name for name in source.contributions.waiting()}
    if command.seed not in late:
        return Refusal("seed", f"no contribution to {command.seed} is awaited", (), rulebook)
    name = late[command.seed]
    missing = source.contributions.missing(name)
    players = [player for player in missing if player != BEACON]  # the beacon follows the last of them
    return _heard(source, [ContributionLeftOut((), name, player) for player in players or missing])


def mix_beacon(source: ContributedSeeds, command: MixBeacon, rulebook: str) -> list[LiveEvent] | Refusal:
    """Mixes the value of a beacon into a seed, once every player has revealed or was left out."""
    late = {word_of_seed(name): name for name in source.contributions.waiting()}
    name = late.get(command.seed, "")
    if source.contributions.missing(name) != (BEACON,):
        return Refusal("seed", f"no beacon is awaited for {command.seed}", (), rulebook)
    if len(command.source) + len(command.value) > 2 * MAX_CONTRIBUTION:
        return bad_words(f"the source and value of a beacon have up to {2 * MAX_CONTRIBUTION} characters", rulebook)
    return _heard(source, [BeaconMixed((), name, command.source, command.value)])


def leave_out(source: ContributedSeeds, name: str) -> list[LiveEvent]:
    """Leaves out whoever did not reveal for a closed seed; returns an event for each."""
    return _heard(source, [ContributionLeftOut((), name, player) for player in source.contributions.missing(name)])


def asked_of(source: ContributedSeeds | None, player: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the seeds that a player's client may commit to, and those that it is to reveal for."""
    if source is None:
        return (), ()
    known = source.contributions
    free, asked = known.uncommitted(player, source.unbegun()), known.awaits(player)
    return tuple([word_of_seed(name) for name in free]), tuple([word_of_seed(name) for name in asked])


def reveal_deadlines(known: Contributions) -> Iterator[Due]:
    """Yields the deadline of each closed seed with reveals that are awaited."""
    for name in known.waiting():
        command = CloseReveals(seed=word_of_seed(name))
        missing = known.missing(name)
        if missing == (BEACON,):
            yield Due(f"beacon {name}", (), "beacon", command, (), BEACON_SECONDS)
        else:
            players = tuple(player for player in missing if player != BEACON)
            yield Due(f"{REVEALS} {name}", players, REVEALS, command, (), REVEAL_SECONDS)


def _heard(source: ContributedSeeds, events: Sequence[LiveEvent]) -> list[LiveEvent]:
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
