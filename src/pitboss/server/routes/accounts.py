"""Accounts: guests, sessions, users, wallets and statements."""

from secrets import randbelow, token_hex
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from pitboss.client.wire import (
    Credentials,
    GuestRequest,
    HouseInfo,
    PasswordChange,
    Person,
    Session,
    StatementLine,
    TransferRequest,
    UserRequest,
    Wallet,
)
from pitboss.games.live.base import BOT_PREFIX, HOUSE
from pitboss.house.house import AccountLine, User
from pitboss.house.log.chain import now_ms
from pitboss.house.pit_office import Asked
from pitboss.house.users import BY_PASSWORD, GUEST
from pitboss.law import Refusal
from pitboss.limits import MAX_NAME
from pitboss.server import devices
from pitboss.server.api import json_body, json_response, route_schema
from pitboss.server.bots import PRACTICE
from pitboss.server.context import Caller, ServerContext
from pitboss.server.dependencies import AnyCaller, Context, SignedIn
from pitboss.server.errors import ApiError, refusal_error
from pitboss.server.settings import TOKEN_SECONDS
from pitboss.server.user_names import name_error
from pitboss.tables.live import Actor, Role

router = APIRouter(prefix="/api", tags=["accounts"])


Name = Annotated[str, Path(min_length=1, max_length=MAX_NAME, description="A user's name")]
Limit = Annotated[int, Query(ge=1, le=500, description="Maximum number of lines")]
Before = Annotated[int | None, Query(ge=0, le=2**53, description="Return lines below this number")]


@router.get("/house", **route_schema(HouseInfo))
async def house_info(context: Context) -> Response:
    """Returns whether the house takes guests, so that a client does not offer what would be refused."""
    return json_response(HouseInfo(guests=context.settings.practice))


@router.post("/guests", **route_schema(Session, 403, 409, body=GuestRequest("ann"), status=201))
async def sit_down(
    context: Context, caller: AnyCaller, body: Annotated[GuestRequest, json_body(GuestRequest)]
) -> Response:
    """Creates a guest of a practice house, with practice chips and a session."""
    if not context.settings.practice:
        raise ApiError(403, "this house does not take guests: ask its operator for an account")
    context.guests.take(caller.address)
    if await context.house.guests_signed_in() >= context.settings.most_guests:
        most = context.settings.most_guests
        raise ApiError(429, f"the limit of {most} guests is reached: try again later", headers={"Retry-After": "600"})
    if body.name is not None and body.name.startswith(BOT_PREFIX):
        raise ApiError(422, f"names with {BOT_PREFIX} are those of the bots: choose another name")
    name = body.name or f"guest_{randbelow(900_000) + 100_000}"
    _validate_name(name)
    user = await _create(context, Actor(name, Role.PLAYER, "sign-up"), name, Role.PLAYER, None, guest=True)
    await context.house.deposit(
        name, context.settings.practice_chips, f"practice:{name}", "practice chips", by=PRACTICE
    )
    return json_response(await context.session(user, context.settings.session_seconds, GUEST), 201)


@router.post("/sessions", **route_schema(Session, 401, body=Credentials("ann", "a long password"), status=201))
async def sign_in(
    request: Request, context: Context, caller: AnyCaller, body: Annotated[Credentials, json_body(Credentials)]
) -> Response:
    """Opens a session by name and password, and sets a device cookie, so that attackers cannot lock this device out."""
    password_hash = None if name_error(body.name) else await context.house.password_hash(body.name)
    cookie = request.cookies.get(devices.cookie_name(body.name), "")
    device = devices.device_id(cookie, body.name, password_hash)
    context.sign_ins.take(body.name[:MAX_NAME], caller.address, device)
    verify = context.passwords.verify_device if device else context.passwords.verify
    matches = await verify(device or caller.address, password_hash, body.password)
    user = await context.house.user(body.name) if matches else None
    if user is None or password_hash is None:
        raise ApiError(401, "the name or the password is wrong", "unauthenticated")
    if context.house.pit.standing(user.name).disabled:
        raise ApiError(403, f"the account of {user.name} is disabled: ask the house")
    response = json_response(await context.session(user, context.settings.session_seconds, BY_PASSWORD), 201)
    if not device:
        _remember_device(request, response, user.name, password_hash)
    return response


