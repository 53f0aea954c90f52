"""State of a running server: executes the commands of its callers, and authenticates them."""

import time
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated

from fastapi import Depends, Request
from msgspec import Struct
from starlette.requests import HTTPConnection

from pitboss.client.wire import Person, Session
from pitboss.house.house import CommandDone, House, StaleVersion, User
from pitboss.law import Refusal
from pitboss.limits import MAX_COMMAND_ID, MAX_LINE, MAX_TABLE_ID
from pitboss.server import auth
from pitboss.server.analyser import Analyser
from pitboss.server.broadcast import BroadcastRegistry, TableBroadcast
from pitboss.server.errors import ApiError, no_table, table_closed
from pitboss.server.history_limit import HistoryLimit
from pitboss.server.limits import Limiter, SignInLimits
from pitboss.server.metrics import Metrics
from pitboss.server.password_queue import PasswordQueue
from pitboss.server.rooms import Rooms
from pitboss.server.settings import Settings
from pitboss.tables.live import Actor, Role


class Caller(Struct, frozen=True):
    """The author of a request: actor, network address, and user and token digest if signed in."""

    actor: Actor
    address: str
    user: User | None = None
    digest: str = ""

    @property
    def rate_key(self) -> str:
        """The key of the caller in the rate limiters."""
        return f"user:{self.user.name}" if self.user is not None else f"at:{self.address}"


class ServerContext:
    """The house, broadcasts, limits and metrics of one server."""

    def __init__(self, settings: Settings, house: House, metrics: Metrics) -> None:
        self.settings = settings
        self.house = house
        self.metrics = metrics
        self.broadcasts = BroadcastRegistry(house, self.metrics, settings.bot_seconds)
        self.rooms = Rooms(house, self.broadcasts, settings)
        rates = settings.rates
        self.requests = Limiter(rates.requests, rates.requests_burst)
        self.sign_ins = SignInLimits(rates)
        self.audits = Limiter(rates.sign_ins, rates.sign_ins_burst)
        self.passwords = PasswordQueue()
        self.guests = Limiter(rates.guests, rates.clients_per_address)
        self.refills = Limiter(rates.refills, rates.refills_burst)
        self.analyser = Analyser()
        self.history = HistoryLimit()
        self.sockets: dict[str, int] = {}
        self.stopping = False

    def may_watch(self, caller: Caller) -> bool:
        """Returns whether the caller may see players, chips and results."""
        return caller.user is not None or self.settings.tables_are_public

    def require_may_watch(self, caller: Caller) -> None:
        """Raises 401 if the tables are private and the caller is not signed in."""
        if not self.may_watch(caller):
            message = "this house shows its tables to signed-in users only: sign in first"
            raise ApiError(401, message, headers={"WWW-Authenticate": "Bearer"})

    def require_access(self, caller: Caller, table: str, owner: str) -> None:
        """Raises 404 if a table is the private room of another player."""
        if owner and owner != caller.actor.name and caller.actor.role is not Role.OPERATOR:
            raise no_table(table)

    def stop(self) -> None:
        """Rejects new WebSocket clients and stops the analyser, so that shutdown does not wait for it."""
        self.stopping = True
        self.analyser.stop()

    async def caller(self, token: str, address: str) -> Caller:
        """Returns the owner of a token, or an anonymous spectator if it is empty. Raises 401 for an invalid token."""
        if not token:
            return Caller(Actor("", Role.SPECTATOR), address)
        digest = auth.digest(token)
        stored = await self.house.token(digest)
        if stored is None or stored.expires <= auth.now():
            raise ApiError(
                401, "the token is unknown or has expired: sign in again", headers={"WWW-Authenticate": "Bearer"}
            )
        user = stored.user
        return Caller(Actor(user.name, Role(user.role), stored.means), address, user, digest)

    async def broadcast(self, table: str, caller: Caller) -> TableBroadcast:
        """Returns the broadcast of an open table. Raises 404 if there is no such table or it is the private room of
        another player, 409 if it is closed."""
        broadcast = self.broadcasts.by_table.get(table) or await self._open_broadcast(table)
        self.require_access(caller, table, broadcast.owner)
        return broadcast

    async def _open_broadcast(self, table: str) -> TableBroadcast:
        valid = len(table) <= MAX_TABLE_ID and table.isalnum() and table.isascii()
        info = await self.house.table(table) if valid else None
        if info is None:
            raise no_table(table)
        if info.closed:
            raise table_closed(table)
        try:
            return await self.broadcasts.open(table)
        except ValueError as error:
            raise ApiError(409, f"table {table} cannot be loaded: {error}", "unreadable") from None

    async def execute(  # the fields of a command
        self, caller: Caller, table: str, command_id: str, seen: int | None, words: str
    ) -> CommandDone | Refusal | StaleVersion:
        """Executes a command at a table for the caller, who must be signed in."""
        if caller.user is None:
            raise self.not_signed_in()
        if not 0 < len(command_id) <= MAX_COMMAND_ID or not command_id.isascii() or not command_id.isprintable():
            raise ApiError(422, f"a command id must have 1 to {MAX_COMMAND_ID} printable ASCII characters")
        validate_words(words)
        if seen is not None and not 0 <= seen < 2**53:
            raise ApiError(422, "'seen' must be a version: a whole number of 0 or more")
        await self.broadcast(table, caller)
        began = time.perf_counter()
        result = await self.house.queue.command(table, caller.actor, command_id, seen, words)
        self.metrics.command_seconds.observe(time.perf_counter() - began)
        self.metrics.commands.labels(_LABELS[type(result)]).inc()
        return result

    async def session(self, user: User, seconds: int, label: str) -> Session:
        """Creates a token for a user."""
        token, expires = auth.new_token(), auth.now() + seconds
        await self.house.add_token(auth.digest(token), user.name, expires, label)
        return Session(token, expires, await self.person(user))

    def not_signed_in(self) -> ApiError:
        """Returns the error for a request that requires authentication."""
        message = "sign in first, or sit down as a guest" if self.settings.practice else "sign in first"
        return ApiError(401, message, headers={"WWW-Authenticate": "Bearer"})

    async def person(self, user: User) -> Person:
        """Returns a user with the wallet balance."""
        return Person(user.name, Role(user.role).value, user.guest, await self.house.wallet(user.name))


