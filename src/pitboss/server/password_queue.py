"""Password hashing off the event loop, in a thread with a bounded, fair queue."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TypeVar

from pitboss.server.auth import MAX_PASSWORD, hash_password, verify_password
from pitboss.server.fair_queue import FairQueue

T = TypeVar("T")
#: A hash takes 64 MB and tens of milliseconds on several cores: more in parallel would starve the tables.
_WORKERS = 1
_THREADS = ThreadPoolExecutor(_WORKERS, "passwords")
#: Hashes that may be queued or running, for one client and in total.
MAX_PER_CLIENT, MAX_TOTAL = 8, 32


class PasswordQueue:
    """Hashes and verifies passwords in a thread. The queue is bounded and fair between clients."""

    def __init__(self) -> None:
        self._queue = FairQueue("passwords", workers=_WORKERS, each=MAX_PER_CLIENT, total=MAX_TOTAL)

    async def verify(self, client: str, password_hash: str | None, password: str) -> bool:
        """Returns whether a password matches a hash. For None it takes as long, so that timing does not reveal which
        users exist.
        """
        matches = await self._run(client, partial(_verify, password_hash, password[: MAX_PASSWORD + 1]))
        return matches and password_hash is not None

    async def hash(self, client: str, password: str) -> str:
        """Returns the argon2 hash of a new password."""
        return await self._run(client, partial(hash_password, password))

    async def _run(self, client: str, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        return await self._queue.submit(client, lambda: loop.run_in_executor(_THREADS, work))


@lru_cache(maxsize=1)
def _dummy_hash() -> str:
    return hash_password(secrets.token_urlsafe(16))


def _verify(password_hash: str | None, password: str) -> bool:
    return verify_password(password_hash if password_hash is not None else _dummy_hash(), password)
