"""The office: what is done away from the tables. Each act is an entry in the log of the house, in one transaction."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitboss.law import Refusal, load_rulebook
from pitboss.law.alike import bound_to_others, clash
from pitboss.ledger import CAGE, HOUSE, Books, TableAccounts, Transfer, bank, stakes
from pitboss.notation.pit import NAME
from pitboss.storage import people
from pitboss.storage.append import Append, Appender
from pitboss.storage.chain import HOUSE_LOG, START, Link, Record, chained, seal
from pitboss.storage.database import writing
from pitboss.storage.history import spec_of
from pitboss.storage.people import User
from pitboss.storage.read import Stream, find_stream, holdings, open_tables, table_holdings
from pitboss.storage.schema import entries, streams, users
from pitboss.table.live import Actor, LiveTable, Role, TableSpec, encode_events

#: What a new house has of its own, if nothing else is said: ten thousand million.
CAPITAL: Final = 1_000_000_000_000
LONGEST_NAME: Final = 40
#: The kind of a refusal to close a table at which somebody's money lies.
MONEY_ON_TABLE: Final = "money_on_table"


class Act(Struct, frozen=True, tag=True):
    """Something that was done in the office."""


class Founded(Act, frozen=True):
    """The house opens its doors, with so much of its own."""

    capital: int
    at: int


class UserAdded(Act, frozen=True):
    """Somebody has an account; the seal is the hash of the row."""

    name: str
    role: str
    seal: str


class UserChanged(Act, frozen=True):
    """Somebody's row has changed."""

    name: str
    seal: str


class MoneyIn(Act, frozen=True):
    """Money came in at the door, into an account."""

    account: str
    amount: int


class MoneyOut(Act, frozen=True):
    """Money went out at the door."""

    account: str
    amount: int


class TableOpened(Act, frozen=True):
    """A table; the seal is the hash of what does not change about it."""

    table: str
    seal: str


class TableClosed(Act, frozen=True):
    """A table is closed for good, and its bank goes back to the house."""

    table: str
    at: int


AnyAct = Founded | UserAdded | UserChanged | MoneyIn | MoneyOut | TableOpened | TableClosed
acts_decoder: Final = msgspec.json.Decoder(tuple[AnyAct, ...])


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def stream_seal(stream: Stream) -> str:
    """The hash of what does not change about a table."""
    return seal(stream.name, stream.title, stream.game, stream.spec, stream.secret, stream.opened).hex()


