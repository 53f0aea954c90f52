"""Which transfers the movements at a table are."""

from collections.abc import Iterable
from typing import Final, Protocol

from pitboss.ledger.accounts import HOUSE, bank, purse, stakes, wallet
from pitboss.ledger.books import Books, Transfer

#: What is moved from the house to a table's bank at a time, at least, where the bank cannot pay: 10,000.00.
FILL: Final = 1_000_000


class Moved(Protocol):
    """What somebody's money does at a table."""

    @property
    def player(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def why(self) -> str: ...


class TableAccounts:
    """The accounts of one table and its players, each name made once."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._bank = bank(table)
        self._stakes = stakes(table)
        self._ways: dict[tuple[str, str], tuple[str, str]] = {}

    def postings(self, movements: Iterable[Moved], books: Books) -> list[Transfer]:
        """The transfers of these movements, in their order.

        Where the table's bank could not pay them, the house first puts something into it.
        """
        found: list[Transfer] = []
        paid = 0
        for moved in movements:
            kind, amount = moved.kind, moved.amount
            way = self._ways.get((kind, moved.player)) or self._way(kind, moved.player)
            if way[0] is self._bank:
                paid += amount
            found.append(Transfer(way[0], way[1], amount, f"{kind} {moved.why}" if moved.why else kind))
        if paid and paid > books[self._bank]:
            found.insert(0, Transfer(HOUSE, self._bank, max(paid - books[self._bank], FILL), "fill"))
        return found

    def _way(self, kind: str, player: str) -> tuple[str, str]:
        """From where to where a movement of this kind goes."""
        lies_in, owns, here = wallet(player), purse(self._table, player), self._stakes
        ways = {
            "join": (lies_in, owns),
            "leave": (owns, lies_in),
            "wager": (owns, here),
            "back": (here, owns),
            "lose": (here, self._bank),
            "win": (self._bank, owns),
            "unwin": (owns, self._bank),  # a settled wager is in play again
            "unlose": (self._bank, here),  # or a lost one is void
        }
        self._ways[kind, player] = ways[kind]
        return ways[kind]
