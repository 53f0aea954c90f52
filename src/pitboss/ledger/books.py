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


class Transfer(Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True):
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
        holds = self._holds
        changes: dict[str, int] = {}
        for one in transfers:
            debit, credit, amount = one.debit, one.credit, one.amount
            # the cage is what the house holds: it grows by debits and shrinks by credits
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
                    raise LedgerError(f"{amount} cents from {debit} to {credit} are no transfer")
                raise Overdrawn(debit, gives, amount) if left < 0 else Overdrawn(credit, gets, amount)
        return changes

    def sum_is_zero(self) -> bool:
        """Whether what the cage holds is what all others add up to."""
        return self[CAGE] == sum(holds for account, holds in self._holds.items() if account != CAGE)

    def as_dict(self) -> dict[str, int]:
        """A copy: what each account holds."""
        return dict(self._holds)
