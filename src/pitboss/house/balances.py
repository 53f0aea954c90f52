"""In-memory balances of all accounts that this process uses."""

import asyncio

from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.ledger import CAGE, HOUSE, Books
from pitboss.house.log import read


class Balances:
    """The in-memory ledger (``books``) and the reads that refresh it from the database.

    A table's accounts in ``books`` follow its log. The house account and wallets are shared with other tables and
    processes: their balances here are a cache, and the database checks every transfer again.
    """

    def __init__(self, database: DatabaseThreads) -> None:
        self.books = Books()
        self._database = database
        self._wallet_locks: dict[str, asyncio.Lock] = {}

    async def stored(self, account: str) -> int:
        """Returns the durable balance of an account, in cents."""
        return (await self._database.read(read.holdings, account))[account]

    async def refresh(self, account: str) -> None:
        """Replaces the cached balance of an account by the durable one."""
        self.books.set(account, await self.stored(account))

    async def refresh_house(self) -> None:
        """Refreshes the balances of the house account and of the cage."""
        await self.refresh(HOUSE)
        await self.refresh(CAGE)

    def wallet_lock(self, account: str) -> asyncio.Lock:
        """Returns the lock under which money is taken out of a wallet: one withdrawal or buy-in at a time."""
        return self._wallet_locks.setdefault(account, asyncio.Lock())
