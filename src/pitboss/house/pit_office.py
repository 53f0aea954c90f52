"""Writes of the cage and the pit: each call is one transaction that appends one entry to the house log.

Standing of users, awards and capital with a second person where the house demands one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.engine import Connection

from pitboss.house import users as people
from pitboss.house.administration import Administration, insert_user, name_refusal
from pitboss.house.house_acts import AnyAct, MoneyIn
from pitboss.house.ledger import CAGE, HOUSE, Transfer, wallet
from pitboss.house.log.chain import now_ms
from pitboss.house.log.read import StreamRow, holdings
from pitboss.house.permissions import ACTS, USER_ROLES, act_refusal
from pitboss.house.pit_acts import (
    FOR_GOOD,
    PIT_WORDS,
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    AwardPaid,
    FourEyes,
    FourEyesSet,
    Terms,
    UserRoleSet,
    UserTermsSet,
)
from pitboss.house.pit_book import OPEN, Approval, PitBook
from pitboss.house.schema import users
from pitboss.law import Refusal
from pitboss.money import amount_text
from pitboss.tables.live import Actor, Role

#: The most characters of a reason.
MAX_REASON: Final = 300
#: What an approved request does: the words, acts and transfers of its entry.
Deed = tuple[str, tuple[AnyAct, ...], tuple[Transfer, ...]]


class Asked(Struct, frozen=True):
    """The act waits for a second person."""

    number: int
    kind: str
    says: str


def reason_refusal(reason: str, *, needed: bool) -> Refusal | None:
    """Refuses a reason that is missing where one is needed, too long or not printable."""
    if needed and not reason.strip():
        return Refusal("reason", "say why: a reason is required")
    if len(reason) > MAX_REASON or not reason.isprintable():
        return Refusal("reason", f"a reason has at most {MAX_REASON} printable characters")
    return None


class PitDesk:
    """A transaction on the house log with the book of the pit as of that moment."""

    def __init__(self, administration: Administration, book: PitBook) -> None:
        self._administration = administration
        self.book = book

    @contextmanager
    def locked(self) -> Iterator[tuple[Connection, StreamRow]]:
        """Begins a transaction that holds the lock of the house log, with the book up to date."""
        try:
            with self._administration.locked() as (connection, house):
                self.book.read_on(connection)
                yield connection, house
        except BaseException:
            self.book.clear()  # it may have read what was not committed
            raise

    def append(  # the fields of an entry
        self,
        place: tuple[Connection, StreamRow],
        by: Actor,
        words: str,
        acts: tuple[AnyAct, ...],
        transfers: tuple[Transfer, ...] = (),
    ) -> None:
        """Appends an entry of the pit."""
        connection, house = place
        self._administration.append_entry(connection, house, f"{PIT_WORDS}{words}", acts, transfers, by=by)


class PitOffice:
    """People, awards and capital. Call it on the writer's thread."""

    def __init__(self, desk: PitDesk) -> None:
        self._desk = desk

    # --- standing ----------------------------------------------------------------------------------------------------

    def set_terms(self, by: Actor, name: str, change: Callable[[Terms], Terms | Refusal], reason: str) -> Any:
        """Changes the standing of a user; returns the new terms, a Refusal, or Asked where an operator is disabled."""
        refusal = reason_refusal(reason, needed=False)
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            user = people.find_user(place[0], name)
            if user is None:
                return _no_user(name)
            terms = change(self._desk.book.standing(name))
            if isinstance(terms, Refusal):
                return terms
            refusal = _terms_refusal(by, name, terms)
            if refusal is not None:
                return refusal
            request = {"name": name, "terms": asdict(terms), "reason": reason}
            disables = user.role is Role.OPERATOR and terms.disabled
            if disables and self._needs_second(place[0], "operator", by):
                return self._ask(place, by, "operator", f"disable the operator {name}", {"do": "terms", **request})
            self._do(place, by, (), self._terms_deed(place[0], request))
        return terms

    def set_role(self, by: Actor, name: str, role: Role) -> Any:
        """Gives a user another role; returns the user, a Refusal, or Asked where an operator is made or unmade."""
        with self._desk.locked() as place:
            user = people.find_user(place[0], name)
            if user is None:
                return _no_user(name)
            if user.guest or role not in USER_ROLES:
                return Refusal("role", f"{name} is a guest: guests are players")
            if user.name == by.name:
                return Refusal("role", "another operator must change your role")
            request = {"name": name, "role": role.value}
            if Role.OPERATOR in (role, user.role) and self._needs_second(place[0], "operator", by):
                return self._ask(place, by, "operator", f"make {name} a {role.value}", {"do": "role", **request})
            self._do(place, by, (), self._role_deed(place[0], request))
        return people.User(name, role, user.guest)

    def add_operator(self, by: Actor, name: str, password: str | None) -> Any:
        """Adds an operator, after a second person where the house demands one."""
        with self._desk.locked() as place:
            refusal = name_refusal(place[0], name)
            if refusal is not None:
                return refusal
            request = {"do": "add", "name": name}  # a password is set after the approval: no log holds its hash
            if self._needs_second(place[0], "operator", by):
                return self._ask(place, by, "operator", f"add the operator {name}", request)
            act = insert_user(place[0], name, Role.OPERATOR, password)
            self._desk.append(place, by, f"operator {name}", (act,))
        return people.User(name, Role.OPERATOR, guest=False)

    # --- money -------------------------------------------------------------------------------------------------------

    def award(self, by: Actor, name: str, amount: int, reason: str) -> Any:
        """Pays money of the house into a wallet; returns the new balance, a Refusal, or Asked above the limit."""
        refusal = act_refusal(by, "award") or reason_refusal(reason, needed=True)
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            if people.find_user(place[0], name) is None:
                return _no_user(name)
            request = {"do": "award", "name": name, "amount": amount, "reason": reason}
            above = amount > self._desk.book.policy.award_above
            if above and self._needs_second(place[0], "award", by):
                return self._ask(place, by, "award", f"award {amount_text(amount)} to {name}: {reason}", request)
            self._do(place, by, (), self._award_deed(place[0], request))
            return holdings(place[0], wallet(name))[wallet(name)]

    def capital(self, by: Actor, amount: int) -> Any:
        """Pays capital into the house; returns the new balance, a Refusal, or Asked."""
        refusal = act_refusal(by, "raise_capital")
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            request = {"do": "capital", "amount": amount}
            if self._desk.book.policy.capital and self._needs_second(place[0], "capital", by):
                return self._ask(place, by, "capital", f"raise the capital by {amount_text(amount)}", request)
            self._do(place, by, (), self._capital_deed(place[0], request))
            return holdings(place[0], HOUSE)[HOUSE]

    # --- four eyes ---------------------------------------------------------------------------------------------------

    def set_policy(self, by: Actor, policy: FourEyes) -> FourEyes | Refusal:
        """Chooses what needs a second person."""
        refusal = act_refusal(by, "four_eyes")
        if refusal is not None:
            return refusal
        if policy.award_above < 0:
            return Refusal("amount", "the limit of awards cannot be negative")
        with self._desk.locked() as place:
            self._desk.append(place, by, "four eyes", (FourEyesSet(policy),))
        return policy

    def approve(self, by: Actor, number: int) -> Approval | Refusal:
        """Confirms the request of another person, and carries it out."""
        with self._desk.locked() as place:
            approval = self._open_approval(number)
            if isinstance(approval, Refusal):
                return approval
            refusal = act_refusal(by, f"approve_{approval.kind}")
            if refusal is not None:
                return refusal
            if by.name == approval.asked.by:
                return Refusal("four_eyes", f"{by.name} asked for this: a second person confirms it")
            deed = self._deed(place[0], approval.request)
            if isinstance(deed, Refusal):
                return deed
            self._do(place, by, (ApprovalGiven(number, approval.asked.by),), deed)
            self._desk.book.read_on(place[0])
            return self._desk.book.approvals[number]

    def deny(self, by: Actor, number: int, reason: str) -> Approval | Refusal:
        """Drops a request: a second person, or the one who asked."""
        with self._desk.locked() as place:
            approval = self._open_approval(number)
            if isinstance(approval, Refusal):
                return approval
            if by.name != approval.asked.by:
                refusal = act_refusal(by, f"approve_{approval.kind}")
                if refusal is not None:
                    return refusal
            invalid = reason_refusal(reason, needed=False)
            if invalid is not None:
                return invalid
            self._desk.append(place, by, f"deny {number}", (ApprovalDenied(number, reason),))
            self._desk.book.read_on(place[0])
            return self._desk.book.approvals[number]

    def _open_approval(self, number: int) -> Approval | Refusal:
        approval = self._desk.book.approvals.get(number)
        if approval is None or approval.status != OPEN:
            return Refusal("no_request", f"there is no open request {number}")
        return approval

    def _needs_second(self, connection: Connection, kind: str, by: Actor) -> bool:
        """Whether a second person must confirm, and one exists. The machine of the database is beyond this check."""
        policy = self._desk.book.policy
        if by.role is Role.HOUSE or not {"operator": policy.operator, "capital": policy.capital}.get(kind, True):
            return False
        return any(
            user.name != by.name
            and user.role in ACTS[f"approve_{kind}"]
            and not self._desk.book.standing(user.name).disabled
            for user in people.all_users(connection)
        )

    def _ask(
        self, place: tuple[Connection, StreamRow], by: Actor, kind: str, says: str, request: dict[str, Any]
    ) -> Asked:
        number = max(self._desk.book.approvals, default=0) + 1
        self._desk.append(place, by, f"ask {number} {kind}", (ApprovalAsked(number, kind, says, request),))
        return Asked(number, kind, says)

    def _do(self, place: tuple[Connection, StreamRow], by: Actor, before: tuple[AnyAct, ...], deed: Deed) -> None:
        words, acts, transfers = deed
        self._desk.append(place, by, words, (*before, *acts), transfers)

    def _deed(self, connection: Connection, request: dict[str, Any]) -> Deed | Refusal:
        kinds = {
            "terms": self._terms_deed,
            "role": self._role_deed,
            "add": self._add_deed,
            "award": self._award_deed,
            "capital": self._capital_deed,
        }
        if request["do"] == "add":
            refusal = name_refusal(connection, request["name"])
            if refusal is not None:
                return refusal
        return kinds[request["do"]](connection, request)

    @staticmethod
    def _terms_deed(connection: Connection, request: dict[str, Any]) -> Deed:
        terms = Terms(**request["terms"])
        if terms.disabled:
            people.end_tokens(connection, request["name"])
        act = UserTermsSet(request["name"], terms, request["reason"])
        return f"terms {request['name']}", (act,), ()

    @staticmethod
    def _role_deed(connection: Connection, request: dict[str, Any]) -> Deed:
        name, role = request["name"], request["role"]
        connection.execute(sa.update(users).where(users.c.name == name).values(role=role))
        row = connection.execute(sa.select(users).where(users.c.name == name)).one()
        seal = people.user_seal(row.name, row.role, row.guest, row.password, row.made)
        return f"role {name} {role}", (UserRoleSet(name, role, seal),), ()

    @staticmethod
    def _add_deed(connection: Connection, request: dict[str, Any]) -> Deed:
        name = request["name"]
        return f"operator {name}", (insert_user(connection, name, Role.OPERATOR, None),), ()

    @staticmethod
    def _award_deed(connection: Connection, request: dict[str, Any]) -> Deed:
        account, amount = wallet(request["name"]), request["amount"]
        act = AwardPaid(account, amount, request["reason"])
        return f"award {request['name']} {amount}", (act,), (Transfer(HOUSE, account, amount, "award"),)

    @staticmethod
    def _capital_deed(connection: Connection, request: dict[str, Any]) -> Deed:
        amount = request["amount"]
        return "capital", (MoneyIn(HOUSE, amount),), (Transfer(CAGE, HOUSE, amount, "capital"),)


def _no_user(name: str) -> Refusal:
    return Refusal("no_user", f"there is no user '{name}'")


def _terms_refusal(by: Actor, name: str, terms: Terms) -> Refusal | None:
    if by.name == name and terms.disabled and by.role is not Role.HOUSE:
        return Refusal("self", "another operator must disable your account")
    if min(terms.loss, terms.stake, terms.minutes, terms.reminder) < 0:
        return Refusal("amount", "a limit cannot be negative: 0 is no limit")
    if terms.excluded < FOR_GOOD:
        return Refusal("amount", "an exclusion ends at a time, or never")
    return None


def standing_refusal(terms: Terms, name: str, *, at: int | None = None) -> Refusal | None:
    """Returns why a user may not begin to play: excluded by the house or by themselves."""
    now = now_ms() if at is None else at
    if terms.disabled:
        return Refusal("disabled", f"the account of {name} is disabled")
    if terms.is_excluded(now):
        who = "by their own wish" if terms.excluded_by == name else "by the house"
        return Refusal("excluded", f"{name} is excluded from play {who}")
    return None
