"""Export of signed log heads to a witness: a file, or a URL that accepts them by POST.

Statements are made beside the play: an export that fails is retried, and delays no command.
"""

import asyncio
import errno
import os
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import structlog

from pitboss.house.house import House
from pitboss.house.log.chain import now_ms
from pitboss.house.witness import HeadSigner, HeadStatement, heads_now

#: Seconds between looks at the number of entries and the date, and of a POST.
LOOK_SECONDS: Final = 1.0
_POST_SECONDS: Final = 10.0
#: Statements that wait for a witness which does not answer; the oldest are dropped, which leaves a gap in the chain.
_MOST_WAITING: Final = 10_000


class WitnessExport:
    """Signs the heads of a house at the start, after every ``every`` entries, at the end of each day and at the end."""

    def __init__(self, house: House, target: str, every: int) -> None:
        assert house.keys is not None
        self._house = house
        self._target = target
        self._every = every
        self._signer = HeadSigner(house.keys.witness_key(), house.origin)
        self._waiting: deque[HeadStatement] = deque(maxlen=_MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("pitboss")

    async def start(self) -> None:
        """Exports the heads of every log, then watches the house."""
        await self.export("start")
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Exports the last heads."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            await self.export("stop")

    async def export(self, why: str) -> None:
        """Signs the committed heads and delivers all statements that wait."""
        heads = await self._house.database.read(heads_now)
        self._waiting.append(self._signer.sign(heads, now_ms(), why))
        await self._deliver()

    async def _watch(self) -> None:
        exported, day = self._house.entries_written, _day()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            written, today = self._house.entries_written, _day()
            try:
                if today != day or written - exported >= self._every:
                    await self.export("day" if today != day else "entries")
                    exported, day = written, today
                elif self._waiting:
                    await self._deliver()
            except Exception as error:  # the database may be away; the next look tries again
                self._log.warning("witness", error=str(error))

    async def _deliver(self) -> None:
        while self._waiting:
            line = msgspec.json.encode(self._waiting[0])
            try:
                await self._send(line)
            except OSError as error:
                self._log.warning("witness", target=self._target, waiting=len(self._waiting), error=str(error))
                return
            self._waiting.popleft()

    async def _send(self, line: bytes) -> None:
        if self._target.startswith(("http://", "https://")):
            await _post(self._target, line)
        else:
            await asyncio.to_thread(append_line, Path(self._target), line)


async def _post(url: str, line: bytes) -> None:
    """Sends a line to a URL. Raises OSError if it is not accepted."""
    import httpx  # noqa: PLC0415 # only where heads are exported to a URL

    try:
        async with httpx.AsyncClient(timeout=_POST_SECONDS) as client:
            answer = await client.post(url, content=line, headers={"content-type": "application/json"})
            answer.raise_for_status()
    except httpx.HTTPError as error:
        raise OSError(str(error)) from error


def append_line(file: Path, line: bytes) -> None:
    """Appends a line to a file, durably. Raises OSError, and leaves no part of the line, where the disk is full.

    What a power failure left of another line ends first: it must not damage this one.
    """
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        end = os.fstat(handle).st_size
        torn = end > 0 and os.pread(handle, 1, end - 1) != b"\n"
        data = (b"\n" if torn else b"") + line + b"\n"
        written = os.write(handle, data)
        if written != len(data):
            os.ftruncate(handle, os.fstat(handle).st_size - written)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        os.fsync(handle)
    finally:
        os.close(handle)


def _day() -> int:
    """The number of the day, in UTC."""
    return int(time.time() // 86_400)
