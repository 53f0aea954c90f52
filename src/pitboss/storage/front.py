"""The front desk of a house: people and their money away from the tables, and the way to the database."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import sqlalchemy as sa

from pitboss.law import Refusal
from pitboss.ledger import HOUSE, Books, wallet
from pitboss.storage import history, people, read
from pitboss.storage.append import Append
from pitboss.storage.at_once import appender_to
from pitboss.storage.database import at_one_moment, connect, in_memory, make_room, writing
from pitboss.storage.history import Line
from pitboss.storage.office import Office, now_ms
from pitboss.storage.people import User
from pitboss.storage.writer import Writer
from pitboss.table.live import Role

T = TypeVar("T")


class FrontDesk:
    """Everything of a house but its tables."""

    def __init__(self, database_url: str) -> None:
        self.engine = connect(database_url)
        self.origin = secrets.token_hex(8)
        # all of one reading is of one moment
        self._snapshots = at_one_moment(self.engine)
        self.books = Books()
        appender = appender_to(self.engine, self.origin)
        self.writer = Writer(appender, self._durable)
        self._office = Office(self.engine, appender)
        self._readers = ThreadPoolExecutor(2, "pitboss-reader")
        self._historian = ThreadPoolExecutor(1, "pitboss-historian")
        self._wallets: dict[str, asyncio.Lock] = {}

    def _durable(self, appends: list[Append], refused: set[str]) -> None:
        raise NotImplementedError

    async def ready(self) -> bool:
        """Whether the database answers."""
        with suppress(sa.exc.SQLAlchemyError):
            return bool(await self._read(lambda connection: connection.execute(sa.text("SELECT 1")).scalar()))
        return False

    async def make_room(self) -> None:
        """So that commits are quick from the first on; it takes half a second, and is for those who stay."""
        await self._alone(make_room, self.engine)

    # --- people ------------------------------------------------------------------------------------------------------

    async def create_user(
        self, name: str, role: Role, password_hash: str | None = None, *, guest: bool = False
    ) -> User | Refusal:
        """An account for somebody whose name is free."""
        return await self._alone(lambda: self._office.add_user(name, role, password_hash, guest=guest))

    async def user(self, name: str) -> User | None:
        """A user by name."""
        return await self._read(people.find_user, name)

    async def users(self) -> list[User]:
        """Every user."""
        return await self._read(people.all_users)

    async def guests_signed_in(self) -> int:
        """How many guests have a session now."""
        return await self._read(people.guests_signed_in, now_ms())

    async def password_hash(self, name: str) -> str | None:
        """The kept hash of a user's password."""
        return await self._read(people.password_hash, name)

    async def set_password(self, name: str, password_hash: str | None, *, keep: str = "") -> None:
        """Another password for a user, whose sessions by the old one end, but for the token of this digest."""
        await self._alone(self._office.set_password, name, password_hash, keep)

    async def add_token(self, digest: str, user: str, expires: float, label: str = "") -> None:
        """A user has signed in until then (seconds since 1970); only the hash of the token is kept."""
        await self._write(people.add_token, digest, user, (now_ms(), int(expires * 1000)), label)

    async def token(self, digest: str) -> tuple[User, float] | None:
        """Whose token it is, and until when."""
        return await self._read(people.find_token, digest)

    async def end_token(self, digest: str) -> None:
        """A user has signed out."""
        await self._write(people.end_token, digest)

    async def end_tokens(self, user: str) -> int:
        """A user is signed out everywhere, programs too; from how many places."""
        return await self._write(people.end_tokens, user)

    # --- money -------------------------------------------------------------------------------------------------------

    async def wallet(self, name: str) -> int:
        """What a user has away from the tables."""
        return await self.holds(wallet(name))

    async def wallets(self) -> dict[str, int]:
        """What everybody has away from the tables who ever had anything."""
        return await self._read(read.wallets)

    async def holds(self, account: str) -> int:
        """What an account holds."""
        return (await self._read(read.holdings, account))[account]

    async def deposit(self, name: str, cents: int, transfer_id: str, why: str = "deposit") -> int | Refusal:
        """Money into a user's wallet; what it then holds. The same id a second time moves nothing."""
        return await self._alone(self._office.deposit, wallet(name), cents, transfer_id, why)

    async def withdraw(self, name: str, cents: int, transfer_id: str, why: str = "withdrawal") -> int | Refusal:
        """Money out of a user's wallet."""
        async with self._wallet_lock(wallet(name)):
            return await self._alone(self._office.withdraw, wallet(name), cents, transfer_id, why)

    async def raise_capital(self, cents: int, transfer_id: str) -> int | Refusal:
        """More of the house's own money; what it then has, away from the tables."""
        done = await self._alone(self._office.deposit, HOUSE, cents, transfer_id, "capital")
        await self._refresh_house()
        return done

    async def statement(self, name: str, *, before: int | None = None, limit: int = 100) -> list[Line]:
        """A user's wallet line by line, the newest first, below a line's number."""
        return await self.account_statement(wallet(name), before=before, limit=limit)

    async def account_statement(self, account: str, *, before: int | None = None, limit: int = 100) -> list[Line]:
        """Any account line by line, of which there may be very many."""
        return await self._study(history.newest_lines, account, before, limit)

    # --- the way to the database -------------------------------------------------------------------------------------

    def _wallet_lock(self, account: str) -> asyncio.Lock:
        return self._wallets.setdefault(account, asyncio.Lock())

    async def _alone(self, work: Callable[..., T], *arguments: Any) -> T:
        """On the thread that writes, between two batches."""
        return await self.writer.run(work, *arguments)

    async def _read(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._read_by(self._readers, work, *arguments)

    async def _study(self, work: Callable[..., T], *arguments: Any) -> T:
        """Reads what may be a whole log: one at a time, and nobody who asks for a little waits for that."""
        return await self._read_by(self._historian, work, *arguments)

    async def _read_by(self, readers: ThreadPoolExecutor, work: Callable[..., T], *arguments: Any) -> T:
        def do() -> T:
            with self._snapshots.begin() as connection:
                return work(connection, *arguments)

        if in_memory(self.engine):
            return await self._alone(do)
        return await asyncio.get_running_loop().run_in_executor(readers, do)

    async def _write(self, work: Callable[..., T], *arguments: Any) -> T:
        def do() -> T:
            with writing(self.engine).begin() as connection:
                return work(connection, *arguments)

        return await self._alone(do)

    async def _refresh_house(self) -> None:
        self.books.set(HOUSE, await self.holds(HOUSE))