class Office:
    """Works on the database itself; every call is a transaction."""

    def __init__(self, engine: Engine, appender: Appender) -> None:
        self._engine = writing(engine)
        self._appender = appender

    @contextmanager
    def _locked(self) -> Iterator[tuple[Connection, Stream]]:
        with self._engine.begin() as connection:
            connection.execute(sa.select(streams.c.seq).where(streams.c.name == HOUSE_LOG).with_for_update())
            house = find_stream(connection, HOUSE_LOG)
            assert house is not None
            yield connection, house

    def found(self, capital: int = CAPITAL) -> None:
        """Founds the house, if it is not there yet."""
        with self._engine.begin() as connection:
            if find_stream(connection, HOUSE_LOG) is None:
                made = sa.text(
                    "INSERT INTO streams (name, title, game, spec, secret, opened, closed, seq, version, head) "
                    "VALUES ('house', '', '', :none, :none, :now, 0, 0, 0, :start) ON CONFLICT DO NOTHING"
                )
                connection.execute(made, {"none": b"", "now": now_ms(), "start": START})
        with self._locked() as (connection, house):
            if house.seq == 0:
                transfers = (Transfer(CAGE, HOUSE, capital, "capital"),) if capital else ()
                self._enter(connection, house, "found", (Founded(capital, house.opened),), transfers)

    # --- people ------------------------------------------------------------------------------------------------------

    def add_user(self, name: str, role: Role, password: str | None, *, guest: bool = False) -> User | Refusal:
        """An account for somebody."""
        if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or name == HOUSE_LOG:
            return Refusal("name", f"'{name}' cannot be a name: small letters, digits and _, at most {LONGEST_NAME}")
        with self._locked() as (connection, house):
            if people.find_user(connection, name) is not None:
                return Refusal("name_taken", f"there is a user {name} already")
            row = {"name": name, "role": role.value, "guest": guest, "password": password, "made": now_ms()}
            connection.execute(sa.insert(users), row)
            act = UserAdded(name, role.value, people.user_seal(**row))  # type: ignore[arg-type] # the row's own columns
            self._enter(connection, house, f"user {name} {role.value}", (act,))
        return User(name, role, guest)

    def set_password(self, name: str, password: str | None, keep: str = "") -> None:
        """Another password, and whoever was signed in by the old one is not any more, but for one token."""
        with self._locked() as (connection, house):
            connection.execute(sa.update(users).where(users.c.name == name).values(password=password))
            row = connection.execute(sa.select(users).where(users.c.name == name)).one()
            people.end_sessions(connection, name, keep)
            act = UserChanged(name, people.user_seal(row.name, row.role, row.guest, row.password, row.made))
            self._enter(connection, house, f"password {name}", (act,))

    # --- money at the door -------------------------------------------------------------------------------------------

    def deposit(self, account: str, amount: int, transfer_id: str, why: str) -> int | Refusal:
        """Money comes in; what the account then holds. The same id a second time moves nothing."""
        return self._door(account, amount, transfer_id, why, MoneyIn)

    def withdraw(self, account: str, amount: int, transfer_id: str, why: str) -> int | Refusal:
        """Money goes out, as far as there is any."""
        return self._door(account, amount, transfer_id, why, MoneyOut)

    def _door(
        self, account: str, amount: int, transfer_id: str, why: str, kind: Callable[[str, int], AnyAct]
    ) -> int | Refusal:
        if amount <= 0:
            return Refusal("amount", f"{amount} cents cannot be moved: an amount is of 1 cent or more")
        with self._locked() as (connection, house):
            holds = holdings(connection, account, locks=True)[account]
            acts = (kind(account, amount),)
            before = _done_before(connection, transfer_id) if transfer_id else None
            if before is not None:
                return holds if before == acts else _other_words(transfer_id, account, amount)
            if kind is MoneyOut and holds < amount:
                return Refusal("overdrawn", f"{account} holds {holds} cents and {amount} are asked for")
            way = (CAGE, account) if kind is MoneyIn else (account, CAGE)
            moved = (Transfer(*way, amount, why),)
            self._enter(connection, house, why, acts, moved, command=transfer_id)
            return holds + amount if kind is MoneyIn else holds - amount

    # --- tables ------------------------------------------------------------------------------------------------------

    def add_table(self, live: LiveTable, *, only: bool = False) -> Stream | Refusal:
        """Opens the log of a table with its first entry, unless it would differ where the law wants tables alike; or,
        where it is to be the only one, another of its rulebook is open.

        LedgerError: the house cannot pay what the opening moves.
        """
        spec, first = live.spec, live.opening
        with self._locked() as (connection, house):  # one opens at a time, whichever processes are asked at once
            refusal = _clash(connection, spec) or (_another(connection, spec.rulebook) if only else None)
            if refusal is not None:
                return refusal
            count = connection.execute(sa.select(sa.func.count()).select_from(streams)).scalar_one()
            name, opened = f"t{count}", now_ms()
            stream = Stream(name, spec.title, live.game, msgspec.json.encode(spec), live.secret, opened, 0, 0, 0, START)
            connection.execute(sa.insert(streams), msgspec.structs.asdict(stream))
            self._enter(connection, house, f"open {name}", (TableOpened(name, stream_seal(stream)),))
            books = Books(holdings(connection, HOUSE))
            transfers = tuple(TableAccounts(name).postings(live.moved, books))
            record = Record(
                stream=name,
                seq=1,
                version=live.version,
                at=opened,
                command=first.id,
                actor=first.actor.name,
                role=first.actor.role.value,
                words=first.words,
                events=encode_events(live.game, first.events),
                transfers=transfers,
            )
            link = Link(record, chained(START, record))
            self._appender.append(connection.connection.cursor(), [Append(name, link, books.post(transfers))])
        return msgspec.structs.replace(stream, seq=1, version=record.version, head=link.hash)

    def close_table(self, actor: Actor, name: str) -> Refusal | None:
        """Closes a table at which no money lies; its bank goes back to the house."""
        with self._locked() as (connection, house):
            stream = find_stream(connection, name)
            if stream is None or stream.closed:
                return Refusal("no_table", f"there is no open table {name}")
            # nobody plays between the look at the money and the end
            connection.execute(sa.select(streams.c.seq).where(streams.c.name == name).with_for_update())
            holds = table_holdings(connection, name)
            lying = sorted(account for account, cents in holds.items() if cents and account != bank(name))
            if lying:
                words = "the stakes" if stakes(name) in lying else ", ".join(one.rpartition("/")[2] for one in lying)
                return money_on_table(name, words)
            closed = now_ms()
            connection.execute(sa.update(streams).where(streams.c.name == name).values(closed=closed))
            left = holds.get(bank(name), 0)
            transfers = (Transfer(bank(name), HOUSE, left, "closed"),) if left else ()
            acts = (TableClosed(name, closed),)
            self._enter(connection, house, f"close {name}", acts, transfers, actor=actor.name)
        return None

    # --- the log of the house ----------------------------------------------------------------------------------------

    def _enter(
        self,
        connection: Connection,
        house: Stream,
        words: str,
        acts: tuple[AnyAct, ...],
        transfers: Sequence[Transfer] = (),
        *,
        command: str = "",
        actor: str = HOUSE_LOG,
    ) -> None:
        books = Books(holdings(connection, *{name for one in transfers for name in (one.debit, one.credit)}))
        changes = books.post(transfers)
        record = Record(
            stream=HOUSE_LOG,
            seq=house.seq + 1,
            version=house.version + len(acts),
            at=now_ms(),
            command=command,
            actor=actor,
            role=Role.HOUSE.value,
            words=words,
            events=msgspec.json.encode(acts),
            transfers=tuple(transfers),
        )
        link = Link(record, chained(house.head, record))
        self._appender.append(connection.connection.cursor(), [Append(HOUSE_LOG, link, changes)])


