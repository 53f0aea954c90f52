"""The wire format: structs both sides encode and decode. Money is in cents, times are Unix seconds."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pitboss.client.wire_law import RuleNote
from pitboss.limits import MAX_COMMAND_ID, MAX_LINE, MAX_NAME

#: A user name. It is also the player's name in the notation.
UserName = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=MAX_NAME)]
#: The client's key for a request: the server executes each key once.
IdempotencyKey = Annotated[str, Meta(pattern="^[!-~]+$", max_length=MAX_COMMAND_ID)]
#: A command: a line of the notation without its actor.
CommandText = Annotated[str, Meta(pattern="^[ -~]+$", max_length=MAX_LINE)]
Password = Annotated[str, Meta(min_length=8, max_length=256)]
RoleName = Literal["operator", "supervisor", "dealer", "director", "cashier", "auditor", "player", "spectator"]


class ErrorBody(Struct, frozen=True):
    """Why a request was rejected: the message, the clause that forbids it, and what is allowed instead."""

    kind: str
    message: str
    clause: str = ""
    rulebook: str = ""
    allowed: tuple[str, ...] = ()


class Error(Struct, frozen=True):
    """The response body of every HTTP error."""

    error: ErrorBody


# --- accounts ---------------------------------------------------------------------------------------------------------


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A user name and its password."""

    name: str
    password: str


class GuestRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a guest account. Without a name the server generates one."""

    name: UserName | None = None


class UserRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A user to add. Without a password the user authenticates with the returned token only."""

    name: UserName
    role: RoleName = "player"
    password: Password | None = None


class HouseInfo(Struct, frozen=True):
    """Public settings of the house. ``guests``: whether people without an account may play."""

    guests: bool


class Person(Struct, frozen=True):
    """A user. ``wallet`` is the account balance, without the chips on tables."""

    name: str
    role: str
    guest: bool = False
    wallet: int = 0
    disabled: bool = False
    excluded: bool = False


class Session(Struct, frozen=True):
    """A bearer token, valid until it expires."""

    token: str
    expires: float
    user: Person


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, and the old one if the user has one."""

    password: Password
    old: str | None = None


class TransferRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Cents to move into or out of a wallet. Idempotent: the same id again moves nothing."""

    id: IdempotencyKey
    amount: Annotated[int, Meta(gt=0, le=1_000_000_000)]


class Wallet(Struct, frozen=True):
    """An account balance."""

    name: str
    wallet: int


class StatementLine(Struct, frozen=True):
    """A line of a statement. ``by`` and ``means`` name its author as far as the reader may see it."""

    number: int
    time: float
    what: str
    table: str
    amount: int
    balance: int
    by: str = ""
    means: str = ""


class AuditFinding(Struct, frozen=True):
    """A database row that fails the audit."""

    table: str
    row: str
    what: str


class AuditedDuty(Struct, frozen=True):
    """A duty in the log of a table: how often it was attested and by whom, how often not, and whether it is open."""

    table: str
    duty: str
    role: str
    clauses: tuple[str, ...]
    attested: int
    not_attested: int
    open: bool
    by: tuple[str, ...]


class AuditStatus(Struct, frozen=True, kw_only=True):
    """The audit's counts and findings, the first bad row first."""

    sound: bool
    logs: int
    entries: int
    transfers: int
    accounts: int
    findings: tuple[AuditFinding, ...]
    duties: tuple[AuditedDuty, ...] = ()


# --- tables -----------------------------------------------------------------------------------------------------------


class TableSummary(Struct, frozen=True, kw_only=True):
    """A table in a list. ``spec`` is the specification that opened it, ``boxes`` the boxes of its layout, ``taken`` the
    taken ones.

    ``players_hidden``: the house shows players to authenticated users only, so ``players`` is empty.
    """

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
    #: In the response to opening a table: allowed, although the document can be read to forbid it.
    warnings: tuple[RuleNote, ...] = ()
    players_hidden: bool = False
    #: The rulebook's document in a few words, and the owner of a private practice room.
    document: str = ""
    owner: str = ""


class EventInfo(Struct, frozen=True, kw_only=True):
    """An event as the viewer may see it.

    ``by_house``: the house decided for a player who was absent or out of time.
    """

    type: str
    text: str
    clauses: tuple[str, ...] = ()
    #: The event's other fields, by name.
    fields: dict[str, Any] = field(default_factory=dict)
    by_house: bool = False


class DeadlineInfo(Struct, frozen=True):
    """A running deadline: its players, the seconds left of the total, and the clauses the house then acts on.

    ``left`` is more than ``seconds`` while the table is still being shown at casino speed: the time starts after it.
    """

    who: tuple[str, ...]
    what: str
    left: float
    seconds: float
    clauses: tuple[str, ...] = ()


