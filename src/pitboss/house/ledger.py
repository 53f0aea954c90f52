"""Double-entry ledger: every transfer has a debit and a credit account, and no balance is negative.

Account names are stored in every log and must not change. Liabilities, to players and to the house itself, grow by
credits. The cage is the asset account: it grows by debits. So the balance of the cage is the sum of all others.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

from msgspec import Struct

#: Cash: deposits less withdrawals.
CAGE: Final = "cage"
#: The house's own money, from which the banks of the tables are filled.
HOUSE: Final = "house"


def wallet(player: str) -> str:
    """Returns the account of a player's money away from the tables."""
    return f"wallet/{player}"


def owner_of(account: str) -> str:
    """Returns the player of a wallet account; the account name for any other account."""
    return account.removeprefix(wallet(""))


def purse(table: str, player: str) -> str:
    """Returns the account of a player's chips at a table."""
    return f"table/{table}/purse/{player}"


def stakes(table: str) -> str:
    """Returns the account of the wagers on a table's layout."""
    return f"table/{table}/stakes"


def bank(table: str) -> str:
    """Returns the account that a table pays from and collects into."""
    return f"table/{table}/bank"


def table_of(account: str) -> str:
    """Returns the table of an account; empty for wallets, the house and the cage."""
    parts = account.split("/", 2)
    return parts[1] if parts[0] == "table" and len(parts) == 3 else ""


# --- transfers and books --------------------------------------------------------------------------------------------


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
    """The balance of each account, in cents. Every posting is checked in production, not only in tests."""

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


# --- movements of a table -------------------------------------------------------------------------------------------

#: The least amount of a fill from the house to a bank that cannot pay, in cents: 10,000.00.
FILL: Final = 1_000_000


class Moved(Protocol):
    """A movement of a player's money at a table."""

    @property
    def player(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def why(self) -> str: ...


class TableAccounts:
    """Converts the movements of one table into transfers, with a cache of the account names."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._bank = bank(table)
        self._stakes = stakes(table)
        self._accounts: dict[tuple[str, str], tuple[str, str]] = {}

    def postings(self, movements: Iterable[Moved], books: Books) -> list[Transfer]:
        """Returns the transfers of these movements, in order.

        Where the bank could not pay them, the first transfer is a fill from the house.
        """
        transfers: list[Transfer] = []
        paid = 0
        for moved in movements:
            kind, amount = moved.kind, moved.amount
            accounts = self._accounts.get((kind, moved.player)) or self._accounts_of(kind, moved.player)
            if accounts[0] is self._bank:
                paid += amount
            transfers.append(Transfer(accounts[0], accounts[1], amount, f"{kind} {moved.why}" if moved.why else kind))
        if paid and paid > books[self._bank]:
            transfers.insert(0, Transfer(HOUSE, self._bank, max(paid - books[self._bank], FILL), "fill"))
        return transfers

    def _accounts_of(self, kind: str, player: str) -> tuple[str, str]:
        """Returns the debit and credit accounts of a kind of movement."""
        in_wallet, in_purse, staked = wallet(player), purse(self._table, player), self._stakes
        accounts = {
            "join": (in_wallet, in_purse),
            "leave": (in_purse, in_wallet),
            "wager": (in_purse, staked),
            "back": (staked, in_purse),
            "lose": (staked, self._bank),
            "win": (self._bank, in_purse),
            "unwin": (in_purse, self._bank),  # a settled wager is in play again
            "unlose": (self._bank, staked),  # or a lost one is void
            "cash": (CAGE, in_purse),  # an anonymous player has no wallet
            "chips": (CAGE, in_purse),
            "redeem": (in_purse, CAGE),
        }
        self._accounts[kind, player] = accounts[kind]
        return accounts[kind]
