"""Requests of foreign pages: a foreign Host (DNS rebinding) and a foreign Origin are refused unless configured."""

import socket
from pathlib import Path

import pytest

from pitboss.server.origin_guard import host_name, is_own_host
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import Served, serving
from tests.server.test_http_protocol import HANDSHAKE, exchange

HOST = "casino.example.org"


def handshake(served: Served, origin: str) -> int:
    """Returns the status of the answer to a WebSocket handshake by a page of an origin."""
    host = served.url.removeprefix("http://")
    return exchange(served, f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{HANDSHAKE}\r\n")[0]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8021", "127.0.0.1.evil.example", "localhost.evil.example"]
)
def test_a_foreign_host_is_refused(served: Served, host: str) -> None:
    answer = rest.get(f"{served.url}/api/tables", headers={"Host": host})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "forbidden")
    assert f"--allowed-host {host_name(host)}" in answer.json()["error"]["message"]


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:80", "192.0.2.7", "pit", socket.gethostname()])
def test_own_hosts_are_served(served: Served, host: str) -> None:
    assert rest.get(f"{served.url}/api/tables", headers={"Host": host}).status_code != 403


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1.evil.example"]
)
def test_a_page_of_another_origin_neither_writes_nor_opens_a_socket(served: Served, origin: str) -> None:
    answer = rest.post(f"{served.url}/api/sessions", headers={"Origin": origin}, json={"name": "ann", "password": "x"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "forbidden")
    assert handshake(served, origin) == 403
    assert rest.get(f"{served.url}/health", headers={"Origin": origin}).status_code == 200  # reads nothing of ours


def test_the_servers_own_page_may_write_and_open_a_socket(served: Served) -> None:
    body = {"name": "ann", "password": "x"}
    assert rest.post(f"{served.url}/api/sessions", headers={"Origin": served.url}, json=body).status_code != 403
    assert handshake(served, served.url) == 101


def test_configured_hosts_and_origins_are_served(tmp_path: Path) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path}/house.db",
        practice=True,
        allowed_hosts=(HOST,),
        allowed_origins=("https://pages.example.org",),
    )
    with serving(settings) as served:
        assert rest.get(f"{served.url}/api/tables", headers={"Host": HOST}).status_code == 200
        for origin in (f"https://{HOST}", "https://pages.example.org"):
            assert rest.post(f"{served.url}/api/guests", headers={"Origin": origin}, json={}).status_code < 300
        foreign = rest.post(f"{served.url}/api/guests", headers={"Origin": "https://other.example.org"}, json={})
        assert foreign.status_code == 403


@pytest.mark.parametrize(
    ("name", "own"),
    [("localhost", True), ("a.localhost", True), ("10.0.0.1", True), ("::1", True), ("house", True), ("a.b", False)],
)
def test_names_that_a_foreign_page_can_have(name: str, own: bool) -> None:
    assert is_own_host(name) is own
