"""Transfers, and the books in memory. Every posting is checked in production, not only in tests."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from pitboss.house.ledger.accounts import CAGE


class LedgerError(Exception):
    """The books would not balance: the transfer is not posted."""


class Overdrawn(LedgerError):
    """The balance of an account would become negative."""

    def __init__(self, account: str, holds: int, asked: int) -> None:
        super().__init__(f"{account} holds {holds} cents and cannot pay {asked}")
        self.account = account
        self.holds = holds
        self.asked = asked


class Transfer(Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """An amount in cents from the debit account to the credit account. One amount for both: it sums to zero."""

    debit: str
    credit: str
    amount: int
    why: str


class Books:
    """The balance of each account, in cents."""

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
        """Sets a balance that was read from the database."""
        if holds < 0:
            raise LedgerError(f"{account} would hold {holds} cents: a balance cannot be negative")
        self._holds[account] = holds

    def post(self, transfers: Iterable[Transfer]) -> dict[str, int]:
        """Posts all transfers, or none where one is invalid; returns the change of each account.

        Raises Overdrawn for a negative balance, LedgerError for an amount or accounts that make no transfer.
        """
        holds = self._holds
        changes: dict[str, int] = {}
        for transfer in transfers:
            debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
            # the cage is an asset account: it grows by debits and shrinks by credits
            out = amount if debit != CAGE else -amount
            into = amount if credit != CAGE else -amount
            gives = holds.get(debit, 0)
            holds[debit] = left = gives - out
            gets = holds.get(credit, 0)
            holds[credit] = has = gets + into
            changes[debit] = changes.get(debit, 0) - out
            changes[credit] = changes.get(credit, 0) + into
            if left < 0 or has < 0 or amount <= 0 or debit == credit:
                for account, change in changes.items():
                    holds[account] -= change
                if amount <= 0 or debit == credit:
                    raise LedgerError(
                        f"{amount} cents from {debit} to {credit} is not a transfer: "
                        "it needs a positive amount and two accounts"
                    )
                raise Overdrawn(debit, gives, amount) if left < 0 else Overdrawn(credit, gets, amount)
        return changes

    def sum_is_zero(self) -> bool:
        """Returns whether the balance of the cage is the sum of all others."""
        return self[CAGE] == sum(holds for account, holds in self._holds.items() if account != CAGE)

    def as_dict(self) -> dict[str, int]:
        """Returns a copy of all balances."""
        return dict(self._holds)
