"""The words of live tables: who speaks, what opens a table, what is stored, and what money moves."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct, field

from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.money import parse_amount
from pitboss.notation.pit import NAME, Act

HOUSE: Final = "house"
_TABLE: Final = re.compile(r"t[1-9]\d?")
#: How long a line may be.
LONGEST: Final = 500
#: No purse is filled with more than this at once.
MOST_BROUGHT: Final = 10_000_000_00
#: How long betting stays open, in seconds, when everybody with a wager is ready.
ALL_READY: Final = 0.1


class Role(StrEnum):
    """What somebody is at a table."""

    OPERATOR = "operator"
    DEALER = "dealer"
    PLAYER = "player"
    SPECTATOR = "spectator"
    HOUSE = "house"


#: Who speaks the words of the house.
HOUSE_ROLES: Final = frozenset((Role.OPERATOR, Role.DEALER, Role.HOUSE))


class Actor(Struct, frozen=True):
    """Somebody, and in which role."""

    name: str
    role: Role


#: The house itself: the clock speaks so.
THE_HOUSE: Final = Actor(HOUSE, Role.HOUSE)


class TableSpec(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that opens a table. Limits are written as in the notation, ``10-1000 step 5``."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    cards_are_read: bool = False
    turn_seconds: int = 30
    betting_seconds: int = 30
    title: str = ""


class Entry(Struct, frozen=True, gc=False):
    """What the log stores: who asked for what, under which id, and what it brought."""

    id: str
    actor: Actor
    words: str
    events: tuple[Any, ...]


class Movement(Struct, frozen=True, gc=False):
    """Cents that change their place: always more than nothing.

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
    """Whom the table waits for, and what the house says when the time is over; no seconds: it waits for ever.

    The time runs from when ``key`` was first seen; or, where it is not to begin anew with a server, from when the table
    came to the version ``since``.
    """

    key: str
    who: tuple[str, ...]
    what: str
    words: str = ""
    clauses: Clauses = ()
    seconds: float = 0
    since: int = 0


# --- words -------------------------------------------------------------------------------------------------------


def brought(words: str) -> int:
    """The cents that ``join AMOUNT`` brings to a table, 0 for any other words or an amount that cannot be."""
    verb, _, amount = words.strip().partition(" ")
    if _TABLE.fullmatch(verb):  # as a line of a tournament may begin
        verb, _, amount = amount.strip().partition(" ")
    if verb != "join":
        return 0
    try:
        cents = parse_amount(amount.strip())
    except ValueError:
        return 0
    return cents if 0 < cents <= MOST_BROUGHT else 0


def is_aside(words: str) -> bool:
    """Whether the words change nothing of what a table waits for: people come, go, add to a seed, are ready."""
    parts = words.split()
    return parts[:1] in (["join"], ["contribute"], ["ready"]) or parts == ["leave"]


def bad_words(message: str, rulebook: str = "", allowed: tuple[str, ...] = ()) -> Refusal:
    """The words mean nothing that could be asked for."""
    return Refusal("words", message, (), rulebook, allowed)


def spoken(actor: Actor, words: str) -> Act | str:
    """The line that somebody's words make, whoever may say it; else what is wrong with them."""
    if len(words) > LONGEST:
        return f"a line has {LONGEST} letters at most"
    return _spoken(actor, words)


@lru_cache(maxsize=8192)  # people say the same few things over and over
def _spoken(actor: Actor, words: str) -> Act | str:
    parts = words.split()
    name = actor.name if actor.role is Role.PLAYER else HOUSE
    table = parts.pop(0) if parts and _TABLE.fullmatch(parts[0]) else ""
    if actor.role is Role.HOUSE and parts and parts[0].endswith(":"):
        name, parts = parts[0][:-1], parts[1:]  # the house decides for somebody
    if not parts or not words.isascii():
        return "a line is a verb and its words, of letters, figures and signs"
    if name != HOUSE and (not NAME.fullmatch(name) or len(name) > 40):
        return f"'{name}' is no name of a player: small letters, digits and _"
    if actor.role is Role.PLAYER and name == HOUSE:
        return "nobody is called the house"
    return Act(name, parts[0], tuple(parts[1:]), table)


class RolePlan(Struct, frozen=True):
    """Which words of a game are whose: a player's own, a dealer's, and the operator's beyond them."""

    player: frozenset[str]
    dealer: frozenset[str]
    operator: frozenset[str]

    def refusal(self, actor: Actor, verb: str, rulebook: str) -> Refusal | None:
        """Why somebody in that role may not say it."""
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
        said = f"'{verb}' is not for a {actor.role.value}" if known else f"'{verb}' is no verb of this table"
        return Refusal("role" if known else "words", said, (), rulebook, tuple(sorted(may)))
