"""Forms of commands, derived from the grammar: what a person may fill in and send at a table of any game."""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from pitboss.games.commands import (
    Attest,
    CloseReveals,
    CommitContribution,
    Contribute,
    JoinTable,
    LeaveTable,
    MixBeacon,
    RevealContribution,
)
from pitboss.games.grammar import Optional, is_of_house
from pitboss.games.live.base import HOUSE_ROLES, Actor, Role
from pitboss.games.live.views import FieldView, FormView
from pitboss.games.words import Part
from pitboss.law.refusal import Refusal
from pitboss.money import amount_text

if TYPE_CHECKING:
    from pitboss.games.live.table import Table

_CONTRIBUTIONS = (Contribute, CommitContribution, RevealContribution, MixBeacon, CloseReveals)
#: Commands with a place of their own on every page and in every client.
_ELSEWHERE = (JoinTable, LeaveTable, *_CONTRIBUTIONS, Attest)
#: How many lines of a command are tried to find a legal one.
_MOST_TRIED = 32


def command_forms(table: "Table", actor: Actor) -> tuple[FormView, ...]:
    """Returns a form for each command that the actor's role may use.

    A form carries the refusal of its command if every choice of its words is refused now, with the least amount.
    """
    if actor.role is Role.SPECTATOR:
        return ()
    kinds = [kind for kind in table.grammar.kinds if kind not in _ELSEWHERE and _may_use(table, actor, kind)]
    return tuple(FormView(kind.verb, _fields(table, kind), _refusal(table, actor, kind)) for kind in kinds)


def _may_use(table: "Table", actor: Actor, kind: Any) -> bool:
    of_house = is_of_house(kind)
    if of_house != (actor.role in HOUSE_ROLES):
        return False
    return table.roles.refusal(actor, kind.verb, table.rulebook) is None


def _fields(table: "Table", kind: Any) -> tuple[FieldView, ...]:
    least = table.rules.limits.minimum
    return tuple(
        FieldView(
            " ".join(part.fields),
            part.kind,
            part.choices,
            isinstance(part, Optional),
            least if part.kind == "money" else 0,
        )
        for part in kind.form
    )


def _refusal(table: "Table", actor: Actor, kind: Any) -> Refusal | None:
    """Returns the first refusal if all tried lines of a command are refused; None where its words are free text."""
    found: Refusal | None = None
    for line in _lines(table, kind):
        done = table.preview(actor, line)
        if not isinstance(done, Refusal):
            return None
        found = found or done
    return found


def _lines(table: "Table", kind: Any) -> Iterator[str]:
    """Yields lines of a command with every choice, the least amount and the number 1."""
    words = [_words(table, part) for part in kind.form if not isinstance(part, Optional)]
    for number, chosen in enumerate(product(*words)):
        if number == _MOST_TRIED:
            return
        yield " ".join((kind.verb, *chosen))


def _words(table: "Table", part: Part) -> tuple[str, ...]:
    if part.kind == "money":
        return (amount_text(table.rules.limits.minimum),)
    if part.kind == "player":
        return tuple(sorted(table.present))
    return ("1",) if part.kind == "number" else part.choices
