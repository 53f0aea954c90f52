"""How routes are described and answered: msgspec structs in and out, and their schemas in the OpenAPI description."""

import re
from typing import Any, TypeVar

import msgspec
from fastapi import Depends, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, PlainTextResponse

from pitboss.client.wire import Error, ErrorBody, FromServer, TableInfo, TablePage, TableState, ToServer
from pitboss.server.errors import JSON, Fault
from pitboss.table.blackjack_view import BlackjackCard, BlackjackView
from pitboss.table.live import TableSpec
from pitboss.table.roulette_view import RouletteCard, RouletteView
from pitboss.table.shared_views import You
from pitboss.table.tournament_view import TournamentCard, TournamentView

T = TypeVar("T")
_REF = "#/components/schemas/{name}"

#: What the tables of each game show, by where the messages carry it as it is: what stands for any value there.
_SHOWN: dict[str, tuple[Any, ...]] = {
    "view": (BlackjackView, RouletteView, TournamentView),
    "card": (BlackjackCard, RouletteCard, TournamentCard),
    "you": (You,),
    "spec": (TableSpec,),
}
#: Every struct that some route reads or answers with, for the description.
_DESCRIBED: list[Any] = [Error, ToServer, FromServer, *(one for kinds in _SHOWN.values() for one in kinds)]

#: What each error means, and how one is told.
_ERRORS: dict[int, tuple[str, ErrorBody]] = {
    401: (
        "No valid token, where one is needed",
        ErrorBody("unauthenticated", "the token is unknown or has expired: sign in again"),
    ),
    403: (
        "Not for this role, or another's",
        ErrorBody("forbidden", "only an operator may do this, and ann is a player"),
    ),
    404: ("No such thing", ErrorBody("no_table", "there is no table 't9'")),
    408: ("The body did not come in time", ErrorBody("too_slow", "what is sent comes within 20 seconds")),
    409: (
        "Refused by the law or the state of the table, with the clause; or stale",
        ErrorBody("stale", "the table has moved on from version 17 to 18", allowed=("seen 18",)),
    ),
    413: ("Too large", ErrorBody("too_large", "what is sent may have at most 65536 bytes")),
    422: ("Cannot be read", ErrorBody("malformed", "the body cannot be read: Object missing required field `id`")),
    429: ("Too much at once", ErrorBody("too_many", "too much at once: try again in 1 s")),
    503: (
        "The server stops, or its database does not answer; the same may be asked again",
        ErrorBody("unavailable", "the database does not answer: ask again with the same id"),
    ),
}
#: What may come of any request.
_ALWAYS = (401, 408, 413, 422, 429, 503)


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def text(value: str) -> Response:
    """Plain text."""
    return Response(value, media_type="text/plain; charset=utf-8")


def reads(kind: type[T]) -> Any:
    """A dependency: the body of the request as a struct, or the error that says what is wrong with it."""
    decoder = msgspec.json.Decoder(kind)

    async def read(request: Request) -> T:
        body = await request.body()
        try:
            return decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Fault(422, f"the body cannot be read: {error}", allowed=fields_of(kind, error)) from None

    return Depends(read)


def fields_of(kind: Any, error: Exception) -> tuple[str, ...]:
    """The fields that a struct has, where what is wrong is that another was named, or one of them was not."""
    return kind.__struct_fields__ if re.search(r"(unknown|required) field `[^`]*`$", str(error)) else ()


def describes(gives: Any, *errors: int, body: Any = None, status: int = 200, plain: str = "") -> dict[str, Any]:
    """The keywords of a route: what it gives, what it reads (by an example of it), and which errors may come of it."""
    content = {"text/plain": {"schema": {"type": "string"}}} if plain else {JSON: {"schema": _schema(gives)}}
    responses: dict[int | str, dict[str, Any]] = {status: {"description": plain or "Done", "content": content}}
    for code in sorted({*_ALWAYS, *errors}):
        meaning, told = _ERRORS[code]
        example = msgspec.to_builtins(Error(told))
        responses[code] = {"description": meaning, "content": {JSON: {"schema": _schema(Error), "example": example}}}
    keywords: dict[str, Any] = {"responses": responses, "response_model": None, "status_code": status}
    keywords["response_class"] = PlainTextResponse if plain else JSONResponse
    if body is not None:
        content = {JSON: {"schema": _schema(type(body)), "example": msgspec.to_builtins(body)}}
        keywords["openapi_extra"] = {"requestBody": {"required": True, "content": content}}
    return keywords


def _schema(kind: Any) -> dict[str, Any]:
    if kind not in _DESCRIBED:
        _DESCRIBED.append(kind)
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return schema


def _say_what_is_shown(properties: dict[str, Any]) -> None:
    """The structs that the wire carries as any value, for it knows no game."""
    for name in _SHOWN.keys() & properties.keys():
        kinds: list[dict[str, Any]] = [{"$ref": _REF.format(name=kind.__name__)} for kind in _SHOWN[name]]
        nothing = [{"type": "null"}] if "default" in properties[name] else []
        properties[name] = {"anyOf": [*kinds, *nothing]}


def install(app: FastAPI) -> None:
    """Makes the description of the application from its routes and from the structs that they name."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            components = made.setdefault("components", {})
            schemas = components.setdefault("schemas", {})
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)  # ours is the one shape of errors
            schemas.update(msgspec.json.schema_components(_DESCRIBED, ref_template=_REF)[1])
            for message in (TableInfo, TablePage, TableState):
                _say_what_is_shown(schemas[message.__name__]["properties"])
            components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            made["security"] = [{}, {"token": []}]
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's documented way to extend the description
