"""What may become of a wager: every outcome with its combinations, its probability, its pay and what it adds."""

from fractions import Fraction
from math import sqrt
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text

#: Whether figures are exact, exact but for a convention that the notes name, or simulated.
Source = Literal["exact", "conventional", "simulated"]

#: The name of the outcome in which the wager is lost.
LOST: Final = "lost"
#: An outcome that comes less often in a simulation leaves its standard error without meaning.
_OFTEN: Final = 10
#: What a wager of any amount is reckoned with, in cents: every odds of the rulebooks pays it without a fraction.
ANY_STAKE: Final = 10_000


def stake_of(rules: TableRules[Any]) -> int:
    """What a wager of no fixed amount is reckoned with: the posted minimum, if all odds pay it without a fraction."""
    least = rules.limits.minimum
    return least if least % 100 == 0 else ANY_STAKE


class Outcome(Struct, frozen=True):
    """One way in which a wager ends; ``pay`` is the net result per unit."""

    name: str
    #: In how many of the deals; 0 where its chance was not found by counting deals.
    combinations: int
    probability: Fraction
    pay: Fraction
    clauses: Clauses
    #: By how much the square of the pay is more on the average than that of ``pay``, where that is a mean.
    spread: Fraction = Fraction(0)

    @property
    def contribution(self) -> Fraction:
        """What it adds to the expectation."""
        return self.probability * self.pay


class WagerTable(Struct, frozen=True, kw_only=True):
    """All that may become of a wager, per unit staked."""

    name: str
    #: The stake that was reckoned with, in cents.
    stake: int
    #: Over what the combinations are counted.
    over: str
    outcomes: tuple[Outcome, ...]
    clauses: Clauses
    source: Source = "exact"
    #: By which strategy the box was played, where that bears on the wager.
    strategy: str = ""
    #: Of the expectation, where it is simulated.
    standard_error: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def wager(self) -> str:
        """What the table calls it: a second stake of one wager has a name of its own here."""
        return self.name.partition(" at ")[0]

    @property
    def combinations(self) -> int:
        """All deals."""
        return sum(outcome.combinations for outcome in self.outcomes)

    @property
    def expectation(self) -> Fraction:
        """The player's, per unit."""
        return sum((outcome.contribution for outcome in self.outcomes), Fraction(0))

    @property
    def deviation(self) -> float:
        """Of one wager's result, per unit."""
        squares = sum(outcome.probability * (outcome.pay**2 + outcome.spread) for outcome in self.outcomes)
        return sqrt(squares - self.expectation**2)

    def too_few(self, rounds: int) -> str:
        """Why so many simulated rounds do not tell what the wager is worth; empty where they do."""
        rarest = min(self.outcomes, key=lambda outcome: outcome.probability)
        if rounds * rarest.probability >= _OFTEN:
            return ""
        once = round(1 / rarest.probability)
        return f"{rarest.name} comes once in {once:,}: {rounds:,} rounds are too few to tell"


def table_data(table: WagerTable) -> dict[str, Any]:
    """A table as plain data, fractions as they are written."""
    return {
        "expectation": float(table.expectation),
        "fraction": str(table.expectation) if table.source == "exact" else None,
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
                "fraction": str(outcome.probability) if table.source == "exact" else None,
                "pay": float(outcome.pay),
                "contribution": float(outcome.contribution),
                "clauses": list(outcome.clauses),
            }
            for outcome in table.outcomes
        ],
    }
