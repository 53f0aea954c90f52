"""Double-entry ledger: every transfer has a debit and a credit account, and no balance is negative."""

from pitboss.house.ledger.accounts import CAGE, HOUSE, bank, purse, stakes, wallet
from pitboss.house.ledger.books import Books, LedgerError, Overdrawn, Transfer
from pitboss.house.ledger.postings import TableAccounts

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
