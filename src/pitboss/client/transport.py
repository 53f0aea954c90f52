"""HTTP transport: encodes request structs, decodes responses, and raises errors as exceptions."""

from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from pitboss.client.errors import ClientError, StaleError, connection_lost
from pitboss.client.wire import Error, ErrorBody

T = TypeVar("T")


class Transport:
    """HTTP requests to one server, with a bearer token if there is one."""

    def __init__(self, url: str, token: str, timeout: float) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self._http = httpx.AsyncClient(base_url=self.url, timeout=timeout)

    async def _send(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        # bytes: httpx rejects a str header that is not ASCII, and the server should answer 401 instead
        headers = {b"Authorization": f"Bearer {self.token}".encode()} if self.token else {}
        content = None if body is None else msgspec.json.encode(body)
        params = {name: value for name, value in query.items() if value is not None}
        try:
            response = await self._http.request(method, path, content=content, headers=headers, params=params or None)
        except httpx.TransportError as error:
            raise connection_lost(self.url, error) from None
        if response.is_error:
            raise _error(response)
        return response

    async def _request(self, method: str, path: str, kind: type[T] | Any, body: Any = None, **query: Any) -> T:
        response = await self._send(method, path, body, **query)
        try:
            return msgspec.json.decode(response.content, type=kind)
        except msgspec.DecodeError as error:
            message = f"{self.url} is not a pitboss server of this version: cannot decode its response ({error})"
            raise ClientError(ErrorBody("unreadable_answer", message), response.status_code) from None

    async def _text(self, path: str) -> str:
        return (await self._send("GET", path)).text


def api_path(*parts: str | int) -> str:
    """Returns a path below /api with every part percent-encoded, so that a part cannot change the route."""
    return "/".join(("/api", *(quote(str(part), safe="") for part in parts)))


def _error(response: httpx.Response) -> ClientError:
    try:
        body = msgspec.json.decode(response.content, type=Error).error
    except msgspec.DecodeError:  # not ours: a proxy answered
        body = ErrorBody("error", f"HTTP {response.status_code} from {response.url.host}")
    if body.kind == "stale":
        return StaleError(body, -1, ())
    return ClientError(body, response.status_code)
