"""The ASGI application: routes, middleware, and the lifetime of the house."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from itertools import chain

import structlog
from fastapi import FastAPI
from fastapi.routing import APIRoute

from pitboss.extras import DISTRIBUTION
from pitboss.house.database import load_driver
from pitboss.house.house import House
from pitboss.house.means import system_user
from pitboss.house.permissions import missing_routes
from pitboss.server import api, errors, page, socket
from pitboss.server.admission import Admission
from pitboss.server.beacon import BeaconMixer
from pitboss.server.context import ServerContext
from pitboss.server.logs import RequestLog
from pitboss.server.metrics import Metrics
from pitboss.server.middleware import BodyLimit, StallLimit
from pitboss.server.origin_guard import OriginGuard
from pitboss.server.practice import open_practice_house
from pitboss.server.root_path import RootPath
from pitboss.server.routes import (
    accounts,
    analysis,
    audit,
    cage,
    health,
    learn,
    metrics,
    people,
    reports,
    rooms,
    rounds,
    rules,
    school,
    tables,
)
from pitboss.server.settings import Settings, keys_for
from pitboss.server.witness import WitnessExport

ABOUT = """Casino tables under regulators' documents: every event and every refusal cites its clause.

Table messages go over one WebSocket at `/api/socket`: the client sends `hello` (with a token), `watch`, `leave`,
`command` and `ping`; the server replies `welcome`, `done`, `left`, `pong` or `error`, and sends `table` whenever a
watched table changes. The schemas of these messages are among the components. Commands use
the notation of `.pit` files. Money is in cents."""

#: Every module with a router.
ROUTERS = (
    accounts,
    people,
    tables,
    cage,
    reports,
    school,
    rooms,
    learn,
    rounds,
    rules,
    analysis,
    audit,
    health,
    metrics,
    socket,
)


def create_app(settings: Settings) -> FastAPI:
    """Returns the application. It serves requests once its house is open (see ``opened``)."""
    # no slash redirects: their target is built from the Host header, which the client controls
    app = FastAPI(
        title="pitboss",
        version=version(DISTRIBUTION),
        description=ABOUT,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.metrics = Metrics()
    load_driver(settings.database)
    errors.install(app)
    for part in ROUTERS:
        app.include_router(part.router)
    check_permissions(app)
    page.install(app)
    api.install(app)
    app.add_middleware(Admission)
    app.add_middleware(StallLimit, seconds=settings.stall_seconds)
    app.add_middleware(BodyLimit, largest=settings.max_body, seconds=settings.body_seconds)
    app.add_middleware(
        OriginGuard,
        hosts=settings.allowed_hosts,
        origins=settings.allowed_origins,
        behind_proxy=bool(settings.trusted_proxies),
    )
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    app.add_middleware(RootPath, root_path=settings.root_path)
    return app


def route_names(app: FastAPI) -> set[str]:
    """Returns every HTTP route of the API as ``METHOD path``: those of the routers, and others of the application."""
    every = chain(app.routes, *(part.router.routes for part in ROUTERS))
    routes = [route for route in every if isinstance(route, APIRoute) and route.include_in_schema]
    return {f"{method} {route.path}" for route in routes for method in route.methods or ()}


def build_routes(app: FastAPI) -> None:
    """Builds every route, which FastAPI otherwise does in the first request that looks at it."""
    request = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": [], "path_params": {}}
    for route in app.routes:
        route.matches(request)


def check_permissions(app: FastAPI) -> None:
    """Raises ValueError where a route of the API has no roles in the permissions of the house."""
    missing = missing_routes(route_names(app))
    if missing:
        raise ValueError(f"permissions.toml has no roles for {', '.join(missing)}")


@asynccontextmanager
async def opened(app: FastAPI) -> AsyncIterator[ServerContext]:
    """Opens the house and its broadcasts, and closes them after the last request has finished."""
    settings: Settings = app.state.settings
    log = structlog.get_logger("pitboss")
    keys, retention = keys_for(settings), settings.retention
    house = await House.open(settings.database, by=system_user(), keys=keys, retention=retention)
    context = app.state.context = ServerContext(settings, house, app.state.metrics)
    house.writer.observer = app.state.metrics.committed
    witness = WitnessExport(house, settings.witness, settings.witness_every) if settings.witness else None
    beacon = BeaconMixer(house, settings.beacon) if settings.beacon is not None else None
    try:
        if settings.practice:
            await open_practice_house(house)
        log.info("open", tables=await context.broadcasts.start(), practice=settings.practice)
        context.prices.begin()
        if settings.practice:
            context.rooms.start()
        if witness is not None:
            await witness.start()
        if beacon is not None:
            beacon.start()
        yield context
    finally:
        context.stop()
        await context.rooms.stop()
        await context.broadcasts.stop()
        if beacon is not None:
            await beacon.stop()
        if witness is not None:
            await witness.stop()
        await house.close()
        log.info("closed")
