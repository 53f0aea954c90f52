"""Duties of persons: what the law asks of a supervisor, a dealer, an operator or a director, and who attests it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final, Self

from msgspec.structs import replace

from pitboss.games.commands import Attest
from pitboss.games.events import event_name, inner_event
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import Actor, Role, bad_words
from pitboss.games.live.events import DutyAttested, DutyDue, DutyNotAttested
from pitboss.law import Rulebook, load_rulebook
from pitboss.law.layers import qualify_clauses
from pitboss.law.load import Duty
from pitboss.law.refusal import Refusal
from pitboss.money import parse_amount
from pitboss.pit import Act

_GRAMMAR: Final = Grammar((Attest,), "pitboss.games.commands")
#: The choices that are not lists of names.
ALL: Final = "all"
NONE: Final = "none"
#: The accounts that may attest in each role. An operator's account is a supervisor's, a director's and an operator's.
_MAY: Final[Mapping[str, frozenset[Role]]] = {
    "supervisor": frozenset((Role.OPERATOR, Role.HOUSE)),
    "director": frozenset((Role.OPERATOR, Role.HOUSE)),
    "operator": frozenset((Role.OPERATOR, Role.HOUSE)),
    "dealer": frozenset((Role.OPERATOR, Role.DEALER, Role.HOUSE)),
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


class DutyBook:
    """The duties of one table: which are open, and which were attested for the next occasion.

    With an empty choice the house attests every duty itself: events and commands are left as they are.
    """

    def __init__(self, book: Rulebook, chosen: str) -> None:
        self.rulebook = book.id
        self._duties = duties_of(book)
        self._assumed = not chosen
        self._chosen = read_duties(book, chosen)
        self._by_step = {step: name for name, duty in self._duties.items() for step in duty.steps}
        #: The duties that are due, and those attested beforehand, each with its detail.
        self.open: dict[str, str] = {}
        self.attested: list[tuple[str, str]] = []

    def copy(self) -> Self:
        """Returns an independent copy."""
        other = copy(self)
        other.open, other.attested = dict(self.open), list(self.attested)
        return other

    def status(self, name: str) -> str:
        """Returns ``assumed`` by the house, ``not_attested``, ``open``, or ``attested``: no occasion waits for it."""
        if self._assumed:
            return "assumed"
        if name not in self._chosen:
            return "not_attested"
        return "open" if name in self.open else "attested"

    def __iter__(self) -> Iterator[tuple[str, Duty]]:
        return iter(self._duties.items())

    # --- commands ------------------------------------------------------------------------------------------------

    def refusal(self, verb: str, words: Sequence[str]) -> Refusal | None:
        """Returns the refusal of a command before which a duty is to be done."""
        if self._assumed:
            return None
        for name in sorted(self._chosen):
            duty = self._duties[name]
            if verb not in duty.before:
                continue
            prior = duty.prior and verb == duty.before[0] and _reaches(duty, words)
            if name in self.open or (prior and not self._is_attested(name, words)):
                detail = f" {words[0]}" if prior and verb == "enter" and words else ""
                allowed = (f"{Attest.verb} {duty.role} {name}{detail}",)
                text = f"it waits for the {duty.role}: {duty.says}"
                return Refusal("duty", text, duty.clauses, self.rulebook, allowed)
        return None

    def _is_attested(self, name: str, words: Sequence[str]) -> bool:
        return any(of == name and (not detail or detail in words) for of, detail in self.attested)

    def attest(self, actor: Actor, command: Attest) -> tuple[DutyAttested, ...] | Refusal:
        """Records that a person of the role did the duty."""
        duty = self._duties.get(command.duty)
        if duty is None:
            known = ", ".join(f"{duty.role} {name}" for name, duty in self._duties.items()) or "no duty at all"
            return bad_words(f"expected 'attest ROLE DUTY': this rulebook has {known}", self.rulebook)
        if command.role != duty.role:
            text = f"{command.duty} is for the {duty.role} to attest, not for the {command.role}"
            return Refusal("duty", text, duty.clauses, self.rulebook, (f"{Attest.verb} {duty.role} {command.duty}",))
        if actor.role not in _MAY[duty.role]:
            return Refusal("role", f"only a {duty.role} attests this", duty.clauses, self.rulebook)
        detail = command.detail or self.open.get(command.duty, "")
        attested = DutyAttested(duty.clauses, command.duty, duty.role, duty.says, actor.name, detail)
        self.apply((attested,))
        return (attested,)

    # --- events --------------------------------------------------------------------------------------------------

    def note(self, events: Sequence[Any]) -> tuple[Any, ...]:
        """Returns the events of a command, with what happened in place of each step that nobody attested."""
        if self._assumed or not self._by_step:
            return tuple(events)
        noted = tuple(self._noted(event) for event in events)
        self.apply(event for event, former in zip(noted, events, strict=True) if event is not former)
        return noted

    def _noted(self, event: Any) -> Any:
        inner = inner_event(event)
        step = inner.name if event_name(event) == "procedure_done" else event_name(event)
        name = self._by_step.get(step)
        if name is None:
            return event
        duty = self._duties[name]
        detail = str(getattr(inner, "detail", "") or getattr(inner, "player", ""))
        if name not in self._chosen:
            return DutyNotAttested(event.clauses, name, duty.role, duty.says, detail)
        pending = next((item for item in self.attested if item[0] == name and item[1] in ("", detail)), None)
        if pending is None:
            return DutyDue(event.clauses, name, duty.role, duty.says, detail)
        self.attested.remove(pending)
        return event

    def apply(self, events: Iterable[Any]) -> None:
        """Applies the events of duties among these, as the log of a table restores them."""
        for event in events:
            if isinstance(event, DutyDue):
                self.open[event.duty] = event.detail
            elif isinstance(event, DutyAttested) and self.open.pop(event.duty, None) is None:
                self.attested.append((event.duty, event.detail))

    def apply_stored(self, events: Sequence[Any]) -> None:
        """Applies the events of a stored entry: steps that were attested beforehand use up their attestation."""
        self.apply(events)
        for event in events:
            inner = inner_event(event)
            step = getattr(inner, "name", "") if event_name(event) == "procedure_done" else event_name(event)
            name = self._by_step.get(step, "") if not self._assumed else ""
            detail = str(getattr(inner, "detail", "") or getattr(inner, "player", ""))
            used = next((item for item in self.attested if item[0] == name and item[1] in ("", detail)), None)
            if used is not None:
                self.attested.remove(used)


def _reaches(duty: Duty, words: Sequence[str]) -> bool:
    """Returns whether the amount of a command reaches that from which the duty is asked."""
    if not duty.least:
        return True
    try:
        return parse_amount(words[0]) >= parse_amount(duty.least)
    except (IndexError, ValueError):
        return False  # the table refuses the words
