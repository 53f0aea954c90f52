"""How a client asks over HTTP: structs out and in, and the one shape of errors as an exception."""

from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from pitboss.client.faults import ClientError, ConnectionLost, Stale
from pitboss.client.wire import Error, ErrorBody

T = TypeVar("T")


class Asking:
    """Asks one server, with a token where there is one."""

    def __init__(self, url: str, token: str, timeout: float) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self._http = httpx.AsyncClient(base_url=self.url, timeout=timeout)

    async def _send(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        # a token that no server gave may have any letters: they are sent as they are, and it is told that it is unknown
        headers = {b"Authorization": f"Bearer {self.token}".encode()} if self.token else {}
        content = None if body is None else msgspec.json.encode(body)
        asked = {name: value for name, value in query.items() if value is not None}
        try:
            response = await self._http.request(method, path, content=content, headers=headers, params=asked or None)
        except httpx.TransportError as error:
            raise ConnectionLost(f"{self.url}: {error}") from None
        if response.is_error:
            raise _fault(response)
        return response

    async def _ask(self, method: str, path: str, kind: type[T] | Any, body: Any = None, **query: Any) -> T:
        response = await self._send(method, path, body, **query)
        return msgspec.json.decode(response.content, type=kind)

    async def _text(self, path: str) -> str:
        return (await self._send("GET", path)).text


def at(*parts: str | int) -> str:
    """An address of the interface; no part of it leads to another."""
    return "/".join(("/api", *(quote(str(part), safe="") for part in parts)))


def _fault(response: httpx.Response) -> ClientError:
    try:
        body = msgspec.json.decode(response.content, type=Error).error
    except msgspec.DecodeError:  # something between the client and the server has answered
        body = ErrorBody("error", f"HTTP {response.status_code} from {response.url.host}")
    if body.kind == "stale":
        return Stale(body, -1, ())
    return ClientError(body, response.status_code)
