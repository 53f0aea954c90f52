"""The client of programs where things go wrong: no server, somebody else's answer, a line that is lost, two at once."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pitboss.client import Client, ClientError, ConnectionLost
from pitboss.client.socket import Socket
from pitboss.client.wire import Welcome
from tests.server.conftest import Served, run
from tests.server.houses import deal, read_in_table


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """Something that listens and gives the same answer to whoever comes, as a proxy would before a server is up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer_all() -> None:
            while True:
                try:
                    caller, _ = listening.accept()
                except OSError:
                    return
                with caller:
                    caller.recv(65_536)
                    caller.sendall(answer)

        threading.Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


def test_where_no_server_is_both_ways_say_so_alike() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"

    async def work() -> None:
        async with Client(url) as client:
            with pytest.raises(ConnectionLost, match=r"127\.0\.0\.1"):
                await client.tables()
            with pytest.raises(ConnectionLost, match=r"127\.0\.0\.1"):
                await client.watch("t1")

    run(work())


def test_a_proxy_without_a_server_behind_it_is_a_lost_connection_to_the_socket() -> None:
    async def work(url: str) -> None:
        async with Client(url) as client:
            with pytest.raises(ConnectionLost, match="502"):
                await client.watch("t1")

    with answering(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n") as url:
        run(work(url))


def test_several_questions_at_once_share_one_connection(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Socket] = []

    class Counted(Socket):
        async def open(self, url: str, token: str) -> Welcome:
            opened.append(self)
            return await super().open(url, token)

    monkeypatch.setattr("pitboss.client.client.Socket", Counted)

    async def work() -> None:
        first, second = await read_in_table(served), await read_in_table(served)
        async with served.client("dan") as dan:
            tables = await asyncio.gather(dan.watch(first), dan.watch(second))
            assert [table.id for table in tables] == [first, second]
            assert len(opened) == 1

    run(work())


def test_who_signs_in_speaks_as_that_user_over_the_socket_too(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client() as client:
            seat = await client.watch(table)  # as anybody may
            await client.sit_down_as_guest("gil")
            await seat.do("join 100")
            await seat.until(lambda now: bool(now.you["at_table"]))
            await client.sign_out()
            with pytest.raises(ClientError, match="sign in first"):
                await seat.do("bet 3 50")
        with pytest.raises(ConnectionLost, match="closed"):
            await seat.do("bet 3 50")

    run(work())


def test_who_waits_while_the_line_is_lost_hears_what_was_missed(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann, served.client("dan") as dan:
            seat = await ann.watch(table)
            version = seat.version
            waiting = asyncio.create_task(seat.until(lambda now: now.view["round"] == 1))
            cut(ann)
            await deal(dan, table, "Kh")
            await waiting
            missed = [event.text for update in seat.updates if update.version > version for event in update.events]
            assert "Kh to box 1" in missed

    run(work())


def cut(client: Client) -> None:
    """The line is gone, and nobody has said so."""
    assert client._socket is not None
    assert client._socket._connection is not None
    client._socket._connection.transport.abort()
