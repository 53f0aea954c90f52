"""A small reverse proxy that serves a house below a path, like nginx with or without a slash after proxy_pass."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_REQUEST = re.compile(rb"^([A-Z]+) (\S*) ", re.ASCII)
_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
#: Seconds for a request head, and for the proxy to start and to stop.
PATIENCE = 60


class PrefixProxy:
    """Passes on what is asked below a prefix; everything else is not found."""

    def __init__(self, upstream: str, prefix: str, *, strip: bool) -> None:
        parts = urlsplit(upstream)
        assert parts.hostname is not None
        self.address = parts.hostname, parts.port
        self.prefix = prefix.encode()
        self.strip = strip
        self.tasks: set[asyncio.Task[None]] = set()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: one request, or one socket."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            await self._pass_on(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            pass
        except asyncio.CancelledError:  # by stop alone; asyncio logs an error for a handler that ends as cancelled
            pass
        finally:
            await _close(writer)
            self.tasks.discard(task)

    async def stop(self) -> None:
        """Ends every connection."""
        tasks = tuple(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # aborted transports close their sockets in the loop's next turn

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        found = _REQUEST.match(head)
        assert found, head
        path = found[2]
        if path != self.prefix and not path.startswith((self.prefix + b"/", self.prefix + b"?")):
            writer.write(_NOT_FOUND)
            await writer.drain()
            return
        inner = path[len(self.prefix) :] if self.strip else path
        head = head.replace(found[0], found[1] + b" " + (inner or b"/") + b" ", 1)
        if b"upgrade: websocket" not in head.lower():  # the next request of a kept connection would go by unread
            head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
        up_reader, up_writer = await asyncio.open_connection(*self.address)
        up_writer.write(head)
        ways = asyncio.create_task(_pipe(reader, up_writer)), asyncio.create_task(_pipe(up_reader, writer))
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # without an await before it: a second cancellation must not leave the connection open
            up_writer.transport.abort()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


@contextmanager
def proxied(upstream: str, prefix: str, *, strip: bool = True) -> Iterator[str]:
    """Runs the proxy as long as the block lasts; the address of the house behind it."""
    ready, ports = threading.Event(), []
    ended: list[asyncio.Event] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def work() -> None:
        proxy = PrefixProxy(upstream, prefix, strip=strip)
        server = await asyncio.start_server(proxy.handle, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        ended.append(asyncio.Event())
        loops.append(asyncio.get_running_loop())
        ready.set()
        await ended[0].wait()
        server.close()
        await proxy.stop()

    thread = threading.Thread(target=asyncio.run, args=(work(),))
    thread.start()
    assert ready.wait(PATIENCE), "the proxy did not start"
    try:
        yield f"http://127.0.0.1:{ports[0]}{prefix}"
    finally:
        loops[0].call_soon_threadsafe(ended[0].set)
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the proxy did not stop"
