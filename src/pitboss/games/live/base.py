"""Types of live tables: actors, table specifications, log entries, movements, deadlines; and parsing of words."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct, field

from pitboss.games.commands import Command
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.limits import MAX_LINE, MAX_NAME
from pitboss.pit import NAME, Act

HOUSE: Final = "house"
_TABLE: Final = re.compile(r"t[1-9]\d?")
#: The maximum of one buy-in, in cents.
MOST_BROUGHT: Final = 10_000_000_00
#: Seconds until betting closes when every player with a wager is ready.
ALL_READY: Final = 0.1


class Role(StrEnum):
    """The role of an actor."""

    OPERATOR = "operator"
    DEALER = "dealer"
    PLAYER = "player"
    SPECTATOR = "spectator"
    HOUSE = "house"


#: The roles that may use commands of the house.
HOUSE_ROLES: Final = frozenset((Role.OPERATOR, Role.DEALER, Role.HOUSE))


#: The means of an actor created by a Python program.
PROGRAM: Final = "program"


class Actor(Struct, frozen=True):
    """A person, in which role, and by which means they act: ``session``, ``token LABEL``, ``cli USER@HOST``, ``clock``.

    The means name no secret. They are empty in an entry of a release that did not store them.
    """

    name: str
    role: Role
    means: str = PROGRAM


#: The house itself.
THE_HOUSE: Final = Actor(HOUSE, Role.HOUSE)
#: The automatic dealer: the house acts when a deadline has passed.
THE_CLOCK: Final = Actor(HOUSE, Role.HOUSE, "clock")


def author(name: str, role: str, means: str) -> str:
    """An actor as logs and statements show it: name, role, and means where they are known."""
    return ", ".join(part for part in dict.fromkeys((name, role, means)) if part)


#: The names of the bots of a practice house; other players cannot take names with this prefix.
BOT_PREFIX: Final = "bot_"
BOT_NAMES: Final = tuple(f"{BOT_PREFIX}{name}" for name in ("ada", "bruno", "chen", "dora", "emil", "farah"))


def is_bot(name: str) -> bool:
    """Whether a player is one of the bots of a practice house."""
    return name in BOT_NAMES


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
    ``unlose`` bank to stakes.
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


# --- words -------------------------------------------------------------------------------------------------------


def bad_words(message: str, rulebook: str = "", allowed: tuple[str, ...] = ()) -> Refusal:
    """Returns the refusal of words that do not parse."""
    return Refusal("words", message, (), rulebook, allowed)


def spoken(actor: Actor, words: str) -> Act | str:
    """Parses words into a line, without a check of the role; returns a message for invalid words."""
    if len(words) > MAX_LINE:
        return f"a line has {MAX_LINE} letters at most"
    return _spoken(actor, words)


@lru_cache(maxsize=8192)  # the same few lines recur
def _spoken(actor: Actor, words: str) -> Act | str:
    parts = words.split()
    name = actor.name if actor.role is Role.PLAYER else HOUSE
    table = parts.pop(0) if parts and _TABLE.fullmatch(parts[0]) else ""
    if actor.role is Role.HOUSE and parts and parts[0].endswith(":"):
        name, parts = parts[0][:-1], parts[1:]  # the house decides for a player
    if not parts or not words.isascii():
        return "a line is a verb and its words, of letters, figures and signs"
    if name != HOUSE and (not NAME.fullmatch(name) or len(name) > MAX_NAME):
        return f"'{name}' is not a name of a player: small letters, digits and _"
    if actor.role is Role.PLAYER and name == HOUSE:
        return "nobody is called the house"
    return Act(name, parts[0], tuple(parts[1:]), table)


#: The verb with which persons of the house attest duties.
_ATTEST: Final = "attest"


class RolePlan(Struct, frozen=True):
    """The verbs of each role in a game."""

    player: frozenset[str]
    dealer: frozenset[str]
    operator: frozenset[str]

    def refusal(self, actor: Actor, verb: str, rulebook: str) -> Refusal | None:
        """Returns the refusal of a verb that the role may not use; None where it may."""
        if verb == _ATTEST and actor.role in HOUSE_ROLES:
            return None  # each duty names the role that attests it
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
        said = f"'{verb}' is not for a {actor.role.value}" if known else f"'{verb}' is not a verb of this table"
        return Refusal("role" if known else "words", said, (), rulebook, tuple(sorted(may)))
