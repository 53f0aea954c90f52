"""Wire structs of private practice rooms."""

from typing import Annotated

from msgspec import Meta, Struct, field

#: The most bots at a table.
MAX_BOTS = 6


class RoomRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A practice room: a rulebook, one of its presets, choices that override the preset, and the number of bots.

    Without ``bots`` the preset's number is taken, without ``limits`` those of the practice house.
    """

    rulebook: str
    preset: str = ""
    choices: dict[str, str] = field(default_factory=dict)
    bots: Annotated[int, Meta(ge=0, le=MAX_BOTS)] | None = None
    limits: str = ""


class RoomPreset(Struct, frozen=True):
    """A suggested room: its title, the choices that differ from the defaults, and its bots."""

    id: str
    title: str
    choices: dict[str, str]
    bots: int
    limits: str
    #: Whether it is the room of a visitor who has chosen nothing.
    play_now: bool = False
    #: Whether the form of a room offers it beside the presets of every rulebook.
    featured: bool = False


class SideWagerChoice(Struct, frozen=True):
    """An option that offers side wagers: its values, which wagers each offers, and the clauses."""

    option: str
    type: str
    default: str
    values: tuple[str, ...]
    wagers: tuple[str, ...]
    clauses: tuple[str, ...]


class RoomBook(Struct, frozen=True):
    """A rulebook in the form of a room: its name, presets and side wagers. Every option is in its table form."""

    id: str
    name: str
    document: str
    game: str
    presets: tuple[RoomPreset, ...]
    side_wagers: tuple[SideWagerChoice, ...]


class RoomForm(Struct, frozen=True):
    """What a player may open: the rulebooks, and the limits of the house."""

    rulebooks: tuple[RoomBook, ...]
    limits: str
    most_bots: int
    rooms_per_player: int
    idle_seconds: float
    #: The book of rules in shorthand, which are no law: the choice ``rules`` holds abbreviations, and their meanings.
    laboratory: RoomBook
    abbreviations: tuple[tuple[str, str], ...]
