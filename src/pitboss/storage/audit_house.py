"""What the log of the house says of users, tables and the door, against the rows that are there."""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.ledger import CAGE, HOUSE, bank
from pitboss.storage import office, read
from pitboss.storage.chain import HOUSE_LOG, Record, seal
from pitboss.storage.database import newest_revision
from pitboss.storage.people import user_seal
from pitboss.storage.read import Stream
from pitboss.storage.schema import tokens, users

Wrong = tuple[str, str, str]


class HouseFold:
    """The fold of the acts of the office."""

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
        moved = [(one.debit, one.credit, one.amount) for one in record.transfers]
        if len(acts) != 1:
            return "an entry of the house is one act"
        (act,) = acts
        allowed: list[tuple[str, str, int]] = []
        match act:
            case office.Founded():
                self._founded = act.at
                allowed = [(CAGE, HOUSE, act.capital)] if act.capital else []
            case office.MoneyIn():
                allowed = [(CAGE, act.account, act.amount)]
            case office.MoneyOut():
                allowed = [(act.account, CAGE, act.amount)]
            case office.TableOpened():
                self.tables[act.table] = act.seal
            case office.TableClosed():
                self._closed[act.table] = act.at
                allowed = [(bank(act.table), HOUSE, moved[0][2])] if moved else []
            case office.UserAdded() | office.UserChanged():
                self._users[act.name] = act.seal
        return "" if moved == allowed else "what it moved is not what it says"

    def compare(self, connection: Connection) -> Iterator[Wrong]:
        """Every row that is not what the log says."""
        yield from self._tables_differ(connection)
        yield from self._users_differ(connection)
        yield from _tokens_differ(connection)
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        if found != [newest_revision()]:
            yield "alembic_version", ", ".join(found), f"the newest is {newest_revision()}"

    def _tables_differ(self, connection: Connection) -> Iterator[Wrong]:
        there = {}
        for stream in read.all_streams(connection):
            there[stream.name] = stream
            if stream.name == HOUSE_LOG:
                founded = Stream(HOUSE_LOG, "", "", b"", b"", self._founded, 0, stream.seq, stream.version, stream.head)
                if stream != founded:
                    yield "streams", HOUSE_LOG, "it is not as the house was founded"
            elif office.stream_seal(stream) != self.tables.get(stream.name):
                yield "streams", stream.name, "it is not as the log of the house says that it was opened"
            elif stream.closed != self._closed.get(stream.name, 0):
                yield "streams", stream.name, "the log of the house does not say that it was closed so"
        for name in self.tables.keys() - there.keys():
            yield "streams", name, "it was opened and is missing"

    def _users_differ(self, connection: Connection) -> Iterator[Wrong]:
        there = set()
        for row in connection.execute(sa.select(users)):
            there.add(row.name)
            if user_seal(row.name, row.role, row.guest, row.password, row.made) != self._users.get(row.name):
                yield "users", row.name, "it is not what the log of the house says"
        for name in self._users.keys() - there:
            yield "users", name, "the log of the house has this user, and the row is missing"


def _tokens_differ(connection: Connection) -> Iterator[Wrong]:
    for row in connection.execute(sa.select(tokens)):
        *fields, kept = tuple(row)
        if seal(*fields) != kept:
            yield "tokens", str(row.digest), "its seal is not that of what it says"
