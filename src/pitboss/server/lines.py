"""A client's line, where nobody but the server itself can answer: what is no request is told in the one shape too."""

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.http11 import Request
from websockets.server import ServerProtocol

from pitboss.client.wire import Error, ErrorBody
from pitboss.server.errors import JSON

#: Where the socket is.
SOCKET = "/api/socket"
_NO_REQUEST = msgspec.json.encode(
    Error(ErrorBody("malformed", "this is no request of HTTP/1.1, or its head is too long"))
)


class Line(H11Protocol):
    """Reads requests. One that asks for a socket, and cannot get one, is answered as any other is."""

    def _should_upgrade(self) -> bool:
        return super()._should_upgrade() and self.scope["path"] == SOCKET and self._opens_a_socket()

    def _opens_a_socket(self) -> bool:
        """Whether it is a handshake, for who has to do with sockets alone waits for ever for the rest of one that it
        cannot read."""
        target = b"?".join((self.scope["raw_path"], self.scope["query_string"]))
        first = b" ".join((self.scope["method"].encode(), target, b"HTTP/1.1"))
        trial = ServerProtocol()
        trial.receive_data(b"\r\n".join((first, *(b": ".join(one) for one in self.headers), b"\r\n")))
        asked = trial.events_received()
        return bool(asked) and isinstance(asked[0], Request) and trial.accept(asked[0]).status_code == 101

    def send_400_response(self, msg: str) -> None:
        """Says that it cannot be read, unless something else was said already."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            length = str(len(_NO_REQUEST)).encode()
            headers = [(b"content-type", JSON.encode()), (b"content-length", length), (b"connection", b"close")]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for part in (answer, h11.Data(data=_NO_REQUEST), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
        self.transport.close()
