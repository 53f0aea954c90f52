"""Effects of removal: against enumeration, against published figures, and as the command prints them."""

import csv
import io
import json
from functools import partial
from pathlib import Path

import pytest

from pitboss.analyse.game import game_of
from pitboss.analyse.removal import RemovalEffects, cards_left, correlations, removal_effects, removal_from
from pitboss.analyse.shoe import VALUE_NAMES
from pitboss.cards import parse_card
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.chart import built_in
from pitboss.strategy.count_systems import SYSTEMS
from tests.analyse.enumeration import Enumerated, by_the_chart
from tests.analyse.rules import rules_of
from tests.analyse.test_tiny_shoes import _shoe
from tests.cli.calls import call

#: Griffin, The Theory of Blackjack: one deck, dealer stands on soft 17, basic strategy kept, in per cent.
GRIFFIN = dict(zip(VALUE_NAMES, (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51), strict=True))
#: Published betting and insurance correlations.
PUBLISHED = {
    "hi-lo": (0.97, 0.76),
    "hi-opt-i": (0.88, 0.85),
    "hi-opt-ii": (0.91, 0.91),
    "omega-ii": (0.92, 0.85),
    "zen": (0.96, 0.85),
    "halves": (0.99, 0.72),
    "ko": (0.98, 0.78),
}


@pytest.fixture(scope="module")
def six_decks() -> RemovalEffects:
    return removal_effects(laboratory_rules("6D S17 DAS"))


def test_a_tiny_shoe_equals_every_order_of_its_cards_with_and_without_the_card() -> None:
    rules, shoe = rules_of("nz-blackjack"), _shoe("5*4 9*3 10*7")
    chart = built_in("basic", rules)
    found = removal_from(game_of(rules), shoe, chart)

    def enumerated(removed: int | None = None) -> float:
        less = tuple(count - (value == removed) for value, count in enumerate(shoe))
        return float(Enumerated(rules, less, by_the_chart(rules, chart)).expectation)

    assert [row.rank for row in found.ranks] == ["5", "9", "10"]
    for row in found.ranks:
        removed = VALUE_NAMES.index(row.rank)
        assert row.effect == pytest.approx(enumerated(removed) - enumerated(), abs=1e-14)
    assert found.insurance is None
    assert found.weighted_sum == pytest.approx(0, abs=1e-15)


def test_one_deck_has_the_published_effects() -> None:
    found = removal_effects(laboratory_rules("1D S17 NDAS"))
    effects = {row.rank: 100 * row.effect for row in found.ranks}
    assert effects == pytest.approx(GRIFFIN, abs=0.025)


def _check_order(found: RemovalEffects, decks: int) -> None:
    ordered = [row.rank for row in sorted(found.ranks, key=lambda row: -row.effect)]
    assert ordered == ["5", "4", "6", "3", "2", "7", "8", "9", "10", "A"]
    effects = {row.rank: row.effect for row in found.ranks}
    assert all((effects[rank] > 0) == (GRIFFIN[rank] > 0) for rank in effects if rank != "8")
    assert abs(effects["8"]) == min(map(abs, effects.values()))
    # a card of n decks weighs about an nth of a card of one
    assert effects["5"] * decks * 100 == pytest.approx(GRIFFIN["5"], abs=0.06)


def test_six_decks_have_the_published_signs_and_order(six_decks: RemovalEffects) -> None:
    _check_order(six_decks, 6)


@pytest.mark.soak
def test_eight_decks_have_the_published_signs_and_order() -> None:
    _check_order(removal_effects(laboratory_rules("8D S17 DAS")), 8)


def test_a_random_card_changes_nothing_for_a_kept_strategy(six_decks: RemovalEffects) -> None:
    assert six_decks.fixed
    assert six_decks.weighted_sum == pytest.approx(0, abs=1e-15)
    assert six_decks.insurance_weighted_sum == pytest.approx(0, abs=1e-15)


def test_best_play_for_the_remaining_cards_only_gains() -> None:
    found = removal_effects(laboratory_rules("1D S17 NDAS"), strategy="composition")
    assert not found.fixed
    assert found.weighted_sum > 1e-6


