"""What goes over the wire, in both directions: the same structs encode on one side and decode on the other.

Money is in cents everywhere. Times are seconds since 1970.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

#: A user's name, which is a player's name in the notation too.
Name = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=24)]
#: A client's own name for something that is to be done once.
Id = Annotated[str, Meta(pattern="^[!-~]+$", max_length=64)]
#: A line of the notation without its actor.
Line = Annotated[str, Meta(pattern="^[ -~]+$", max_length=400)]
Password = Annotated[str, Meta(min_length=8, max_length=256)]
Role = Literal["operator", "dealer", "player", "spectator"]


class ErrorBody(Struct, frozen=True):
    """Why something was not done: what was asked, what forbids it on which clause, and what would be allowed."""

    kind: str
    message: str
    clause: str = ""
    rulebook: str = ""
    allowed: tuple[str, ...] = ()


class Error(Struct, frozen=True):
    """The one shape of every error over HTTP."""

    error: ErrorBody


# --- accounts ---------------------------------------------------------------------------------------------------------


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: str
    password: str


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who sits down at once; without a name one is made."""

    name: Name | None = None


class NewUser(Struct, frozen=True, forbid_unknown_fields=True):
    """A user as an operator adds one; without a password the user has only the token of the answer."""

    name: Name
    role: Role = "player"
    password: Password | None = None


class Person(Struct, frozen=True):
    """A user; ``wallet`` is what lies in the account, beside what is on tables."""

    name: str
    role: str
    guest: bool = False
    wallet: int = 0


class Session(Struct, frozen=True):
    """A token with which its owner is known until it expires."""

    token: str
    expires: float
    user: Person


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password for oneself, and the old one; who has only a token has no old one to give."""

    password: Password
    old: str | None = None


class NewTransfer(Struct, frozen=True, forbid_unknown_fields=True):
    """Cents into a user's account or out of it; the same id a second time moves nothing."""

    id: Id
    amount: Annotated[int, Meta(gt=0, le=1_000_000_000)]


class Wallet(Struct, frozen=True):
    """What lies in an account."""

    name: str
    wallet: int


class StatementLine(Struct, frozen=True):
    """One line of a statement."""

    number: int
    time: float
    what: str
    table: str
    amount: int
    balance: int


class BadRow(Struct, frozen=True):
    """A row that is not as it should be."""

    table: str
    row: str
    what: str


class AuditStatus(Struct, frozen=True, kw_only=True):
    """What was looked at, and what is wrong, the first bad row first."""

    sound: bool
    logs: int
    entries: int
    transfers: int
    accounts: int
    findings: tuple[BadRow, ...]


# --- tables -----------------------------------------------------------------------------------------------------------


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table in a list; ``spec`` is all that opened it. ``boxes`` counts those of its cloth, ``taken`` the seats."""

    id: str
    game: str
    rulebook: str
    title: str
    status: str
    version: int
    limits: str
    players: tuple[str, ...]
    spec: dict[str, Any]
    boxes: int = 0
    taken: int = 0


class Shown(Struct, frozen=True, kw_only=True):
    """One event as the viewer may see it; ``by_house``: the house decided it for somebody who was not there."""

    type: str
    text: str
    clauses: tuple[str, ...] = ()
    #: Whatever else this kind of event tells.
    fields: dict[str, Any] = field(default_factory=dict)
    by_house: bool = False


class Waiting(Struct, frozen=True):
    """Whom a table waits for, how many seconds still of how many, and on which clauses the house acts then."""

    who: tuple[str, ...]
    what: str
    left: float
    seconds: float
    clauses: tuple[str, ...] = ()


class Update(Struct, frozen=True, kw_only=True):
    """What one command brought: who said what, and the events, at the version that they led to."""

    version: int
    actor: str
    words: str
    events: tuple[Shown, ...] = ()


class TablePage(Struct, frozen=True):
    """A table: ``card`` is its sign and cloth, ``view`` what lies there, ``you`` what is open to the viewer."""

    table: TableInfo
    view: Any
    you: Any = None
    card: Any = None
    clock: tuple[Waiting, ...] = ()


class NewCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of the notation, the client's id (sent twice, done once) and the version that the client saw."""

    id: Id
    words: Line
    seen: Annotated[int, Meta(ge=0)] | None = None


class Preview(Struct, frozen=True):
    """What words would bring, as far as it needs no card that nobody has seen; nothing is changed."""

    events: tuple[Shown, ...] = ()


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of the notation, to be tried."""

    words: Line


class Outcome(Struct, frozen=True):
    """A command was carried out, and is durable."""

    id: str
    version: int
    events: tuple[Shown, ...] = ()


class RoundInfo(Struct, frozen=True):
    """A round that is over: its first version and its last, when it ended, and what everybody won or lost in it.

    ``hidden``: its file is kept back, for it lists a card that nobody has seen and the shoe is still in use.
    """

    round: int
    first: int
    last: int
    time: float
    net: dict[str, int] = field(default_factory=dict)
    hidden: bool = False


class Step(Struct, frozen=True):
    """A line of a round and what it brought, each event in words with its clauses."""

    line: int
    text: str
    events: tuple[Shown, ...]


# --- the socket -------------------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """Who is there, by token; without one, a spectator."""

    token: str = ""
    id: str = ""


class Watch(Struct, frozen=True, tag_field="type", tag="watch", forbid_unknown_fields=True):
    """Tell me of this table from now on; ``after`` asks for the updates since a version, after a lost connection."""

    table: str
    after: int | None = None
    id: str = ""


class Leave(Struct, frozen=True, tag_field="type", tag="leave", forbid_unknown_fields=True):
    """Tell me no more of this table. Money and seat stay as they are."""

    table: str
    id: str = ""


class Command(Struct, frozen=True, tag_field="type", tag="command", forbid_unknown_fields=True):
    """Words for a table."""

    id: str
    table: str
    words: str
    seen: int | None = None


class Ping(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Is anybody there?"""

    id: str = ""


ToServer = Hello | Watch | Leave | Command | Ping


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """Who the server takes the client for."""

    id: str
    name: str
    role: str


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """What was asked is done, and durable; ``version`` is the table's."""

    id: str
    table: str
    version: int


class Failed(Struct, frozen=True, tag_field="type", tag="error"):
    """What was asked is not done, and nothing has changed. A stale command also gets what it had not seen."""

    id: str
    error: ErrorBody
    table: str = ""
    version: int | None = None
    updates: tuple[Update, ...] = ()


class TableState(Struct, frozen=True, tag_field="type", tag="table"):
    """A table as it is now, ``you``: what is open to this viewer, and what has happened since the last message."""

    table: str
    version: int
    view: Any
    updates: tuple[Update, ...] = ()
    clock: tuple[Waiting, ...] = ()
    #: What does not change at the table, its sign and its cloth: in the answer to ``watch`` only.
    card: Any = None
    you: Any = None


class Left(Struct, frozen=True, tag_field="type", tag="left"):
    """The table is no longer told of."""

    id: str
    table: str


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """Yes."""

    id: str


FromServer = Welcome | Done | Failed | TableState | Left | Pong
