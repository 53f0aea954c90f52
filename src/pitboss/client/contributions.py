"""Contributions of a client to the seeds of a table: it commits and reveals by itself.

docs/reference/fairness.md specifies the bytes. The values are random, or begin with the player's own word.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from secrets import token_hex
from typing import Any

from pitboss.client.errors import ClientError, ConnectionLost

#: Sends a command to a table.
Send = Callable[[str, str], Awaitable[Any]]


def commitment_of(seed: str, player: str, value: str) -> str:
    """Returns the hash that commits a player to a value for a seed, such as ``shoe 0``."""
    return sha256(f"pitboss contribution 1\n{seed}\n{player}\n{value}".encode()).hexdigest()


class Contributor:
    """Commits to every seed that the view of a table offers, and reveals when the view asks for it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        #: By table and seed: the value that was committed to.
        self._values: dict[tuple[str, str], str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: A word of the player's own, with which the next values begin.
        self.word = ""

    def follow(self, table: str, you: Any) -> None:
        """Commits and reveals what the personal view of a table asks for, in the background."""
        if you is None:
            return
        for seed in you.get("commit", ()):
            value = self._values.setdefault(
                (table, seed), f"{self.word}.{token_hex(16)}" if self.word else token_hex(32)
            )
            hashed = commitment_of(seed.replace("_", " "), you["name"], value)
            self._say(table, seed, f"commit {seed} {hashed}")
        for seed in you.get("reveal", ()):
            if (table, seed) in self._values:
                self._say(table, seed, f"reveal {seed} {self._values[table, seed]}")

    async def close(self) -> None:
        """Cancels what is being sent."""
        for task in tuple(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _say(self, table: str, seed: str, words: str) -> None:
        """Sends a command in the background, unless the same one is being sent."""
        key = f"{table} {words}"
        if key not in self._tasks:
            self._tasks[key] = asyncio.get_running_loop().create_task(self._send_now(table, seed, words))
            self._tasks[key].add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _send_now(self, table: str, seed: str, words: str) -> None:
        with suppress(ClientError, ConnectionLost):  # a contribution that comes too late is left out, and logged
            await self._send(table, words)
            if words.startswith("reveal"):
                self._values.pop((table, seed), None)
