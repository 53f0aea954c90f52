"""Account calls over HTTP: sessions, users, wallets, statements, and the state of the house."""

from secrets import token_hex

from pitboss.client.transport import Transport, api_path
from pitboss.client.wire import (
    AuditStatus,
    Credentials,
    GuestRequest,
    HouseInfo,
    PasswordChange,
    Person,
    RoleName,
    Session,
    StatementLine,
    TransferRequest,
    UserRequest,
    Wallet,
)


class AccountsApi(Transport):
    """Calls for sessions, users and money."""

    async def house_info(self) -> HouseInfo:
        """Returns the public settings of the house: whether it takes guests."""
        return await self._request("GET", api_path("house"), HouseInfo)

    async def sit_down_as_guest(self, name: str = "") -> Session:
        """Creates a guest account in a practice house and authenticates this client as that guest."""
        return await self._use_session(
            await self._request("POST", api_path("guests"), Session, GuestRequest(name or None))
        )

    async def sign_in(self, name: str, password: str) -> Session:
        """Opens a session by name and password; this client uses its token from now on."""
        return await self._use_session(
            await self._request("POST", api_path("sessions"), Session, Credentials(name, password))
        )

    async def sign_out(self) -> None:
        """Ends the session on the server; its token is invalid from now on."""
        await self._request("DELETE", api_path("sessions", "current"), None)
        await self._use_token("")

    async def me(self) -> Person:
        """Returns the user this client is authenticated as, with the wallet balance."""
        return await self._request("GET", api_path("me"), Person)

    async def change_password(self, password: str, old: str | None = None) -> None:
        """Changes the password. ``old`` is required if the user has one. All other password sessions end."""
        await self._request("PUT", api_path("me", "password"), None, PasswordChange(password, old))

    async def statement(self, *, name: str = "", before: int | None = None, limit: int = 100) -> list[StatementLine]:
        """Returns the user's own account lines, newest first. An operator may pass another user's name."""
        path = api_path("users", name, "statement") if name else api_path("me", "statement")
        return await self._request("GET", path, list[StatementLine], before=before, limit=limit)

    async def users(self) -> list[Person]:
        """Returns every user. Operators only."""
        return await self._request("GET", api_path("users"), list[Person])

    async def add_user(self, name: str, role: RoleName = "player", password: str = "") -> Session:
        """Adds a user and returns a session with the user's token. Operators only."""
        return await self._request("POST", api_path("users"), Session, UserRequest(name, role, password or None))

    async def sign_out_user(self, name: str) -> None:
        """Ends every session and token of a user. Operators only."""
        await self._request("DELETE", api_path("users", name, "sessions"), None)

    async def deposit(self, name: str, amount: int, *, deposit_id: str = "") -> Wallet:
        """Adds cents to a user's wallet. Idempotent by ``deposit_id``. Operators only."""
        body = TransferRequest(deposit_id or token_hex(8), amount)
        return await self._request("POST", api_path("users", name, "deposits"), Wallet, body)

    async def withdraw(self, name: str, amount: int, *, withdrawal_id: str = "") -> Wallet:
        """Pays cents out of a user's wallet. Idempotent by ``withdrawal_id``. Operators only."""
        body = TransferRequest(withdrawal_id or token_hex(8), amount)
        return await self._request("POST", api_path("users", name, "withdrawals"), Wallet, body)

    async def audit(self) -> AuditStatus:
        """Returns whether logs, hash chains and ledger agree. Operators only."""
        return await self._request("GET", api_path("audit"), AuditStatus)

    async def health(self) -> str:
        """Returns ``alive`` if the server process runs."""
        return (await self._request("GET", "/health", dict[str, str]))["status"]

    async def ready(self) -> str:
        """Returns ``ready`` if the database accepts writes. Raises ClientError otherwise."""
        return (await self._request("GET", "/ready", dict[str, str]))["status"]

    async def metrics(self) -> str:
        """Returns the server's metrics in the Prometheus text format. Operators only."""
        return await self._text("/metrics")

    async def _use_session(self, session: Session) -> Session:
        await self._use_token(session.token)
        return session

    async def _use_token(self, token: str) -> None:
        """Uses this token for every request from now on."""
        self.token = token
