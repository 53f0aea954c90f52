"""Every value of every option: the table is simulated as the engine plays it, or refused by name."""

from collections.abc import Iterator
from random import Random

import pytest

from pitboss.law import Limits, Refusal, Rulebook, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.program import Program, build
from pitboss.strategy.chart import basic_chart, built_in
from pitboss.strategy.hand_classes import NotSimulable
from tests.agreement.both import compare, with_cards
from tests.properties.tables import option_texts

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")
LIMITS = Limits(1_000, 100_000)
#: What an option needs beside it to be lawful, or to have a bearing at all.
BESIDE: dict[str, dict[str, str]] = {
    "tribal-blackjack": {
        "bonus": "true",
        "bonus_awards_1": "18*1",
        "bonus_awards_5": "90*1",
        "double_shoe": "true",
        "multiple_action": "true",
        "progressive": "true",
        "streak": "true",
        "additional_wager": "suited",
        "max_split_hands": "4",
        "card_reader": "true",
    },
    "nz-blackjack": {
        "super_sevens": "true",
        "madness_21": "true",
        "perfect_pairs": "scale_one",
        "any_pair": "scale_two",
        "antes_up": "true",
        "ante_amount": "1",
        "blackjack_plus": "true",
        "shuffler": "batch",
    },
    "mbs-blackjack": {},
    "canberra-blackjack": {"tournament": "true", "multiples_notice": "true"},
}
#: Amounts of a bonus wager are a dollar or five.
STAKES = {"bonus": 500}
ROUNDS = 30


def _tables(book: Rulebook, name: str, text: str) -> Iterator[BlackjackRules]:
    """Yields lawful tables with that value: alone, and with each other option that may interact with it."""
    beside = BESIDE[book.id]
    amounts = {other: value for other, value in beside.items() if "awards" in other or "amount" in other}
    for more in ({}, amounts, *({other: value} | amounts for other, value in beside.items() if other != name)):
        try:
            rules = resolve(book, more | {name: text}, LIMITS)
        except ValueError:
            continue
        if not isinstance(rules, Refusal):
            yield rules


def _program(rules: BlackjackRules, seed: int) -> Program | None:
    """Adds every side wager that is allowed beside those before it; None if no main wager is allowed."""
    sides: dict[str, int] = {}
    chart = built_in("mimic", rules) if seed % 2 else basic_chart(rules)
    stakes = (max(LIMITS.minimum, rules.terms.chip_unit or 0),) * rules.terms.spots_needed
    boxes = min(1 + seed % 2, rules.terms.boxes)
    try:
        program = build(rules, chart, stakes=stakes, boxes=boxes)
    except NotSimulable:
        raise  # which is a ValueError too
    except ValueError:
        return None  # a maximum below the minimum
    for name, side in rules.sides.items():
        if side.offered:
            more = sides | {name: side.amount or STAKES.get(name, 100)}
            try:
                program = build(rules, chart, stakes=stakes, sides=more, boxes=boxes)
            except NotSimulable:
                raise
            except ValueError:
                continue  # not beside another, or not of that amount
            sides = more
    return program


def _agrees(rules: BlackjackRules, seed: int) -> bool:
    """Returns whether anything could be played; raises AssertionError on a disagreement."""
    program = _program(rules, seed)
    if program is None:
        return False
    try:
        compare(with_cards(program, tuple(range(13)), Random(seed)), ROUNDS, seed)
    except AssertionError as failure:
        failure.add_note(f"{rules.options} {program.sides}")
        raise
    return True


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_of_every_option_is_simulated_as_the_engine_plays_it(book: str) -> None:
    """Each value alone, and beside another option."""
    rulebook, seed = load_rulebook(book), 0
    for name, option in rulebook.options.items():
        played = 0
        for text in option_texts(option):
            tables = list(_tables(rulebook, name, text))
            for place in dict.fromkeys((0, Random(f"{name} {text}").randrange(max(1, len(tables))))):
                seed += 1
                played += place < len(tables) and _agrees(tables[place], seed)
        assert played, f"no table has an option {name}"
