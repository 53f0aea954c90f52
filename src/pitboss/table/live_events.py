"""What happens at a live table and no game knows of: seeds, purses, people; and how events are told and stored."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.money import amount_text
from pitboss.notation.tell import tell


class LiveEvent(Struct, frozen=True, tag=True, gc=False):
    """Something that happened at a live table and that no game knows of."""

    clauses: Clauses


class SeedCommitted(LiveEvent, frozen=True, gc=False):
    """The hash of a seed is published before anything comes of it."""

    seed: str
    commitment: str


class SeedAdded(LiveEvent, frozen=True, gc=False):
    """A player adds to a seed."""

    seed: str
    player: str
    text: str


class SeedRevealed(LiveEvent, frozen=True, gc=False):
    """Nothing more comes of a seed, and it is published."""

    seed: str
    value: str


class PurseFilled(LiveEvent, frozen=True, gc=False):
    """Somebody who has been at the table brings more money to it."""

    player: str
    amount: int


class PurseTaken(LiveEvent, frozen=True, gc=False):
    """Somebody leaves the table with all the money."""

    player: str
    amount: int


class PlayerReady(LiveEvent, frozen=True, gc=False):
    """Somebody with a wager wants to wait no longer; when all do, betting closes."""

    player: str


class OutcomeAwaited(LiveEvent, frozen=True, gc=False):
    """Nothing goes on before somebody has told what came: a ``card`` or a ``prize``; empty: nobody can.

    ``again`` is a line of the house that is carried out only then.
    """

    kind: str
    what: str
    table: int = 0
    again: str = ""


LIVE_EVENTS: Final[tuple[type[LiveEvent], ...]] = (
    SeedCommitted,
    SeedAdded,
    SeedRevealed,
    PurseFilled,
    PurseTaken,
    PlayerReady,
    OutcomeAwaited,
)


def _tell_live(event: LiveEvent) -> str:
    match event:
        case SeedCommitted():
            return f"the seed of {event.seed} is fixed: its hash is {event.commitment}"
        case SeedAdded():
            return f"{event.player} adds to the seed of {event.seed}: {event.text}"
        case SeedRevealed():
            return f"the seed of {event.seed} was {event.value}"
        case PurseFilled():
            return f"{event.player} brings {amount_text(event.amount)}"
        case PurseTaken():
            return f"{event.player} leaves with {amount_text(event.amount)}"
        case PlayerReady():
            return f"{event.player} is ready"
        case OutcomeAwaited():
            return f"the table waits for {event.what}"
    return ""


def tell_live(event: Any) -> str:
    """One event of a live table, or of its game, as a sentence."""
    return _tell_live(event) if isinstance(event, LiveEvent) else tell(event)


# --- storing -----------------------------------------------------------------------------------------------------

EventT = TypeVar("EventT")


def leaves(base: type[EventT]) -> tuple[type[EventT], ...]:
    """The kinds of event that are made of a base."""
    return tuple(base.__subclasses__())


class Codec:
    """How the events of a game are written and read."""

    def __init__(self, kinds: Sequence[type]) -> None:
        union: Any = kinds[0]
        for kind in kinds[1:]:
            union |= kind
        self._decoder = msgspec.json.Decoder(tuple[union, ...])
        self._encoder = msgspec.json.Encoder()

    def encode(self, events: Sequence[Any]) -> bytes:
        """The events as JSON."""
        return self._encoder.encode(events)

    def decode(self, data: bytes | str) -> tuple[Any, ...]:
        """What was written."""
        events: tuple[Any, ...] = self._decoder.decode(data)
        return events