def _remember_device(request: Request, response: Response, name: str, password_hash: str) -> None:
    response.set_cookie(
        devices.cookie_name(name),
        devices.new_cookie(name, password_hash),
        max_age=devices.DEVICE_SECONDS,
        path=request.url.path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


@router.delete("/sessions/current", **route_schema(None))
async def sign_out(context: Context, caller: SignedIn) -> Response:
    """Ends the session of the caller."""
    await context.house.end_token(caller.digest)
    return json_response(None)


@router.get("/me", **route_schema(Person))
async def me(context: Context, caller: SignedIn) -> Response:
    """Returns the caller with the wallet balance."""
    return json_response(await context.person(_user(caller)))


@router.put("/me/password", **route_schema(None, 403, body=PasswordChange("a new password", "the old password")))
async def change_password(
    context: Context, caller: SignedIn, body: Annotated[PasswordChange, json_body(PasswordChange)]
) -> Response:
    """Changes the caller's password; the old one is required if there is one. All other password sessions end."""
    context.sign_ins.take_for_change(caller.actor.name)
    password_hash = await context.house.password_hash(caller.actor.name)
    # a session left open somewhere must not be enough to take over the account
    if password_hash is not None and not await context.passwords.verify(caller.rate_key, password_hash, body.old or ""):
        raise ApiError(403, "the old password is wrong: it is required to set a new one", "wrong_password")
    new_hash = await context.passwords.hash(caller.rate_key, body.password)
    await context.house.set_password(caller.actor.name, new_hash, keep=caller.digest, by=caller.actor)
    return json_response(None)


@router.post("/me/refill", **route_schema(Wallet, 403, 409))
async def refill(context: Context, caller: SignedIn) -> Response:
    """Fills the wallet of a guest up to the chips of a new guest, as often as needed."""
    if not context.settings.practice or not _user(caller).guest:
        raise ApiError(403, "only guests of a practice house get practice chips")
    name, full = caller.actor.name, context.settings.practice_chips
    missing = full - await context.house.wallet(name)
    if missing <= 0:
        raise ApiError(409, "your wallet is full: play with it first", "wallet_full")
    context.refills.take(caller.rate_key)
    refill_id = f"refill:{name}:{token_hex(8)}"
    return _wallet(name, await context.house.deposit(name, missing, refill_id, "practice chips", by=PRACTICE))


@router.get("/me/statement", **route_schema(tuple[StatementLine, ...]))
async def my_statement(context: Context, caller: SignedIn, before: Before = None, limit: Limit = 100) -> Response:
    """Returns the caller's account lines, newest first."""
    return json_response(await _statement(context, caller, caller.actor.name, before, limit))


@router.get("/users", **route_schema(tuple[Person, ...], 403))
async def users(context: Context, _: SignedIn) -> Response:
    """Returns every user."""
    everyone, balances = await context.house.users(), await context.house.wallets()
    return json_response(
        [
            Person(
                user.name,
                user.role.value,
                user.guest,
                balances.get(user.name, 0),
                disabled=(terms := context.house.pit.standing(user.name)).disabled,
                excluded=terms.is_excluded(now_ms()),
            )
            for user in everyone
        ]
    )


@router.post("/users", **route_schema(Session, 403, 409, body=UserRequest("dan", "dealer"), status=201))
async def add_user(
    context: Context, caller: SignedIn, body: Annotated[UserRequest, json_body(UserRequest)]
) -> Response:
    """Adds a user and returns a token."""
    _validate_name(body.name)
    password_hash = await context.passwords.hash(caller.rate_key, body.password) if body.password else None
    if Role(body.role) is Role.OPERATOR:
        added = await context.house.pit.add_operator(caller.actor, body.name, password_hash)
        if isinstance(added, Refusal):
            raise refusal_error(added)
        if isinstance(added, Asked):
            message = f"a second person must confirm the operator {body.name}: request {added.number} is open"
            raise ApiError(409, message, "four_eyes", allowed=(f"POST /api/approvals/{added.number}",))
        user = added
    else:
        user = await _create(context, caller.actor, body.name, Role(body.role), password_hash, guest=False)
    return json_response(await context.session(user, TOKEN_SECONDS, "operator"), 201)


@router.delete("/users/{name}/sessions", **route_schema(None, 403, 404, 409))
async def sign_out_user(context: Context, caller: SignedIn, name: Name) -> Response:
    """Ends every session and token of a user. Operators sign themselves out."""
    refuse_operator(caller, await require_user(context, name))
    await context.house.end_tokens(name, by=caller.actor)
    return json_response(None)


@router.post("/users/{name}/deposits", **route_schema(Wallet, 403, 404, 409, body=TransferRequest("till-7", 5_000)))
async def deposit(
    context: Context, caller: SignedIn, name: Name, body: Annotated[TransferRequest, json_body(TransferRequest)]
) -> Response:
    """Adds cents to a user's wallet. Idempotent: the same id again moves nothing."""
    await require_user(context, name)
    balance = await context.house.deposit(name, body.amount, f"deposit:{name}:{body.id}", by=caller.actor)
    return _wallet(name, balance)


@router.post("/users/{name}/withdrawals", **route_schema(Wallet, 403, 404, 409, body=TransferRequest("till-7", 5_000)))
async def withdraw(
    context: Context, caller: SignedIn, name: Name, body: Annotated[TransferRequest, json_body(TransferRequest)]
) -> Response:
    """Pays cents out of a user's wallet, chips on tables excluded. Idempotent: the same id again moves nothing."""
    await require_user(context, name)
    balance = await context.house.withdraw(name, body.amount, f"withdrawal:{name}:{body.id}", by=caller.actor)
    return _wallet(name, balance)


@router.get("/users/{name}/statement", **route_schema(tuple[StatementLine, ...], 403, 404))
async def statement(
    context: Context, caller: SignedIn, name: Name, before: Before = None, limit: Limit = 100
) -> Response:
    """Returns any user's account lines, newest first."""
    await require_user(context, name)
    return json_response(await _statement(context, caller, name, before, limit))


def _wallet(name: str, balance: int | Refusal) -> Response:
    if isinstance(balance, Refusal):
        raise refusal_error(balance)
    return json_response(Wallet(name, balance))


def _user(caller: Caller) -> User:
    assert caller.user is not None  # guaranteed by SignedIn
    return caller.user


def _validate_name(name: str) -> None:
    problem = name_error(name)
    if problem:
        raise ApiError(422, problem)


async def _create(
    context: ServerContext, by: Actor, name: str, role: Role, password_hash: str | None, *, guest: bool
) -> User:
    user = await context.house.create_user(name, role, password_hash, guest=guest, by=by)
    if isinstance(user, Refusal):
        raise refusal_error(user)
    return user


async def require_user(context: ServerContext, name: str) -> User:
    """Returns a user. Raises 404 if there is none."""
    user = None if name_error(name) else await context.house.user(name)
    if user is None:
        raise ApiError(404, f"there is no user '{name}'")
    return user


def refuse_operator(caller: Caller, user: User) -> None:
    """Refuses to change how another operator signs in: one of them could be both persons of four eyes."""
    if user.role is Role.OPERATOR and user.name != caller.actor.name:
        raise ApiError(
            409, f"{user.name} is an operator: only they, or the machine of the house, change this", "operator"
        )


async def _statement(
    context: ServerContext, caller: Caller, name: str, before: int | None, limit: int
) -> list[StatementLine]:
    async with context.history.slot(caller.rate_key):
        lines = await context.house.statement(name, before=before, limit=limit)
    return [
        StatementLine(line.number, line.time, line.what, line.table, line.amount, line.balance, *_author(caller, line))
        for line in lines
    ]


def _author(caller: Caller, line: AccountLine) -> tuple[str, str]:
    """Returns the author of a statement line and the means, as far as the caller may see them.

    The means of other users, and the system accounts of the database host, are visible to operators and auditors only.
    """
    if caller.actor.role in (Role.OPERATOR, Role.AUDITOR):
        return line.actor, line.means
    if line.role == Role.HOUSE:
        return HOUSE, ""
    return line.actor, line.means if line.actor == caller.actor.name else ""
