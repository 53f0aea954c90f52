"""Money as integer cents, odds as exact ratios, and how both are written.

No amount is ever a float. A payment that would end in a fraction of a cent is cut off to whole cents: no coin can pay
the rest, and no document provides for it (docs/decisions/0002-money.md).
"""

import re
from decimal import Decimal
from typing import Final

from msgspec import Struct

_AMOUNT: Final = re.compile(r"\d{1,12}(\.\d{1,2})?", re.ASCII)
_ODDS: Final = re.compile(r"(\d{1,9}(?:\.\d{1,3})?):(\d{1,9})", re.ASCII)


def parse_amount(text: str) -> int:
    """Cents of an amount in dollars with at most two decimals; ValueError for anything else."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError(f"'{text}' is no amount of money: dollars with at most two decimals, like 10 or 12.50")
    return int(Decimal(text) * 100)


def amount_text(cents: int) -> str:
    """Dollars as they are written in a table's notation: ``10``, ``12.50``, ``-7.50``."""
    dollars, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{dollars}.{rest:02d}" if rest else f"{sign}{dollars}"


def net_text(cents: int) -> str:
    """A result with its sign: ``+15``, ``-10``, ``0``."""
    return f"+{amount_text(cents)}" if cents > 0 else amount_text(cents)


class Odds(Struct, frozen=True, gc=False):
    """So much to one: ``Odds(3, 2)`` pays 15 on 10."""

    pays: int
    to: int = 1

    def on(self, stake: int) -> int:
        """The winnings on a stake, in whole cents."""
        return stake * self.pays // self.to

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"


EVEN: Final = Odds(1, 1)


def parse_odds(text: str) -> Odds:
    """Odds written ``6:5`` or ``2.5:1``."""
    found = _ODDS.fullmatch(text)
    if not found or int(found[2]) == 0 or Decimal(found[1]) == 0:
        raise ValueError(f"'{text}' is no odds: written like 6:5 or 2.5:1")
    pays, to = (Decimal(found[1]) / Decimal(found[2])).as_integer_ratio()
    return Odds(pays, to) if Decimal(found[1]) % 1 else Odds(int(found[1]), int(found[2]))
