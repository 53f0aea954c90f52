"""Streak wagers: consecutive wins, computed from the outcome probabilities of a single round.

Every round is dealt from a full shoe, so rounds are independent and identically distributed. A stand-off leaves a
streak unchanged and is ignored. The player continues until the streak is decided.
"""

from fractions import Fraction

from pitboss.analyse.edge import Edge
from pitboss.analyse.wagers_table import LOST, WagerOutcome, WagerTable, stake_of
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.money import Odds

#: The kind of play in the rulebooks.
STREAK = "streak"


def streak_table(rules: BlackjackRules, terms: SideTerms, round_of: Edge) -> WagerTable:
    """Returns the table of a streak wager, given the figures of a round."""
    wins = int(terms.details["wins"])
    odds = Odds(terms.details["odds"][wins - 2])
    won, lost, given_up = (Fraction(round_of.outcomes[name]) for name in ("won", "lost", "surrendered"))
    row = (won / (won + lost + given_up)) ** wins
    shares = {"won": row, LOST: (1 - row) * lost / (lost + given_up)}
    shares["abandoned"] = 1 - row - shares[LOST]
    pays = Fraction(odds.pays, odds.to)
    notes: tuple[str, ...] = ("rounds from a full shoe, and a player who stays until the streak is decided",)
    conventions = round_of.round_distribution.conventions
    if conventions:
        off = (float(won) + round_of.round_distribution.bound) / float(won + lost + given_up)
        notes = (*notes, f"the probability to win is off by at most {min(off, 1.0) ** wins - float(row):.6f}")
    return WagerTable(
        name=terms.name,
        stake=terms.least or stake_of(rules),
        over="rounds of the main game",
        outcomes=tuple(
            WagerOutcome(name, 0, share, pays if name == "won" else Fraction(-1), terms.cite(name))
            for name, share in shares.items()
            if share
        ),
        clauses=terms.cite("offered", "settled"),
        source="conventional" if conventions else "exact",
        floating=True,
        strategy=round_of.strategy,
        notes=(*notes, *conventions),
    )
