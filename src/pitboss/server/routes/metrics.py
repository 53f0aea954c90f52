"""Metrics, for an operator or an auditor, or for the token the server was started with."""

from hmac import compare_digest

from fastapi import APIRouter, Request, Response

from pitboss.house.log.read import account_totals
from pitboss.server.api import route_schema
from pitboss.server.dependencies import Context, authenticate

router = APIRouter(tags=["health"])


@router.get("/metrics", **route_schema(None, 403, plain="Metrics in the Prometheus text format"))
async def metrics(context: Context, request: Request) -> Response:
    """Returns the metrics in the Prometheus text format. Requires the token of ``--metrics-token`` or that of a user
    with this permission."""
    expected = context.settings.metrics_token
    sent = request.headers.get("authorization", "")
    if not expected or not compare_digest(sent.encode(), f"Bearer {expected}".encode()):
        await authenticate(request)
    held = await context.house.database.read(account_totals)
    return Response(context.metrics.text(held), media_type="text/plain; version=0.0.4; charset=utf-8")
