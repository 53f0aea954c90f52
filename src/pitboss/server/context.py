"""State of a running server: its house, its rate limits, and the commands of its callers."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from msgspec import Struct

from pitboss.client.wire import Person, Session
from pitboss.house.house import CommandDone, House, HouseError, StaleVersion, User
from pitboss.law import Refusal
from pitboss.limits import MAX_COMMAND_ID, MAX_LINE, MAX_TABLE_ID
from pitboss.server import auth
from pitboss.server.analyser import Analyser
from pitboss.server.broadcast import BroadcastRegistry, TableBroadcast
from pitboss.server.errors import ApiError, no_table, rate_limited, table_closed
from pitboss.server.fair_queue import FairQueue, Usage
from pitboss.server.metrics import Metrics
from pitboss.server.password_queue import PasswordQueue
from pitboss.server.prices import PricePrefetch
from pitboss.server.rooms import Rooms
from pitboss.server.school import School
from pitboss.server.settings import Rates, Settings
from pitboss.tables.live import Actor, Role

#: HTTP requests on the event loop at the same time; while others wait, the loop rests from them for so many seconds per
#: second of a request.
TURNS, REST = 1, 2.0

# --- limits ----------------------------------------------------------------------------------------------------------


class TokenBucket(Struct):
    """A client's remaining tokens, as of a time."""

    left: float
    at: float


class Limiter:
    """A token bucket for each key. Full buckets are discarded, so that memory does not grow with past clients."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: dict[str, TokenBucket] = {}
        self._swept = clock()

    def wait(self, key: str) -> float:
        """Takes a token. Returns 0 if there was one, otherwise the seconds until the next."""
        now = self.clock()
        if now - self._swept > 60:
            self._sweep(now)
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = TokenBucket(float(self.burst), now)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.rate)
        bucket.at = now
        if bucket.left >= 1:
            bucket.left -= 1
            return 0.0
        return (1 - bucket.left) / self.rate

    def take(self, key: str) -> None:
        """Takes a token. Raises 429 with the seconds to wait if there is none."""
        seconds = self.wait(key)
        if seconds:
            raise rate_limited(seconds)

    def _sweep(self, now: float) -> None:
        self._swept = now
        full = [name for name, bucket in self.buckets.items() if (now - bucket.at) * self.rate >= self.burst]
        for name in full:
            del self.buckets[name]


class SignInLimits:
    """Rate limits for password attempts: by name, by address, and by known device.

    Unknown devices share the limits of their address and of the name. A known device has its own limit, so that
    attackers cannot lock a user out.
    """

    def __init__(self, rates: Rates) -> None:
        self._by_name = Limiter(rates.stranger_sign_ins, rates.stranger_sign_ins_burst)
        self._by_address = Limiter(rates.stranger_sign_ins, rates.clients_per_address)
        self._each = Limiter(rates.sign_ins, rates.sign_ins_burst)

    def take(self, name: str, address: str, device: str) -> None:
        """Counts an attempt. Raises 429 with the seconds to wait if it exceeds a limit."""
        if device:
            self._each.take(f"device:{device}")
            return
        self._by_address.take(address)
        self._each.take(f"name:{name} at:{address}")
        self._by_name.take(name)

    def take_for_change(self, name: str) -> None:
        """Counts a signed-in user's attempt to change the password."""
        self._each.take(f"change:{name}")


@asynccontextmanager
async def stall_guard(house: House, seconds: float) -> AsyncIterator[None]:
    """Raises HouseError if the block takes longer than ``seconds`` and the database does not accept writes.

    Work that is slow for another reason continues. A write already handed to the database may still be committed.
    """
    loop = asyncio.get_running_loop()
    fault = ""
    ended = False
    check: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle

    async def probe() -> None:
        nonlocal fault, timer
        fault = await house.fault()
        if ended:
            return  # in the same iteration of the loop: its cancellation was lost in the probe
        if fault:
            deadline.reschedule(loop.time())
        else:
            timer = loop.call_later(seconds, overdue)

    def overdue() -> None:
        nonlocal check
        check = loop.create_task(probe())

    timer = loop.call_later(seconds, overdue)
    try:
        async with asyncio.timeout(None) as deadline:
            yield
    except TimeoutError:
        if not fault:
            raise
        raise HouseError(f"{fault}: the command may still be executed; retry with the same id") from None
    finally:
        ended = True
        timer.cancel()
        if check is not None:
            check.cancel()


# --- callers and their commands --------------------------------------------------------------------------------------


class Caller(Struct, frozen=True):
    """The author of a request: actor, network address, and user and token digest if signed in."""

    actor: Actor
    address: str
    user: User | None = None
    digest: str = ""

    @property
    def sees_everything(self) -> bool:
        """Whether the caller may see every table, also private rooms."""
        return self.actor.role in (Role.OPERATOR, Role.AUDITOR)

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
        self.school = School()
        rates = settings.rates
        self.requests = Limiter(rates.requests, rates.requests_burst)
        self.sign_ins = SignInLimits(rates)
        self.audits = Limiter(rates.sign_ins, rates.sign_ins_burst)
        self.guests = Limiter(rates.guests, rates.clients_per_address)
        self.refills = Limiter(rates.refills, rates.refills_burst)
        usage = Usage()
        self.turns = FairQueue("requests", usage, workers=TURNS, each=100, total=2000, rest=REST)
        self.passwords = PasswordQueue(usage, rates.clients_per_address)
        self.analyser = Analyser(usage)
        self.prices = PricePrefetch(house, self.analyser)
        self.history = FairQueue("history", usage, workers=2, each=6, total=32)
        self.messages = Limiter(rates.messages, rates.messages_burst)
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
        if owner and owner != caller.actor.name and not caller.sees_everything:
            raise no_table(table)

    def stop(self) -> None:
        """Rejects new WebSocket clients and stops the analyser, so that shutdown does not wait for it."""
        self.stopping = True
        self.prices.stop()
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
        if self.house.pit.standing(user.name).disabled:
            message = f"the account of {user.name} is disabled: ask the house"
            raise ApiError(401, message, headers={"WWW-Authenticate": "Bearer"})
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

    async def session(self, user: User, seconds: int, label: str, *, by: Actor | None = None) -> Session:
        """Creates a token for a user; ``by`` is who issues it, None where the user signs in."""
        token, expires = auth.new_token(), auth.now() + seconds
        await self.house.add_token(auth.digest(token), user.name, expires, label, by=by)
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
