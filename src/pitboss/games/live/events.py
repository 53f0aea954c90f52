"""Events of every live table, outside its game: seeds, purses, players; and the codec of stored events."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.money import amount_text, net_text


class LiveEvent(Struct, frozen=True, tag=True, gc=False):
    """Base class of the events outside the game."""

    clauses: Clauses


class SeedCommitted(LiveEvent, frozen=True, gc=False):
    """The hash of a seed is published before its first outcome."""

    seed: str
    commitment: str


class SeedAdded(LiveEvent, frozen=True, gc=False):
    """A player contributes a word to a seed."""

    seed: str
    player: str
    text: str


class ContributionCommitted(LiveEvent, frozen=True, gc=False):
    """A player commits to a contribution to a seed, which is revealed later."""

    seed: str
    player: str
    commitment: str


class CommitmentsClosed(LiveEvent, frozen=True, gc=False):
    """Nobody may commit to a seed any more; these players are asked to reveal their contributions."""

    seed: str
    players: tuple[str, ...]


class ContributionRevealed(LiveEvent, frozen=True, gc=False):
    """A player reveals the value that the commitment to a seed fixed."""

    seed: str
    player: str
    value: str


class BeaconMixed(LiveEvent, frozen=True, gc=False):
    """The value of an external beacon, published after the last reveal, is mixed into a seed."""

    seed: str
    source: str
    value: str


class ContributionLeftOut(LiveEvent, frozen=True, gc=False):
    """A player did not reveal in time; the contribution is left out."""

    seed: str
    player: str


class SeedRevealed(LiveEvent, frozen=True, gc=False):
    """A seed is published after its last outcome."""

    seed: str
    value: str


class PurseFilled(LiveEvent, frozen=True, gc=False):
    """A player who was at the table before buys in again."""

    player: str
    amount: int


class PurseTaken(LiveEvent, frozen=True, gc=False):
    """A player leaves the table and cashes out."""

    player: str
    amount: int


class ChipsBrought(LiveEvent, frozen=True, gc=False):
    """An anonymous player lays chips at a floor table that were not bought there."""

    player: str
    amount: int


class PlayerReady(LiveEvent, frozen=True, gc=False):
    """A player with a wager is ready; betting closes when all are."""

    player: str


class OutcomeAwaited(LiveEvent, frozen=True, gc=False):
    """The table waits until the dealer enters a ``card`` or a ``prize``; an empty kind: the outcome cannot be entered.

    ``again`` is a command of the house that is executed after that.
    """

    kind: str
    what: str
    table: int = 0
    again: str = ""


class EntryCorrected(LiveEvent, frozen=True, gc=False):
    """An entry is changed to other words, or struck where there are none; the events of the replay follow.

    ``version`` names the entry, ``counts`` are the numbers of events of each replayed entry, and ``money`` is what each
    player whom it concerns has at the table before and after it. ``payouts`` are the wagers that the entry settles and
    that were paid otherwise than the rules say.
    """

    version: int
    verb: str
    words: str
    reason: str
    by: str
    counts: tuple[int, ...]
    money: tuple[tuple[str, int, int], ...]
    confirmed_by: str = ""
    payouts: tuple[tuple[str, int], ...] = ()


class CorrectionProposed(LiveEvent, frozen=True, gc=False):
    """A correction waits for a second person, who confirms it. ``money`` is as in `EntryCorrected`, as of now."""

    version: int
    verb: str
    words: str
    reason: str
    by: str
    money: tuple[tuple[str, int, int], ...]
    payouts: tuple[tuple[str, int], ...] = ()


class PayoutCorrected(LiveEvent, frozen=True, gc=False):
    """A settled wager was in fact paid another amount: its net result was ``was`` by the rules, and is ``becomes``."""

    player: str
    wager: str
    place: str
    was: int
    becomes: int

    @property
    def more(self) -> int:
        """What the player has more than by the rules, in cents; less than 0 where it is less."""
        return self.becomes - self.was


class DutyDue(LiveEvent, frozen=True, gc=False):
    """A duty of a person is open; what the law puts behind it waits for the attestation."""

    duty: str
    role: str
    says: str
    detail: str = ""


class DutyAttested(LiveEvent, frozen=True, gc=False):
    """A person of the role states that the duty was done."""

    duty: str
    role: str
    says: str
    by: str
    detail: str = ""


class DutyNotAttested(LiveEvent, frozen=True, gc=False):
    """The occasion of a duty with which this house does not run: the log does not state it as done."""

    duty: str
    role: str
    says: str
    detail: str = ""


#: The reason of an undo within the grace time.
UNDONE: Final = "undo"

LIVE_EVENTS: Final[tuple[type[LiveEvent], ...]] = (
    SeedCommitted,
    SeedAdded,
    ContributionCommitted,
    CommitmentsClosed,
    ContributionRevealed,
    BeaconMixed,
    ContributionLeftOut,
    SeedRevealed,
    PurseFilled,
    PurseTaken,
    ChipsBrought,
    PlayerReady,
    OutcomeAwaited,
    EntryCorrected,
    CorrectionProposed,
    PayoutCorrected,
    DutyDue,
    DutyAttested,
    DutyNotAttested,
)


def _duty(event: Any) -> str:
    return f"{event.says} ({event.detail.replace('_', ' ')})" if event.detail else str(event.says)


def _correction(event: EntryCorrected | CorrectionProposed) -> str:
    if isinstance(event, CorrectionProposed):
        what, confirmed = "proposes to correct" if event.words else "proposes to strike", ""
    else:
        what = "corrects" if event.words else "strikes"
        confirmed = f", confirmed by {event.confirmed_by}" if event.confirmed_by else ""
    paid = "".join(f", {label} paid {net_text(cents)}" for label, cents in event.payouts)
    policy = "" if event.clauses or event.reason == UNDONE else ", by the policy of the house"
    reason = event.reason.replace("_", " ") + policy + confirmed
    done = f"{event.by} {what} entry {event.version} ({event.verb}{paid}): {reason}"
    changes = [(name, after - before) for name, before, after in event.money if after != before]
    sums = (f"{name} {'+' if cents > 0 else '-'}{amount_text(abs(cents))}" for name, cents in changes)
    return f"{done}; at the table: {', '.join(sums)}" if changes else done


#: The sentence of each of these events.
LIVE_SENTENCES: Final[Mapping[type, Callable[[Any], str]]] = {
    SeedCommitted: lambda event: f"the seed of {event.seed} is fixed: its hash is {event.commitment}",
    SeedAdded: lambda event: f"{event.player} adds to the seed of {event.seed}: {event.text}",
    ContributionCommitted: lambda event: f"{event.player} commits to a contribution to {event.seed}",
    CommitmentsClosed: lambda event: f"contributions to {event.seed} are revealed by {', '.join(event.players)}",
    ContributionRevealed: lambda event: f"{event.player} contributes to {event.seed}: {event.value}",
    BeaconMixed: lambda event: f"the beacon {event.source} contributes to {event.seed}: {event.value}",
    ContributionLeftOut: lambda event: f"{event.player} did not reveal: the contribution to {event.seed} is left out",
    SeedRevealed: lambda event: f"the seed of {event.seed} was {event.value}",
    PurseFilled: lambda event: f"{event.player} brings {amount_text(event.amount)}",
    PurseTaken: lambda event: f"{event.player} leaves with {amount_text(event.amount)}",
    ChipsBrought: lambda event: f"{event.player} brings chips of {amount_text(event.amount)}",
    PlayerReady: lambda event: f"{event.player} is ready",
    OutcomeAwaited: lambda event: f"the table waits for {event.what}",
    EntryCorrected: _correction,
    CorrectionProposed: _correction,
    PayoutCorrected: lambda event: (
        f"{event.player} was paid {net_text(event.becomes)} on {event.wager} {event.place}".rstrip()
        + f", not {net_text(event.was)}"
    ),
    DutyDue: lambda event: f"to be attested by the {event.role}: {_duty(event)}",
    DutyAttested: lambda event: f"{event.by} attests as {event.role}: {_duty(event)}",
    DutyNotAttested: lambda event: f"not attested: {_duty(event)}",
}
