"""Every round of the fast kernel equals the engine's: same cards, same settlement, same number of cards, box by box."""

from random import Random

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_card
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.simulate.blackjack.fast.runs import FastKernel
from pitboss.strategy.chart import built_in
from tests.simulate.blackjack.fast.playing import Game, any_game, compare_shoe, compiled, shoe_of

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
USUAL, MANY = 6_000, 400_000
SHOES_OF_A_TABLE = 8


def compare(book: str, seed: int, enough: int) -> None:
    """Plays random lawful tables and shoes until there are enough rounds."""
    dice = Random(f"{book} {seed}")
    rounds = 0
    while rounds < enough:
        game = any_game(book, dice)
        flight = FastKernel(game.tables)
        rounds += sum(compare_shoe(game, flight, shoe_of(game.tables, dice)) for _ in range(SHOES_OF_A_TABLE))


@pytest.mark.parametrize("book", BOOKS)
def test_every_round_is_the_engines(book: str) -> None:
    compare(book, 1, USUAL)


def test_even_money_is_counted_where_it_pays_what_a_blackjack_pays() -> None:
    """Payments are rounded up to the smallest chip of the float: 1 to 1 and 3 to 2 on 10 are both 25."""
    rules = resolve(load_rulebook("canberra-blackjack"), {"float_unit": "25"}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    chart = replace(built_in("basic", rules), even_money=True)
    tables = compiled(rules, chart, 1_000, {}, 1)
    assert tables is not None
    order = shoe_of(tables, Random(1))
    wanted = [parse_card(name) for name in ("Ah", "As", "Kd")]
    for place, card in enumerate(wanted, tables.burnt):
        found = order.index(card, place)
        order[place], order[found] = order[found], order[place]
    assert compare_shoe(Game(rules, chart, 1_000, {}, 1, tables), FastKernel(tables), order)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("book", BOOKS)
def test_every_round_of_many_is_the_engines(book: str, seed: int) -> None:
    compare(book, seed, MANY // 4)
