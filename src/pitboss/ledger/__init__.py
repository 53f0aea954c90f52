"""The ledger: every cent that moves, moves from one account to another, and none falls below nothing."""

from pitboss.ledger.accounts import CAGE, HOUSE, bank, purse, stakes, wallet
from pitboss.ledger.books import Books, LedgerError, Overdrawn, Transfer
from pitboss.ledger.postings import fills, postings

__all__ = [
    "CAGE",
    "HOUSE",
    "Books",
    "LedgerError",
    "Overdrawn",
    "Transfer",
    "bank",
    "fills",
    "postings",
    "purse",
    "stakes",
    "wallet",
]
