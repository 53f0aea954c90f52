"""Runs the server until a signal stops it: rejects new clients, finishes open requests, closes the house."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import structlog
import uvicorn

from pitboss.server.app import build_routes, create_app, opened
from pitboss.server.context import ServerContext
from pitboss.server.http_protocol import HttpProtocol
from pitboss.server.memory import release_free_memory
from pitboss.server.settings import Settings

#: Timeout for open requests at shutdown.
GRACE_SECONDS = 5
#: Timeout of an idle connection. Longer than that of clients, which otherwise reuse a connection as it closes.
IDLE_SECONDS = 30
#: Thread switch interval. The writer thread needs the interpreter briefly but several times per commit; at the default
#: of 5 ms those waits add up.
SWITCH_INTERVAL = 0.0005
#: Ticks between two calls that give free memory back: a minute.
TRIM_TICKS = 600


def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serves in this process. Calls ``announce`` with the address once the tables are open."""
    listening = listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    host = settings.host if ":" not in settings.host else f"[{settings.host}]"

    def started(_: uvicorn.Server) -> None:
        tune_garbage_collector()
        sys.setswitchinterval(SWITCH_INTERVAL)
        announce(f"http://{host}:{port}{settings.root_path}")

    # handle SIGTERM like Ctrl-C: uvicorn re-raises the signal after shutdown, and the house must still be closed
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    with asyncio.Runner(loop_factory=_loop_factory()) as runner, suppress(KeyboardInterrupt):
        runner.run(serve(settings, listening, started))


class GracefulServer(uvicorn.Server):
    """Closes idle and stuck connections, and rejects new work from the moment it is asked to stop."""

    def __init__(self, config: uvicorn.Config, context: ServerContext) -> None:
        super().__init__(config)
        self._context = context
        #: Idle connections, each with its last request and the time since when it is idle.
        self._idle: dict[Any, tuple[Any, float]] = {}

    async def on_tick(self, counter: int) -> bool:
        """Runs ten times a second until shutdown."""
        if counter % 10 == 0:
            self._close_idle(asyncio.get_running_loop().time())
        if counter % TRIM_TICKS == 0:
            await asyncio.to_thread(release_free_memory)
        return await super().on_tick(counter)

    def _close_idle(self, now: float) -> None:
        """Closes connections that have been idle, or closing with unsent data, for too long."""
        idle: dict[Any, tuple[Any, float]] = {}
        for connection in self.server_state.connections:
            if _is_idle(connection):
                request = getattr(connection, "cycle", None)
                before = self._idle.get(connection)
                idle[connection] = before if before is not None and before[0] is request else (request, now)
        self._idle = idle
        for connection, (_, since) in idle.items():
            if now - since >= IDLE_SECONDS:
                connection.transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops accepting work and waits for open requests."""
        self._context.stop()
        await super().shutdown(sockets)


def _is_idle(connection: Any) -> bool:
    """Returns whether a connection is closing or has no request in progress.

    A connection with a partial request counts as idle: uvicorn has no timeout for the rest.
    """
    if connection.transport is None or connection.transport.is_closing():
        return connection.transport is not None
    request = getattr(connection, "cycle", connection)  # a WebSocket connection has no cycle
    return request is None or (request is not connection and request.response_complete)


async def serve(settings: Settings, listening: socket.socket, started: Callable[[uvicorn.Server], None]) -> None:
    """Serves on a bound socket until the server exits. Calls ``started`` once the tables are open."""
    asyncio.get_running_loop().set_exception_handler(log_unhandled)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=HttpProtocol.below(settings.root_path),
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=1 << 20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )
    with closing(listening):
        async with opened(app) as context:
            await context.house.make_room()
            # of two processes that bound the address at once, one fails here; uvloop would not report it
            listening.listen(config.backlog)
            server = GracefulServer(config, context)
            task = asyncio.create_task(server.serve([listening]))
            while not server.started and not task.done():
                await asyncio.sleep(0.01)
            started(server)
            build_routes(app)  # after the address was announced: it takes as long as five requests
            await task


def log_unhandled(_: asyncio.AbstractEventLoop, details: dict[str, Any]) -> None:
    """Event loop handler: logs exceptions of tasks that are never awaited."""
    structlog.get_logger("pitboss").error(details["message"], exc_info=details.get("exception"))


def tune_garbage_collector() -> None:
    """Excludes loaded rulebooks, routes and tables from collection, and collects less often.

    Commands leave no reference cycles behind, and a full collection would pause every table: it takes longer than to
    open the house, and would find little.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


def listen(host: str, port: int) -> socket.socket:
    """Binds the address and returns the socket; ``serve`` accepts connections on it. Raises OSError if it is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop  # noqa: PLC0415 # not available on Windows

    return uvloop.new_event_loop
