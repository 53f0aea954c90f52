"""Accounts: guests, sessions, users, wallets and statements."""

from secrets import randbelow
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from pitboss.client.wire import (
    Credentials,
    NewGuest,
    NewPassword,
    NewTransfer,
    NewUser,
    Person,
    Session,
    StatementLine,
    Wallet,
)
from pitboss.law import Refusal
from pitboss.server import auth
from pitboss.server.api import answer, describes, reads
from pitboss.server.desk import Anybody, Caller, Desk, Operator, Somebody, TheDesk
from pitboss.server.errors import Fault, refused
from pitboss.server.names import name_complaint
from pitboss.server.settings import TOKEN_SECONDS
from pitboss.storage.house import User
from pitboss.storage.people import BY_PASSWORD
from pitboss.table.live import Role

router = APIRouter(prefix="/api", tags=["accounts"])


Name = Annotated[str, Path(min_length=1, max_length=64, description="A user's name")]
Limit = Annotated[int, Query(ge=1, le=500, description="So many lines at most")]
Before = Annotated[int | None, Query(ge=0, le=2**53, description="Only lines below this number")]


@router.post("/guests", **describes(Session, 403, 409, body=NewGuest("ann"), status=201))
async def sit_down(desk: TheDesk, caller: Anybody, asked: Annotated[NewGuest, reads(NewGuest)]) -> Response:
    """A guest of a practice house, with practice chips and a session."""
    if not desk.settings.practice:
        raise Fault(403, "this house has no guests: ask its operator for an account")
    desk.guests.take(caller.address)
    if await desk.house.guests_signed_in() >= desk.settings.most_guests:
        most = desk.settings.most_guests
        raise Fault(429, f"{most} guests are here, and no more are let in", headers={"Retry-After": "600"})
    name = asked.name or f"guest_{randbelow(900_000) + 100_000}"
    _check_name(name)
    user = await _create(desk, name, Role.PLAYER, None, guest=True)
    await desk.house.deposit(name, desk.settings.practice_chips, f"practice:{name}", "practice chips")
    return answer(await desk.session(user, desk.settings.session_seconds, "guest"), 201)


@router.post("/sessions", **describes(Session, 401, body=Credentials("ann", "a long password"), status=201))
async def sign_in(desk: TheDesk, caller: Anybody, asked: Annotated[Credentials, reads(Credentials)]) -> Response:
    """A session for a name and its password."""
    desk.sign_ins.take(f"at:{caller.address}")
    desk.sign_ins.take(f"name:{asked.name[:64]}")
    known = not name_complaint(asked.name)
    kept = await desk.house.password_hash(asked.name) if known else None
    fits = await _fits(kept, asked.password)
    user = await desk.house.user(asked.name) if fits else None
    if user is None:
        raise Fault(401, "the name or the password is wrong", "unauthenticated")
    return answer(await desk.session(user, desk.settings.session_seconds, BY_PASSWORD), 201)


@router.delete("/sessions/current", **describes(None))
async def sign_out(desk: TheDesk, caller: Somebody) -> Response:
    """Ends the session that asks."""
    await desk.house.end_token(caller.digest)
    return answer(None)


@router.get("/me", **describes(Person))
async def me(desk: TheDesk, caller: Somebody) -> Response:
    """Who one is, and what lies in the account."""
    return answer(await desk.person(_user(caller)))


@router.put("/me/password", **describes(None, 403, body=NewPassword("a new password", "the old password")))
async def change_password(
    desk: TheDesk, caller: Somebody, asked: Annotated[NewPassword, reads(NewPassword)]
) -> Response:
    """A new password for oneself, for the old one where there is one; all other sessions by the old one end."""
    desk.sign_ins.take(f"name:{caller.actor.name}")
    kept = await desk.house.password_hash(caller.actor.name)
    # a session that lies open somewhere is not enough to take an account over
    if kept is not None and not await _fits(kept, asked.old or ""):
        raise Fault(403, "a password is changed by who knows it: the old password is wrong", "wrong_password")
    await desk.house.set_password(caller.actor.name, await auth.hashed(asked.password), keep=caller.digest)
    return answer(None)


