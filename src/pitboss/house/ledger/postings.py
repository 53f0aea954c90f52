"""Conversion of a table's movements into transfers."""

from collections.abc import Iterable
from typing import Final, Protocol

from pitboss.house.ledger.accounts import HOUSE, bank, purse, stakes, wallet
from pitboss.house.ledger.books import Books, Transfer

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
    """The accounts of one table and its players, with a cache of the account names."""

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
        }
        self._accounts[kind, player] = accounts[kind]
        return accounts[kind]
