"""Replay of the house log, and its comparison with the rows of users, tokens and tables."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house import house_acts as acts
from pitboss.house.administration import stream_seal
from pitboss.house.database import newest_revision
from pitboss.house.ledger import CAGE, HOUSE, Transfer, bank
from pitboss.house.log.chain import HOUSE_LOG, Record, seal
from pitboss.house.log.read import StreamRow
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
        #: The role of each user.
        self.roles: dict[str, str] = {}
        self._version = 0
        self._founded = 0

    def follow(self, record: Record) -> str:
        """Applies the next entry; returns what is wrong with it, or an empty string."""
        decoded = acts.decode_acts(record.events)
        self._version += len(decoded)
        if record.version != self._version:
            return f"its version is {record.version}, but there are {self._version} events"
        if len(decoded) != 1:
            return "an entry of the house log has one act"
        (act,) = decoded
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
                    self.roles[act.name] = act.role
        return "" if record.transfers == _moves(act, record) else "its transfers are not those of its act"

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
