"""Helpers of the routes: msgspec structs as request and response bodies, and their schemas in OpenAPI."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from fastapi import Depends, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, PlainTextResponse

from pitboss.client.asyncapi import asyncapi
from pitboss.client.wire import ClientMessage, Error, ErrorBody, ServerMessage, TableMessage, TablePage, TableSummary
from pitboss.games.live.views import BoardCard, BoardView, BoardYou, You
from pitboss.games.registry import all_games
from pitboss.server.errors import JSON, ApiError
from pitboss.tables.live import TableSpec

T = TypeVar("T")
_REF = "#/components/schemas/{name}"

#: Every struct in the OpenAPI schema, besides those of the games; routes add theirs.
_SCHEMA_TYPES: list[Any] = [Error, ClientMessage, ServerMessage]

#: The description and an example of each error status.
_ERRORS: dict[int, tuple[str, ErrorBody]] = {
    401: (
        "A valid token is required",
        ErrorBody("unauthenticated", "the token is unknown or has expired: sign in again"),
    ),
    403: (
        "Not permitted for this role",
        ErrorBody("forbidden", "only an operator may do this, and ann is a player"),
    ),
    404: ("Not found", ErrorBody("no_table", "there is no table 't9'")),
    408: ("Timeout while reading the body", ErrorBody("too_slow", "the body must arrive within 20 seconds")),
    409: (
        "Refused by the law or the state of the table, with the clause; or a stale version",
        ErrorBody(
            "stale", "stale: the table has moved on from version 17 to 18; refetch and retry", allowed=("seen 18",)
        ),
    ),
    413: ("Body too large", ErrorBody("too_large", "the body may have at most 65536 bytes")),
    422: ("Validation failed", ErrorBody("malformed", "cannot decode the body: Object missing required field `id`")),
    429: ("Rate limit exceeded", ErrorBody("too_many", "too many requests: try again in 1 s")),
    503: (
        "The server is stopping or its database is unavailable; retry with the same id",
        ErrorBody("unavailable", "the database does not respond: retry with the same id"),
    ),
}
#: Errors that any request may get.
_COMMON = (401, 408, 413, 422, 429, 503)


class LateExample(msgspec.Struct, frozen=True):
    """An example body that is made for the description only: the server starts without what it needs."""

    kind: type
    make: Callable[[], Any]


#: The bodies of the routes in OpenAPI, each with the example to add.
_EXAMPLES: list[tuple[dict[str, Any], LateExample]] = []


def json_response(value: Any, status: int = 200) -> Response:
    """Returns a value as a JSON response."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def text_response(value: str) -> Response:
    """Returns a plain text response."""
    return Response(value, media_type="text/plain; charset=utf-8")


def json_body(kind: type[T]) -> Any:
    """Dependency: decodes the request body into a struct. Raises 422 if validation fails."""
    decoder = msgspec.json.Decoder(kind)

    async def read(request: Request) -> T:
        body = await request.body()
        try:
            return decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ApiError(422, f"cannot decode the body: {error}", allowed=expected_fields(kind, error)) from None

    return Depends(read)


def expected_fields(kind: Any, error: Exception) -> tuple[str, ...]:
    """Returns the struct's fields if the error is about an unknown or a missing field."""
    return kind.__struct_fields__ if re.search(r"(unknown|required) field `[^`]*`$", str(error)) else ()


def route_schema(  # what a route declares
    result: Any,
    *errors: int,
    body: Any = None,
    status: int = 200,
    also: tuple[int, ...] = (),
    plain: str = "",
    files: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Returns the keyword arguments of a route: its response schema, an example body, and its possible errors.

    ``body`` is an example, or a `LateExample`. ``also`` are other statuses with the same result, ``files`` the media
    types of files that it may return instead of JSON.
    """
    content = {"text/plain": {"schema": {"type": "string"}}} if plain else {JSON: {"schema": _schema(result)}}
    content |= {kind: {"schema": {"type": "string", "format": "binary"}} for kind in files}
    success = {"description": plain or "Success", "content": content}
    responses: dict[int | str, dict[str, Any]] = dict.fromkeys((status, *also), success)
    responses |= {code: _error_response(code) for code in sorted({*_COMMON, *errors})}
    keywords: dict[str, Any] = {"responses": responses, "response_model": None, "status_code": status}
    keywords["response_class"] = PlainTextResponse if plain else JSONResponse
    if body is not None:
        example = body if isinstance(body, LateExample) else LateExample(type(body), lambda: body)
        media: dict[str, Any] = {"schema": _schema(example.kind)}
        _EXAMPLES.append((media, example))
        keywords["openapi_extra"] = {"requestBody": {"required": True, "content": {JSON: media}}}
    return keywords


@cache
def _error_response(code: int) -> dict[str, Any]:
    meaning, body = _ERRORS[code]
    example = msgspec.to_builtins(Error(body))
    return {"description": meaning, "content": {JSON: {"schema": _schema(Error), "example": example}}}


@cache  # most routes share their errors: the schema of a struct takes a millisecond
def _schema(kind: Any) -> dict[str, Any]:
    if kind not in _SCHEMA_TYPES:
        _SCHEMA_TYPES.append(kind)
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return schema


def _game_fields() -> dict[str, tuple[Any, ...]]:
    """Returns the structs that the untyped fields of table messages carry, by field name, of every registered game."""
    return {
        "view": tuple(dict.fromkeys((*(game.view for game in all_games()), BoardView))),
        "card": tuple(dict.fromkeys((*(game.card for game in all_games()), BoardCard))),
        "you": (You, BoardYou),
        "spec": (TableSpec,),
    }


def _describe_game_fields(properties: dict[str, Any]) -> None:
    """Replaces the untyped fields of a message by the structs of the games; the wire format knows no game."""
    game_fields = _game_fields()
    for name in game_fields.keys() & properties.keys():
        kinds: list[dict[str, Any]] = [{"$ref": _REF.format(name=kind.__name__)} for kind in game_fields[name]]
        null = [{"type": "null"}] if "default" in properties[name] else []
        properties[name] = {"anyOf": [*kinds, *null]}


def install(app: FastAPI) -> None:
    """Makes the OpenAPI schema from the routes and the structs they use, and serves the AsyncAPI of the socket."""

    @app.get("/asyncapi.json", include_in_schema=False)
    def socket_description() -> dict[str, Any]:
        return asyncapi(app.version)

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            for media, example in _EXAMPLES:
                media["example"] = msgspec.to_builtins(example.make())
            schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            components = schema.setdefault("components", {})
            schemas = components.setdefault("schemas", {})
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)  # every error has our own schema
            types = [*_SCHEMA_TYPES, *(kind for kinds in _game_fields().values() for kind in kinds)]
            schemas.update(msgspec.json.schema_components(types, ref_template=_REF)[1])
            for message in (TableSummary, TablePage, TableMessage):
                _describe_game_fields(schemas[message.__name__]["properties"])
            components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            schema["security"] = [{}, {"token": []}]
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's documented way to extend the description
