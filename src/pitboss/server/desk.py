"""What a running server has at hand, and who is asking it."""

from typing import Annotated

from fastapi import Depends, Request
from msgspec import Struct
from starlette.requests import HTTPConnection

from pitboss.client.wire import Person, Session
from pitboss.server import auth
from pitboss.server.analyser import Analyser
from pitboss.server.archive import Archive
from pitboss.server.errors import Fault, table_closed
from pitboss.server.feeds import Feed, Feeds
from pitboss.server.limits import Limiter
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Settings
from pitboss.storage.house import House, User
from pitboss.table.live import Actor, Role


class Caller(Struct, frozen=True):
    """Who asks, from where, and with which token."""

    actor: Actor
    address: str
    user: User | None = None
    digest: str = ""

    @property
    def known(self) -> str:
        """By what the limits know the caller."""
        return f"user:{self.user.name}" if self.user is not None else f"at:{self.address}"


class Desk:
    """The house, its feeds, the limits and the counters of one server."""

    def __init__(self, settings: Settings, house: House, metrics: Metrics) -> None:
        self.settings = settings
        self.house = house
        self.metrics = metrics
        self.feeds = Feeds(house, self.metrics)
        rates = settings.rates
        self.requests = Limiter(rates.requests, rates.requests_burst)
        self.sign_ins = Limiter(rates.sign_ins, rates.sign_ins_burst)
        self.guests = Limiter(rates.guests, rates.guests_burst)
        self.analyser = Analyser()
        self.archive = Archive()
        self.sockets: dict[str, int] = {}
        self.stopping = False

    def stop(self) -> None:
        """Nobody new is let in, and nothing more is computed: who waits for a figure need not wait for the end."""
        self.stopping = True
        self.analyser.stop()

    async def caller(self, token: str, address: str) -> Caller:
        """The owner of a token, or a spectator without a name where there is none; an error for a bad one."""
        if not token:
            return Caller(Actor("", Role.SPECTATOR), address)
        mark = auth.digest(token)
        found = await self.house.token(mark)
        if found is None or found[1] <= auth.now():
            raise Fault(
                401, "the token is unknown or has expired: sign in again", headers={"WWW-Authenticate": "Bearer"}
            )
        user = found[0]
        return Caller(Actor(user.name, Role(user.role)), address, user, mark)

    async def feed(self, table: str) -> Feed:
        """The feed of a table; an error where there is no such table, or it is closed."""
        found = self.feeds.at_hand(table)
        return found if found is not None else await self._open_feed(table)

    async def _open_feed(self, table: str) -> Feed:
        info = await self.house.table(table) if len(table) <= 32 and table.isalnum() and table.isascii() else None
        if info is None:
            raise Fault(404, f"there is no table '{table[:32]}'", "no_table")
        if info.closed:
            raise table_closed(table)
        try:
            return await self.feeds.open(table)
        except ValueError as error:
            raise Fault(409, f"table {table} cannot be played on: {error}", "unreadable") from None

    async def session(self, user: User, seconds: int, label: str) -> Session:
        """A new token for a user."""
        token, expires = auth.new_token(), auth.now() + seconds
        await self.house.add_token(auth.digest(token), user.name, expires, label)
        return Session(token, expires, await self.person(user))

    async def person(self, user: User) -> Person:
        """A user with what lies in the account."""
        return Person(user.name, Role(user.role).value, user.guest, await self.house.wallet(user.name))


def desk_of(connection: HTTPConnection) -> Desk:
    """The desk of the server that was asked."""
    desk: Desk = connection.app.state.desk
    return desk


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "unknown"


async def anybody(request: Request) -> Caller:
    """Whoever asks, within the limits of how much anybody may ask."""
    desk = desk_of(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise Fault(401, "only bearer tokens are taken", headers={"WWW-Authenticate": "Bearer"})
    address = address_of(request)
    try:
        caller = await desk.caller(token.strip(), address)
    except Fault:
        desk.requests.take(f"at:{address}")  # nobody is signed in by it
        raise
    request.state.user = caller.actor.name
    desk.requests.take(caller.known)
    return caller


async def somebody(caller: Annotated[Caller, Depends(anybody)]) -> Caller:
    """A user or a guest."""
    if caller.user is None:
        raise Fault(401, "sign in first, or sit down as a guest", headers={"WWW-Authenticate": "Bearer"})
    return caller


async def operator(caller: Annotated[Caller, Depends(somebody)]) -> Caller:
    """An operator of the house."""
    if caller.actor.role is not Role.OPERATOR:
        raise Fault(403, f"only an operator may do this, and {caller.actor.name} is a {caller.actor.role.value}")
    return caller


async def passer_by(request: Request) -> None:
    """Whoever asks for what is the same for everybody, within the limits of an address."""
    desk_of(request).requests.take(f"at:{address_of(request)}")


TheDesk = Annotated[Desk, Depends(desk_of)]
Anybody = Annotated[Caller, Depends(anybody)]
Somebody = Annotated[Caller, Depends(somebody)]
Operator = Annotated[Caller, Depends(operator)]
