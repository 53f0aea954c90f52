"""Money as integer cents, odds as exact ratios; parses and formats both.

No amount is a float. A wager whose payment would be a fraction of a cent is refused when it is placed, so payments are
rounded only where a document prescribes it (docs/decisions/0002-money.md).
"""

import re
from decimal import Decimal
from math import gcd
from typing import Final

from msgspec import Struct

#: The largest amount that ``parse_amount`` accepts: twelve digits and two decimals.
MOST_CENTS: Final = 10**14 - 1
_AMOUNT: Final = re.compile(r"\d{1,12}(\.\d{1,2})?", re.ASCII)
_ODDS: Final = re.compile(r"(\d{1,9}(?:\.\d{1,3})?):(\d{1,9})", re.ASCII)


def parse_amount(text: str) -> int:
    """Returns the cents of an amount in dollars with at most two decimals; raises ValueError for any other text."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError(
            f"'{text}' is not an amount of money: write dollars with at most two decimals, like 10 or 12.50"
        )
    return int(Decimal(text) * 100)


def amount_text(cents: int) -> str:
    """Returns an amount in dollars as the notation writes it: ``10``, ``12.50``, ``-7.50``."""
    dollars, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{dollars}.{rest:02d}" if rest else f"{sign}{dollars}"


def net_text(cents: int) -> str:
    """Returns a net result with its sign: ``+15``, ``-10``, ``0``."""
    return f"+{amount_text(cents)}" if cents > 0 else amount_text(cents)


class Odds(Struct, frozen=True, gc=False):
    """Odds as a ratio: ``Odds(3, 2)`` pays 15 on 10."""

    pays: int
    to: int = 1

    def on(self, stake: int) -> int:
        """Returns the winnings on a stake in cents; exact if ``is_whole``.

        Logs of earlier releases contain other stakes. Those releases truncated fractions of a cent, so this does too.
        """
        return stake * self.pays // self.to

    def is_whole(self, stake: int) -> bool:
        """Returns whether the winnings on a stake are whole cents."""
        return stake * self.pays % self.to == 0

    def rounded_up(self, stake: int, unit: int) -> int:
        """Returns the winnings on a stake, rounded up to a multiple of a unit."""
        return -(-stake * self.pays // (self.to * unit)) * unit

    @property
    def whole_step(self) -> int:
        """The smallest stake in cents with whole winnings; each multiple of it has whole winnings, too."""
        return self.to // gcd(self.pays, self.to)

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"


EVEN: Final = Odds(1, 1)
#: The odds of a wager that is returned.
PUSH: Final = Odds(0, 1)


def parse_odds(text: str) -> Odds:
    """Returns odds parsed from ``6:5`` or ``2.5:1``; raises ValueError for any other text."""
    match = _ODDS.fullmatch(text)
    if not match or int(match[2]) == 0 or Decimal(match[1]) == 0:
        raise ValueError(f"'{text}' is not a ratio of odds: write odds like 6:5 or 2.5:1")
    pays, to = (Decimal(match[1]) / Decimal(match[2])).as_integer_ratio()
    return Odds(pays, to) if Decimal(match[1]) % 1 else Odds(int(match[1]), int(match[2]))
