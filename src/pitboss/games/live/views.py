"""View structs of every game: players, buttons, settlements, visible events."""

from typing import Any

from msgspec import Struct, field

from pitboss.games.live.base import Role
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal


class Settlement(Struct, frozen=True, gc=False):
    """The result of a wager, and the clauses it rests on."""

    net: int
    outcome: str
    clauses: Clauses


class PersonView(Struct, frozen=True, gc=False):
    """A player at a table, with the chips in front of them."""

    name: str
    money: int
    boxes: tuple[int, ...] = ()
    absent: bool = False
    ready: bool = False


class LessView(Struct, frozen=True):
    """The command for the smallest partial amount, and the refusal that forbids it; None where it is allowed."""

    words: str
    refusal: Refusal | None = None


class ActionView(Struct, frozen=True):
    """A button: its command, and the refusal that forbids it; None where it is enabled.

    ``less`` is the command for a partial amount, where one exists. ``confirm``: the command confirms a consequence for
    other people, so it is previewed before it is sent.
    """

    verb: str
    words: str
    box: int = 0
    refusal: Refusal | None = None
    less: LessView | None = None
    confirm: bool = False


class You(Struct, frozen=True, kw_only=True):
    """The view of one person."""

    name: str
    role: Role
    money: int = 0
    at_table: bool = False
    boxes: tuple[int, ...] = ()
    actions: tuple[ActionView, ...] = ()
    side_wagers: dict[str, Refusal | None] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()


class Shown(Struct, frozen=True):
    """A visible event: its sentence, its clauses and the fields that may be seen."""

    type: str
    text: str
    clauses: Clauses
    fields: dict[str, Any]
    by_house: bool = False
