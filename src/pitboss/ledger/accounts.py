"""The accounts of a house, by name.

What the house owes, to players and to itself, grows by credits. The cage is what the house holds: it grows by debits.
So every account, the cage too, stands at nothing or above, and the cage holds exactly what all the others add up to.
"""

from typing import Final

#: The money that has come in at the door and has not gone out again.
CAGE: Final = "cage"
#: The house's own money, from which the tables' banks are filled.
HOUSE: Final = "house"


def wallet(player: str) -> str:
    """What a player has with the house, away from the tables."""
    return f"wallet/{player}"


def purse(table: str, player: str) -> str:
    """What a player has in front of him at a table."""
    return f"table/{table}/purse/{player}"


def stakes(table: str) -> str:
    """What lies on the layout of a table."""
    return f"table/{table}/stakes"


def bank(table: str) -> str:
    """What a table pays from and collects into."""
    return f"table/{table}/bank"


def table_of(account: str) -> str:
    """The table to which an account belongs; empty for those that belong to none."""
    parts = account.split("/", 2)
    return parts[1] if parts[0] == "table" and len(parts) == 3 else ""
