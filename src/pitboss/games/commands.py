"""The base class of commands, and the commands of a player that the tables of every game have."""

from typing import ClassVar

from msgspec import Struct

from pitboss.games.grammar import Optional, is_of_house
from pitboss.games.words import HOUSE, Part, money, word


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """A command of a player or of the house. ``verb`` and ``form`` declare its line in the notation."""

    verb: ClassVar[str]
    #: The words after the verb.
    form: ClassVar[tuple[Part, ...]]
    #: Whether only tables have the command; a file has no line for it.
    live: ClassVar[bool] = False
    #: Whether the command adds a player to the table: the name is validated then.
    names_player: ClassVar[bool] = False

    @property
    def actor(self) -> str:
        """The sender: the player, or the house."""
        return HOUSE if is_of_house(type(self)) else str(getattr(self, "player", HOUSE))


class JoinTable(Command, frozen=True, kw_only=True):
    """Joins the table with a buy-in, or adds to it."""

    verb: ClassVar[str] = "join"
    form: ClassVar[tuple[Part, ...]] = (money("money"),)
    live: ClassVar[bool] = True
    names_player: ClassVar[bool] = True
    player: str
    money: int


class LeaveTable(Command, frozen=True, kw_only=True):
    """Withdraws what may be withdrawn, gives up the seats and cashes out."""

    verb: ClassVar[str] = "leave"
    form: ClassVar[tuple[Part, ...]] = ()
    live: ClassVar[bool] = True
    player: str


class Contribute(Command, frozen=True, kw_only=True):
    """Adds a word to the seeds whose outcomes have not begun."""

    verb: ClassVar[str] = "contribute"
    form: ClassVar[tuple[Part, ...]] = (word("text", "WORD"),)
    live: ClassVar[bool] = True
    player: str
    text: str


class DeclareReady(Command, frozen=True, kw_only=True):
    """Declares that the player will place no more wagers; betting closes when all players have."""

    verb: ClassVar[str] = "ready"
    form: ClassVar[tuple[Part, ...]] = ()
    live: ClassVar[bool] = True
    player: str


class Attest(Command, frozen=True, kw_only=True):
    """States as a person of a role that a duty was done."""

    verb: ClassVar[str] = "attest"
    form: ClassVar[tuple[Part, ...]] = (word("role", "ROLE"), word("duty", "DUTY"), Optional(word("detail", "DETAIL")))
    role: str
    duty: str
    detail: str = ""


#: The commands of every game.
TABLE_COMMANDS = (JoinTable, LeaveTable, Contribute, DeclareReady, Attest)
