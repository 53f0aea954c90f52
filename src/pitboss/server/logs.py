"""Structured logs: one JSON object a line on standard error, or plain lines on a terminal."""

import logging
import sys
import time
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.dev import plain_traceback
from structlog.processors import ExceptionRenderer
from structlog.tracebacks import ExceptionDictTransformer

from pitboss.server.metrics import Metrics

LEVELS = ("debug", "info", "warning", "error")
#: The methods that are counted by name; a client may invent any number of others.
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def configure(*, json: bool, level: str = "info") -> None:
    """Sets the logs of the whole process up. A traceback has no values in it: they may be tokens, passwords, seeds."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Any] = (
        [ExceptionRenderer(ExceptionDictTransformer(show_locals=False)), structlog.processors.JSONRenderer()]
        if json
        else [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain_traceback)]
    )
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_Others()], level=logging.WARNING, force=True)


class _Others(logging.Handler):
    """What the libraries have to say, in the same form as all else."""

    def emit(self, record: logging.LogRecord) -> None:
        """Hands it on."""
        log = structlog.get_logger("pitboss")
        log.log(record.levelno, record.getMessage(), by=record.name, exc_info=record.exc_info)


class RequestLog:
    """Logs and measures every HTTP request, and gives it a number that the answer carries."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.log = structlog.get_logger("pitboss")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number, began, status = token_hex(6), time.perf_counter(), 500

        async def numbered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (b"x-request-id", number.encode())]
            await send(message)

        try:
            await self.app(scope, receive, numbered)
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self.metrics.requests.labels(method, route, str(status)).inc()
            self.metrics.request_seconds.labels(route).observe(seconds)
            self.log.info(
                "request",
                id=number,
                method=scope["method"],
                path=quote(scope["path"]),  # whatever a client writes there, a terminal shows it as letters
                status=status,
                ms=round(seconds * 1000, 2),
                user=scope.get("state", {}).get("user", ""),
            )
