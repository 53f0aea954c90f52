"""Duties of persons: what the law asks of a supervisor, a dealer, an operator or a director, and who attests it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.commands import Attest, Command, inner_command
from pitboss.games.events import event_name, inner_event, snake_case
from pitboss.games.grammar import Grammar, bad_words
from pitboss.games.live.base import THE_CLOCK, Actor, Role
from pitboss.games.live.events import DutyAttested, DutyDue, DutyNotAttested
from pitboss.law import Rulebook, load_rulebook, rulebook_ids
from pitboss.law.layers import qualify_clauses
from pitboss.law.load import Duty
from pitboss.law.refusal import Refusal
from pitboss.pit import Act

_GRAMMAR: Final = Grammar((Attest,), "pitboss.games.commands")
#: The choices that are not lists of names.
ALL: Final = "all"
NONE: Final = "none"
#: The events of a payment that waits for a duty, those that name a step, and those after which none waits.
_HELD: Final = "payment_held"
_RELEASED: Final = "payment_released"
_NAMED: Final = frozenset(("procedure_done", _HELD, _RELEASED))
_ROUND_OVER: Final = frozenset(("round_ended", "round_misdealt", "round_voided"))
#: The accounts that may attest in each role. An operator's account is a supervisor's, a director's and a dealer's, too.
ATTESTING_ROLES: Final[Mapping[str, frozenset[Role]]] = {
    "supervisor": frozenset((Role.OPERATOR, Role.SUPERVISOR, Role.HOUSE)),
    "director": frozenset((Role.OPERATOR, Role.DIRECTOR, Role.HOUSE)),
    "operator": frozenset((Role.OPERATOR, Role.HOUSE)),
    "dealer": frozenset((Role.OPERATOR, Role.SUPERVISOR, Role.DEALER, Role.HOUSE)),
}


def duties_of(book: Rulebook) -> dict[str, Duty]:
    """Returns the duties of a rulebook, and those of the game beneath it with the name of their document."""
    if not book.about.base:
        return book.duties
    base = load_rulebook(book.about.base)
    beneath = {name: replace(duty, clause=qualify_clauses(base.id, duty.clauses)) for name, duty in base.duties.items()}
    return beneath | book.duties


def read_duties(book: Rulebook, chosen: str) -> frozenset[str]:
    """Returns the names of the chosen duties; raises ValueError for one that the rulebook does not have."""
    duties = duties_of(book)
    if chosen == ALL:
        return frozenset(duties)
    names = frozenset(word.strip() for word in chosen.split(",") if word.strip()) if chosen != NONE else frozenset()
    for name in names:
        if name not in duties:
            known = ", ".join((ALL, NONE, *duties))
            raise ValueError(f"{book.id} has no duty '{name}': expected {known}")
    return names


def read_attest(act: Act) -> Attest:
    """Parses ``house: attest ROLE DUTY [DETAIL]``; raises ValueError for other words."""
    command = _GRAMMAR.read(act)
    assert isinstance(command, Attest)
    return command


class CommandPattern(Struct, frozen=True):
    """Commands that wait for a duty, as a rulebook names them: a verb, or a verb and what the command is about."""

    verb: str
    about: tuple[str, ...] = ()

    @classmethod
    def parse(cls, line: str) -> "CommandPattern":
        """Parses ``deal`` or ``irregularity upcard_collected``."""
        verb, *about = line.split()
        return cls(verb, tuple(about))

    def matches(self, command: Command) -> bool:
        """Returns whether the command is one of these."""
        return command.verb == self.verb and command.about[: len(self.about)] == self.about


class DutyBook:
    """The duties of one table: which are open, and which were attested for the next occasion.

    With an empty choice the house attests every duty itself: events and commands are left as they are.
    """

    def __init__(self, book: Rulebook, chosen: str) -> None:
        self.rulebook = book.id
        self._duties = duties_of(book)
        self._assumed = not chosen
        self._chosen = read_duties(book, chosen)
        #: The commands that wait for each duty, and the verbs of them all.
        self._before = {name: tuple(map(CommandPattern.parse, duty.before)) for name, duty in self._duties.items()}
        self.verbs = frozenset(pattern.verb for patterns in self._before.values() for pattern in patterns)
        #: The events that can be the moment of a duty; all others pass.
        moments = (step for duty in self._duties.values() for step in (*duty.steps, *duty.occasions))
        others = frozenset() if self._assumed else _controls()
        self._moments = _NAMED | _ROUND_OVER | others | frozenset(moments)
        #: The duties that are due, and those attested beforehand, each with its detail.
        self.open: dict[str, str] = {}
        self.attested: list[tuple[str, str]] = []
        #: Who attested one of two duties that two persons attest, until the other is attested too.
        self._first: dict[str, str] = {}
        pairs = [(name, duty.apart_from) for name, duty in self._duties.items() if duty.apart_from]
        self._apart = dict(pairs) | {other: name for name, other in pairs}

    def copy(self) -> Self:
        """Returns an independent copy."""
        other = copy(self)
        other.open, other.attested, other._first = dict(self.open), list(self.attested), dict(self._first)
        return other

    def status(self, name: str) -> str:
        """Returns the status of a duty, as ``TableDuty`` of the wire format lists them."""
        if self._assumed:
            return "assumed"
        if name not in self._chosen:
            return "not_attested"
        if name in self.open:
            return "open"
        prior = self._duties[name].prior and all(of != name for of, _ in self.attested)
        return "required" if prior else "attested"

    def __iter__(self) -> Iterator[tuple[str, Duty]]:
        return iter(self._duties.items())

    def before_payment(self) -> frozenset[str]:
        """Returns the clauses of the chosen duties for which a payment waits."""
        chosen = (self._duties[name] for name in self._chosen)
        return frozenset(clause for duty in chosen if duty.precedes_payment for clause in duty.clauses)

    # --- commands ------------------------------------------------------------------------------------------------

    def refusal(self, command: Command) -> Refusal | None:
        """Returns the refusal of a command before which a duty is to be done."""
        command = inner_command(command)
        if self._assumed or command.verb not in self.verbs:
            return None
        for name, duty in self._duties.items():
            if name not in self._chosen or not any(pattern.matches(command) for pattern in self._before[name]):
                continue
            exempt = bool(duty.exempt) and bool(getattr(command, duty.exempt.removesuffix("="), 0))
            prior = duty.prior and not exempt and self._before[name][0].matches(command)
            if name in self.open or (prior and not self._is_attested(name, command.about)):
                player = getattr(command, "player", "") if prior else ""
                allowed = (f"{Attest.verb} {duty.role} {name} {player}".rstrip(),)
                text = f"it waits for the {duty.role}: {duty.says}"
                return Refusal("duty", text, duty.clauses, self.rulebook, allowed)
        return None

    def _is_attested(self, name: str, about: Sequence[str]) -> bool:
        return any(of == name and (not detail or detail in about) for of, detail in self.attested)

    def attest(self, actor: Actor, command: Attest) -> tuple[DutyAttested, ...] | Refusal:
        """Records that a person of the role did the duty."""
        duty = self._duties.get(command.duty)
        if duty is None:
            known = ", ".join(f"{duty.role} {name}" for name, duty in self._duties.items()) or "no duty at all"
            return bad_words(f"expected 'attest ROLE DUTY': this rulebook has {known}", self.rulebook)
        if command.role != duty.role:
            text = f"{command.duty} is for the {duty.role} to attest, not for the {command.role}"
            return Refusal("duty", text, duty.clauses, self.rulebook, (f"{Attest.verb} {duty.role} {command.duty}",))
        if not may_attest(actor.role, duty) or actor.means == THE_CLOCK.means:
            return Refusal("role", f"only a {duty.role} attests this", duty.clauses, self.rulebook)
        other = self._apart.get(command.duty, "")
        if actor.role is not Role.HOUSE and self._first.get(other) == actor.name:
            text = f"{actor.name} attested {other}: the document asks two persons, and another one attests this"
            return Refusal("duty", text, duty.clauses, self.rulebook)
        due = self.open.get(command.duty, "")
        if duty.precedes_payment and not (due or command.detail) and actor.role is not Role.HOUSE:
            text = "no payment waits for it: attest it when the amount is shown, or name the amount"
            return Refusal("duty", text, duty.clauses, self.rulebook)
        if due and command.detail not in ("", due):
            text = f"{due} waits for it, not {command.detail}"
            return Refusal("duty", text, duty.clauses, self.rulebook, (f"{Attest.verb} {duty.role} {command.duty}",))
        attested = DutyAttested(duty.clauses, command.duty, duty.role, duty.says, actor.name, command.detail or due)
        self.apply((attested,))
        return (attested,)

    # --- events --------------------------------------------------------------------------------------------------

    def moments(self, kinds: Iterable[type]) -> frozenset[type]:
        """Returns the types of event that may concern a duty; no other event needs ``follow``."""
        carriers = (kind for kind in kinds if "event" in getattr(kind, "__struct_fields__", ()))
        named = (kind for kind in kinds if snake_case(kind.__name__) in self._moments)
        return frozenset((DutyAttested, *carriers, *named))

    def follow(self, events: Sequence[Any], release: Callable[[], Sequence[Any]]) -> tuple[Any, ...]:
        """Returns the noted events of a command; a held payment is released once its duties are attested.

        ``release`` pays what is held and returns the events of that, none where nothing is held.
        """
        noted = self.note(events)
        while not self._holds_payment() and (more := release()):
            noted += self.note(more)
        return noted

    def _holds_payment(self) -> bool:
        return any(self._duties[name].precedes_payment for name in self.open)

    def note(self, events: Sequence[Any]) -> tuple[Any, ...]:
        """Returns the events of a command, with what happened in place of each step that nobody attested."""
        if self._assumed:
            return tuple(events)
        return tuple(noted for event in events for noted in self._noted(event))

    def _noted(self, event: Any) -> tuple[Any, ...]:
        kind = event_name(event)
        if kind not in self._moments:
            return (event,)
        step = _step_of(event)
        if kind in _ROUND_OVER:
            self._forget_payments()
        names = self._duties_at(event, step)
        if not names:  # a control on which this document is silent is not stated as done either
            return () if step in _controls() else (event,)
        detail = _detail_of(event)
        if kind == _RELEASED:
            for name in names:
                self._use(name, detail)
            return (event,)
        missing: list[Any] = []
        for name in names:
            attested = self._find(name, detail) is not None if kind == _HELD else self._use(name, detail)
            if not attested:
                duty, logged = self._duties[name], DutyDue if name in self._chosen else DutyNotAttested
                own = tuple(clause for clause in event.clauses if clause in duty.clauses) if len(names) > 1 else ()
                cited = own or event.clauses
                missing.append(logged(cited, name, duty.role, duty.says, detail))
        self.apply(missing)
        states = any(step in self._duties[name].steps for name in names) and kind != _HELD
        return tuple(missing) if states and missing else (event, *missing)

    def _duties_at(self, event: Any, step: str) -> list[str]:
        """Returns the duties of which the event is the step or the occasion.

        Of several with the same step those count whose clauses the event cites; an occasion cites all clauses.
        """
        names = [name for name, duty in self._duties.items() if step in duty.steps]
        if len(names) > 1:
            names = [name for name in names if not set(event.clauses).isdisjoint(self._duties[name].clauses)] or names
        for name, duty in self._duties.items():
            if step in duty.occasions and set(event.clauses).issuperset(duty.clauses):
                names.append(name)
        return names

    def _sharing(self, step: str, other: str) -> list[str]:
        """Returns the duties that have the step and a clause in common with another duty."""
        clauses = set(self._duties[other].clauses)
        found = ((name, duty) for name, duty in self._duties.items() if name != other and step in duty.steps)
        return [name for name, duty in found if not clauses.isdisjoint(duty.clauses)]

    def _find(self, name: str, detail: str) -> tuple[str, str] | None:
        """Returns the attestation that was made beforehand; None if there is none."""
        return next((item for item in self.attested if item[0] == name and item[1] in ("", detail)), None)

    def _use(self, name: str, detail: str) -> bool:
        """Uses up an attestation that was made beforehand; returns whether there was one."""
        found = self._find(name, detail)
        if found is not None:
            self.attested.remove(found)
        return found is not None

    def _forget_payments(self) -> None:
        """Ends the wait for duties before payments: they are made, or there is nothing to pay any more."""
        self.open = {name: detail for name, detail in self.open.items() if not self._duties[name].precedes_payment}

    def apply(self, events: Iterable[Any]) -> None:
        """Applies the events of duties among these, as the log of a table restores them."""
        for event in events:
            if isinstance(event, DutyDue):
                self.open[event.duty] = event.detail
                self._first.pop(event.duty, None)
            elif isinstance(event, DutyAttested):
                self._note_person(event)
                item = (event.duty, event.detail)
                if self.open.pop(event.duty, None) is None and item not in self.attested:
                    self.attested.append(item)

    def _note_person(self, event: DutyAttested) -> None:
        """Remembers who attested the first of two duties that two persons attest; the second ends the wait."""
        other = self._apart.get(event.duty, "")
        if other and self._first.pop(other, None) is None:
            self._first[event.duty] = event.by

    def apply_stored(self, events: Sequence[Any]) -> None:
        """Applies the events of a stored entry: steps that were attested beforehand use up their attestation."""
        if self._assumed:
            return
        held = False
        for event in events:
            kind, detail = event_name(event), _detail_of(event)
            self.apply((event,))
            if kind in _ROUND_OVER:
                self._forget_payments()
            if isinstance(event, DutyDue | DutyNotAttested):
                # other duties of the step that this event replaced may have been attested beforehand
                steps = () if held else self._duties[event.duty].steps
                names = [name for step in steps for name in self._sharing(step, event.duty)]
            else:
                held = kind == _HELD
                names = [] if held else self._duties_at(event, _step_of(event))
            for name in names:
                self._use(name, detail)


@lru_cache(maxsize=1)
def _controls() -> frozenset[str]:
    """Returns the steps of the duties of every rulebook."""
    books = [load_rulebook(name) for name in rulebook_ids()]
    return frozenset(step for book in books for duty in book.duties.values() for step in duty.steps)


def may_attest(role: Role, duty: Duty) -> bool:
    """Whether an account of this role may attest a duty."""
    return role in ATTESTING_ROLES[duty.role]


def _step_of(event: Any) -> str:
    """Returns the name of the step that an event states, or of the event itself."""
    kind = event_name(event)
    return str(inner_event(event).name) if kind in _NAMED else kind


def _detail_of(event: Any) -> str:
    inner = inner_event(event)
    return str(getattr(inner, "detail", "") or getattr(inner, "player", ""))
