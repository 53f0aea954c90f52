"""What live tables of every game share: who speaks, what opens a table, what is stored, and what money moves."""

import re
from collections.abc import Sequence
from copy import deepcopy
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Final, Protocol, Self

from msgspec import Struct, field

from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.money import parse_amount
from pitboss.notation.pit import NAME, Act
from pitboss.table.fair import commitment_of, seed_of
from pitboss.table.live_events import Codec, LiveEvent, SeedAdded, SeedCommitted, SeedRevealed

HOUSE: Final = "house"
_TABLE: Final = re.compile(r"t[1-9]\d?")
#: How long a line may be.
LONGEST: Final = 500
#: No purse is filled with more than this at once.
MOST_BROUGHT: Final = 10_000_000_00
#: How many seeds to come are fixed beforehand.
AHEAD: Final = 2
#: How long betting stays open, in seconds, when everybody with a wager is ready.
ALL_READY: Final = 0.1


class Role(StrEnum):
    """What somebody is at a table."""

    OPERATOR = "operator"
    DEALER = "dealer"
    PLAYER = "player"
    SPECTATOR = "spectator"
    HOUSE = "house"


#: Who speaks the words of the house.
HOUSE_ROLES: Final = frozenset((Role.OPERATOR, Role.DEALER, Role.HOUSE))


class Actor(Struct, frozen=True):
    """Somebody, and in which role."""

    name: str
    role: Role


#: The house itself: the clock speaks so.
THE_HOUSE: Final = Actor(HOUSE, Role.HOUSE)


class TableSpec(Struct, frozen=True, kw_only=True):
    """All that opens a table. Limits are written as in the notation, ``10-1000 step 5``."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    cards_are_read: bool = False
    turn_seconds: int = 30
    betting_seconds: int = 30
    title: str = ""


class Entry(Struct, frozen=True):
    """What the log stores: who asked for what, under which id, and what it brought."""

    id: str
    actor: Actor
    words: str
    events: tuple[Any, ...]


class Movement(Struct, frozen=True, gc=False):
    """Cents that change their place: always more than nothing.

    ``join`` wallet to purse, ``leave`` purse to wallet, ``wager`` purse to stakes, ``back`` stakes to purse, ``lose``
    stakes to bank, ``win`` bank to purse; and where a settled wager is in play again or void: ``unwin`` purse to bank,
    ``unlose`` bank to stakes.
    """

    player: str
    kind: str
    amount: int
    why: str = ""
    clauses: Clauses = ()


class Due(Struct, frozen=True):
    """Whom the table waits for, and what the house says when the time is over; no seconds: it waits for ever.

    The time runs from when ``key`` was first seen.
    """

    key: str
    who: tuple[str, ...]
    what: str
    words: str = ""
    clauses: Clauses = ()
    seconds: float = 0


# --- words -------------------------------------------------------------------------------------------------------


def brought(words: str) -> int:
    """The cents that ``join AMOUNT`` brings to a table, 0 for any other words or an amount that cannot be."""
    verb, _, amount = words.strip().partition(" ")
    if verb != "join":
        return 0
    try:
        cents = parse_amount(amount.strip())
    except ValueError:
        return 0
    return cents if 0 < cents <= MOST_BROUGHT else 0


def is_aside(words: str) -> bool:
    """Whether the words change nothing of what a table waits for: people come, go, add to a seed, are ready."""
    parts = words.split()
    return parts[:1] in (["join"], ["contribute"], ["ready"]) or parts == ["leave"]


def bad_words(message: str, rulebook: str = "", allowed: tuple[str, ...] = ()) -> Refusal:
    """The words mean nothing that could be asked for."""
    return Refusal("words", message, (), rulebook, allowed)


def spoken(actor: Actor, words: str) -> Act | str:
    """The line that somebody's words make, whoever may say it; else what is wrong with them."""
    if len(words) > LONGEST:
        return f"a line has {LONGEST} letters at most"
    return _spoken(actor, words)


@lru_cache(maxsize=8192)  # people say the same few things over and over
def _spoken(actor: Actor, words: str) -> Act | str:
    parts = words.split()
    name = actor.name if actor.role is Role.PLAYER else HOUSE
    table = parts.pop(0) if parts and _TABLE.fullmatch(parts[0]) else ""
    if actor.role is Role.HOUSE and parts and parts[0].endswith(":"):
        name, parts = parts[0][:-1], parts[1:]  # the house decides for somebody
    if not parts or not words.isascii():
        return "a line is a verb and its words, of letters, figures and signs"
    if name != HOUSE and (not NAME.fullmatch(name) or len(name) > 40):
        return f"'{name}' is no name of a player: small letters, digits and _"
    if actor.role is Role.PLAYER and name == HOUSE:
        return "nobody is called the house"
    return Act(name, parts[0], tuple(parts[1:]), table)


