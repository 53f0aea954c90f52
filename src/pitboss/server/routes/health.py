"""Is the server alive, is it ready, and what does it count?"""

from fastapi import APIRouter, Response
from msgspec import Struct

from pitboss.client.wire import ErrorBody
from pitboss.server.api import answer, describes
from pitboss.server.desk import TheDesk
from pitboss.server.errors import error_response

router = APIRouter(tags=["health"])


class Health(Struct, frozen=True):
    """Well, or not."""

    status: str


@router.get("/health", **describes(Health))
async def health() -> Response:
    """The process lives."""
    return answer(Health("alive"))


@router.get("/ready", **describes(Health))
async def ready(desk: TheDesk) -> Response:
    """The database answers and the server does not stop."""
    if desk.stopping or not await desk.house.ready():
        return error_response(503, ErrorBody("unavailable", "the server stops, or its database does not answer"))
    return answer(Health("ready"))


@router.get("/metrics", **describes(None, plain="Counters in Prometheus's form"))
async def metrics(desk: TheDesk) -> Response:
    """Counters for a monitor."""
    return Response(desk.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
