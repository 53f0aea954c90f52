"""Accounts over HTTP: who one is, users, wallets and statements, and what the house says of itself."""

from secrets import token_hex

from pitboss.client.asking import Asking, at
from pitboss.client.wire import (
    AuditStatus,
    Credentials,
    NewGuest,
    NewPassword,
    NewTransfer,
    NewUser,
    Person,
    Role,
    Session,
    StatementLine,
    Wallet,
)


class Accounts(Asking):
    """What people have with the house."""

    async def sit_down_as_guest(self, name: str = "") -> Session:
        """A guest of a practice house, with practice chips; from now on the client speaks as this guest."""
        return await self._signed_in(await self._ask("POST", at("guests"), Session, NewGuest(name or None)))

    async def sign_in(self, name: str, password: str) -> Session:
        """From now on the client speaks as this user."""
        return await self._signed_in(await self._ask("POST", at("sessions"), Session, Credentials(name, password)))

    async def sign_out(self) -> None:
        """Ends the session; its token is worth nothing from now on."""
        await self._ask("DELETE", at("sessions", "current"), None)
        await self._speaks_with("")

    async def me(self) -> Person:
        """Who the client speaks as, with what lies in the account."""
        return await self._ask("GET", at("me"), Person)

    async def change_password(self, password: str, old: str | None = None) -> None:
        """A new password, for the old one where there is one; all other sessions by the old one end."""
        await self._ask("PUT", at("me", "password"), None, NewPassword(password, old))

    async def statement(self, *, name: str = "", before: int | None = None, limit: int = 100) -> list[StatementLine]:
        """One's own account line by line, the newest first; an operator may ask for another's."""
        path = at("users", name, "statement") if name else at("me", "statement")
        return await self._ask("GET", path, list[StatementLine], before=before, limit=limit)

    async def users(self) -> list[Person]:
        """Everybody who has an account, for an operator."""
        return await self._ask("GET", at("users"), list[Person])

    async def add_user(self, name: str, role: Role = "player", password: str = "") -> Session:
        """Adds a user, as an operator."""
        return await self._ask("POST", at("users"), Session, NewUser(name, role, password or None))

    async def sign_out_user(self, name: str) -> None:
        """Ends every session and every token of a user, as an operator."""
        await self._ask("DELETE", at("users", name, "sessions"), None)

    async def deposit(self, name: str, amount: int, *, deposit_id: str = "") -> Wallet:
        """Puts cents into a user's account, as an operator."""
        body = NewTransfer(deposit_id or token_hex(8), amount)
        return await self._ask("POST", at("users", name, "deposits"), Wallet, body)

    async def withdraw(self, name: str, amount: int, *, withdrawal_id: str = "") -> Wallet:
        """Pays cents out of a user's account, as an operator."""
        body = NewTransfer(withdrawal_id or token_hex(8), amount)
        return await self._ask("POST", at("users", name, "withdrawals"), Wallet, body)

    async def audit(self) -> AuditStatus:
        """Whether logs, chains and ledger agree, for an operator."""
        return await self._ask("GET", at("audit"), AuditStatus)

    async def health(self) -> str:
        """``alive``, from any server that runs."""
        return (await self._ask("GET", "/health", dict[str, str]))["status"]

    async def ready(self) -> str:
        """``ready``, from a server whose database answers; ClientError where it does not."""
        return (await self._ask("GET", "/ready", dict[str, str]))["status"]

    async def metrics(self) -> str:
        """The server's counters, as Prometheus reads them."""
        return await self._text("/metrics")

    async def _signed_in(self, session: Session) -> Session:
        await self._speaks_with(session.token)
        return session

    async def _speaks_with(self, token: str) -> None:
        """From now on."""
        self.token = token
