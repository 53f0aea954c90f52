"""The application: every route by subject, and what runs beside them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

import structlog
from fastapi import FastAPI

from pitboss.server import api, errors, page, socket
from pitboss.server.desk import Desk
from pitboss.server.limits import BodyLimit
from pitboss.server.logs import RequestLog
from pitboss.server.metrics import Metrics
from pitboss.server.practice import open_practice_house
from pitboss.server.routes import accounts, analysis, audit, health, rounds, rules, tables
from pitboss.server.settings import Settings
from pitboss.storage.house import House

ABOUT = """Tables under regulators' documents, with the clause for everything.

Table traffic goes over one WebSocket at `/api/socket`: the client sends `hello` (with a token), `watch`, `leave`,
`command` and `ping`; the server answers `welcome`, `done`, `left`, `pong` or `error`, and tells `table` whenever one
changes. The schemas of these messages are among the components. Words are those of `.pit` files. Money is in cents."""

#: Where every route is.
ROUTERS = (accounts, tables, rounds, rules, analysis, audit, health, socket)


def create_app(settings: Settings) -> FastAPI:
    """The application; it answers when its house is open (see ``opened``)."""
    # an address with "/" behind it is another: a client that is sent elsewhere would have to believe what it was called
    app = FastAPI(title="pitboss", version=version("pitboss"), description=ABOUT, redirect_slashes=False)
    app.state.settings = settings
    app.state.metrics = Metrics()
    errors.install(app)
    for part in ROUTERS:
        app.include_router(part.router)
    page.install(app)
    api.install(app)
    app.add_middleware(BodyLimit, largest=settings.max_body, seconds=settings.body_seconds)
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    return app


@asynccontextmanager
async def opened(app: FastAPI) -> AsyncIterator[Desk]:
    """Opens the house of an application with all its tables, and closes it when nothing is under way any more."""
    settings: Settings = app.state.settings
    log = structlog.get_logger("pitboss")
    house = await House.open(settings.database)
    desk = app.state.desk = Desk(settings, house, app.state.metrics)
    try:
        if settings.practice:
            await open_practice_house(house)
        log.info("open", tables=await desk.feeds.start(), practice=settings.practice)
        yield desk
    finally:
        desk.stop()
        await desk.feeds.stop()
        await house.close()
        log.info("closed")
