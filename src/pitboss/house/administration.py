"""Administration: users, deposits and withdrawals, and the opening and closing of tables.

Each call is one transaction that appends one entry to the house log.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pitboss.games.live.base import is_anonymous
from pitboss.house import users as people
from pitboss.house.database import writing
from pitboss.house.history import spec_of
from pitboss.house.house_acts import (
    AnyAct,
    Founded,
    MoneyIn,
    MoneyOut,
    TableLogClosed,
    TableLogOpened,
    TokenIssued,
    UserAdded,
    UserChanged,
    UserSignedOut,
    decode_acts,
)
from pitboss.house.ledger import CAGE, HOUSE, Books, TableAccounts, Transfer, bank, owner_of, stakes
from pitboss.house.log.append import Appender
from pitboss.house.log.chain import HOUSE_LOG, START, AppendRequest, Link, Record, chained, now_ms, seal
from pitboss.house.log.read import StreamRow, find_stream, holdings, open_tables, table_holdings
from pitboss.house.schema import entries, streams, users
from pitboss.house.table_secrets import is_wiped, may_wipe, stored_secret, wiped_secret
from pitboss.house.users import User
from pitboss.law import Refusal, load_rulebook
from pitboss.law.cross_table import cross_table_conflict, has_cross_table_rules
from pitboss.limits import MAX_NAME
from pitboss.money import amount_text
from pitboss.pit import NAME
from pitboss.tables.live import Actor, Role, Table, TableSpec, encode_events

#: The default capital of a new house, in cents: ten thousand million.
CAPITAL: Final = 1_000_000_000_000
#: The kind of the refusal to close a table that has money on it.
MONEY_ON_TABLE: Final = "money_on_table"
#: The kind of the refusal to close a table that another process played on.
MOVED_ON: Final = "moved_on"


class OpenedBefore(msgspec.Struct, frozen=True):
    """The table that an earlier request with the same id opened."""

    stream: StreamRow


def stream_seal(stream: StreamRow) -> str:
    """Returns the hash of the constant columns of a table's row.

    It covers the secret of a table that was opened with it in the clear: such a row is passed with the secret opened.
    """
    secret = b"" if may_wipe(stream.secret) or is_wiped(stream.secret) else stream.secret
    return seal(stream.name, stream.title, stream.game, stream.spec, secret, stream.opened).hex()


class Administration:
    """Writes to the database synchronously: call it on the writer's thread."""

    def __init__(self, engine: Engine, appender: Appender) -> None:
        self._engine = writing(engine)
        self._appender = appender

    @contextmanager
    def locked(self) -> Iterator[tuple[Connection, StreamRow]]:
        """Begins a transaction that holds the lock of the house log; yields the connection and the log's row."""
        with self._engine.begin() as connection:
            connection.execute(sa.select(streams.c.seq).where(streams.c.name == HOUSE_LOG).with_for_update())
            house = find_stream(connection, HOUSE_LOG)
            assert house is not None
            yield connection, house

    def found(self, by: Actor, capital: int = CAPITAL) -> None:
        """Creates the house log with its first entry, if there is none."""
        with self._engine.begin() as connection:
            if find_stream(connection, HOUSE_LOG) is None:
                insert = sa.text(
                    "INSERT INTO streams (name, title, game, spec, secret, opened, closed, seq, version, head) "
                    "VALUES ('house', '', '', :none, :none, :now, 0, 0, 0, :start) ON CONFLICT DO NOTHING"
                )
                connection.execute(insert, {"none": b"", "now": now_ms(), "start": START})
        with self.locked() as (connection, house):
            if house.seq == 0:
                transfers = (Transfer(CAGE, HOUSE, capital, "capital"),) if capital else ()
                self.append_entry(connection, house, "found", (Founded(capital, house.opened),), transfers, by=by)

    # --- users -------------------------------------------------------------------------------------------------------

    def add_user(
        self, by: Actor, name: str, role: Role, password: str | None, *, guest: bool = False
    ) -> User | Refusal:
        """Creates a user; refuses an invalid name and a name that is taken."""
        with self.locked() as (connection, house):
            refusal = name_refusal(connection, name)
            if refusal is not None:
                return refusal
            act = insert_user(connection, name, role, password, guest=guest)
            self.append_entry(connection, house, f"user {name} {role.value}", (act,), by=by)
        return User(name, role, guest)

    def set_password(self, by: Actor, name: str, password: str | None, keep: str = "") -> None:
        """Replaces a password and ends the sessions of the old one, except the token with the digest ``keep``."""
        with self.locked() as (connection, house):
            connection.execute(sa.update(users).where(users.c.name == name).values(password=password))
            row = connection.execute(sa.select(users).where(users.c.name == name)).one()
            people.end_sessions(connection, name, keep)
            act = UserChanged(name, people.user_seal(row.name, row.role, row.guest, row.password, row.made))
            self.append_entry(connection, house, f"password {name}", (act,), by=by)

    def issue_token(self, by: Actor, digest: str, name: str, times: tuple[int, int], label: str) -> None:
        """Stores a token of a user for another person or a program."""
        with self.locked() as (connection, house):
            people.add_token(connection, digest, name, times, label)
            self.append_entry(connection, house, f"token {name}", (TokenIssued(name, label),), by=by)

    def sign_out(self, by: Actor, name: str) -> int:
        """Ends every session and token of a user; returns their number."""
        with self.locked() as (connection, house):
            ended = people.end_tokens(connection, name)
            self.append_entry(connection, house, f"sign_out {name}", (UserSignedOut(name),), by=by)
        return ended

    # --- deposits and withdrawals ------------------------------------------------------------------------------------

    def deposit(self, by: Actor, account: str, amount: int, transfer_id: str, why: str) -> int | Refusal:
        """Pays money into an account; returns the new balance. Idempotent by ``transfer_id``."""
        return self._move_cash(by, account, amount, transfer_id, why, MoneyIn)

    def withdraw(self, by: Actor, account: str, amount: int, transfer_id: str, why: str) -> int | Refusal:
        """Pays money out of an account; returns the new balance, or refuses where it is too low."""
        return self._move_cash(by, account, amount, transfer_id, why, MoneyOut)

    def _move_cash(  # noqa: PLR0917 # the parameters of every deposit and withdrawal
        self, by: Actor, account: str, amount: int, transfer_id: str, why: str, kind: Callable[[str, int], AnyAct]
    ) -> int | Refusal:
        if amount <= 0:
            return Refusal("amount", f"an amount of {amount_text(amount)} cannot be moved: it must be 0.01 or more")
        with self.locked() as (connection, house):
            holds = holdings(connection, account, locks=True)[account]
            acts = (kind(account, amount),)
            earlier = _acts_of_id(connection, transfer_id) if transfer_id else None
            if earlier is not None:
                return holds if earlier == acts else _id_used(transfer_id, account, amount)
            if kind is MoneyOut and holds < amount:
                has, asked = amount_text(holds), amount_text(amount)
                return Refusal("overdrawn", f"{owner_of(account)} has {has} with the house: {asked} cannot be paid out")
            accounts = (CAGE, account) if kind is MoneyIn else (account, CAGE)
            transfers = (Transfer(*accounts, amount, why),)
            self.append_entry(connection, house, why, acts, transfers, by=by, command=transfer_id)
            return holds + amount if kind is MoneyIn else holds - amount

    # --- tables ------------------------------------------------------------------------------------------------------

    def add_table(
        self, by: Actor, live: Table, *, only: bool = False, opening_id: str = ""
    ) -> StreamRow | OpenedBefore | Refusal:
        """Creates the log of a table with its first entry; returns its row. Idempotent by ``opening_id``.

        Refuses a table that differs from the open ones where the law requires them to be alike; with ``only``, also
        where a table of the same rulebook is open. Raises LedgerError where the house cannot pay for the opening.
        """
        spec, first = live.spec, live.opening
        with self.locked() as (connection, house):  # the lock serialises openings across processes
            earlier = _acts_of_id(connection, opening_id) if opening_id else None
            if earlier is not None:
                return _opened_before(connection, earlier, spec, opening_id)
            refusal = _clash(connection, spec) or (_same_rulebook(connection, spec.rulebook) if only else None)
            if refusal is not None:
                return refusal
            count = connection.execute(sa.select(sa.func.count()).select_from(streams)).scalar_one()
            name, opened = f"t{count}", now_ms()
            assert isinstance(live.seeds.secret, bytes)
            secret = stored_secret(connection, name, live.seeds.secret)
            stream = StreamRow(name, spec.title, live.game, msgspec.json.encode(spec), secret, opened, 0, 0, 0, START)
            connection.execute(sa.insert(streams), msgspec.structs.asdict(stream))
            acts = (TableLogOpened(name, stream_seal(stream)),)
            self.append_entry(connection, house, f"open {name}", acts, by=by, command=opening_id)
            books = Books(holdings(connection, HOUSE))
            transfers = tuple(TableAccounts(name).postings(live.moved, books))
            record = Record(
                stream=name,
                seq=1,
                version=live.version,
                at=opened,
                command=first.id,
                actor=by.name,
                role=by.role.value,
                words=first.words,
                events=encode_events(live.game, first.events),
                transfers=transfers,
                means=by.means,
            )
            link = Link(record, chained(START, record))
            self._appender.append(connection.connection.cursor(), [AppendRequest(name, link, books.post(transfers))])
        return msgspec.structs.replace(stream, seq=1, version=record.version, head=link.hash)

    def close_table(self, by: Actor, name: str, seq: int, seeds: Mapping[str, str]) -> Refusal | None:
        """Closes a table that has no money on it; its bank returns to the house account.

        The seeds that are not in its log yet, ``seeds`` as of entry ``seq``, replace its sealed secret.
        """
        with self.locked() as (connection, house):
            stream = find_stream(connection, name)
            if stream is None or stream.closed:
                return Refusal("no_table", f"there is no open table {name}")
            # locks the table's log, so that no entry is appended between the check and the commit
            connection.execute(sa.select(streams.c.seq).where(streams.c.name == name).with_for_update())
            holds = table_holdings(connection, name)
            funded = sorted(account for account, cents in holds.items() if cents and account != bank(name))
            if funded:
                owners = ", ".join(account.rpartition("/")[2] for account in funded)
                return money_on_table(name, "the stakes" if stakes(name) in funded else owners)
            if stream.seq != seq:
                return Refusal(MOVED_ON, f"table {name} cannot be closed: it has moved on")
            closed = now_ms()
            # the seal of a table whose secret was stored in the clear covers it: that one stays, sealed
            secret = wiped_secret(seeds) if may_wipe(stream.secret) else stream.secret
            connection.execute(sa.update(streams).where(streams.c.name == name).values(closed=closed, secret=secret))
            left = holds.get(bank(name), 0)
            transfers = (Transfer(bank(name), HOUSE, left, "closed"),) if left else ()
            acts = (TableLogClosed(name, closed),)
            self.append_entry(connection, house, f"close {name}", acts, transfers, by=by)
        return None

    # --- the house log -----------------------------------------------------------------------------------------------

    def append_entry(
        self,
        connection: Connection,
        house: StreamRow,
        words: str,
        acts: tuple[AnyAct, ...],
        transfers: Sequence[Transfer] = (),
        *,
        by: Actor,
        command: str = "",
    ) -> None:
        """Appends an entry with its transfers to the house log. Raises LedgerError where they do not balance."""
        books = Books(holdings(connection, *{name for each in transfers for name in (each.debit, each.credit)}))
        changes = books.post(transfers)
        record = Record(
            stream=HOUSE_LOG,
            seq=house.seq + 1,
            version=house.version + len(acts),
            at=now_ms(),
            command=command,
            actor=by.name,
            role=by.role.value,
            words=words,
            events=msgspec.json.encode(acts),
            transfers=tuple(transfers),
            means=by.means,
        )
        link = Link(record, chained(house.head, record))
        self._appender.append(connection.connection.cursor(), [AppendRequest(HOUSE_LOG, link, changes)])