class RolePlan(Struct, frozen=True):
    """Which words of a game are whose: a player's own, a dealer's, and the operator's beyond them."""

    player: frozenset[str]
    dealer: frozenset[str]
    operator: frozenset[str]

    def refusal(self, actor: Actor, verb: str, rulebook: str) -> Refusal | None:
        """Why somebody in that role may not say it."""
        if actor.role is Role.PLAYER:
            if verb in self.player:
                return None
            may = self.player
        elif actor.role is Role.DEALER:
            if verb in self.dealer:
                return None
            may = self.dealer
        elif actor.role is Role.SPECTATOR:
            may = frozenset()
        else:
            return None
        known = verb in self.player or verb in self.dealer or verb in self.operator
        said = f"'{verb}' is not for a {actor.role.value}" if known else f"'{verb}' is no verb of this table"
        return Refusal("role" if known else "words", said, (), rulebook, tuple(sorted(may)))


class Seeds(Protocol):
    """Whoever brings chance from seeds: which of them are needed, used up, and added to."""

    #: Seeds that are used up and not revealed yet, and those that are revealed.
    discarded: list[str]
    closed: set[str]

    def wanted(self, ahead: int) -> list[str]:
        """The seeds that must be fixed by now: the present ones and so many to come."""

    def unbegun(self) -> list[str]:
        """The seeds to which players may add."""

    def rest(self) -> list[str]:
        """Nothing more comes: the seeds that are in use."""

    def hears(self, event: object) -> None:
        """What players add to the seeds."""

    def forget(self, name: str) -> None:
        """The seed is revealed."""


class Live:
    """What every live table has; each game adds how it is played."""

    game: ClassVar[str]
    codec: ClassVar[Codec]

    def __init__(self, spec: TableSpec, rulebook: str, secret: bytes) -> None:
        self.spec = spec
        self.rulebook = rulebook
        self.secret = secret
        self.version = 0
        #: The first entry of the log, and what the last command moved.
        self.opening = Entry("", THE_HOUSE, "open", ())
        self.moved: tuple[Movement, ...] = ()
        self._moves: list[tuple[Any, tuple[Movement, ...]]] = []
        self._fixed: set[str] = set()
        #: Who is at the table, and who was ready for which round.
        self.present: set[str] = set()
        self.ready: dict[str, str] = {}

    def copy(self) -> Self:
        """Another table that stands as this one does; the law and the log are shared, for they do not change."""
        kept = (self.spec, vars(self)["rules"], self.opening, self.moved)  # each game has rules of its own
        return deepcopy(self, {id(thing): thing for thing in kept})

    # --- money ---------------------------------------------------------------------------------------------------

    def movements(self, event: Any) -> tuple[Movement, ...]:
        """What an event of the last command moved."""
        for done, moved in self._moves:
            if done is event:
                return moved
        return ()

    def _note(self, events: Sequence[Any], moves: list[tuple[Any, tuple[Movement, ...]]]) -> None:
        """Takes note of what happened and what it moved."""
        self._moves = moves
        self.moved = tuple([movement for _, moved in moves for movement in moved])
        self.version += len(events)

    # --- seeds ---------------------------------------------------------------------------------------------------

    def _fix(self, names: Sequence[str]) -> list[LiveEvent]:
        """Seeds are fixed: their hashes are published."""
        new = [name for name in names if name not in self._fixed]
        self._fixed.update(new)
        return [SeedCommitted((), name, commitment_of(seed_of(self.secret, name))) for name in new]

    def _publish(self, seeds: Seeds, *, hidden: bool, closed: bool) -> list[LiveEvent]:
        """New seeds are fixed; those that are used up are revealed when nothing that came of them is hidden."""
        events = self._fix(seeds.wanted(AHEAD))
        if not hidden:
            used, seeds.discarded = seeds.discarded, []
            used += seeds.rest() if closed else []
            seeds.closed.update(used)
            events += [SeedRevealed((), name, seed_of(self.secret, name).hex()) for name in used]
        return events

    def _added(self, seeds: Seeds, line: Act) -> list[LiveEvent] | Refusal:
        """A player's word for the seeds of what is still to come."""
        if len(line.words) != 1 or len(line.words[0]) > 100:
            return bad_words("expected 'contribute WORD' of up to 100 characters", self.rulebook)
        if line.actor not in self.present:
            return Refusal("own_money", f"{line.actor} is not at the table", (), self.rulebook)
        events = [SeedAdded((), name, line.actor, line.words[0]) for name in seeds.unbegun()]
        for event in events:
            seeds.hears(event)
        return list(events)

    # --- what every game says itself -----------------------------------------------------------------------------

    def dues(self) -> tuple[Due, ...]:
        """Whom the table waits for."""
        raise NotImplementedError

    def due(self) -> Due | None:
        """Whom the table waits for first."""
        return next(iter(self.dues()), None)

    def public_view(self) -> Any:
        """What everybody may see."""
        raise NotImplementedError

    def personal_view(self, actor: Actor) -> Any:
        """What concerns one person: what is open, and why something is not."""
        raise NotImplementedError

    def card(self) -> Any:
        """What does not change: the cloth, what pays what, and what the operator chose."""
        raise NotImplementedError

    def view(self, actor: Actor) -> dict[str, Any]:
        """Both."""
        return {"table": self.public_view(), "you": self.personal_view(actor)}
