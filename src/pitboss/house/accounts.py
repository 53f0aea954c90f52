"""Users, their tokens, and their money away from the tables."""

from pitboss.house import history
from pitboss.house import users as people
from pitboss.house.administration import Administration
from pitboss.house.balances import Balances
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.history import AccountLine
from pitboss.house.ledger import HOUSE, wallet
from pitboss.house.log import read
from pitboss.house.log.chain import now_ms
from pitboss.house.users import Token, User
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role


class Accounts:
    """User accounts, sessions and wallets."""

    def __init__(self, database: DatabaseThreads, administration: Administration, balances: Balances) -> None:
        self._database = database
        self._administration = administration
        self._balances = balances

    # --- users -------------------------------------------------------------------------------------------------------

    async def create_user(
        self, name: str, role: Role, password_hash: str | None = None, *, guest: bool = False, by: Actor = THE_HOUSE
    ) -> User | Refusal:
        """Creates a user; refuses an invalid name and a name that is taken."""
        return await self._database.run_exclusive(
            lambda: self._administration.add_user(by, name, role, password_hash, guest=guest)
        )

    async def user(self, name: str) -> User | None:
        """Returns a user by name."""
        return await self._database.read(people.find_user, name)

    async def users(self) -> list[User]:
        """Returns every user."""
        return await self._database.read(people.all_users)

    async def guests_signed_in(self) -> int:
        """Returns the number of guests with a valid session."""
        return await self._database.read(people.guests_signed_in, now_ms())

    async def password_hash(self, name: str) -> str | None:
        """Returns the stored hash of a user's password."""
        return await self._database.read(people.password_hash, name)

    async def set_password(
        self, name: str, password_hash: str | None, *, keep: str = "", by: Actor = THE_HOUSE
    ) -> None:
        """Replaces a password and ends the sessions of the old one, except the token with the digest ``keep``."""
        await self._database.run_exclusive(self._administration.set_password, by, name, password_hash, keep)

    async def add_token(
        self, digest: str, user: str, expires: float, label: str = "", *, by: Actor | None = None
    ) -> None:
        """Stores the digest of a new token with its expiry, in seconds since 1970.

        ``by`` is who issues it, for the house log; None where the user signs in.
        """
        times = (now_ms(), int(expires * 1000))
        if by is None:
            await self._database.write(people.add_token, digest, user, times, label)
        else:
            await self._database.run_exclusive(self._administration.issue_token, by, digest, user, times, label)

    async def token(self, digest: str) -> Token | None:
        """Returns a token by its digest."""
        return await self._database.read(people.find_token, digest)

    async def end_token(self, digest: str) -> None:
        """Deletes a token: its user is signed out."""
        await self._database.write(people.end_token, digest)

    async def end_tokens(self, user: str, *, by: Actor = THE_HOUSE) -> int:
        """Deletes every token of a user, including those of programs; returns their number."""
        return await self._database.run_exclusive(self._administration.sign_out, by, user)

    # --- money -------------------------------------------------------------------------------------------------------

    async def wallet(self, name: str) -> int:
        """Returns the balance of a user's wallet."""
        return await self.holds(wallet(name))

    async def wallets(self) -> dict[str, int]:
        """Returns the balance of every wallet that was ever used, by user."""
        return await self._database.read(read.wallets)

    async def holds(self, account: str) -> int:
        """Returns the durable balance of any account."""
        return await self._balances.stored(account)

    async def deposit(
        self, name: str, cents: int, transfer_id: str, why: str = "deposit", *, by: Actor = THE_HOUSE
    ) -> int | Refusal:
        """Pays money into a user's wallet; returns the new balance. Idempotent by ``transfer_id``."""
        deposit = self._administration.deposit
        return await self._database.run_exclusive(deposit, by, wallet(name), cents, transfer_id, why)

    async def withdraw(
        self, name: str, cents: int, transfer_id: str, why: str = "withdrawal", *, by: Actor = THE_HOUSE
    ) -> int | Refusal:
        """Pays money out of a user's wallet; returns the new balance. Idempotent by ``transfer_id``."""
        withdraw = self._administration.withdraw
        async with self._balances.wallet_lock(wallet(name)):
            return await self._database.run_exclusive(withdraw, by, wallet(name), cents, transfer_id, why)

    async def raise_capital(self, cents: int, transfer_id: str, *, by: Actor = THE_HOUSE) -> int | Refusal:
        """Pays money into the house account; returns the new balance."""
        deposit = self._administration.deposit
        done = await self._database.run_exclusive(deposit, by, HOUSE, cents, transfer_id, "capital")
        await self._balances.refresh_house()
        return done

    async def statement(self, name: str, *, before: int | None = None, limit: int = 100) -> list[AccountLine]:
        """Returns the lines of a user's wallet with numbers below ``before``, newest first."""
        return await self.account_statement(wallet(name), before=before, limit=limit)

    async def account_statement(
        self, account: str, *, before: int | None = None, limit: int = 100
    ) -> list[AccountLine]:
        """Returns the lines of any account with numbers below ``before``, newest first."""
        return await self._database.read_history(history.newest_lines, account, before, limit)
