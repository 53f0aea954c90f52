"""Types of live tables: specifications, log entries, movements, deadlines; with those of actors and roles."""

import re
from typing import Any, Final

from msgspec import Struct, field

from pitboss.games.actors import (
    HOUSE,
    HOUSE_ROLES,
    PROGRAM,
    READING_ROLES,
    STAFF,
    THE_CLOCK,
    THE_HOUSE,
    Actor,
    Role,
    author,
)
from pitboss.games.commands import Command
from pitboss.games.grammar import RolePlan
from pitboss.law.cite import Clauses

__all__ = [
    "ALL_READY",
    "BOT_NAMES",
    "BOT_PREFIX",
    "HOUSE",
    "HOUSE_ROLES",
    "MOST_BROUGHT",
    "OPENING",
    "PROGRAM",
    "READING_ROLES",
    "STAFF",
    "THE_CLOCK",
    "THE_HOUSE",
    "Actor",
    "Due",
    "Entry",
    "Movement",
    "Practice",
    "Role",
    "RolePlan",
    "TableSpec",
    "author",
    "is_anonymous",
    "is_bot",
]

#: The maximum of one buy-in, in cents.
MOST_BROUGHT: Final = 10_000_000_00
#: Seconds until betting closes when every player with a wager is ready.
ALL_READY: Final = 0.1


#: The names of the bots of a practice house; other players cannot take names with this prefix.
BOT_PREFIX: Final = "bot_"
BOT_NAMES: Final = tuple(f"{BOT_PREFIX}{name}" for name in ("ada", "bruno", "chen", "dora", "emil", "farah"))


def is_bot(name: str) -> bool:
    """Whether a player is one of the bots of a practice house."""
    return name in BOT_NAMES


#: The names of anonymous players at a floor table: ``box_3``, a second person on that box, and chips of a colour.
_ANONYMOUS: Final = re.compile(r"box_[1-9]\d?(_[2-9])?|colour_[a-z]+")


def is_anonymous(name: str) -> bool:
    """Whether a name is that of an anonymous player at a floor table, who has no account: a user cannot take it."""
    return _ANONYMOUS.fullmatch(name) is not None


class Practice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a practice house: the owner of a private room, and the bots at it.

    The server plays the bots and directs tournaments. No deadline runs while at most one person is at the table.
    """

    owner: str = ""
    bots: int = 0


class TableSpec(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The specification of a table. Limits are written as in the notation, ``10-1000 step 5``."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    cards_are_read: bool = False
    turn_seconds: int = 30
    betting_seconds: int = 30
    title: str = ""
    practice: Practice | None = None
    #: The duties that persons attest: ``all``, ``none`` or names with commas. Empty: the house attests them all itself,
    #: as in files and in the tables of releases without duties.
    duties: str = ""
    #: How many spins of a wheel derive from one seed. With 1 nobody knows a number while it can be bet on.
    spins_per_seed: int = 1
    #: Whether the value of an external beacon, which the server has, is mixed into every seed after the last reveal.
    beacon: bool = False
    #: Whether the dealer runs a physical table alone: the dealer enters the wagers and decisions of anonymous players,
    #: no clock deals, and the outcomes are entered.
    floor: bool = False
    #: For how many seconds the last entry of the house can be undone; later it is corrected by a supervisor.
    undo_seconds: int = 30
    #: Whether a second person confirms each correction of a supervisor.
    second_person: bool = False


#: The words of the first entry of a log.
OPENING: Final = "open"


class Entry(Struct, frozen=True, gc=False):
    """An entry of the log: the command id, the actor, the command and its events.

    A stored entry has the words of the command, and one of a table in this process the command itself.
    """

    id: str
    actor: Actor
    words: str
    events: tuple[Any, ...]
    command: Any = None


class Movement(Struct, frozen=True, gc=False):
    """A positive amount of cents that changes its account.

    ``join`` wallet to purse, ``leave`` purse to wallet, ``wager`` purse to stakes, ``back`` stakes to purse, ``lose``
    stakes to bank, ``win`` bank to purse; and where a settled wager is in play again or void: ``unwin`` purse to bank,
    ``unlose`` bank to stakes. An anonymous player has no wallet: ``cash`` and ``chips`` cage to purse, ``redeem`` purse
    to cage.
    """

    player: str
    kind: str
    amount: int
    why: str = ""
    clauses: Clauses = ()


class Due(Struct, frozen=True):
    """A deadline: the players that the table waits for, and the command on expiry; 0 seconds: no expiry.

    The time runs from when ``key`` was first seen. With ``since`` it runs from when the table reached that version, so
    that a restart of the server does not extend it.
    """

    key: str
    who: tuple[str, ...]
    what: str
    command: Command | None = None
    clauses: Clauses = ()
    seconds: float = 0
    since: int = 0
    #: The table of a game with several tables: the time starts when that table has finished showing.
    table: int = 0