@router.get("/me/statement", **describes(tuple[StatementLine, ...]))
async def my_statement(desk: TheDesk, caller: Somebody, before: Before = None, limit: Limit = 100) -> Response:
    """One's own account line by line, the newest first."""
    return answer(await _statement(desk, caller, caller.actor.name, before, limit))


@router.get("/users", **describes(tuple[Person, ...], 403))
async def users(desk: TheDesk, _: Operator) -> Response:
    """Everybody who has an account."""
    found, holds = await desk.house.users(), await desk.house.wallets()
    return answer([Person(one.name, one.role.value, one.guest, holds.get(one.name, 0)) for one in found])


@router.post("/users", **describes(Session, 403, 409, body=NewUser("dan", "dealer"), status=201))
async def add_user(desk: TheDesk, _: Operator, asked: Annotated[NewUser, reads(NewUser)]) -> Response:
    """A new user, with a token."""
    _check_name(asked.name)
    kept = await auth.hashed(asked.password) if asked.password else None
    user = await _create(desk, asked.name, Role(asked.role), kept, guest=False)
    return answer(await desk.session(user, TOKEN_SECONDS, "operator"), 201)


@router.delete("/users/{name}/sessions", **describes(None, 403, 404))
async def sign_out_user(desk: TheDesk, _: Operator, name: Name) -> Response:
    """Ends every session and every token of a user."""
    await _existing(desk, name)
    await desk.house.end_tokens(name)
    return answer(None)


@router.post("/users/{name}/deposits", **describes(Wallet, 403, 404, 409, body=NewTransfer("till-7", 5_000)))
async def deposit(
    desk: TheDesk, _: Operator, name: Name, asked: Annotated[NewTransfer, reads(NewTransfer)]
) -> Response:
    """Cents into a user's account; the same id a second time moves nothing."""
    await _existing(desk, name)
    return _moved(name, await desk.house.deposit(name, asked.amount, f"deposit:{name}:{asked.id}"))


@router.post("/users/{name}/withdrawals", **describes(Wallet, 403, 404, 409, body=NewTransfer("till-7", 5_000)))
async def withdraw(
    desk: TheDesk, _: Operator, name: Name, asked: Annotated[NewTransfer, reads(NewTransfer)]
) -> Response:
    """Cents out of a user's account, of what is not on a table; the same id a second time moves nothing."""
    await _existing(desk, name)
    return _moved(name, await desk.house.withdraw(name, asked.amount, f"withdrawal:{name}:{asked.id}"))


@router.get("/users/{name}/statement", **describes(tuple[StatementLine, ...], 403, 404))
async def statement(desk: TheDesk, caller: Operator, name: Name, before: Before = None, limit: Limit = 100) -> Response:
    """Anybody's account line by line, the newest first."""
    await _existing(desk, name)
    return answer(await _statement(desk, caller, name, before, limit))


async def _fits(kept: str | None, password: str) -> bool:
    return await auth.password_fits(kept, password[: auth.MAX_PASSWORD + 1])


def _moved(name: str, holds: int | Refusal) -> Response:
    if isinstance(holds, Refusal):
        raise refused(holds)
    return answer(Wallet(name, holds))


def _user(caller: Caller) -> User:
    assert caller.user is not None  # Somebody is
    return caller.user


def _check_name(name: str) -> None:
    complaint = name_complaint(name)
    if complaint:
        raise Fault(422, complaint)


async def _create(desk: Desk, name: str, role: Role, kept: str | None, *, guest: bool) -> User:
    user = await desk.house.create_user(name, role, kept, guest=guest)
    if isinstance(user, Refusal):
        raise refused(user)
    return user


async def _existing(desk: Desk, name: str) -> User:
    user = None if name_complaint(name) else await desk.house.user(name)
    if user is None:
        raise Fault(404, f"there is no user '{name}'")
    return user


async def _statement(desk: Desk, caller: Caller, name: str, before: int | None, limit: int) -> list[StatementLine]:
    with desk.archive.asked_by(caller.known):
        lines = await desk.house.statement(name, before=before, limit=limit)
    return [StatementLine(line.number, line.time, line.what, line.table, line.amount, line.balance) for line in lines]
