"""Authentication: argon2 password hashes, and tokens that expire and are stored as digests."""

import hashlib
import secrets
import time

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_PASSWORD, MAX_PASSWORD = 8, 256
#: argon2id at the library's defaults, which follow RFC 9106's second recommendation.
_HASHER = PasswordHasher()


def new_token() -> str:
    """Returns a random token of 256 bits."""
    return f"pit_{secrets.token_urlsafe(32)}"


def digest(token: str) -> str:
    """Returns the digest under which a token is stored. Its entropy makes a plain hash sufficient."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def now() -> float:
    """Returns the time in Unix seconds."""
    return time.time()


def hash_password(password: str) -> str:
    """Returns the argon2 hash of a password; slow by design."""
    return _HASHER.hash(password)


def verify_password(password_hash: str, password: str) -> bool:
    """Returns whether a password matches a hash; slow by design."""
    try:
        return _HASHER.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def password_error(password: str) -> str:
    """Returns what is wrong with a new password; empty if it is valid."""
    if len(password) < MIN_PASSWORD:
        return f"a password must have at least {MIN_PASSWORD} characters"
    return f"a password may have at most {MAX_PASSWORD} characters" if len(password) > MAX_PASSWORD else ""
