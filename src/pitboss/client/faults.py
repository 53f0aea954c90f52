"""What a client raises."""

from pitboss.client.wire import ErrorBody, Update


class ClientError(Exception):
    """The server did not do what was asked; nothing has changed."""

    def __init__(self, body: ErrorBody, status: int = 0) -> None:
        law = f" ({body.rulebook} {body.clause})" if body.clause else ""
        ways = f"; allowed: {', '.join(body.allowed)}" if body.allowed else ""
        super().__init__(f"{body.message}{law}{ways}")
        self.body = body
        self.status = status

    @property
    def kind(self) -> str:
        """What kind of error it is, for programs."""
        return self.body.kind


class Stale(ClientError):
    """The table has moved on since the version that the command was meant for; ``updates`` says how."""

    def __init__(self, body: ErrorBody, version: int, updates: tuple[Update, ...]) -> None:
        super().__init__(body, 409)
        self.version = version
        self.updates = updates


class ConnectionLost(ConnectionError):
    """There is no connection. What was not answered may be sent again with the same id: it is done once."""
