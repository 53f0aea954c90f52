"""TCP proxy that a test can cut, hold or slow down: between clients and servers, or between a server and PostgreSQL."""

import asyncio
import random
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit


class FaultProxy:
    """Forwards connections on a port of its own to a TCP port or a Unix socket."""

    def __init__(self, target: int | str, dice: random.Random) -> None:
        self.target = target
        self._dice = dice
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self.refuses = False
        #: The probability that a connection is cut at a message, in its middle.
        self.cut_odds = 0.0

    @property
    def port(self) -> int:
        """The port of the proxy."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def start(self) -> None:
        """Listens on a free port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def stop(self) -> None:
        """Closes the port and every connection."""
        self.cut()
        self._flows.set()
        assert self._server is not None
        self._server.close()

    def hold(self) -> None:
        """Forwards nothing in either direction and closes nothing: a partition or a half-open connection."""
        self._flows.clear()

    def release(self) -> None:
        """Forwards what was held."""
        self._flows.set()

    def cut(self) -> None:
        """Closes every connection; what is under way is lost."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, str):
                upstream = await asyncio.open_unix_connection(self.target)
            else:
                upstream = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, upstream[1]}
        await asyncio.gather(self._forward(reader, upstream[1]), self._forward(upstream[0], writer))
        self._writers -= {writer, upstream[1]}

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._flows.wait()
                if self.cut_odds and self._dice.random() < self.cut_odds:
                    writer.write(data[: self._dice.randrange(len(data))])
                    await writer.drain()
                    self.cut()
                    return
                writer.write(data)
                await writer.drain()
        with suppress(OSError):
            writer.close()


def unix_socket_of(postgres_url: str) -> str:
    """Returns the path of the Unix socket in an address of PostgreSQL."""
    folder = parse_qs(urlsplit(postgres_url).query)["host"][0]
    return f"{folder}/.s.PGSQL.5432"


def through(postgres_url: str, port: int) -> str:
    """Returns the address of the same database through a proxy."""
    parts = urlsplit(postgres_url)
    return f"postgresql://{parts.username}:@127.0.0.1:{port}{parts.path}"
