"""One shape for everything that goes wrong, whoever finds it: the law, the framework, the limits or the server."""

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
from pitboss.law import LawError, Refusal
from pitboss.law.cite import clause_list
from pitboss.storage.database import AWAY
from pitboss.storage.house import HouseError

JSON = "application/json"

#: What a status means where only the framework has spoken.
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


_READS = ("GET", "HEAD")
_TO_BE_DONE = ("DELETE", *_READS, "PATCH", "POST", "PUT")


class Fault(Exception):
    """What a route raises to answer with an error."""

    def __init__(  # these are the members of the one shape
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
        """So that a fault comes whole out of the process that analyses."""
        return _again, (self.status, self.body, self.headers)


def _again(status: int, body: ErrorBody, headers: dict[str, str]) -> Fault:
    return Fault(
        status,
        body.message,
        body.kind,
        clause=body.clause,
        rulebook=body.rulebook,
        allowed=body.allowed,
        headers=headers,
    )


def table_closed(table: str) -> Fault:
    """The error of whoever comes to a table too late."""
    return Fault(409, f"table {table} is closed", "table_closed")


def refusal_body(refusal: Refusal) -> ErrorBody:
    """A refusal of the law in the shape of the wire."""
    return ErrorBody(
        refusal.kind, refusal.message, clause_list(refusal.clauses), refusal.rulebook, tuple(refusal.allowed)
    )


#: Refusals that are not about the state of a table.
REFUSAL_STATUS: Mapping[str, int] = {
    "role": 403,
    "no_table": 404,
    "words": 422,
    "name": 422,
    "spec": 422,
}


def refused(refusal: Refusal) -> Fault:
    """A refusal as the error that a route answers with."""
    body = refusal_body(refusal)
    return _again(REFUSAL_STATUS.get(refusal.kind, 409), body, {})


def error_response(status: int, body: ErrorBody, headers: Mapping[str, str] | None = None) -> Response:
    """The error as it is sent."""
    return Response(msgspec.json.encode(Error(body)), status, dict(headers or {}), JSON)


def install(app: FastAPI) -> None:
    """Gives every error of the application the one shape."""
    app.add_exception_handler(Fault, _fault)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(LawError, _law)
    for kind in (HouseError, *AWAY):
        app.add_exception_handler(kind, _away)
    app.add_exception_handler(Exception, _unexpected)


async def _fault(_: Request, error: Exception) -> Response:
    assert isinstance(error, Fault)
    return error_response(error.status, error.body, error.headers)


async def http_error(request: Request, error: Exception) -> Response:
    """What the framework has to say: no such address, no such method."""
    assert isinstance(error, HTTPException)
    kind = KINDS.get(error.status_code, "error")
    headers = {name.title(): value for name, value in (error.headers or {}).items()}
    message = str(error.detail)
    allowed: tuple[str, ...] = ()
    if error.status_code == 404:
        message = f"there is nothing at {request.url.path}"
    elif error.status_code == 405:
        allowed = _methods(request)
        headers["Allow"] = ", ".join(allowed)
        message = f"{request.method} is not done at {request.url.path}"
    return error_response(error.status_code, ErrorBody(kind, message, allowed=allowed), headers)


def _methods(request: Request) -> tuple[str, ...]:
    """What is done at this address, each asked for: the framework names only the first route that has it."""
    return tuple(method for method in _TO_BE_DONE if any(_does(route, method, request) for route in request.app.routes))


def _does(route: BaseRoute, method: str, request: Request) -> bool:
    asked = {"type": "http", "method": method, "path": request.url.path, "headers": []}
    # files are only read, though their folder takes whatever is asked
    return route.matches(asked)[0] is Match.FULL and (method in _READS or not isinstance(route, Mount))


async def _validation(_: Request, error: Exception) -> Response:
    """Parameters of a path or a query that cannot be read."""
    assert isinstance(error, RequestValidationError)
    told = "; ".join(f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in error.errors())
    return error_response(422, ErrorBody("malformed", told))


async def _law(_: Request, error: Exception) -> Response:
    """A rulebook that does not exist."""
    return error_response(404, ErrorBody("not_found", str(error)))


async def _away(_: Request, error: Exception) -> Response:
    """The database does not answer; what was asked may be asked again."""
    return error_response(503, away(error), {"Retry-After": "1"})


def away(error: Exception) -> ErrorBody:
    """What is told of a database that does not answer; the log has what it said."""
    structlog.get_logger("pitboss").error("database", error=str(error.__cause__ or error))
    if isinstance(error, HouseError):
        return ErrorBody("unavailable", str(error))
    return ErrorBody("unavailable", "the database does not answer: ask again with the same id")


async def _unexpected(request: Request, error: Exception) -> Response:
    """A fault of ours: the log has all of it, the client a plain word."""
    structlog.get_logger("pitboss").error("unexpected", path=quote(request.url.path), exc_info=error)
    return error_response(500, ErrorBody("internal", "the server failed; nothing was done that was not acknowledged"))
