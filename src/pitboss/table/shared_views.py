"""What the views of every game share: people, buttons, settlements, and events as they are told."""

from typing import Any

from msgspec import Struct, field

from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.table.live_base import Role


class Settlement(Struct, frozen=True, gc=False):
    """How a wager was settled, and on which clauses."""

    net: int
    outcome: str
    clauses: Clauses


class PersonView(Struct, frozen=True, gc=False):
    """Somebody at a table, with the money that lies in front of them."""

    name: str
    money: int
    boxes: tuple[int, ...] = ()
    absent: bool = False
    ready: bool = False


class LessView(Struct, frozen=True):
    """The words for the least that could be laid, and what forbids to lay less than usual; None where that may be."""

    words: str
    refusal: Refusal | None = None


class ActionView(Struct, frozen=True):
    """A button: the words that it says, and what forbids it, None where it may be pressed.

    Where it lays an amount of which there is less, ``less`` says whether that may be laid, too.
    """

    verb: str
    words: str
    box: int = 0
    refusal: Refusal | None = None
    less: LessView | None = None


class You(Struct, frozen=True, kw_only=True):
    """What concerns one person."""

    name: str
    role: Role
    money: int = 0
    at_table: bool = False
    boxes: tuple[int, ...] = ()
    actions: tuple[ActionView, ...] = ()
    side_wagers: dict[str, Refusal | None] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()


class Shown(Struct, frozen=True):
    """How an event is told: in a sentence, with its clauses and all of it that may be seen."""

    type: str
    text: str
    clauses: Clauses
    fields: dict[str, Any]
    by_house: bool = False
