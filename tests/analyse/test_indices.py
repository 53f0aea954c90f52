"""Indices: against published ones, a plain regression, and the spread over seeds."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pitboss.analyse.departures import departures
from pitboss.analyse.hand import hand
from pitboss.analyse.indices import Index, count_indices
from pitboss.cards import full_shoe, parse_card
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.count_systems import SYSTEMS, CountError
from tests.cli.calls import call

HI_LO = SYSTEMS["hi-lo"]
#: The eighteen indices of hi-lo with the largest gain, for many decks: Schlesinger, Blackjack Attack.
PUBLISHED = {
    "insurance v A": 3,
    "hard 16 v 10": 0,
    "hard 15 v 10": 4,
    "pair 10 v 5": 5,
    "pair 10 v 6": 4,
    "hard 10 v 10": 4,
    "hard 12 v 3": 2,
    "hard 12 v 2": 3,
    "hard 11 v A": 1,
    "hard 9 v 2": 1,
    "hard 10 v A": 4,
    "hard 9 v 7": 3,
    "hard 16 v 9": 5,
    "hard 13 v 2": -1,
    "hard 12 v 4": 0,
    "hard 12 v 5": -2,
    "hard 12 v 6": -1,
    "hard 13 v 3": -2,
}
SIX_DECKS = "6D S17 DAS"


Find = Callable[..., dict[str, Index]]


@pytest.fixture(scope="module")
def six_decks() -> Find:
    rules = laboratory_rules(SIX_DECKS)
    hands = departures(rules)

    def find(*only: str, samples: int, seed: int = 1) -> dict[str, Index]:
        found = count_indices(rules, HI_LO, behind=78, samples=samples, seed=seed, only=only, hands=hands)
        return {each.name: each for each in found}

    return find


def test_the_published_indices_are_found(six_decks: Find) -> None:
    found = six_decks(*PUBLISHED, samples=200)
    assert found.keys() == PUBLISHED.keys()
    off = {name: abs((found[name].count or 0) - index) for name, index in PUBLISHED.items()}
    assert max(off.values()) <= 1
    assert sum(off.values()) <= 3
    assert max(each.standard_error for each in found.values()) < 0.2
    assert next(iter(found)) == "insurance v A"  # which gains most, and sixteen against ten next
    assert list(found)[1] == "hard 16 v 10"


def test_insurance_is_exact(six_decks: Find) -> None:
    """Insurance wins on a third of tens; their share is linear in the true count of the cards behind the ace."""
    tens, lows, aces = 96, 120, 23
    cards = 6 * 52 - 1
    mean = (lows - tens - aces) / cards
    variance = (lows + tens + aces) / cards - mean**2
    slope = -(-tens / cards - mean * tens / cards) / variance / 52
    expected = -52 * mean + (1 / 3 - tens / cards) / slope
    found = six_decks("insurance", samples=200)["insurance v A"]
    assert found.index == pytest.approx(expected, abs=1e-9)
    assert found.standard_error < 1e-9


def test_a_plain_regression_of_the_analysed_hand_agrees() -> None:
    """Ten and six against ten, with random cards gone, and every gap as the hand is analysed."""
    rules, dice = laboratory_rules("1D S17 NDAS"), Random(8)
    held, up = [parse_card("Td"), parse_card("6s")], parse_card("Tc")
    rest = [card for card in full_shoe(1, "") if card not in (*held, up)]
    rows = []
    for _ in range(800):
        gone = dice.sample(rest, dice.randrange(0, 52 - 26 + 1))
        answer = hand(rules, held, up, gone)
        unseen = [card for card in rest if card not in gone]
        alive = 1 - sum(card < 4 for card in unseen) / len(unseen)  # no ace is behind the ten
        true = -52 * sum(HI_LO.tags[card] for card in unseen) / len(unseen)
        rows.append((true, (answer.actions["stand"] - answer.actions["hit"]) * alive))
    true, gap = np.array([row for row in rows if abs(row[0] - 3) < 4]).T
    slope, start = np.polyfit(true, gap, 1)
    spread = np.std(gap - slope * true - start) / np.sqrt(len(true)) / slope
    (found,) = count_indices(rules, HI_LO, behind=26, samples=300, by_composition=True, only=["10 6 v 10"])
    assert (found.below, found.above) == ("hit", "stand")
    assert found.index == pytest.approx(-start / slope, abs=4 * (spread + found.standard_error))
    assert 4 * spread < 1.5


def test_standard_errors_are_the_spread_over_seeds(six_decks: Find) -> None:
    names, seeds = ("12 v 3", "13 v 3"), 16
    runs = [six_decks(*names, samples=80, seed=seed) for seed in range(seeds)]
    for name in (f"hard {name}" for name in names):
        places = np.array([run[name].index for run in runs])
        errors = np.array([run[name].standard_error for run in runs])
        # four standard errors of a deviation from so many seeds, and errors that are themselves estimates
        assert places.std(ddof=1) == pytest.approx(errors.mean(), rel=4 / np.sqrt(2 * (seeds - 1)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"behind": 5}, "5 cards behind"),
        ({"behind": 400}, "400 cards behind"),
        ({"only": ["22 v 10"]}, "'22 v 10' is not a hand with a choice"),
        ({"way": "running"}, "does not determine the remaining cards"),
    ],
)
def test_impossible_questions_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        count_indices(laboratory_rules(SIX_DECKS), HI_LO, **({"behind": 78} | arguments))  # type: ignore[arg-type]


def test_an_unbalanced_count_is_refused() -> None:
    with pytest.raises(CountError, match="ko does not determine"):
        count_indices(laboratory_rules(SIX_DECKS), SYSTEMS["ko"], behind=78)


# --- the command --------------------------------------------------------------------------------------------------


indices = partial(call, "indices")
FEW = ("--rules", SIX_DECKS, "--hand", "16 v 10", "--hand", "insurance", "--samples", "120")


def test_the_command_prints_and_plots(tmp_path: Path) -> None:
    plot = tmp_path / "indices.svg"
    text = indices(*FEW, "--out", str(plot)).stdout
    data = json.loads(indices(*FEW, "--json").stdout)
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    assert (data["system"], data["read"], data["samples"]) == ("hi-lo", "floor", 120)
    for row in data["indices"]:
        assert f"{row['index']:+.2f}" in text
        assert f"{row['gain']:.4%}" in text
    assert "more that gain less" in indices(*FEW, "--most", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nz-roulette",), "nz-roulette is not a blackjack rulebook"),
        (("nz-blackjack", "--count", "luck"), "there is no count 'luck'"),
        (("nz-blackjack", "--count", "ko"), "use a true count of a balanced system"),
        (("nz-blackjack", "--true", "sideways"), "'sideways' is not a count conversion"),
        (("nz-blackjack", "--hand", "99 v 1"), "'99 v 1' is not a hand with a choice"),
        (("nz-blackjack", "--behind", "5000"), "5000 cards behind"),
        (("nz-blackjack", "--out", "indices.doc"), "indices.doc"),
    ],
)
def test_bad_calls_are_refused(arguments: tuple[str, ...], says: str) -> None:
    done = indices(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss indices: ")
    assert says in done.stderr
