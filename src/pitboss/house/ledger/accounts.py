"""Names of the accounts. They are stored in every log and must not change.

Liabilities, to players and to the house itself, grow by credits. The cage is the asset account: it grows by debits. So
no balance is negative, and the balance of the cage is the sum of all others.
"""

from typing import Final

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
