"""An external beacon: values that the house cannot know in advance, mixed into seeds after the last reveal."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

import structlog

from pitboss.games.commands import MixBeacon
from pitboss.games.live.contributions import BEACON, word_of_seed
from pitboss.house.house import House, HouseError
from pitboss.tables.live import THE_HOUSE, Table

if TYPE_CHECKING:
    import httpx

#: Seconds between looks at the tables, and of a request.
LOOK_SECONDS: Final = 0.1
_REQUEST_SECONDS: Final = 10.0


class Beacon(Protocol):
    """A source of public random values."""

    #: One word that names it in the logs.
    name: str

    async def next_value(self) -> str:
        """Returns the first value that is published after this call: one word, such as ``4711:9f86d0…``.

        Raises OSError, ValueError or KeyError where there is none.
        """


class HttpBeacon:
    """A beacon that answers GET with JSON, as drand does: ``round``, a number, and ``randomness``, hexadecimal."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = urlsplit(url).hostname or ""

    async def next_value(self) -> str:
        """Waits for a round that follows the one which is published now."""
        import httpx  # noqa: PLC0415 # only where there is a beacon

        try:
            async with httpx.AsyncClient(timeout=_REQUEST_SECONDS) as client:
                first = await self._latest(client)
                while (found := await self._latest(client))[0] <= first[0]:
                    await asyncio.sleep(LOOK_SECONDS)
        except httpx.HTTPError as error:
            raise OSError(f"{self.url}: {error}") from error
        return f"{found[0]}:{found[1]}"

    async def _latest(self, client: "httpx.AsyncClient") -> tuple[int, str]:
        answer = (await client.get(self.url)).raise_for_status().json()
        return int(answer["round"]), str(answer["randomness"])


class BeaconMixer:
    """Mixes the next value of a beacon into every seed that waits for it."""

    def __init__(self, house: House, beacon: Beacon) -> None:
        self._house = house
        self._beacon = beacon
        self._task: asyncio.Task[None] | None = None
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}

    def start(self) -> None:
        """Watches the tables in the background."""
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Ends it; a seed that waits is mixed after the next start, or the beacon is left out."""
        for task in (self._task, *tuple(self._running.values())):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _watch(self) -> None:
        while True:
            for name, table in tuple(self._house.registry.loaded.items()):
                for seed in _awaited(table.live):
                    if (name, seed) not in self._running:
                        self._running[name, seed] = asyncio.create_task(self._mix(name, seed))
            await asyncio.sleep(LOOK_SECONDS)

    async def _mix(self, table: str, seed: str) -> None:
        try:
            value = await self._beacon.next_value()
            command = MixBeacon(seed=word_of_seed(seed), source=self._beacon.name, value=value)
            await self._house.perform(table, THE_HOUSE, "", None, command)  # refused where another process was first
        except (HouseError, OSError, ValueError, KeyError) as error:
            structlog.get_logger("pitboss").warning("beacon", beacon=self._beacon.name, error=str(error))
        finally:
            del self._running[table, seed]


def _awaited(live: Table) -> list[str]:
    """Returns the seeds of a table that wait for the beacon alone."""
    sources = [known for known in live.contributed() if known.beacon]
    return [seed for known in sources for seed in known.waiting() if known.missing(seed) == (BEACON,)]
