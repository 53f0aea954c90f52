"""Refuses requests that a foreign page makes through a visitor's browser: by their Host and Origin headers.

A page on an attacker's domain can point that domain at this server's address (DNS rebinding); its requests then name
the attacker's domain as the Host. Without rebinding, its WebSocket and its writing requests name its Origin.
"""

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.client.wire import ErrorBody
from pitboss.server.errors import error_response

#: Methods that change nothing: a browser does not let a foreign page read the response.
_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))


def host_name(text: str) -> str:
    """Returns the name in a Host header or an origin, in lower case and without its port; empty if it is invalid."""
    try:
        return (urlsplit(text if "://" in text else f"//{text}").hostname or "").rstrip(".")
    except ValueError:
        return ""


@lru_cache(maxsize=1)
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset((name, f"{name.partition('.')[0]}.local"))


def is_own_host(name: str) -> bool:
    """Returns whether no foreign page can have this name: an address, a name without a dot, or this machine's."""
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(".localhost") or name in _own_names()
    return True


class OriginGuard:
    """Middleware: answers 403 to a foreign Host, and to a foreign Origin that opens a WebSocket or writes.

    ``hosts`` and ``origins`` are allowed in addition. Behind a trusted proxy any Host is accepted: the proxy serves
    only its own names, and may drop the port.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], origins: Iterable[str], *, behind_proxy: bool) -> None:
        self.app = app
        self._hosts = frozenset(name.lower() for name in hosts)
        self._origins = frozenset(origin.lower().rstrip("/") for origin in origins)
        self._behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = self._refusal(scope) if scope["type"] in {"http", "websocket"} else None
        if body is None:
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        response = error_response(403, body, {"Connection": "close"})
        await response(scope, receive, send)

    def _refusal(self, scope: Scope) -> ErrorBody | None:
        headers = {name: value.decode("latin-1") for name, value in reversed(scope["headers"])}
        host, origin = headers.get(b"host", ""), headers.get(b"origin", "")
        name = host_name(host)
        if not (self._behind_proxy or is_own_host(name) or name in self._hosts):
            allow = f"start it with --allowed-host {name}" if name else "name the host"
            return ErrorBody("forbidden", f"this server is not known as '{host}': {allow}")
        writes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if origin and writes and not self._is_known(origin, host, name):
            reason = f"a page of {origin} may not use this server: start it with --allowed-origin {origin}"
            return ErrorBody("forbidden", reason)
        return None

    def _is_known(self, origin: str, host: str, name: str) -> bool:
        """Returns whether an origin is this server's own or allowed."""
        netloc = origin.lower().partition("://")[2]
        if netloc and (netloc == host.lower() or origin.lower().rstrip("/") in self._origins):
            return True
        other = host_name(origin) if "://" in origin else ""
        return bool(other) and (other in self._hosts or (self._behind_proxy and other == name))
