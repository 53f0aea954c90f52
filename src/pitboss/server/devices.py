"""Device cookies: a signed cookie marks a browser or client that has signed in as a user before.

The cookie does not authenticate. It moves sign-in attempts from the shared rate limits to one of the device's own, so
that attackers who try passwords cannot lock the owner out (OWASP "device cookies"). The signing key is the stored
password hash: every process of a house has it, and a new password invalidates all cookies.
"""

import hashlib
import hmac
import secrets
import time

#: Lifetime of a device cookie.
DEVICE_SECONDS = 365 * 24 * 3600


def cookie_name(user: str) -> str:
    """Returns the name of a user's device cookie. Users who share a browser have one each."""
    return f"pitboss_device_{user}"


def new_cookie(user: str, password_hash: str) -> str:
    """Returns a cookie for a device that has just signed in."""
    claim = f"{secrets.token_hex(8)}.{int(time.time()) + DEVICE_SECONDS}"
    return f"{claim}.{_sign(user, password_hash, claim)}"


def device_id(cookie: str, user: str, password_hash: str | None) -> str:
    """Returns the id of the device that sent the cookie; empty if it is forged, expired or another user's."""
    claim, _, signature = cookie.rpartition(".")
    if password_hash is None or not claim.isascii() or not signature.isascii():
        return ""
    if not hmac.compare_digest(signature, _sign(user, password_hash, claim)):
        return ""
    device, _, expires = claim.partition(".")
    return device if int(expires) > time.time() else ""


def _sign(user: str, password_hash: str, claim: str) -> str:
    message = f"device cookie\n{user}\n{claim}".encode()
    return hmac.new(password_hash.encode(), message, hashlib.sha256).hexdigest()
