"""The exact edge of the house on every position, by spinning each of the 37 numbers once through the engine."""

from collections import Counter
from fractions import Fraction

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import layout_of, legal_positions
from pitboss.games.roulette.layout import NUMBERS
from tests.games.roulette.tables import Table, table_rules

STAKE = 100


def won_by_position() -> Counter[str]:
    """What each position won and lost in all, with a wager on every one of them and each number once."""
    rules = table_rules(neighbour="true")
    table = Table(rules, *NUMBERS)
    won: Counter[str] = Counter()
    for _ in NUMBERS:
        for position in layout_of(rules):
            table.bet(position.kind, position.place, STAKE)
        table.do(cmd.SpinBall())
        for wager in table.state.settled:
            won[f"{wager.kind} {wager.place}".rstrip()] += wager.result or 0
    return won


def test_the_house_keeps_one_part_of_37_on_every_position() -> None:
    rules = table_rules(neighbour="true")
    won = won_by_position()
    spins = len(NUMBERS)
    for position in layout_of(rules):
        edge = Fraction(-won[str(position)], spins * STAKE)
        odds = rules.terms.odds(position.kind)
        by_the_odds = 1 - Fraction(len(position.numbers), spins) * (1 + Fraction(odds.pays, odds.to))
        assert edge == by_the_odds == Fraction(1, spins), str(position)


def test_the_least_wager_is_what_is_enumerated() -> None:
    rules = table_rules()
    table = Table(rules)
    legal = legal_positions(rules, table.state, "ann")
    assert {legal.wager_on(position).amount for position in legal} == {STAKE}
