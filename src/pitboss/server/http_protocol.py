"""HTTP/1.1 protocol handler: answers what never reaches the application with the same error schema."""

from typing import Any, ClassVar, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.http11 import Request
from websockets.server import ServerProtocol

from pitboss.client.wire import Error, ErrorBody
from pitboss.server.errors import JSON

#: The longest head of a request, in bytes.
MAX_HEAD: Final = 65_536
#: Path of the WebSocket endpoint.
SOCKET_PATH = "/api/socket"
_BAD_REQUEST = msgspec.json.encode(
    Error(ErrorBody("malformed", "cannot parse the request: send HTTP/1.1 with a head of at most 64 KB"))
)


class LimitedConnection(h11.Connection):
    """Limits the head of a request also where it arrives complete: h11 itself limits only what is incomplete."""

    def next_event(self) -> Any:
        """Returns the next event. Raises RemoteProtocolError for a head that is too long."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            size = (
                len(event.method) + len(event.target) + sum(len(name) + len(value) + 4 for name, value in event.headers)
            )
            if size > MAX_HEAD:
                raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
        return event


class HttpProtocol(H11Protocol):
    """Parses requests, and upgrades to WebSocket only if the handshake is valid; otherwise the application answers."""

    #: Paths of the WebSocket: a proxy may strip the root path or pass it on.
    socket_paths: ClassVar[tuple[str, ...]] = (SOCKET_PATH,)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = LimitedConnection(h11.SERVER, MAX_HEAD)

    @classmethod
    def below(cls, root_path: str) -> type["HttpProtocol"]:
        """Returns the protocol for a server below a root path."""
        return type("HttpProtocolBelow", (cls,), {"socket_paths": (SOCKET_PATH, root_path + SOCKET_PATH)})

    def _should_upgrade(self) -> bool:
        return super()._should_upgrade() and self.scope["path"] in self.socket_paths and self._is_handshake()

    def _is_handshake(self) -> bool:
        """Returns whether the request is a complete WebSocket handshake.

        uvicorn's WebSocket protocol would wait forever for the rest of a handshake it cannot parse.
        """
        target = b"?".join((self.scope["raw_path"], self.scope["query_string"]))
        first = b" ".join((self.scope["method"].encode(), target, b"HTTP/1.1"))
        trial = ServerProtocol()
        trial.receive_data(b"\r\n".join((first, *(b": ".join(header) for header in self.headers), b"\r\n")))
        events = trial.events_received()
        return bool(events) and isinstance(events[0], Request) and trial.accept(events[0]).status_code == 101

    def send_400_response(self, msg: str) -> None:
        """Answers bytes that are not an HTTP request, unless a response has been sent already."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            length = str(len(_BAD_REQUEST)).encode()
            headers = [(b"content-type", JSON.encode()), (b"content-length", length), (b"connection", b"close")]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for part in (answer, h11.Data(data=_BAD_REQUEST), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
        self.transport.close()
