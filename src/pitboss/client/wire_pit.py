"""Wire structs of people, cage and pit. Money is in cents, times are Unix seconds."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.client.wire import Password, RoleName, UserName
from pitboss.limits import MAX_NAME

#: Why something was done, for the log.
Reason = Annotated[str, Meta(max_length=300)]
Cents = Annotated[int, Meta(ge=0, le=1_000_000_000_00)]
Positive = Annotated[int, Meta(gt=0, le=1_000_000_000_00)]
#: Chips or notes: the denomination in cents, and how many.
Piece = tuple[Annotated[int, Meta(gt=0, le=100_000_000)], Annotated[int, Meta(ge=0, le=1_000_000_000)]]
Pieces = Annotated[tuple[Piece, ...], Meta(max_length=40)]


# --- people ----------------------------------------------------------------------------------------------------------


class Standing(Struct, frozen=True):
    """The standing of a user. Limits are of a gaming day, 0 is none; ``excluded`` is its end, -1 without an end."""

    disabled: bool = False
    excluded: float = 0
    excluded_by: str = ""
    loss: int = 0
    stake: int = 0
    minutes: int = 0
    reminder: int = 0


class StandingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a standing; what is null stays. ``excluded_days``: 0 ends an exclusion, -1 is without an end."""

    disabled: bool | None = None
    excluded_days: Annotated[float, Meta(ge=-1, le=36_500)] | None = None
    loss: Cents | None = None
    stake: Cents | None = None
    minutes: Annotated[int, Meta(ge=0, le=1440)] | None = None
    reminder: Annotated[int, Meta(ge=0, le=1440)] | None = None
    reason: Reason = ""


class PlayTime(Struct, frozen=True):
    """How long and with how much the caller has played in the gaming day, and the caller's standing.

    ``net`` is what was taken to tables less what was taken back. ``reminded`` is set where a reminder is due: the
    number of intervals that have passed.
    """

    since: float
    minutes: int
    net: int
    standing: Standing
    reminded: int = 0


class UserPage(Struct, frozen=True):
    """A user with wallet and standing."""

    name: str
    role: str
    guest: bool
    wallet: int
    standing: Standing


class RoleChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A new role."""

    role: RoleName


class PasswordReset(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, set by an operator."""

    password: Password


class AwardRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Money of the house for a player, and why."""

    amount: Positive
    reason: Annotated[str, Meta(min_length=1, max_length=300)]


class CapitalRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Capital to pay into the house."""

    amount: Positive


class FourEyesPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """What needs a second person; awards above ``award_above`` cents."""

    award_above: Cents = 100_000
    capital: bool = True
    operator: bool = True
    correction: bool = True


class ApprovalInfo(Struct, frozen=True, kw_only=True):
    """A request for a second person: ``open``, ``given`` or ``denied``. ``yours``: the caller may decide it."""

    number: int
    kind: str
    says: str
    status: str
    asked_by: str
    asked: float
    decided_by: str = ""
    decided: float = 0
    reason: str = ""
    yours: bool = False


class ApprovalDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a second person confirms a request, and why not."""

    approve: bool
    reason: Reason = ""


class Done(Struct, frozen=True):
    """What was done: ``done``, or ``asked`` with the request that waits for a second person."""

    status: Literal["done", "asked"]
    approval: ApprovalInfo | None = None
    token: str = ""
    wallet: int = 0


# --- cage and pit ----------------------------------------------------------------------------------------------------


class DayRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A gaming day, like 2026-11-18, and its first shift."""

    day: Annotated[str, Meta(max_length=16)]
    shift: Annotated[str, Meta(min_length=1, max_length=32)] = "first"


class ShiftRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The next shift of the open day."""

    shift: Annotated[str, Meta(min_length=1, max_length=32)]


class PiecesRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of a fill or a credit, or notes of a drop box."""

    pieces: Pieces
    reason: Reason = ""


class CountRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A count of a float."""

    when: Literal["opening", "shift", "closing"]
    pieces: Pieces
    reason: Reason = ""


class CashRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Cash of a player at a table."""

    player: UserName
    amount: Positive


class SlipInfo(Struct, frozen=True, kw_only=True):
    """A numbered slip."""

    number: str
    kind: str
    day: str
    table: str
    pieces: Pieces
    amount: int
    reason: str
    by: str
    role: str
    at: float


class CountInfo(Struct, frozen=True, kw_only=True):
    """A count of a float (``opening``, ``shift``, ``closing``) or of a drop box (``drop``)."""

    table: str
    when: str
    pieces: Pieces
    counted: int
    expected: int
    reason: str
    by: str
    at: float


class ShiftInfo(Struct, frozen=True):
    """A shift and when it began."""

    shift: str
    at: float
    by: str


class TableDay(Struct, frozen=True, kw_only=True):
    """A table in a gaming day: float, slips, buy-ins, drop, win. ``automatic`` are fills without a slip."""

    table: str
    rounds: int = 0
    float_then: int = 0
    fills: int = 0
    automatic: int = 0
    credits: int = 0
    win: int = 0
    staked: int = 0
    buy_ins: int = 0
    cash_outs: int = 0
    cash_drop: int = 0
    variance: int = 0
    drop_variance: int = 0
    closed: int = 0
    float_now: int = 0


class DayPage(Struct, frozen=True, kw_only=True):
    """A gaming day. Once closed it has the hash of its figures, and the key and signature of its close."""

    day: str
    opened: float
    opened_by: str
    closed: float = 0
    closed_by: str = ""
    shifts: tuple[ShiftInfo, ...] = ()
    tables: tuple[TableDay, ...] = ()
    slips: tuple[SlipInfo, ...] = ()
    counts: tuple[CountInfo, ...] = ()
    deposits: int = 0
    withdrawals: int = 0
    awards: int = 0
    capital: int = 0
    fills: int = 0
    credits: int = 0
    figures: str = ""
    key: str = ""
    signature: str = ""


class FloatInfo(Struct, frozen=True):
    """The float of an open table as the ledger has it, and the cash in its drop box that is not counted yet."""

    table: str
    title: str
    holds: int
    drop: int = 0


class CagePage(Struct, frozen=True, kw_only=True):
    """The cage now: the open day, all days, the floats and the sums of the accounts."""

    day: str
    shift: str
    days: tuple[str, ...]
    floats: tuple[FloatInfo, ...]
    accounts: dict[str, int]
    open_requests: int = 0


class LogLine(Struct, frozen=True):
    """An entry of the house log."""

    seq: int
    at: float
    words: str
    by: str
    role: str
    means: str


#: The name of a user in a path.
MAX_USER = MAX_NAME