def name_refusal(connection: Connection, name: str) -> Refusal | None:
    """Refuses an invalid user name and one that is taken."""
    if not NAME.fullmatch(name) or len(name) > MAX_NAME or name == HOUSE_LOG:
        rule = f"use lower-case letters, digits and _, at most {MAX_NAME} characters"
        return Refusal("name", f"'{name}' is not a valid user name: {rule}")
    if is_anonymous(name):
        return Refusal("name", f"'{name}' is the name of an anonymous player at a floor table: choose another")
    taken = people.find_user(connection, name) is not None
    return Refusal("name_taken", f"the user name {name} is taken") if taken else None


def insert_user(
    connection: Connection, name: str, role: Role, password: str | None, *, guest: bool = False
) -> UserAdded:
    """Inserts the row of a user; returns the act of the house log."""
    row = {"name": name, "role": role.value, "guest": guest, "password": password, "made": now_ms()}
    connection.execute(sa.insert(users), row)
    return UserAdded(name, role.value, people.user_seal(**row))  # type: ignore[arg-type] # the row's own columns


def _clash(connection: Connection, spec: TableSpec) -> Refusal | None:
    """Refuses choices that differ from the open tables where the law requires all tables of a casino to be alike."""
    book = load_rulebook(spec.rulebook)
    if is_private(spec) or not has_cross_table_rules(book, spec.choices):
        return None
    specs = (other for other in map(spec_of, open_tables(connection)) if not is_private(other))
    return cross_table_conflict(book, spec.choices, [other.choices for other in specs if other.rulebook == book.id])


