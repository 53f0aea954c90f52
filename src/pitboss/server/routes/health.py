"""Liveness and readiness checks."""

from fastapi import APIRouter, Response
from msgspec import Struct

from pitboss.client.wire import ErrorBody
from pitboss.server.api import json_response, route_schema
from pitboss.server.dependencies import Context
from pitboss.server.errors import error_response

router = APIRouter(tags=["health"])


class Health(Struct, frozen=True):
    """The state of the server."""

    status: str


@router.get("/health", **route_schema(Health))
async def health() -> Response:
    """Returns ``alive`` if the process runs."""
    return json_response(Health("alive"))


@router.get("/ready", **route_schema(Health))
async def ready(context: Context) -> Response:
    """Returns ``ready`` if the database accepts writes; 503 with the reason, within two seconds, otherwise or at
    shutdown.
    """
    fault = "the server is stopping" if context.stopping else await context.house.fault()
    if fault:
        return error_response(503, ErrorBody("unavailable", fault), {"Retry-After": "1"})
    return json_response(Health("ready"))
