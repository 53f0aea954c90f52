"""Replay of the house log, and its comparison with the rows of users, tokens and tables."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house import house_acts as acts
from pitboss.house import pit_acts as pit
from pitboss.house.administration import stream_seal
from pitboss.house.database import newest_revision
from pitboss.house.ledger import CAGE, HOUSE, Transfer, bank, table_of
from pitboss.house.log.chain import HOUSE_LOG, START, Record, seal
from pitboss.house.log.read import StreamRow
from pitboss.house.pit_book import OPEN, Note, PitBook
from pitboss.house.pit_figures import day_figures
from pitboss.house.pit_floor import variance
from pitboss.house.users import user_seal

#: A database table, a row of it, and what is wrong with the row.
Mismatch = tuple[str, str, str]


class HouseLogReplay:
    """Folds the acts of the house log."""

    cites_otherwise = False  # acts cite no clauses

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self._closed: dict[str, int] = {}
        self._users: dict[str, str] = {}
        #: The roles that each user has had.
        self.roles: dict[str, set[str]] = {}
        self.pit = PitBook()
        #: The tables whose float was filled, credited or counted with a variance.
        self.float_moved: set[str] = set()
        #: The hash of the entry before the next one.
        self.head = START
        self._version = 0
        self._founded = 0

    def __getstate__(self) -> dict[str, object]:
        """A process that audits tables needs no book of the pit, which has a lock."""
        return {name: value for name, value in vars(self).items() if name != "pit"}

    def follow(self, record: Record) -> str:
        """Applies the next entry; returns what is wrong with it, or an empty string."""
        decoded = acts.decode_acts(record.events)
        self._version += len(decoded)
        if record.version != self._version:
            return f"its version is {record.version}, but there are {self._version} events"
        if len(decoded) != 1 and not (len(decoded) == 2 and isinstance(decoded[0], pit.ApprovalGiven)):
            return "an entry of the house log has one act, and before it an approval at most"
        wrong = self._pit_wrong(record, decoded)
        if wrong:
            return wrong
        act = decoded[-1]
        match act:
            case acts.Founded():
                self._founded = act.at
            case acts.TableLogOpened():
                self.tables[act.table] = act.seal
            case acts.TableLogClosed():
                self._closed[act.table] = act.at
            case acts.UserAdded() | acts.UserChanged():
                self._users[act.name] = act.seal
                if isinstance(act, acts.UserAdded):
                    self.roles.setdefault(act.name, set()).add(act.role)
            case acts.TokenIssued() | acts.UserSignedOut():
                if act.name not in self._users:
                    return f"there is no user {act.name}"
            case pit.UserRoleSet():
                self._users[act.name] = act.seal
                self.roles.setdefault(act.name, set()).add(act.role)
        return "" if record.transfers == _moves(act, record) else "its transfers are not those of its act"

    def _pit_wrong(self, record: Record, decoded: tuple[acts.AnyAct, ...]) -> str:
        """Applies the acts of the cage and the pit; returns what is wrong with them, or an empty string."""
        of_pit = record.words.startswith(pit.PIT_WORDS)
        if not of_pit:
            return "an act of the pit has other words" if isinstance(decoded[0], pit.AnyPitAct) else ""
        for act in decoded:
            if isinstance(act, pit.ApprovalGiven):
                asked = self.pit.approvals.get(act.number)
                if asked is None or asked.status != OPEN or asked.asked.by != act.asked_by:
                    return f"it confirms the request {act.number}, which is not open"
                if asked.asked.by == record.actor:
                    return f"{record.actor} confirms their own request {act.number}"
            elif isinstance(act, pit.DayClosed) and (wrong := self._close_wrong(act)):
                return wrong
        self.float_moved |= {table_of(name) for each in record.transfers for name in (each.debit, each.credit)} - {""}
        self.pit.follow(Note(record.seq, record.at, record.actor, record.role, record.means), decoded)
        return ""

    def _close_wrong(self, act: pit.DayClosed) -> str:
        if not act.statement.is_signed():
            return f"the signature of the close of {act.day} does not match it"
        if act.statement.heads.get(HOUSE_LOG, (0, ""))[1] != self.head.hex():
            return f"the close of {act.day} has another head of the house log"
        return ""

    def closed_figures(self, connection: Connection) -> Iterator[Mismatch]:
        """Yields the closed days whose figures differ from the log."""
        for day in self.pit.days:
            if day.closed is not None and day_figures(connection, self.pit, day).digest() != day.figures:
                yield "days", day.name, "its figures differ from those that were signed at its close"

    def wrong_table(self, stream: StreamRow) -> str:
        """Checks the row of a table's log against the house log."""
        if stream_seal(stream) != self.tables.get(stream.name):
            return "it differs from the table that the house log opened"
        if stream.closed != self._closed.get(stream.name, 0):
            return "its closing time differs from the house log"
        return ""

    def wrong_house(self, stream: StreamRow) -> str:
        """Checks the row of the house log itself."""
        founded = StreamRow(HOUSE_LOG, "", "", b"", b"", self._founded, 0, stream.seq, stream.version, stream.head)
        return "" if stream == founded else "it differs from the founding entry"

    def compare(self, connection: Connection) -> Iterator[Mismatch]:
        """Yields the rows of users and tokens that differ from the log, and a wrong schema revision."""
        yield from self._users_differ(connection)
        yield from _tokens_differ(connection)
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        if found != [newest_revision()]:
            yield "alembic_version", ", ".join(map(str, found)), f"the newest revision is {newest_revision()}"

    def _users_differ(self, connection: Connection) -> Iterator[Mismatch]:
        there = set()
        # raw SQL: the stored values, without SQLAlchemy's type conversions
        for name, role, guest, password, made in connection.execute(
            sa.text("SELECT name, role, guest, password, made FROM users")
        ):
            there.add(name)
            if guest not in (0, 1) or _seal(name, role, guest == 1, password, made) != self._users.get(name):
                yield "users", str(name), "it differs from the house log"
        for name in sorted(self._users.keys() - there):
            yield "users", name, "the row is missing, though the house log has this user"


