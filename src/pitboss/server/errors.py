"""One error schema for every failure: refusals of the law, framework errors, limits and faults of the server."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec
import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Mount

from pitboss.client.wire import Error, ErrorBody
from pitboss.house.database import connection_errors
from pitboss.house.house import HouseError
from pitboss.law import LawError, Refusal
from pitboss.law.cite import clause_list
from pitboss.limits import MAX_TABLE_ID
from pitboss.server.root_path import route_path

JSON = "application/json"

#: The kind of each status, for errors that do not name one.
KINDS: Mapping[int, str] = {
    400: "malformed",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "refused",
    413: "too_large",
    415: "malformed",
    422: "malformed",
    429: "too_many",
}


_READ_METHODS = ("GET", "HEAD")
_ALL_METHODS = ("DELETE", *_READ_METHODS, "PATCH", "POST", "PUT")


class ApiError(Exception):
    """Raised by a route to answer with an error."""

    def __init__(  # the fields of the error schema
        self,
        status: int,
        message: str,
        kind: str = "",
        *,
        clause: str = "",
        rulebook: str = "",
        allowed: tuple[str, ...] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = ErrorBody(kind or KINDS.get(status, "error"), message, clause, rulebook, allowed)
        self.headers = dict(headers or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the error with its body, for the worker process of the analyser."""
        return _rebuild, (self.status, self.body, self.headers)


def _rebuild(status: int, body: ErrorBody, headers: dict[str, str]) -> ApiError:
    return ApiError(
        status,
        body.message,
        body.kind,
        clause=body.clause,
        rulebook=body.rulebook,
        allowed=body.allowed,
        headers=headers,
    )


def no_table(table: str) -> ApiError:
    """Returns the error for a table that does not exist, or that the caller may not know of."""
    return ApiError(404, f"there is no table '{table[:MAX_TABLE_ID]}'", "no_table")


def table_closed(table: str) -> ApiError:
    """Returns the error for a request to a closed table."""
    return ApiError(409, f"table {table} is closed", "table_closed")


def refusal_body(refusal: Refusal) -> ErrorBody:
    """Returns a refusal of the law as an error body."""
    return ErrorBody(
        refusal.kind, refusal.message, clause_list(refusal.clauses), refusal.rulebook, tuple(refusal.allowed)
    )


#: The status of refusals that do not depend on the state of a table; all others are 409.
REFUSAL_STATUS: Mapping[str, int] = {
    "role": 403,
    "no_table": 404,
    "words": 422,
    "name": 422,
    "spec": 422,
}


def refusal_error(refusal: Refusal) -> ApiError:
    """Returns a refusal as the error of a route."""
    body = refusal_body(refusal)
    return _rebuild(REFUSAL_STATUS.get(refusal.kind, 409), body, {})


def error_response(status: int, body: ErrorBody, headers: Mapping[str, str] | None = None) -> Response:
    """Returns the HTTP response for an error."""
    return Response(msgspec.json.encode(Error(body)), status, dict(headers or {}), JSON)


def install(app: FastAPI) -> None:
    """Registers the exception handlers."""
    app.add_exception_handler(ApiError, _fault)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(LawError, _law)
    for kind in connection_errors(HouseError):
        app.add_exception_handler(kind, _unavailable)
    app.add_exception_handler(Exception, _unexpected)


async def _fault(_: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_response(error.status, error.body, error.headers)


async def http_error(request: Request, error: Exception) -> Response:
    """Handles errors of the framework: unknown path or method."""
    assert isinstance(error, HTTPException)
    kind = KINDS.get(error.status_code, "error")
    headers = {name.title(): value for name, value in (error.headers or {}).items()}
    message = str(error.detail)
    allowed: tuple[str, ...] = ()
    if error.status_code == 404:
        message = f"not found: {request.url.path}"
    elif error.status_code == 405:
        allowed = _methods(request)
        headers["Allow"] = ", ".join(allowed)
        message = f"method {request.method} is not allowed at {request.url.path}"
    return error_response(error.status_code, ErrorBody(kind, message, allowed=allowed), headers)


def _methods(request: Request) -> tuple[str, ...]:
    """Returns the methods that some route allows at this path. The framework reports only those of the first match."""
    return tuple(
        method for method in _ALL_METHODS if any(_allows(route, method, request) for route in request.app.routes)
    )


def _allows(route: BaseRoute, method: str, request: Request) -> bool:
    scope = {"type": "http", "method": method, "path": route_path(request.scope), "headers": []}
    # a mounted folder of files matches every method but serves reads only
    return route.matches(scope)[0] is Match.FULL and (method in _READ_METHODS or not isinstance(route, Mount))


async def _validation(_: Request, error: Exception) -> Response:
    """Handles invalid path and query parameters."""
    assert isinstance(error, RequestValidationError)
    message = "; ".join(f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in error.errors())
    return error_response(422, ErrorBody("malformed", message))


async def _law(_: Request, error: Exception) -> Response:
    """Handles an unknown rulebook."""
    return error_response(404, ErrorBody("not_found", str(error)))


async def _unavailable(_: Request, error: Exception) -> Response:
    """Handles an unavailable database; the client may retry."""
    return error_response(503, database_unavailable(error), {"Retry-After": "1"})


def database_unavailable(error: Exception) -> ErrorBody:
    """Returns the error body for an unavailable database and logs the cause."""
    structlog.get_logger("pitboss").error("database", error=str(error.__cause__ or error))
    if isinstance(error, HouseError):
        return ErrorBody("unavailable", str(error))
    return ErrorBody("unavailable", "the database does not respond: retry with the same id")


async def _unexpected(request: Request, error: Exception) -> Response:
    """Handles a bug: logs the exception and returns a message without details."""
    structlog.get_logger("pitboss").error("unexpected", path=quote(request.url.path), exc_info=error)
    return error_response(500, ErrorBody("internal", "internal error; nothing was done that was not acknowledged"))


def rate_limited(seconds: float) -> ApiError:
    """Returns the error for a request over the rate limit."""
    wait = max(1, round(seconds + 0.5))
    return ApiError(429, f"too many requests: try again in {wait} s", headers={"Retry-After": str(wait)})
