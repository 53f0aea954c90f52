"""The base class of commands, and the commands of a player that the tables of every game have."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import astuple

from pitboss.games.actors import HOUSE
from pitboss.games.grammar import Optional, is_of_house
from pitboss.games.words import Part, money, number, word


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

    @property
    def about(self) -> tuple[str, ...]:
        """What the command is about, such as the player who enters: duties and attestations name it."""
        return tuple([str(value) for value in astuple(self) if type(value) in (str, int)])


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


class CommitContribution(Command, frozen=True, kw_only=True):
    """Commits to a contribution to a seed: the hash of the value that is revealed later."""

    verb: ClassVar[str] = "commit"
    form: ClassVar[tuple[Part, ...]] = (word("seed", "SEED"), word("commitment", "HASH"))
    live: ClassVar[bool] = True
    player: str
    seed: str
    commitment: str


class RevealContribution(Command, frozen=True, kw_only=True):
    """Reveals the value of a contribution, after the commitments to its seed are closed."""

    verb: ClassVar[str] = "reveal"
    form: ClassVar[tuple[Part, ...]] = (word("seed", "SEED"), word("value", "VALUE"))
    live: ClassVar[bool] = True
    player: str
    seed: str
    value: str


class MixBeacon(Command, frozen=True, kw_only=True):
    """Mixes the value of an external beacon into a seed, after the last reveal."""

    verb: ClassVar[str] = "mix_beacon"
    form: ClassVar[tuple[Part, ...]] = (word("seed", "SEED"), word("source", "SOURCE"), word("value", "VALUE"))
    live: ClassVar[bool] = True
    seed: str
    source: str
    value: str


class CloseReveals(Command, frozen=True, kw_only=True):
    """Leaves out the players who did not reveal in time."""

    verb: ClassVar[str] = "close_reveals"
    form: ClassVar[tuple[Part, ...]] = (word("seed", "SEED"),)
    live: ClassVar[bool] = True
    seed: str


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


class UndoEntry(Command, frozen=True, kw_only=True):
    """Strikes the last entry of the house, within the table's time for it."""

    verb: ClassVar[str] = "undo"
    form: ClassVar[tuple[Part, ...]] = ()
    live: ClassVar[bool] = True


class CorrectEntry(Command, frozen=True, kw_only=True):
    """Corrects the entry that a version names: a card, an amount or a decision becomes another, or it is struck."""

    verb: ClassVar[str] = "correct"
    form: ClassVar[tuple[Part, ...]] = (
        number("version", "the version of an entry"),
        word("reason", "REASON"),
        Optional(word("becomes", "NEW")),
    )
    live: ClassVar[bool] = True
    version: int
    reason: str
    becomes: str = ""


class ConfirmCorrection(Command, frozen=True, kw_only=True):
    """Confirms as a second person the correction that another proposed for an entry."""

    verb: ClassVar[str] = "confirm_correction"
    form: ClassVar[tuple[Part, ...]] = (number("version", "the version of an entry"),)
    live: ClassVar[bool] = True
    version: int


def inner_command(command: Command) -> Command:
    """Returns the command of the underlying game where a command only carries it to one of several tables."""
    carried = getattr(command, "command", None)
    return carried if isinstance(carried, Command) else command


#: The commands of every game.
TABLE_COMMANDS = (
    JoinTable,
    LeaveTable,
    Contribute,
    CommitContribution,
    RevealContribution,
    MixBeacon,
    CloseReveals,
    DeclareReady,
    Attest,
)
#: The commands that correct entries, at floor tables.
CORRECTIONS = (UndoEntry, CorrectEntry, ConfirmCorrection)