def _seal(*fields: Any) -> str:
    try:
        return user_seal(*fields)
    except (UnicodeError, TypeError):
        return ""


def _moves(act: acts.AnyAct, record: Record) -> tuple[Transfer, ...]:
    match act:
        case acts.MoneyIn(account="house") if record.words.startswith(pit.PIT_WORDS):
            return (Transfer(CAGE, HOUSE, act.amount, "capital"),)
        case pit.AwardPaid():
            return (Transfer(HOUSE, act.account, act.amount, "award"),)
        case pit.FloatFilled():
            return (Transfer(HOUSE, bank(act.table), act.amount, f"fill {act.slip}"),)
        case pit.FloatCredited():
            return (Transfer(bank(act.table), HOUSE, act.amount, f"credit {act.slip}"),)
        case pit.FloatCounted():
            return variance(CAGE, bank(act.table), act.counted - act.expected)
        case pit.CashTaken():
            return (Transfer(CAGE, act.account, act.amount, f"cash at {act.table}"),)
        case pit.DropCounted():
            return variance(CAGE, HOUSE, act.counted - act.expected)
        case acts.Founded():
            return (Transfer(CAGE, HOUSE, act.capital, "capital"),) if act.capital else ()
        case acts.MoneyIn():
            return (Transfer(CAGE, act.account, act.amount, record.words),)
        case acts.MoneyOut():
            return (Transfer(act.account, CAGE, act.amount, record.words),)
        case acts.TableLogClosed():
            # the amount is checked by the ledger's own fold
            own = bank(act.table)
            return tuple(
                Transfer(own, HOUSE, transfer.amount, "closed")
                for transfer in record.transfers[:1]
                if transfer.debit == own
            )
    return ()


def _tokens_differ(connection: Connection) -> Iterator[Mismatch]:
    for row in connection.execute(sa.text('SELECT digest, "user", label, made, expires, seal FROM tokens')):
        *fields, stored = tuple(row)
        try:
            valid = seal(*fields) == stored
        except UnicodeError:
            valid = False
        if not valid:
            yield "tokens", str(row.digest), "its seal does not match its fields"
