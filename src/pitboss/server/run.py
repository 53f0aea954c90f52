"""Runs the server until it is told to stop: it takes no more, finishes what is under way, and goes."""

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

from pitboss.server.app import create_app, opened
from pitboss.server.desk import Desk
from pitboss.server.lines import Line
from pitboss.server.settings import Settings

#: How long open requests may take to finish when the server stops.
GRACE_SECONDS = 5
#: How long an idle line is kept: longer than clients do, which else may find it closed as they use it again.
KEEP_SECONDS = 30
#: For how long the tables' play keeps the interpreter from the thread that writes, which needs it for moments only, but
#: several times for a commit: 5 ms, as is usual, add up.
TURN_SECONDS = 0.0005


def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serves in this process; ``announce`` hears the address when the tables are open."""
    listening = listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    shown = settings.host if ":" not in settings.host else f"[{settings.host}]"

    def started(_: uvicorn.Server) -> None:
        spare_the_collector()
        sys.setswitchinterval(TURN_SECONDS)
        announce(f"http://{shown}:{port}")

    # as by Ctrl-C: uvicorn raises the signal again when it has stopped, and the house is still to be closed
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    with asyncio.Runner(loop_factory=_loop_factory()) as runner, suppress(KeyboardInterrupt):
        runner.run(serve(settings, listening, started))


class Server(uvicorn.Server):
    """Lets nobody in, and stops computing, from the moment at which it is told to stop; and lets go of the lines of
    those who ask nothing, or do not take what is left for them."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk
        #: With the last request on each, for what was asked since makes it another silence.
        self._silent: dict[Any, tuple[Any, float]] = {}

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second, until it is to stop."""
        if counter % 10 == 0:
            self._let_go(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def _let_go(self, now: float) -> None:
        """Ends the lines on which nothing was asked for long, or whose other end takes nothing though they close."""
        silent: dict[Any, tuple[Any, float]] = {}
        for line in self.server_state.connections:
            if _is_silent(line):
                asked = getattr(line, "cycle", None)
                before = self._silent.get(line)
                silent[line] = before if before is not None and before[0] is asked else (asked, now)
        self._silent = silent
        for line, (_, since) in silent.items():
            if now - since >= KEEP_SECONDS:
                line.transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Waits for what is under way."""
        self._desk.stop()
        await super().shutdown(sockets)


def _is_silent(line: Any) -> bool:
    """Whether a line closes, or all that was asked on it, if anything, is answered: what comes next may be a part of a
    request, of which uvicorn waits for the rest for ever."""
    if line.transport is None or line.transport.is_closing():
        return line.transport is not None
    asked = getattr(line, "cycle", line)  # a socket has none
    return asked is None or (asked is not line and asked.response_complete)


async def serve(settings: Settings, listening: socket.socket, started: Callable[[uvicorn.Server], None]) -> None:
    """Serves at an address until the server is told to exit; ``started`` hears when the tables are open."""
    asyncio.get_running_loop().set_exception_handler(log_what_nobody_hears)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=Line,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=1 << 20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEEP_SECONDS,
        server_header=False,
    )
    with closing(listening):
        async with opened(app) as desk:
            await desk.house.make_room()
            # two that took one address at once are told of each other only here, and uvloop would not say it
            listening.listen(config.backlog)
            server = Server(config, desk)
            task = asyncio.create_task(server.serve([listening]))
            while not server.started and not task.done():
                await asyncio.sleep(0.01)
            started(server)
            await task


def log_what_nobody_hears(_: asyncio.AbstractEventLoop, failed: dict[str, Any]) -> None:
    """A failure that nobody waits for goes to the log as all else does, and not beside it."""
    structlog.get_logger("pitboss").error(failed["message"], exc_info=failed.get("exception"))


def spare_the_collector() -> None:
    """Laws, routes and tables that were loaded stay until the end, and what a command leaves behind has no cycles: the
    collector need not look through all of it many times a second, while everybody waits."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def listen(host: str, port: int) -> socket.socket:
    """Takes the address; OSError where somebody listens there already, or it is not to be had. Nobody is let in yet."""
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
    import uvloop  # noqa: PLC0415 # there is none on Windows

    return uvloop.new_event_loop