#: The label of each result in the metrics.
_LABELS = {CommandDone: "done", StaleVersion: "stale", Refusal: "refused"}


def validate_words(words: str) -> None:
    """Raises 422 if a command is empty, too long, or not printable."""
    if not 0 < len(words) <= MAX_LINE or not words.isprintable():
        raise ApiError(422, f"a command must have 1 to {MAX_LINE} printable characters on one line")


def get_context(connection: HTTPConnection) -> ServerContext:
    """Returns the context of the server that handles a connection."""
    context: ServerContext = connection.app.state.context
    return context


def address_of(connection: HTTPConnection) -> str:
    """Returns the address for rate limits. A /64 network of IPv6 counts as one address: it usually has one customer."""
    host = connection.client.host if connection.client is not None else "unknown"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


async def authenticate(request: Request) -> Caller:
    """Dependency: authenticates the caller and applies the request rate limit."""
    context = get_context(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise ApiError(
            401, "unsupported authentication scheme: send a bearer token", headers={"WWW-Authenticate": "Bearer"}
        )
    address = address_of(request)
    try:
        caller = await context.caller(token.strip(), address)
    except ApiError:
        context.requests.take(f"at:{address}")  # an invalid token counts against the address
        raise
    request.state.user = caller.actor.name
    context.requests.take(caller.rate_key)
    return caller


async def require_signed_in(
    context: Annotated[ServerContext, Depends(get_context)], caller: Annotated[Caller, Depends(authenticate)]
) -> Caller:
    """Dependency: a caller who is signed in, as a user or a guest."""
    if caller.user is None:
        raise context.not_signed_in()
    return caller


async def require_viewer(request: Request, caller: Annotated[Caller, Depends(authenticate)]) -> Caller:
    """Dependency: a caller who may see the tables. Anyone may if the tables are public."""
    get_context(request).require_may_watch(caller)
    return caller


async def require_operator(caller: Annotated[Caller, Depends(require_signed_in)]) -> Caller:
    """Dependency: an operator of the house."""
    if caller.actor.role is not Role.OPERATOR:
        raise ApiError(403, f"only an operator may do this; {caller.actor.name} is a {caller.actor.role.value}")
    return caller


async def limit_by_address(request: Request) -> None:
    """Dependency: applies the rate limit of the address, for routes without authentication."""
    get_context(request).requests.take(f"at:{address_of(request)}")


Context = Annotated[ServerContext, Depends(get_context)]
AnyCaller = Annotated[Caller, Depends(authenticate)]
SignedIn = Annotated[Caller, Depends(require_signed_in)]
Viewer = Annotated[Caller, Depends(require_viewer)]
Operator = Annotated[Caller, Depends(require_operator)]
