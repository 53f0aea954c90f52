"""Who is asking: passwords as argon2 hashes, tokens that are kept only as digests and expire."""

import asyncio
import hashlib
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_PASSWORD, MAX_PASSWORD = 8, 256
#: argon2id at the library's defaults, which follow RFC 9106's second recommendation.
_HASHER = PasswordHasher()
#: One at a time: a hash takes 64 MB and some ten milliseconds, and many at once would starve the tables.
_ONE_AT_A_TIME = ThreadPoolExecutor(1, "passwords")


def new_token() -> str:
    """256 bits that nobody can guess."""
    return f"pit_{secrets.token_urlsafe(32)}"


def digest(token: str) -> str:
    """What is kept of a token. It has enough entropy of its own, so that a plain hash suffices."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def now() -> float:
    """Seconds since 1970."""
    return time.time()


def hash_password(password: str) -> str:
    """An argon2 hash; slow by design."""
    return _HASHER.hash(password)


def verify_password(kept: str, password: str) -> bool:
    """Whether the password is the one that was hashed; slow by design."""
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


@lru_cache(maxsize=1)
def _nobody() -> str:
    return hash_password(secrets.token_urlsafe(16))


async def password_fits(kept: str | None, password: str) -> bool:
    """The same off the loop, and as slow for a name that does not exist, so that time tells nobody which names do."""
    loop = asyncio.get_running_loop()
    fits = await loop.run_in_executor(_ONE_AT_A_TIME, _verify, kept, password)
    return fits and kept is not None


def _verify(kept: str | None, password: str) -> bool:
    return verify_password(kept if kept is not None else _nobody(), password)


async def hashed(password: str) -> str:
    """A hash, off the loop."""
    return await asyncio.get_running_loop().run_in_executor(_ONE_AT_A_TIME, hash_password, password)


def password_complaint(password: str) -> str:
    """What is wrong with a new password; empty where nothing is."""
    if len(password) < MIN_PASSWORD:
        return f"a password has at least {MIN_PASSWORD} characters"
    return f"a password has at most {MAX_PASSWORD} characters" if len(password) > MAX_PASSWORD else ""
