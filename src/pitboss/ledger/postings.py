"""Which transfers the movements at a table are."""

from collections.abc import Callable, Iterable
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


type_of_account = Callable[[str, str], str]


def _wallet(table: str, player: str) -> str:
    return wallet(player)


def _stakes(table: str, player: str) -> str:
    return stakes(table)


def _bank(table: str, player: str) -> str:
    return bank(table)


#: The kind of a movement: from where to where.
WAYS: Final[dict[str, tuple[type_of_account, type_of_account]]] = {
    "join": (_wallet, purse),
    "leave": (purse, _wallet),
    "wager": (purse, _stakes),
    "back": (_stakes, purse),
    "lose": (_stakes, _bank),
    "win": (_bank, purse),
    "unwin": (purse, _bank),  # a settled wager is in play again
    "unlose": (_bank, _stakes),  # or a lost one is void
}


def postings(table: str, movements: Iterable[Moved]) -> list[Transfer]:
    """The transfers of these movements, in their order."""
    found = []
    for moved in movements:
        giver, taker = WAYS[moved.kind]
        player = moved.player
        found.append(
            Transfer(
                giver(table, player),
                taker(table, player),
                moved.amount,
                f"{moved.kind} {moved.why}" if moved.why else moved.kind,
            )
        )
    return found


def fills(table: str, transfers: Iterable[Transfer], books: Books) -> list[Transfer]:
    """What the house must first put into the table's bank for these transfers to be paid; nothing, nearly always."""
    account = bank(table)
    needed = sum(transfer.amount for transfer in transfers if transfer.debit == account)
    missing = needed - books[account]
    return [Transfer(HOUSE, account, max(missing, FILL), "fill")] if missing > 0 else []
