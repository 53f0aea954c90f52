"""The table of a wager: combinations, probability, pay and contribution of every outcome."""

from fractions import Fraction
from math import sqrt
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text

#: The source of a figure: exact and checked against the engine, exact up to a convention that the notes name,
#: simulated, or computed from cards without proof that they alone decide the wager.
Source = Literal["exact", "conventional", "simulated", "unverified"]

#: The name of the losing outcome.
LOST: Final = "lost"
#: Minimum expected number of occurrences of an outcome for its standard error to be meaningful.
_OFTEN: Final = 10
#: The default stake in cents; every odds of the rulebooks pays it without a fraction.
ANY_STAKE: Final = 10_000


def stake_of(rules: TableRules[Any]) -> int:
    """Returns the stake for a wager of any amount: the posted minimum if all odds pay it without a fraction."""
    least = rules.limits.minimum
    return least if least % 100 == 0 else ANY_STAKE


class WagerOutcome(Struct, frozen=True):
    """One outcome of a wager; ``pay`` is the net result per unit."""

    name: str
    #: The number of deals; 0 if the probability was not computed by counting deals.
    combinations: int
    probability: Fraction
    pay: Fraction
    clauses: Clauses
    #: The variance of the pay, if ``pay`` is a mean.
    spread: Fraction = Fraction(0)

    @property
    def contribution(self) -> Fraction:
        """The contribution to the expectation."""
        return self.probability * self.pay


class WagerTable(Struct, frozen=True, kw_only=True):
    """All outcomes of a wager, per unit staked."""

    name: str
    #: The stake in cents.
    stake: int
    #: The sample space of the combinations.
    over: str
    outcomes: tuple[WagerOutcome, ...]
    clauses: Clauses
    source: Source = "exact"
    #: The strategy that played the box, if the wager depends on it.
    strategy: str = ""
    #: The standard error of the expectation, if it is simulated.
    standard_error: float = 0.0
    notes: tuple[str, ...] = ()
    #: Whether the probabilities are computed as floating-point numbers, which are not printed as fractions.
    floating: bool = False

    @property
    def has_fractions(self) -> bool:
        """Whether probabilities and expectation are printed as fractions."""
        return self.source == "exact" and not self.floating

    @property
    def wager(self) -> str:
        """The name of the wager at the table, without the stake that distinguishes a second table of it."""
        return self.name.partition(" at ")[0]

    @property
    def combinations(self) -> int:
        """The number of all deals."""
        return sum(outcome.combinations for outcome in self.outcomes)

    @property
    def expectation(self) -> Fraction:
        """The player's expectation per unit."""
        return sum((outcome.contribution for outcome in self.outcomes), Fraction(0))

    @property
    def deviation(self) -> float:
        """The standard deviation of one wager's result per unit."""
        squares = sum(outcome.probability * (outcome.pay**2 + outcome.spread) for outcome in self.outcomes)
        return sqrt(squares - self.expectation**2)

    def too_few(self, rounds: int) -> str:
        """Returns why ``rounds`` simulated rounds are too few for this wager; empty if they suffice."""
        rarest = min(self.outcomes, key=lambda outcome: outcome.probability)
        if rounds * rarest.probability >= _OFTEN:
            return ""
        once = round(1 / rarest.probability)
        return f"{rarest.name} comes once in {once:,}: {rounds:,} rounds are too few to tell"


def table_data(table: WagerTable) -> dict[str, Any]:
    """Returns the table as JSON-compatible data, with fractions as text."""
    return {
        "expectation": float(table.expectation),
        "fraction": str(table.expectation) if table.has_fractions else None,
        "deviation": table.deviation,
        "source": table.source,
        "strategy": table.strategy,
        "standard_error": table.standard_error,
        "stake": amount_text(table.stake),
        "over": table.over,
        "combinations": table.combinations,
        "clauses": list(table.clauses),
        "notes": list(table.notes),
        "outcomes": [
            {
                "name": outcome.name,
                "combinations": outcome.combinations,
                "probability": float(outcome.probability),
                "fraction": str(outcome.probability) if table.has_fractions else None,
                "pay": float(outcome.pay),
                "contribution": float(outcome.contribution),
                "clauses": list(outcome.clauses),
            }
            for outcome in table.outcomes
        ],
    }
