"""What live tables of every game do in the same way: hearing words, money, and seeds."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Final, Protocol, Self

from pitboss.law.refusal import Refusal
from pitboss.notation.pit import Act
from pitboss.table.fair import commitment_of, seed_of
from pitboss.table.live_base import (
    HOUSE,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Movement,
    RolePlan,
    TableSpec,
    bad_words,
    brought,
    spoken,
)
from pitboss.table.live_events import Codec, LiveEvent, SeedAdded, SeedCommitted, SeedRevealed
from pitboss.table.shared_views import Shown
from pitboss.table.shown import shown

#: How many seeds to come are fixed beforehand.
AHEAD: Final = 2
#: What people say of themselves, which brings no chance.
_OF_PEOPLE: Final = frozenset(("join", "leave", "contribute", "ready"))
#: What came of somebody's words.
Done = tuple[Any, ...] | Refusal
#: What a live table does when it hears a word of its own.
Said = Callable[[Any, Act], Done]


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
    #: Which words are whose.
    roles: ClassVar[RolePlan]
    #: The words that only a live table knows.
    own_words: ClassVar[Mapping[str, Said]]
    #: Whether a line may say at which table.
    numbered: ClassVar[bool] = False

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

    # --- words ---------------------------------------------------------------------------------------------------

    def do(self, actor: Actor, words: str) -> Done:
        """Carries the words out, or says what forbids them. A refusal changes nothing.

        After an exception the table is not to be used any more: it is restored from its log.
        """
        line = self.read(actor, words)
        if isinstance(line, Refusal):
            return line
        own = self.own_words.get(line.verb)
        if own is not None and (line.verb != "leave" or not line.words):
            return own(self, line)
        waits = self._waits()
        if waits is not None:
            return waits
        try:
            command = self.meant(line)
        except ValueError as error:
            return bad_words(str(error), self.rulebook, self._allowed(line.actor))
        return self.carry_out(command)

    def read(self, actor: Actor, words: str) -> Act | Refusal:
        """The line that somebody's words make, where that is theirs to say."""
        line = spoken(actor, words)
        if isinstance(line, str):
            return bad_words(line, self.rulebook)
        if line.table and not self.numbered:
            return bad_words(f"'{line.table}': only a tournament has several tables", self.rulebook)
        if line.actor == HOUSE and line.verb in _OF_PEOPLE:
            return Refusal("role", f"'{line.verb}' is for players, and the house is none", (), self.rulebook)
        return self._not_theirs(actor, line) or line

    def preview(self, actor: Actor, words: str) -> Done:
        """What the words would bring, as far as that is known before; nothing is changed."""
        line = self.read(actor, words)
        if isinstance(line, Refusal):
            return line
        if line.verb in _OF_PEOPLE and (line.verb != "leave" or not line.words):
            return self.copy().do(actor, words)
        try:
            command = self.meant(line)
        except ValueError as error:
            return bad_words(str(error), self.rulebook)
        return self._foreseen(command)

    def shown(self, event: Any, actor: Actor) -> Shown | None:
        """An event as this person may see it; what lies face down is hidden from everybody."""
        return shown(event)

    def _not_theirs(self, actor: Actor, line: Act) -> Refusal | None:
        return self.roles.refusal(actor, line.verb, self.rulebook)

    def _waits(self) -> Refusal | None:
        """What must be told before any word of the game is heard."""
        return None

    def _allowed(self, player: str) -> tuple[str, ...]:
        """What somebody might have meant."""
        return ()

    def _brought(self, line: Act) -> int | Refusal:
        """The cents that somebody comes with."""
        words = "expected 'join AMOUNT', in dollars, of more than nothing"
        return brought(f"join {' '.join(line.words)}") or bad_words(words, self.rulebook)

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
        return [SeedCommitted((), name, hashed) for name, hashed in self._hashes(new)]

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

    def _hashes(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Seeds by name, each with its published hash."""
        return tuple((name, commitment_of(seed_of(self.secret, name))) for name in names)

    # --- what every game says itself -----------------------------------------------------------------------------

    def meant(self, line: Act) -> Any:
        """The command that a line means here; ValueError where it means none."""
        raise NotImplementedError

    def carry_out(self, command: Any) -> Done:
        """A command of the game."""
        raise NotImplementedError

    def _foreseen(self, command: Any) -> Done:
        """What a command would bring on a copy of the table, without chance."""
        raise NotImplementedError

    def owed(self) -> tuple[str, ...]:
        """What the house says for people to whom more is owed than lies in their purses."""
        return ()

    def plays_for_chips(self) -> bool:
        """Whether a round is in progress of which no money tells."""
        return False

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
