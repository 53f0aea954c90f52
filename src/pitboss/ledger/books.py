"""Transfers between accounts, and the books that they are posted in.

The checks here are not assertions of a test: they run in production, on every transfer.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from pitboss.ledger.accounts import CAGE


class LedgerError(Exception):
    """The books would not balance."""


class Overdrawn(LedgerError):
    """An account would fall below nothing."""

    def __init__(self, account: str, holds: int, asked: int) -> None:
        super().__init__(f"{account} holds {holds} cents and cannot give {asked}")
        self.account = account
        self.holds = holds
        self.asked = asked


class Transfer(Struct, frozen=True, array_like=True, gc=False):
    """So many cents from one account to another: the same amount in the debit and in the credit, so the sum is zero."""

    debit: str
    credit: str
    amount: int
    why: str


class Books:
    """What each account holds."""

    __slots__ = ("_holds",)

    def __init__(self, holds: Mapping[str, int] | None = None) -> None:
        self._holds = dict(holds or {})

    def __getitem__(self, account: str) -> int:
        return self._holds.get(account, 0)

    def __contains__(self, account: str) -> bool:
        return account in self._holds

    def __iter__(self) -> Iterator[str]:
        return iter(self._holds)

    def set(self, account: str, holds: int) -> None:
        """What an account is known to hold, as read from where the books are kept."""
        if holds < 0:
            raise LedgerError(f"{account} holds {holds} cents, and no account stands below nothing")
        self._holds[account] = holds

    def post(self, transfers: Iterable[Transfer]) -> dict[str, int]:
        """Posts all of these or, where one cannot be, none; returns by how much each account has changed."""
        holds, before = self._holds, dict[str, int]()
        try:
            for debit, credit, amount, _ in map(_fields, transfers):
                if amount <= 0 or debit == credit:
                    raise LedgerError(f"{amount} cents from {debit} to {credit} are no transfer")
                for account, change in ((debit, _sign(debit, -amount)), (credit, _sign(credit, amount))):
                    now = holds.get(account, 0)
                    before.setdefault(account, now)
                    if now + change < 0:
                        raise Overdrawn(account, now, -change)
                    holds[account] = now + change
        except LedgerError:
            holds.update(before)
            raise
        return {account: holds[account] - was for account, was in before.items()}

    def sum_is_zero(self) -> bool:
        """Whether what the cage holds is what all others add up to."""
        return self[CAGE] == sum(holds for account, holds in self._holds.items() if account != CAGE)

    def as_dict(self) -> dict[str, int]:
        """A copy: what each account holds."""
        return dict(self._holds)


def _fields(transfer: Transfer) -> tuple[str, str, int, str]:
    return transfer.debit, transfer.credit, transfer.amount, transfer.why


def _sign(account: str, credited: int) -> int:
    """By how much an account grows that is credited with so much."""
    return -credited if account == CAGE else credited
