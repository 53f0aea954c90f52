"""The top award of each wager: its odds, its cycle, and what it pays at the posted limits."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pitboss.analyse.edge import Edge
from pitboss.analyse.wagers_table import WagerTable
from pitboss.law.resolve import TableRules


class TopAward(Struct, frozen=True):
    """The greatest result of a wager. Amounts are in cents."""

    wager: str
    #: The outcome with the greatest pay, and its net result per unit.
    outcome: str
    pay: float
    probability: float
    source: str
    #: The largest stake that the limits allow, and the net payment of the award at it.
    stake: int
    payment: int
    #: The number of equally likely deals that were counted; 0 if the probability was not computed by counting.
    combinations: int
    #: The most by which the probability may be off; 0 if it is exact.
    bound: float = 0.0

    @property
    def cycle(self) -> float:
        """The mean number of rounds between two top awards; the least that it can be if the probability is bounded."""
        return 1.0 / (self.probability + self.bound)


def top_awards(rules: TableRules[Any], main: Edge | None, tables: Mapping[str, WagerTable]) -> Iterator[TopAward]:
    """Iterates over the top awards: of the main game, if its distribution is computed, and of every other wager."""
    if main is not None and main.distribution:
        most, highest = rules.limits.maximum, max(main.distribution)
        payment, chance, source = round(highest * most), main.distribution[highest], main.source_of(highest)
        bound = 0.0 if source == "exact" else main.distribution_bound
        yield TopAward("main", "greatest result", highest, chance, source, most, payment, 0, bound)
    for name, table in tables.items():
        top = max(table.outcomes, key=lambda outcome: outcome.pay)
        if top.pay <= 0:
            continue
        most = largest_stake(rules, table)
        yield TopAward(
            wager=name,
            outcome=top.name,
            pay=float(top.pay),
            probability=float(top.probability),
            source=table.source,
            stake=most,
            payment=round(top.pay * most),
            combinations=table.combinations,
        )


def largest_stake(rules: TableRules[Any], table: WagerTable) -> int:
    """Returns the largest stake of a wager: posted, fixed, or the table's maximum; for insurance half of that."""
    if table.wager == "insurance":
        return rules.limits.maximum // 2
    side = rules.sides.get(table.wager)
    if side is None or table.name != table.wager:
        return table.stake if side is not None else rules.limits.maximum
    if side.details.get("stakes"):
        return table.stake
    return side.posted[1] if side.posted is not None else side.amount or rules.limits.maximum


def greatest_chance(awards: tuple[TopAward, ...]) -> float:
    """Returns an upper bound of the probability of that payment: the least one of the awards that it adds."""
    best: dict[str, TopAward] = {}
    for award in awards:
        name = award.wager.partition(" at ")[0]
        if name != "insurance" and (name not in best or award.payment > best[name].payment):
            best[name] = award
    return min((award.probability + award.bound for award in best.values()), default=0.0)


def greatest_payment(awards: tuple[TopAward, ...]) -> int:
    """Returns an upper bound of the net payment of one round to one box: every wager at its largest award."""
    best: dict[str, int] = {}
    for award in awards:
        name = award.wager.partition(" at ")[0]
        best[name] = max(best.get(name, 0), award.payment)
    best.pop("insurance", None)  # a dealer's blackjack wins it, and the main game then wins nothing
    return sum(best.values())
