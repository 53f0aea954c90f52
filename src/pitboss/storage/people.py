"""Who may come in: users, and the tokens by which they are known once they have signed in."""

from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Row

from pitboss.storage.chain import seal
from pitboss.storage.schema import tokens, users
from pitboss.table.live import Role

#: The label of a token that somebody got for a password.
BY_PASSWORD: Final = "password"


class User(Struct, frozen=True):
    """Somebody with an account."""

    name: str
    role: Role
    guest: bool


def _user(row: Row[Any]) -> User:
    return User(row.name, Role(row.role), row.guest)


def user_seal(name: str, role: str, guest: bool, password: str | None, made: int) -> str:
    """The hash of a user's row, which the log of the house has, so that nobody makes himself an operator unseen."""
    return seal(name, role, bool(guest), password, made).hex()


def find_user(connection: Connection, name: str) -> User | None:
    """A user by name."""
    row = connection.execute(sa.select(users).where(users.c.name == name)).one_or_none()
    return None if row is None else _user(row)


def all_users(connection: Connection) -> list[User]:
    """Every user, in the order in which they came."""
    return [_user(row) for row in connection.execute(sa.select(users).order_by(users.c.made, users.c.name))]


def password_hash(connection: Connection, name: str) -> str | None:
    """The kept hash of a user's password, where there is one."""
    found: str | None = connection.execute(sa.select(users.c.password).where(users.c.name == name)).scalar()
    return found


def add_token(connection: Connection, digest: str, user: str, times: tuple[int, int], label: str) -> None:
    """A user has signed in at a time until another, in milliseconds; what has expired by then is forgotten."""
    made, _ = times
    connection.execute(sa.delete(tokens).where(tokens.c.expires <= made))
    row = (digest, user, label, *times)
    connection.execute(sa.insert(tokens).values((*row, seal(*row))))


def find_token(connection: Connection, digest: str) -> tuple[User, float] | None:
    """Whose token it is and until when, in seconds; the caller compares that with the time."""
    found = sa.select(users, tokens.c.expires).join(tokens, tokens.c.user == users.c.name)
    row = connection.execute(found.where(tokens.c.digest == digest)).one_or_none()
    return None if row is None else (_user(row), row.expires / 1000)


def guests_signed_in(connection: Connection, at: int) -> int:
    """How many guests have a session at a time, in milliseconds."""
    of_guests = sa.select(sa.func.count(sa.distinct(tokens.c.user))).join(users, users.c.name == tokens.c.user)
    return int(connection.execute(of_guests.where(users.c.guest, tokens.c.expires > at)).scalar_one())


def end_token(connection: Connection, digest: str) -> None:
    """Somebody has signed out."""
    connection.execute(sa.delete(tokens).where(tokens.c.digest == digest))


def end_tokens(connection: Connection, user: str) -> int:
    """Somebody is signed out everywhere; says from how many places."""
    return connection.execute(sa.delete(tokens).where(tokens.c.user == user)).rowcount


def end_sessions(connection: Connection, user: str, keep: str) -> None:
    """Whoever has signed in by a password is signed out, but for the one with this token."""
    by_password = sa.delete(tokens).where(tokens.c.user == user, tokens.c.label == BY_PASSWORD)
    connection.execute(by_password.where(tokens.c.digest != keep))