def _clash(connection: Connection, spec: TableSpec) -> Refusal | None:
    """What the law wants alike at all open tables of a casino, and would not be."""
    book = load_rulebook(spec.rulebook)
    if not bound_to_others(book, spec.choices):
        return None
    beside = map(spec_of, open_tables(connection))
    return clash(book, spec.choices, [other.choices for other in beside if other.rulebook == book.id])


def _another(connection: Connection, rulebook: str) -> Refusal | None:
    """Whether a table of the rulebook is open."""
    for stream in open_tables(connection):
        if spec_of(stream).rulebook == rulebook:
            return Refusal("not_the_only_one", f"table {stream.name} is of {rulebook} already")
    return None


def _done_before(connection: Connection, command: str) -> tuple[AnyAct, ...] | None:
    """What was done under this id."""
    found = sa.select(entries.c.events).where(entries.c.stream == HOUSE_LOG, entries.c.command == command)
    row = connection.execute(found.limit(1)).first()
    return None if row is None else acts_decoder.decode(row.events)


def money_on_table(name: str, whose: str) -> Refusal:
    """Why a table stays open."""
    return Refusal(MONEY_ON_TABLE, f"table {name} cannot be closed: money of {whose} is on it")


def _other_words(transfer_id: str, account: str, amount: int) -> Refusal:
    return Refusal(
        "other_words",
        f"the id '{transfer_id}' was for something else: {amount} cents and {account} need an id of their own",
    )
