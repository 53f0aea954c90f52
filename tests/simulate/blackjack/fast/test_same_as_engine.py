"""Every round of the fast kernel equals the engine's: same cards, same settlement, same number of cards, box by box."""

from random import Random

import pytest

from pitboss.simulate.blackjack.fast.runs import FastKernel
from tests.simulate.blackjack.fast.playing import any_game, compare_shoe, shoe_of

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
USUAL, MANY = 20_000, 400_000
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


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("book", BOOKS)
def test_every_round_of_many_is_the_engines(book: str, seed: int) -> None:
    compare(book, seed, MANY // 4)
