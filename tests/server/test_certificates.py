"""Untrusted certificates: client and command line report them, and SSL_CERT_FILE fixes them."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from pitboss.client import Client, ConnectionLost, SyncClient, UntrustedCertificate
from tests.cli.calls import call

#: Of 127.0.0.1, signed by itself, with its key; made for this test and used nowhere else.
SELF_SIGNED = Path(__file__).parent / "self_signed.pem"


class NoTables(BaseHTTPRequestHandler):
    """Answers every request with an empty list, as a house without tables would."""

    answer = b"[]"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.answer)))
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


class QuietServer(HTTPServer):
    def handle_error(self, *_: object) -> None:
        """A client that does not trust the certificate ends the handshake."""


@pytest.fixture(scope="module")
def https() -> Iterator[str]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(SELF_SIGNED)
    with QuietServer(("127.0.0.1", 0), NoTables) as server:
        # the handshake is made by the first read, so that one that fails does not end the server
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"https://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join(60)


def test_the_client_says_that_the_certificate_is_not_trusted(https: str) -> None:
    with SyncClient(https) as client, pytest.raises(UntrustedCertificate) as refused:
        client.tables()
    assert isinstance(refused.value, ConnectionLost)
    words = str(refused.value)
    assert words.startswith(f"the certificate of {https} is not trusted (self-signed certificate)")
    assert "SSL_CERT_FILE" in words


def test_the_socket_says_that_the_certificate_is_not_trusted(https: str) -> None:
    async def watch() -> None:
        async with Client(https) as client:
            await client.watch("t1")

    with pytest.raises(UntrustedCertificate, match="is not trusted"):
        asyncio.run(asyncio.wait_for(watch(), 60))


def test_the_command_says_that_the_certificate_is_not_trusted(https: str) -> None:
    done = call("table", "list", "--server", https)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.output
    assert "is not trusted (self-signed certificate)" in done.stderr
    assert "SSL_CERT_FILE" in done.stderr
    assert "no pitboss answers" not in done.stderr


def test_the_named_certificate_is_trusted(https: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(SELF_SIGNED))
    done = call("table", "list", "--server", https)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    assert done.stdout.startswith("No table is open")


def test_a_server_that_is_not_pitboss_is_reported(https: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(SELF_SIGNED))
    monkeypatch.setattr(NoTables, "answer", b"<html>")
    done = call("table", "list", "--server", https)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.output
    assert f"{https} is not a pitboss server of this version" in done.stderr


def test_a_refused_connection_is_not_a_certificate_error() -> None:
    with SyncClient("https://127.0.0.1:1") as client, pytest.raises(ConnectionLost) as lost:
        client.tables()
    assert not isinstance(lost.value, UntrustedCertificate)
