"""Password hashing off the event loop, in a thread with a bounded, fair queue."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TypeVar

from pitboss.server.auth import MAX_PASSWORD, hash_password, verify_password
from pitboss.server.fair_queue import FairQueue, Usage
from pitboss.server.priority import lower_priority

T = TypeVar("T")
#: A hash takes 64 MB and tens of milliseconds on several cores: more in parallel would starve the tables.
_WORKERS = 1
#: A thread for each queue: that of all clients, and that of known devices.
_THREADS = ThreadPoolExecutor(2 * _WORKERS, "passwords", lower_priority)
#: Hashes that may be queued or running besides those of one client that has as many as it may.
MAX_OTHERS = 32


class PasswordQueue:
    """Hashes and verifies passwords in threads. The queues are bounded and fair between clients.

    A client, which may be the address of a whole class, has at most ``each`` hashes queued or running. Devices that
    have signed in before have a queue of their own, which strangers of many addresses cannot fill.
    """

    def __init__(self, usage: Usage, each: int) -> None:
        self._queue, self._devices = (
            FairQueue(name, usage, workers=_WORKERS, each=each, total=each + MAX_OTHERS)
            for name in ("passwords", "passwords of known devices")
        )

    async def verify(self, client: str, password_hash: str | None, password: str) -> bool:
        """Returns whether a password matches a hash. For None it takes as long, so that timing does not reveal which
        users exist.
        """
        return await self._verify(self._queue, client, password_hash, password)

    async def verify_device(self, device: str, password_hash: str | None, password: str) -> bool:
        """``verify`` for a device that has signed in before."""
        return await self._verify(self._devices, device, password_hash, password)

    async def hash(self, client: str, password: str) -> str:
        """Returns the argon2 hash of a new password."""
        return await _run(self._queue, client, partial(hash_password, password))

    async def _verify(self, queue: FairQueue, client: str, password_hash: str | None, password: str) -> bool:
        matches = await _run(queue, client, partial(_matches, password_hash, password[: MAX_PASSWORD + 1]))
        return matches and password_hash is not None


async def _run(queue: FairQueue, client: str, work: Callable[[], T]) -> T:
    loop = asyncio.get_running_loop()
    async with queue.slot(client):
        return await loop.run_in_executor(_THREADS, work)


@lru_cache(maxsize=1)
def _dummy_hash() -> str:
    return hash_password(secrets.token_urlsafe(16))


def _matches(password_hash: str | None, password: str) -> bool:
    return verify_password(password_hash if password_hash is not None else _dummy_hash(), password)