class Update(Struct, frozen=True, kw_only=True):
    """The result of one command: its author, its words, and its events, at the resulting version."""

    version: int
    actor: str
    words: str
    events: tuple[EventInfo, ...] = ()


class TablePage(Struct, frozen=True):
    """A table: ``card`` has its fixed data, ``view`` its public state, ``you`` the viewer's own actions."""

    table: TableSummary
    view: Any
    you: Any = None
    card: Any = None
    clock: tuple[DeadlineInfo, ...] = ()


class TableDuty(Struct, frozen=True):
    """What the law asks of a person at a table.

    ``status``: ``assumed`` by the house, ``not_attested`` (the house does not run with it), ``open``, ``required``
    before the next command that needs it, or ``attested``. ``words`` is the command with which a person of the role
    attests it, ``before`` what waits for it, ``detail`` what it is open for, ``by_you`` whether the caller may do so.
    """

    duty: str
    role: str
    says: str
    clauses: tuple[str, ...]
    before: tuple[str, ...]
    status: str
    words: str
    detail: str = ""
    by_you: bool = False


class CommandRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command in notation, its idempotency key, and the version the client has seen."""

    id: IdempotencyKey
    words: CommandText
    seen: Annotated[int, Meta(ge=0)] | None = None


class Preview(Struct, frozen=True):
    """The events a command would cause, as far as they need no hidden card. Nothing changes."""

    events: tuple[EventInfo, ...] = ()


class PreviewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command in notation to preview."""

    words: CommandText


class CommandResult(Struct, frozen=True):
    """A command was executed and is durable."""

    id: str
    version: int
    events: tuple[EventInfo, ...] = ()


class RoundSummary(Struct, frozen=True):
    """A finished round: its first and last version, its end time, and each player's net result.

    ``hidden``: its file is withheld, because it lists an unseen card of a shoe that is still in use.
    """

    round: int
    first: int
    last: int
    time: float
    net: dict[str, int] = field(default_factory=dict)
    hidden: bool = False


class RoundStep(Struct, frozen=True):
    """A line of a round with its events and their clauses."""

    line: int
    text: str
    events: tuple[EventInfo, ...]


# --- the socket -------------------------------------------------------------------------------------------------------


class HelloMessage(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """Authenticates the connection by token. Without a token the client is a spectator."""

    token: str = ""
    id: str = ""


class WatchMessage(Struct, frozen=True, tag_field="type", tag="watch", forbid_unknown_fields=True):
    """Subscribes to a table. ``after`` requests the updates since that version, after a lost connection."""

    table: str
    after: int | None = None
    id: str = ""


class LeaveMessage(Struct, frozen=True, tag_field="type", tag="leave", forbid_unknown_fields=True):
    """Unsubscribes from a table. Chips and seat do not change."""

    table: str
    id: str = ""


class CommandMessage(Struct, frozen=True, tag_field="type", tag="command", forbid_unknown_fields=True):
    """A command for a table."""

    id: str
    table: str
    words: str
    seen: int | None = None


class PingMessage(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Checks that the connection is alive."""

    id: str = ""


ClientMessage = HelloMessage | WatchMessage | LeaveMessage | CommandMessage | PingMessage


class WelcomeMessage(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The user the connection is authenticated as."""

    id: str
    name: str
    role: str


class DoneMessage(Struct, frozen=True, tag_field="type", tag="done"):
    """The request was executed and is durable. ``version`` is the table's."""

    id: str
    table: str
    version: int


class ErrorMessage(Struct, frozen=True, tag_field="type", tag="error"):
    """The request was rejected and nothing has changed. A stale command also gets the updates it missed."""

    id: str
    error: ErrorBody
    table: str = ""
    version: int | None = None
    updates: tuple[Update, ...] = ()


class TableMessage(Struct, frozen=True, tag_field="type", tag="table"):
    """The current state of a table, the viewer's own actions (``you``), and the updates since the last message."""

    table: str
    version: int
    view: Any
    updates: tuple[Update, ...] = ()
    clock: tuple[DeadlineInfo, ...] = ()
    #: The table's fixed data: rules, limits and layout. Sent in the reply to ``watch`` only.
    card: Any = None
    you: Any = None


class LeftMessage(Struct, frozen=True, tag_field="type", tag="left"):
    """The subscription to the table has ended."""

    id: str
    table: str


class PongMessage(Struct, frozen=True, tag_field="type", tag="pong"):
    """The reply to a ping."""

    id: str


ServerMessage = WelcomeMessage | DoneMessage | ErrorMessage | TableMessage | LeftMessage | PongMessage