def is_private(spec: TableSpec) -> bool:
    """Whether a table is a private practice room, which is not one of the tables of the casino."""
    return spec.practice is not None and bool(spec.practice.owner)


def _same_rulebook(connection: Connection, rulebook: str) -> Refusal | None:
    """Refuses where a table of the rulebook is open."""
    for stream in open_tables(connection):
        if spec_of(stream).rulebook == rulebook and not is_private(spec_of(stream)):
            return Refusal("not_the_only_one", f"table {stream.name} of {rulebook} is already open")
    return None


def _acts_of_id(connection: Connection, command: str) -> tuple[AnyAct, ...] | None:
    """Returns the acts that were executed under an id."""
    query = sa.select(entries.c.events).where(entries.c.stream == HOUSE_LOG, entries.c.command == command)
    row = connection.execute(query.limit(1)).first()
    return None if row is None else decode_acts(row.events)


def _opened_before(
    connection: Connection, acts: tuple[AnyAct, ...], spec: TableSpec, opening_id: str
) -> OpenedBefore | Refusal:
    """Returns the table that was opened under an id; refuses an id that was used for anything else."""
    first = acts[0]
    stream = find_stream(connection, first.table) if isinstance(first, TableLogOpened) else None
    if stream is None or spec_of(stream) != spec:
        return Refusal("other_words", f"the id '{opening_id}' was used for something else: use a new id")
    return OpenedBefore(stream)


def money_on_table(name: str, owner: str) -> Refusal:
    """The refusal to close a table that has money on it."""
    return Refusal(MONEY_ON_TABLE, f"table {name} cannot be closed: money of {owner} is on it")


def _id_used(transfer_id: str, account: str, amount: int) -> Refusal:
    return Refusal(
        "other_words",
        f"the id '{transfer_id}' was used for another transfer: send {amount_text(amount)} for {owner_of(account)} "
        "with a new id",
    )