def test_insurance_changes_by_the_share_of_tens(six_decks: RemovalEffects) -> None:
    behind = 6 * 52 - 1
    before = 3 * 96 / behind - 1
    for row in six_decks.ranks:
        tens = 96 - (row.rank == "10")
        assert row.insurance == pytest.approx(3 * tens / (behind - 1) - 1 - before, abs=1e-15)


def test_effects_of_cards_already_gone_are_those_of_the_rest() -> None:
    rules = laboratory_rules("2D S17")
    found = removal_effects(rules, gone=[parse_card("5h"), parse_card("5h")])
    assert [row.cards for row in found.ranks if row.rank in ("4", "5")] == [8, 6]
    assert found.weighted_sum == pytest.approx(0, abs=1e-15)
    assert cards_left(rules, [parse_card("5h")] * 2).get(parse_card("5h")) is None


def test_where_suits_are_paid_the_effect_is_the_mean_over_suits() -> None:
    found = removal_effects(laboratory_rules("1D S17 SBJ2:1 NSP"), gone=[parse_card("As")])
    assert found.weighted_sum == pytest.approx(0, abs=1e-14)


def test_counts_correlate_as_published(six_decks: RemovalEffects) -> None:
    cards = cards_left(laboratory_rules("6D S17 DAS"))
    found = {row.name: (row.betting, row.insurance) for row in correlations(six_decks, SYSTEMS.values(), cards)}
    for name, (betting, insurance) in PUBLISHED.items():
        assert found[name][0] == pytest.approx(betting, abs=0.012), name
        assert found[name][1] == pytest.approx(insurance, abs=0.01), name
    assert list(found) == list(SYSTEMS)


# --- the command --------------------------------------------------------------------------------------------------


removal = partial(call, "removal")
TWO_DECKS = ("--rules", "2D S17")


def test_json_csv_and_the_table_agree() -> None:
    data = json.loads(removal(*TWO_DECKS, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(removal(*TWO_DECKS, "--csv").stdout)))
    values = {(row["part"], row["name"], row["measure"]): row["value"] for row in rows}
    text = removal(*TWO_DECKS).stdout
    for rank in data["ranks"]:
        assert float(values["rank", rank["rank"], "effect"]) == rank["effect"]
        assert f"{rank['effect']:+.5%}" in text
    for count in data["counts"]:
        assert float(values["count", count["name"], "betting correlation"]) == count["betting"]
        assert float(values["count", count["name"], "playing efficiency"]) == count["playing"]
        assert f"{count['playing']:.4f}" in text
    assert float(values["table", "laboratory", "weighted_sum"]) == data["weighted_sum"]


def test_own_tags_are_compared() -> None:
    tags = "A=-1 2=1 3=1 4=1 5=1 6=1 7=0 8=0 9=0 T=-1"
    counts = json.loads(removal(*TWO_DECKS, "--json", "--count", tags).stdout)["counts"]
    assert counts[-1]["betting"] == counts[0]["betting"]
    assert (counts[0]["name"], counts[-1]["name"]) == ("hi-lo", "own tags")


def test_effects_are_plotted(tmp_path: Path) -> None:
    plot = tmp_path / "effects.svg"
    assert removal(*TWO_DECKS, "--out", str(plot)).exit_code == 0
    assert plot.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nz-blackjack", "--out", "effects.txt"), "effects.txt"),
        (("nz-blackjack", "--csv", "--json"), "write one of them"),
        (("nz-roulette",), "nz-roulette is not a blackjack rulebook"),
        (("nz-blackjack", "--count", "luck"), "there is no count 'luck'"),
        (("nz-blackjack", "--strategy", "luck"), "there is no strategy 'luck'"),
        (("tribal-blackjack", "-o", "double_shoe=true"), "double shoe"),
    ],
)
def test_bad_calls_are_refused(arguments: tuple[str, ...], says: str) -> None:
    done = removal(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss removal: ")
    assert says in done.stderr
