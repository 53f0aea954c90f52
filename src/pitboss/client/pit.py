"""Calls for people, cage and reports over HTTP."""

from typing import Any, Literal

from pitboss.client.transport import Transport, api_path
from pitboss.client.wire import RoleName, Session, Wallet
from pitboss.client.wire_pit import (
    ApprovalDecision,
    ApprovalInfo,
    AwardRequest,
    CagePage,
    CapitalRequest,
    CashRequest,
    CountRequest,
    DayPage,
    DayRequest,
    Done,
    FourEyesPolicy,
    LogLine,
    PasswordReset,
    Pieces,
    PiecesRequest,
    PlayTime,
    RoleChange,
    ShiftRequest,
    SlipInfo,
    Standing,
    StandingChange,
    UserPage,
)
from pitboss.client.wire_report import HoldReport, WagerRow


class PeopleApi(Transport):
    """Calls for the standing of users, awards, capital, and what a second person confirms."""

    async def my_play(self) -> PlayTime:
        """Returns how long and with how much the caller has played in the gaming day, and the caller's limits."""
        return await self._request("GET", api_path("me", "play"), PlayTime)

    async def limit_myself(self, change: StandingChange) -> Standing:
        """Sets limits of the caller's own, or excludes the caller."""
        return await self._request("PUT", api_path("me", "limits"), Standing, change)

    async def user(self, name: str) -> UserPage:
        """Returns a user with wallet and standing."""
        return await self._request("GET", api_path("users", name), UserPage)

    async def change_standing(self, name: str, change: StandingChange) -> Done:
        """Disables, excludes or limits a user."""
        return await self._request("PUT", api_path("users", name, "standing"), Done, change)

    async def change_role(self, name: str, role: RoleName) -> Done:
        """Gives a user another role."""
        return await self._request("PUT", api_path("users", name, "role"), Done, RoleChange(role))

    async def reset_password(self, name: str, password: str) -> None:
        """Sets a new password of a user."""
        await self._send("PUT", api_path("users", name, "password"), PasswordReset(password))

    async def new_token(self, name: str) -> Session:
        """Makes a new access token of a user."""
        return await self._request("POST", api_path("users", name, "tokens"), Session)

    async def award(self, name: str, amount: int, reason: str) -> Done:
        """Pays cents of the house to a player; above the limit of the house a second person confirms it."""
        return await self._request("POST", api_path("users", name, "awards"), Done, AwardRequest(amount, reason))

    async def raise_capital(self, amount: int) -> Done:
        """Pays capital into the house, in cents."""
        return await self._request("POST", api_path("capital"), Done, CapitalRequest(amount))

    async def four_eyes(self) -> FourEyesPolicy:
        """Returns what needs a second person."""
        return await self._request("GET", api_path("four-eyes"), FourEyesPolicy)

    async def set_four_eyes(self, policy: FourEyesPolicy) -> FourEyesPolicy:
        """Sets what needs a second person."""
        return await self._request("PUT", api_path("four-eyes"), FourEyesPolicy, policy)

    async def approvals(self) -> list[ApprovalInfo]:
        """Returns the requests for a second person."""
        return await self._request("GET", api_path("approvals"), list[ApprovalInfo])

    async def decide(self, number: int, *, approve: bool, reason: str = "") -> ApprovalInfo:
        """Confirms or denies a request of another person."""
        body = ApprovalDecision(approve, reason)
        return await self._request("POST", api_path("approvals", number), ApprovalInfo, body)


class CageApi(Transport):
    """Calls for gaming days, floats, slips and the drop, and for the reports of a day."""

    async def cage(self) -> CagePage:
        """Returns the cage now: the open day, the floats, and the sums of all accounts."""
        return await self._request("GET", api_path("cage"), CagePage)

    async def day(self, day: str) -> DayPage:
        """Returns a gaming day: shifts, tables, slips, counts, and the signature of its close."""
        return await self._request("GET", api_path("cage", "days", day), DayPage)

    async def open_day(self, day: str, shift: str = "first") -> DayPage:
        """Opens a gaming day, like 2026-11-18, with its first shift."""
        return await self._request("POST", api_path("cage", "day"), DayPage, DayRequest(day, shift))

    async def begin_shift(self, shift: str) -> DayPage:
        """Begins the next shift of the open day."""
        return await self._request("POST", api_path("cage", "shifts"), DayPage, ShiftRequest(shift))

    async def close_day(self) -> DayPage:
        """Closes the open day: its figures and the heads of all logs are signed."""
        return await self._request("POST", api_path("cage", "close"), DayPage)

    async def count_float(
        self, table: str, when: Literal["opening", "shift", "closing"], pieces: Pieces, *, reason: str = ""
    ) -> DayPage:
        """Counts the float of a table: (denomination in cents, number) pairs. A variance needs a reason."""
        body = CountRequest(when, pieces, reason)
        return await self._request("POST", api_path("cage", "tables", table, "counts"), DayPage, body)

    async def fill(self, table: str, pieces: Pieces, *, reason: str = "") -> SlipInfo:
        """Moves chips from the cage to a table; returns the numbered slip."""
        body = PiecesRequest(pieces, reason)
        return await self._request("POST", api_path("cage", "tables", table, "fills"), SlipInfo, body)

    async def credit(self, table: str, pieces: Pieces, *, reason: str = "") -> SlipInfo:
        """Moves chips from a table to the cage; returns the numbered slip."""
        body = PiecesRequest(pieces, reason)
        return await self._request("POST", api_path("cage", "tables", table, "credits"), SlipInfo, body)

    async def take_cash(self, table: str, player: str, amount: int) -> Wallet:
        """Takes a player's cash at a table into the drop box, and adds it to the wallet."""
        body = CashRequest(player, amount)
        return await self._request("POST", api_path("cage", "tables", table, "cash"), Wallet, body)

    async def count_drop(self, table: str, pieces: Pieces, *, reason: str = "") -> DayPage:
        """Counts the drop box of a table. A variance needs a reason."""
        body = PiecesRequest(pieces, reason)
        return await self._request("POST", api_path("cage", "tables", table, "drop"), DayPage, body)

    async def slip(self, number: str) -> SlipInfo:
        """Returns a slip by its number, such as F-000001."""
        return await self._request("GET", api_path("cage", "slips", number), SlipInfo)

    async def house_log(self, *, after: int = 0, limit: int = 100) -> list[LogLine]:
        """Returns entries of the house log, the latest first where ``after`` is 0."""
        return await self._request("GET", api_path("cage", "log"), list[LogLine], after=after, limit=limit)

    async def hold(self, *, day: str = "", by: str = "table") -> HoldReport:
        """Returns actual and theoretical win of a gaming day and their difference in standard deviations."""
        return await self._request("GET", api_path("reports", "hold"), HoldReport, day=day, by=by)

    async def wagers(self, /, *, day: str = "", **filters: str) -> list[WagerRow]:
        """Returns the wagers of a day; ``filters`` are table, dealer, shift, player and wager."""
        query: dict[str, Any] = {"day": day} | filters
        return await self._request("GET", api_path("reports", "wagers"), list[WagerRow], **query)

    async def pack(self, *, day: str = "") -> bytes:
        """Returns the regulator's pack of a closed day, a zip file that ``pitboss audit pack`` verifies."""
        return (await self._send("GET", api_path("reports", "pack"), day=day)).content
