"""Exact figures of roulette: every position of the layout against each number of the wheel."""

from collections import Counter
from fractions import Fraction

from pitboss.analyse.wagers_table import ANY_STAKE, LOST, WagerOutcome, WagerTable
from pitboss.atoms.wheel import net_of
from pitboss.games.roulette.layout import Position, RouletteRules, layout_of


def exact(rules: RouletteRules) -> dict[str, WagerTable]:
    """Returns the table of each position by its name."""
    return {str(position): _position(rules, position) for position in layout_of(rules)}


def _position(rules: RouletteRules, position: Position) -> WagerTable:
    odds, kind = rules.terms.odds(position.kind), position.kind
    spins = len(rules.terms.wheel)
    nets = Counter(net_of(position.mask, number, ANY_STAKE, odds.pays, odds.to) for number in rules.terms.wheel)
    return WagerTable(
        name=str(position),
        stake=ANY_STAKE,
        over="the numbers of the wheel",
        outcomes=tuple(
            WagerOutcome(
                "won" if net > 0 else LOST,
                numbers,
                Fraction(numbers, spins),
                Fraction(net, ANY_STAKE),
                rules.cite(f"{kind}_wins", f"odds_{kind}") if net > 0 else rules.cite(f"{kind}_loses"),
            )
            for net, numbers in sorted(nets.items(), reverse=True)
        ),
        clauses=rules.cite(kind),
    )
