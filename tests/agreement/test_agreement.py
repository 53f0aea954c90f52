"""The general kernel and the engine settle every wager alike, round for round, on the same cards and chart."""

from collections import Counter
from random import Random

import pytest

from pitboss.cards import parse_card
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.simulate.blackjack.general.memory_image import NoCardsLeft
from pitboss.simulate.blackjack.program import build
from pitboss.simulate.checkpoint import sources
from pitboss.strategy.chart import basic_chart
from tests.agreement.both import THEMES, compare, random_program, with_cards

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
#: Rounds for each rulebook in all, cut into parts so that two processors share them.
ROUNDS, PARTS, ROUNDS_A_TABLE = 50_000, 5, 800
#: The long test in slices. One takes about half a minute of a processor, all of them less than two hours.
LONG_ROUNDS, SLICES = 5_000_000, 50
SEEN = ("blackjacks", "doubles", "split_boxes", "busts", "insured")


def _agree(book: str, first: int, rounds: int, rounds_a_table: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    seed = first
    while seen["rounds"] < rounds:
        seed += 1
        program = random_program(book, Random(seed))
        try:
            # many boxes make long rounds
            counts = compare(program, rounds_a_table // program.boxes, seed).counts
        except AssertionError as error:
            error.add_note(f"{book}, seed {seed}: {program.rules.options}")
            raise
        except NoCardsLeft:
            if len(program.cards) > 52:
                raise
            continue  # one deck on seven boxes: every card is on the table
        for name in ("rounds", *SEEN):
            seen[name] += counts.value(name)
    return seen


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("book", BOOKS)
def test_every_settlement_agrees(book: str, part: int) -> None:
    seen = _agree(book, part * 1_000_000, ROUNDS // PARTS, ROUNDS_A_TABLE)
    for name in SEEN:
        assert seen[name], f"no {name} came up"


@pytest.mark.parametrize("book", BOOKS)
def test_tables_at_random_have_every_side_wager(book: str) -> None:
    """``random_program`` makes every kind of shoe, several dealer's hands, and every wager of the rulebook."""
    missing = set(load_rulebook(book).wagers)
    if book == "tribal-blackjack":
        missing |= {"double", "batch", "2 spots", "3 spots"}
    for seed in range(200):
        program = random_program(book, Random(seed))
        missing -= {name for name, _ in program.sides} | {program.rules.terms.shoe, f"{len(program.stakes)} spots"}
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("book", BOOKS)
def test_a_shoe_that_runs_out_in_a_round_agrees(book: str) -> None:
    """Shoes of so few cards that discards are shuffled in mid-round, or the round is dealt again."""
    empties = rounds = seed = 0
    while rounds < 4_000 or (empties <= 20 and rounds < 40_000):
        seed += 1
        dice = Random(seed)
        program = random_program(book, dice)
        if program.words["continuous"] or program.words["double"]:
            continue
        program = with_cards(program, dice.choice(THEMES), dice, dice.randint(14, 24) + 6 * program.boxes)
        try:
            counts = compare(program, 200, seed).counts
        except NoCardsLeft:
            continue  # of so few cards, all lay on the table
        empties, rounds = empties + counts.value("empties"), rounds + counts.value("rounds")
    assert empties > 20


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("book", BOOKS)
def test_every_settlement_agrees_for_long(book: str, part: int, request: pytest.FixtureRequest) -> None:
    """A slice that agreed is cached until the sources change, so the long test may be interrupted."""
    cache, key = request.config.cache, f"agreement/{sources()}/{book}/{part}"
    assert cache is not None
    if cache.get(key, None):
        pytest.skip("it has agreed already, with the same sources")
    seen = _agree(book, 100_000_000 + part * 1_000_000, LONG_ROUNDS // SLICES, 2_000)
    cache.set(key, seen["rounds"])


def test_given_cards_come_in_their_order() -> None:
    """Eights against a six, split three times; then a blackjack against a nine."""
    rules = resolve(load_rulebook("mbs-blackjack"), {}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    program = build(rules, basic_chart(rules), stakes=(1_000,))
    names = "8s 6d 8h 8c Ts 8d Ts Th 9s Td 9h" + " " + "As 9c Kd 7h 2h"
    played = compare(program, 2, 0, [parse_card(name) for name in names.split()])
    assert played.nets[:, 0].tolist()[1] * program.unit == 1_500
    assert played.counts.value("splits") == 3
