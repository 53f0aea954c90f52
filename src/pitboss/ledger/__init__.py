"""The ledger: every cent that moves, moves from one account to another, and none falls below nothing."""

from pitboss.ledger.accounts import CAGE, HOUSE, bank, purse, stakes, wallet
from pitboss.ledger.books import Books, LedgerError, Overdrawn, Transfer
from pitboss.ledger.postings import TableAccounts

__all__ = [
    "CAGE",
    "HOUSE",
    "Books",
    "LedgerError",
    "Overdrawn",
    "TableAccounts",
    "Transfer",
    "bank",
    "purse",
    "stakes",
    "wallet",
]
