"""Rate limits by address: enough for a class behind one address; forwarded addresses count if the proxy is trusted."""

import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.server.dependencies import address_of
from pitboss.server.settings import Rates, Settings
from tests.server import rest
from tests.server.conftest import Served, run, serving

A_CLASS = 30


async def first_message_type(line: ClientConnection) -> str:
    """Returns the type of the first message on a new connection, which the server may already be closing."""
    with suppress(ConnectionClosed):
        await line.send('{"type":"hello","id":"h"}')
    return str(json.loads(await line.recv())["type"])


async def open_sockets(served: Served, stack: AsyncExitStack, *addresses: str) -> list[str]:
    """Opens a WebSocket for each forwarded address, keeps it open, and returns the type of its first message."""
    url = f"ws{served.url.removeprefix('http')}/api/socket"
    answers = []
    for address in addresses:
        headers = {"X-Forwarded-For": address} if address else {}
        answers.append(
            await first_message_type(await stack.enter_async_context(connect(url, additional_headers=headers)))
        )
    return answers


def test_one_address_has_enough_guests_and_sockets_for_a_class(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with AsyncExitStack() as stack:
            assert await open_sockets(served, stack, *[""] * 2 * A_CLASS) == ["welcome"] * 2 * A_CLASS

    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True)) as served:
        guests = [rest.post(f"{served.url}/api/guests", json={}).status_code for _ in range(A_CLASS)]
        assert guests == [201] * A_CLASS
        run(work(served))


@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",), ("127.0.0.0/8", "10.0.0.0/8")])
def test_a_forwarded_address_counts_only_from_a_trusted_proxy(tmp_path: Path, trusted: tuple[str, ...]) -> None:
    async def work(served: Served) -> list[str]:
        async with AsyncExitStack() as stack:
            return await open_sockets(served, stack, "192.0.2.1", "192.0.2.2", "192.0.2.1, 10.0.0.1")

    rates = Rates(clients_per_address=1)
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=rates, trusted_proxies=trusted)
    with serving(settings) as served:
        expected = {
            (): ["welcome", "error", "error"],
            # 10.0.0.1 is an unknown client of the one proxy, or the inner of two
            ("127.0.0.1",): ["welcome", "welcome", "welcome"],
            ("127.0.0.0/8", "10.0.0.0/8"): ["welcome", "welcome", "error"],
        }
        assert run(work(served)) == expected[trusted]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::9", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("not an address", "not an address"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)})) == counted
