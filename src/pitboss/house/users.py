"""Queries: users and the tokens of their sessions."""

from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Row

from pitboss.house.log.chain import seal
from pitboss.house.schema import tokens, users
from pitboss.tables.live import Role

#: The labels of session tokens: signed in with a password, or as a guest.
BY_PASSWORD: Final = "password"
GUEST: Final = "guest"
#: The default label of a token that the command line created.
COMMAND_LINE: Final = "command line"


class Token(Struct, frozen=True):
    """A token: its user, its expiry in seconds since 1970, and its label."""

    user: "User"
    expires: float
    label: str

    @property
    def means(self) -> str:
        """Returns the means that the log stores: a session, or a token with its label."""
        return "session" if self.label in (BY_PASSWORD, GUEST) else f"token {self.label}".rstrip()


class User(Struct, frozen=True):
    """A user account."""

    name: str
    role: Role
    guest: bool


def _user(row: Row[Any]) -> User:
    return User(row.name, Role(row.role), row.guest)


def user_seal(name: str, role: str, guest: bool, password: str | None, made: int) -> str:
    """Returns the hash of a user's row. The house log stores it, so that the audit detects a changed role."""
    return seal(name, role, bool(guest), password, made).hex()


def find_user(connection: Connection, name: str) -> User | None:
    """Returns a user by name."""
    row = connection.execute(sa.select(users).where(users.c.name == name)).one_or_none()
    return None if row is None else _user(row)


def all_users(connection: Connection) -> list[User]:
    """Returns every user, in the order of creation."""
    return [_user(row) for row in connection.execute(sa.select(users).order_by(users.c.made, users.c.name))]


def password_hash(connection: Connection, name: str) -> str | None:
    """Returns the stored hash of a user's password."""
    stored: str | None = connection.execute(sa.select(users.c.password).where(users.c.name == name)).scalar()
    return stored


def add_token(connection: Connection, digest: str, user: str, times: tuple[int, int], label: str) -> None:
    """Stores a token; ``times`` are its creation and expiry in milliseconds. Deletes the expired tokens."""
    made, _ = times
    connection.execute(sa.delete(tokens).where(tokens.c.expires <= made))
    row = (digest, user, label, *times)
    connection.execute(sa.insert(tokens).values((*row, seal(*row))))


def find_token(connection: Connection, digest: str) -> Token | None:
    """Returns a token by its digest; the caller checks its expiry."""
    query = sa.select(users, tokens.c.expires, tokens.c.label).join(tokens, tokens.c.user == users.c.name)
    row = connection.execute(query.where(tokens.c.digest == digest)).one_or_none()
    return None if row is None else Token(_user(row), row.expires / 1000, row.label)


def guests_signed_in(connection: Connection, at: int) -> int:
    """Returns the number of guests with a valid session at a time in milliseconds."""
    query = sa.select(sa.func.count(sa.distinct(tokens.c.user))).join(users, users.c.name == tokens.c.user)
    return int(connection.execute(query.where(users.c.guest, tokens.c.expires > at)).scalar_one())


def end_token(connection: Connection, digest: str) -> None:
    """Deletes a token."""
    connection.execute(sa.delete(tokens).where(tokens.c.digest == digest))


def end_tokens(connection: Connection, user: str) -> int:
    """Deletes every token of a user; returns their number."""
    return connection.execute(sa.delete(tokens).where(tokens.c.user == user)).rowcount


def end_sessions(connection: Connection, user: str, keep: str) -> None:
    """Deletes a user's password sessions, except the token with the digest ``keep``."""
    by_password = sa.delete(tokens).where(tokens.c.user == user, tokens.c.label == BY_PASSWORD)
    connection.execute(by_password.where(tokens.c.digest != keep))
