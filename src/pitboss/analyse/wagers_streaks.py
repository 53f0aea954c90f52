"""Streaks: wagers on so many rounds won in a row, from what becomes of a single round.

Every round is played from a full shoe, so that rounds are alike and independent; those that are neither won nor lost
leave a streak as it is and drop out. The player goes on until the streak is decided.
"""

from fractions import Fraction

from pitboss.analyse.edge import Edge
from pitboss.analyse.wagers_table import LOST, Outcome, WagerTable, stake_of
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.money import Odds

PLAY = "streak"
_CONVENTION = "of split boxes the hands are taken as independent of each other once the dealer's is known"


def offers_streaks(rules: BlackjackRules) -> bool:
    """Whether the table takes wagers on streaks."""
    return any(terms.offered and terms.play == PLAY for terms in rules.sides.values())


def streaks(rules: BlackjackRules, round_of: Edge) -> dict[str, WagerTable]:
    """The table of each streak that is offered, where a round is worth what is given."""
    return {
        name: _streak(rules, terms, round_of)
        for name, terms in rules.sides.items()
        if terms.offered and terms.play == PLAY
    }


def _streak(rules: BlackjackRules, terms: SideTerms, round_of: Edge) -> WagerTable:
    wins = int(terms.details["wins"])
    odds = Odds(terms.details["odds"][wins - 2])
    won, lost, given_up = (Fraction(round_of.outcomes[name]) for name in ("won", "lost", "surrendered"))
    row = (won / (won + lost + given_up)) ** wins
    shares = {"won": row, LOST: (1 - row) * lost / (lost + given_up)}
    shares["abandoned"] = 1 - row - shares[LOST]
    pays = Fraction(odds.pays, odds.to)
    notes = ("rounds from a full shoe, and a player who stays until the streak is decided",)
    return WagerTable(
        name=terms.name,
        stake=terms.amount or stake_of(rules),
        over="rounds of the main game",
        outcomes=tuple(
            Outcome(name, 0, share, pays if name == "won" else Fraction(-1), terms.cite(name))
            for name, share in shares.items()
            if share
        ),
        clauses=terms.cite("offered", "settled"),
        source="conventional" if round_of.splits else "exact",
        strategy=round_of.strategy,
        notes=(*notes, _CONVENTION) if round_of.splits else notes,
    )
