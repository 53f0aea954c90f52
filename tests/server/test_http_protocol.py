"""Invalid HTTP and invalid WebSocket handshakes get a response in the error schema."""

import json
import socket

import pytest

from tests.server import rest
from tests.server.conftest import PATIENCE, Served

SHAPE = {"kind", "message", "clause", "rulebook", "allowed"}
HANDSHAKE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def exchange(served: Served, head: str) -> tuple[int, dict[str, str], bytes]:
    """Sends bytes on a new connection and returns status, headers and body of the response."""
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(head.encode("latin-1"))
        heard = line.makefile("rb")
        status = int(heard.readline().split()[1])
        headers: dict[str, str] = {}
        while row := heard.readline().decode().strip():
            name, _, value = row.partition(": ")
            headers[name.lower()] = value
        return status, headers, heard.read(int(headers.get("content-length", 0)))


@pytest.mark.parametrize(
    "head",
    [
        "what is this\r\n\r\n",
        "GET /api/tables HTTP/1.1\r\n\r\n",  # names no host
        f"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Long: {'a' * 100_000}",  # never ends
        f"GET /api/{'a' * 100_000}",
        f"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Long: {'a' * 100_000}\r\n\r\n",
        "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
    ],
)
def test_invalid_http_gets_the_error_schema(served: Served, head: str) -> None:
    status, headers, body = exchange(served, head)
    assert (status, headers["content-type"], headers["connection"]) == (400, "application/json", "close")
    error = json.loads(body)["error"]
    assert set(error) == SHAPE
    assert error["kind"] == "malformed"


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        ("GET /api/socket", "", 426),
        ("GET /api/socket", HANDSHAKE.replace("13", "12"), 426),
        ("GET /api/socket", HANDSHAKE.replace("==", ""), 426),
        ("GET /api/socket", "Connection: Upgrade\r\nUpgrade: websocket\r\n", 426),
        # heads that the WebSocket library cannot parse: it would wait for the rest
        ("GET /api/socket", f"{HANDSHAKE}Cookie: {'a' * 10_000}\r\n", 426),
        ("GET /api/socket", HANDSHAKE + "".join(f"X-{number}: 1\r\n" for number in range(200)), 426),
        (f"GET /api/socket?{'a' * 10_000}", HANDSHAKE, 426),
        ("POST /api/socket", HANDSHAKE, 405),
        ("GET /api/nothing", HANDSHAKE, 404),
        ("GET /assets/nothing", HANDSHAKE, 404),
    ],
)
def test_an_invalid_handshake_gets_a_response(served: Served, request_line: str, headers: str, status: int) -> None:
    answered, told, body = exchange(served, f"{request_line} HTTP/1.1\r\nHost: x\r\n{headers}\r\n")
    assert answered == status
    assert set(json.loads(body)["error"]) == SHAPE
    assert status != 426 or (told["upgrade"], told["sec-websocket-version"]) == ("websocket", "13")


def test_a_handshake_opens_a_socket(served: Served) -> None:
    assert exchange(served, f"GET /api/socket HTTP/1.1\r\nHost: x\r\n{HANDSHAKE}\r\n")[0] == 101


@pytest.mark.parametrize("path", ["/api/tables/", "/api/tables/t1/", "/health/", "//api/tables"])
def test_extra_slashes_are_not_redirected(served: Served, path: str) -> None:
    """No redirect is built from the Host header, which the client controls."""
    answer = rest.get(served.url + path, headers={"Host": "elsewhere"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "not_found")
    assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", ["GET"]),
        ("/docs", ["GET", "HEAD"]),
        ("/api/rulebooks/nz-blackjack/cases/a/b", ["GET"]),
        ("/api/users/ann/sessions", ["DELETE"]),
        ("/api/me/password", ["PUT"]),
    ],
)
def test_405_lists_the_allowed_methods_of_every_path(served: Served, path: str, allowed: list[str]) -> None:
    answer = rest.patch(served.url + path)
    assert answer.status_code == 405
    assert answer.json()["error"]["allowed"] == allowed
    assert answer.headers["allow"] == ", ".join(allowed)
