"""Exceptions the client raises."""

import ssl

from pitboss.client.wire import ErrorBody, Update


class ClientError(Exception):
    """The server rejected a request; nothing has changed. ``body`` names the clause and what is allowed."""

    def __init__(self, body: ErrorBody, status: int = 0) -> None:
        law = f" ({body.rulebook} {body.clause})" if body.clause else ""
        allowed = f"; allowed: {', '.join(body.allowed)}" if body.allowed else ""
        super().__init__(f"{body.message}{law}{allowed}")
        self.body = body
        self.status = status

    @property
    def kind(self) -> str:
        """The machine-readable kind of the error."""
        return self.body.kind


class StaleError(ClientError):
    """The command named a version that is no longer current; ``updates`` has what has happened since."""

    def __init__(self, body: ErrorBody, version: int, updates: tuple[Update, ...]) -> None:
        super().__init__(body, 409)
        self.version = version
        self.updates = updates


class ConnectionLost(ConnectionError):
    """There is no connection. Retry with the same id: the server executes an id once."""


class UntrustedCertificate(ConnectionLost):
    """TLS verification of the server's certificate failed; no request was sent."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(
            f"the certificate of {url} is not trusted ({reason}): if it is the right server, name a file with the "
            "certificate, or with that of the authority that signed it, in the environment variable SSL_CERT_FILE"
        )


def connection_lost(url: str, error: BaseException) -> ConnectionLost:
    """Returns the exception for a failed connection: UntrustedCertificate if TLS verification is the cause."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return UntrustedCertificate(url, cause.verify_message)
        cause = cause.__cause__ or cause.__context__
    return ConnectionLost(f"{url}: {error}")
