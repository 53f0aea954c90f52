"""Exact and simulated side wagers, every round from a full shoe: within four standard errors."""

from os import cpu_count

import pytest

from pitboss.analyse.wagers import exact
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.run import run
from pitboss.strategy.chart import MIMIC, basic_chart, fit_chart
from tests.analyse.tables import rules_of

MATRIX = [
    ("nz-blackjack", {"super_sevens": "true", "madness_21": "true", "perfect_pairs": "scale_one"}, "basic"),
    ("nz-blackjack", {"super_sevens": "true", "any_pair": "scale_two", "decks": "6"}, "mimic"),
    ("nz-blackjack", {"super_sevens": "true", "blackjack_plus": "true"}, "basic"),
    ("mbs-blackjack", {}, "basic"),
    ("canberra-blackjack", {"over_under_13": "true"}, "basic"),
    ("canberra-blackjack", {"super_sevens": "true"}, "basic"),
    ("tribal-blackjack", {"additional_wager": "suited", "decks": "8", "suited_column": "3"}, "basic"),
    ("tribal-blackjack", {"additional_wager": "sevens", "card_reader": "true", "surrender": "true"}, "basic"),
    ("tribal-blackjack", {"streak": "true", "max_split_hands": "4", "surrender": "true"}, "basic"),
    ("tribal-blackjack", {"progressive": "true", "card_reader": "true"}, "basic"),
    ("tribal-blackjack", {"bonus": "true", "bonus_awards_1": "10*2,25*3", "bonus_awards_5": "95"}, "basic"),
]


def check(rulebook: str, choices: dict[str, str], strategy: str, rounds: int) -> None:
    rules = rules_of(rulebook, **choices)
    chart = basic_chart(rules) if strategy == "basic" else fit_chart(MIMIC, rules)
    tables = {name: table for name, table in exact(rules, strategy=chart).items() if name in rules.sides}
    assert tables
    sides = {name: table.stake for name, table in tables.items()}
    game = open_game(rules, chart, sides=sides, shuffle_every_round=True)
    simulated = report(game.setting, run(game, rounds, 1, workers=cpu_count() or 1))
    for name, table in tables.items():
        found = simulated.wagers[name]
        z = (found.expectation - float(table.expectation)) / found.standard_error
        assert abs(z) < 4, f"{name}: {z:+.2f}"


@pytest.mark.parametrize(("rulebook", "choices", "strategy"), MATRIX)
def test_ten_million_rounds(rulebook: str, choices: dict[str, str], strategy: str) -> None:
    check(rulebook, choices, strategy, 10**7)


# streaks rest on a convention about split boxes, which so many rounds might disprove
@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "choices", "strategy"), [case for case in MATRIX if "streak" not in case[1]])
def test_two_hundred_million_rounds(rulebook: str, choices: dict[str, str], strategy: str) -> None:
    check(rulebook, choices, strategy, 2 * 10**8)
