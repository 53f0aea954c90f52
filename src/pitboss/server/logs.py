"""Structured logs on standard error: one JSON object per line, or plain text on a terminal."""

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
#: Methods that are metric labels; any other is counted as "other", so that a client cannot create labels.
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def configure(*, json: bool, level: str = "info") -> None:
    """Configures logging for the process. Tracebacks omit local variables, which may be tokens, passwords or seeds."""
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
        logger_factory=_stderr_logger,
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_LibraryHandler()], level=logging.WARNING, force=True)


def _stderr_logger(*_: object) -> structlog.WriteLogger:
    """Returns a logger on the present standard error: a program or a test may have replaced an earlier one."""
    return structlog.WriteLogger(sys.stderr)


class _LibraryHandler(logging.Handler):
    """Forwards the log records of libraries to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        """Logs a record."""
        log = structlog.get_logger("pitboss")
        log.log(record.levelno, record.getMessage(), by=record.name, exc_info=record.exc_info)


class RequestLog:
    """Middleware: logs and measures every HTTP request, and adds an ``X-Request-Id`` header to the response."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.log = structlog.get_logger("pitboss")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id, began, status = token_hex(6), time.perf_counter(), 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self.metrics.requests.labels(method, route, str(status)).inc()
            self.metrics.request_seconds.labels(route).observe(seconds)
            self.log.info(
                "request",
                id=request_id,
                method=scope["method"],
                path=quote(scope["path"]),  # no control characters in the log
                status=status,
                ms=round(seconds * 1000, 2),
                user=scope.get("state", {}).get("user", ""),
            )
