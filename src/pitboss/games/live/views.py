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
    #: The seeds that the person's client may commit a contribution to, and those that it is to reveal one for.
    commit: tuple[str, ...] = ()
    reveal: tuple[str, ...] = ()


class FieldView(Struct, frozen=True):
    """A word of a command that a person fills in; ``kind`` is ``money``, ``number``, ``player``, ``choice``, ``words``.

    ``minimum`` is the least amount of money in cents.
    """

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    optional: bool = False
    minimum: int = 0


class FormView(Struct, frozen=True):
    """A command that a role may use, with the words to fill in; and the refusal that forbids it now, if one does.

    The line is ``verb`` and the words of the fields in order.
    """

    verb: str
    fields: tuple[FieldView, ...] = ()
    refusal: Refusal | None = None


class BoardYou(You, frozen=True, kw_only=True):
    """The view of one person at a table of any game, with the form of every command (``live.forms``)."""

    forms: tuple[FormView, ...] = ()


class BoardHand(Struct, frozen=True):
    """Cards, or another outcome, under a name: ``note`` is its total or what it means."""

    name: str
    cards: tuple[str, ...] = ()
    note: str = ""
    won: bool = False


class BoardWager(Struct, frozen=True):
    """A wager on a place of the layout; ``net`` is its result, None before that."""

    player: str
    place: str
    amount: int
    net: int | None = None
    clauses: Clauses = ()


class BoardView(Struct, frozen=True, kw_only=True):
    """The public view of a table of any game. The terminal and the page show every game that has this view."""

    version: int
    round: int
    #: Where the round is, and one sentence about it.
    phase: str
    sentence: str
    minimum: int
    maximum: int
    people: tuple[PersonView, ...] = ()
    hands: tuple[BoardHand, ...] = ()
    wagers: tuple[BoardWager, ...] = ()
    #: The results of past rounds, the latest last: each the name of a place or hand.
    history: tuple[str, ...] = ()
    #: The next seeds, by name, with their published hashes.
    seeds: tuple[tuple[str, str], ...] = ()


class BoardPlace(Struct, frozen=True):
    """A place of the layout: its title, what it pays, and the words of a wager on it, which an amount follows."""

    name: str
    title: str
    pays: str
    words: str
    clauses: Clauses = ()


class BoardCard(Struct, frozen=True, kw_only=True):
    """The constant part of the view: the places of the layout, and facts such as the number of decks."""

    rulebook: str
    title: str
    places: tuple[BoardPlace, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class Shown(Struct, frozen=True):
    """A visible event: its sentence, its clauses and the fields that may be seen."""

    type: str
    text: str
    clauses: Clauses
    fields: dict[str, Any]
    by_house: bool = False
