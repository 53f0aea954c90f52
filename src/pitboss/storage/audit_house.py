"""What the log of the house says of users, tables and the door, against the rows that are there."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.ledger import CAGE, HOUSE, Transfer, bank
from pitboss.storage import office
from pitboss.storage.chain import HOUSE_LOG, Record, seal
from pitboss.storage.database import newest_revision
from pitboss.storage.people import user_seal
from pitboss.storage.read import Stream

Wrong = tuple[str, str, str]


class HouseFold:
    """The fold of the acts of the office."""

    cites_otherwise = False  # no act of it rests on a clause

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self._closed: dict[str, int] = {}
        self._users: dict[str, str] = {}
        self._version = 0
        self._founded = 0

    def follow(self, record: Record) -> str:
        """What is wrong with the next entry."""
        acts = office.acts_decoder.decode(record.events)
        self._version += len(acts)
        if record.version != self._version:
            return f"it says version {record.version}, and there are {self._version} events"
        if len(acts) != 1:
            return "an entry of the house is one act"
        (act,) = acts
        match act:
            case office.Founded():
                self._founded = act.at
            case office.TableOpened():
                self.tables[act.table] = act.seal
            case office.TableClosed():
                self._closed[act.table] = act.at
            case office.UserAdded() | office.UserChanged():
                self._users[act.name] = act.seal
        return "" if record.transfers == _moves(act, record) else "what it moved is not what it says"

    def wrong_table(self, stream: Stream) -> str:
        """What is wrong with the row of a table's log."""
        if office.stream_seal(stream) != self.tables.get(stream.name):
            return "it is not as the log of the house says that it was opened"
        if stream.closed != self._closed.get(stream.name, 0):
            return "the log of the house does not say that it was closed so"
        return ""

    def wrong_house(self, stream: Stream) -> str:
        """What is wrong with the row of the house's own log."""
        founded = Stream(HOUSE_LOG, "", "", b"", b"", self._founded, 0, stream.seq, stream.version, stream.head)
        return "" if stream == founded else "it is not as the house was founded"

    def compare(self, connection: Connection) -> Iterator[Wrong]:
        """Every row of people that is not what the log says, and the number of the last migration."""
        yield from self._users_differ(connection)
        yield from _tokens_differ(connection)
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        if found != [newest_revision()]:
            yield "alembic_version", ", ".join(map(str, found)), f"the newest is {newest_revision()}"

    def _users_differ(self, connection: Connection) -> Iterator[Wrong]:
        there = set()
        # as they lie there, before anything is made of them
        for name, role, guest, password, made in connection.execute(
            sa.text("SELECT name, role, guest, password, made FROM users")
        ):
            there.add(name)
            if guest not in (0, 1) or _seal(name, role, guest == 1, password, made) != self._users.get(name):
                yield "users", str(name), "it is not what the log of the house says"
        for name in sorted(self._users.keys() - there):
            yield "users", name, "the log of the house has this user, and the row is missing"


def _seal(*fields: Any) -> str:
    try:
        return user_seal(*fields)
    except (UnicodeError, TypeError):
        return ""


def _moves(act: office.AnyAct, record: Record) -> tuple[Transfer, ...]:
    match act:
        case office.Founded():
            return (Transfer(CAGE, HOUSE, act.capital, "capital"),) if act.capital else ()
        case office.MoneyIn():
            return (Transfer(CAGE, act.account, act.amount, record.words),)
        case office.MoneyOut():
            return (Transfer(act.account, CAGE, act.amount, record.words),)
        case office.TableClosed():
            # how much its bank held, the fold of the ledger says
            own = bank(act.table)
            return tuple(Transfer(own, HOUSE, one.amount, "closed") for one in record.transfers[:1] if one.debit == own)
    return ()


def _tokens_differ(connection: Connection) -> Iterator[Wrong]:
    for row in connection.execute(sa.text('SELECT digest, "user", label, made, expires, seal FROM tokens')):
        *fields, kept = tuple(row)
        try:
            right = seal(*fields) == kept
        except UnicodeError:
            right = False
        if not right:
            yield "tokens", str(row.digest), "its seal is not that of what it says"
