"""The best tags: at least as good as every known count, and as every balanced count of level one."""

from itertools import product
from math import sqrt

import pytest

from pitboss.analyse.best_tags import best_tags
from pitboss.analyse.removal import RemovalEffects, cards_left, correlations, removal_effects
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.count_systems import RANKS, SYSTEMS, CountSystem
from tests.cli.calls import call, told

RULES = laboratory_rules("1D S17 NDAS")


@pytest.fixture(scope="module")
def effects() -> RemovalEffects:
    return removal_effects(RULES)


def _tags(system: CountSystem) -> tuple[int, ...]:
    return tuple(system.tags[4 * place] // system.scale for place in range(len(RANKS)))


@pytest.mark.parametrize("target", ["main", "insurance"])
def test_no_balanced_count_of_level_one_is_better(effects: RemovalEffects, target: str) -> None:
    found = best_tags(effects, 1, target=target)
    number = [row.cards for row in effects.ranks]
    worth = [row.effect if target == "main" else row.insurance or 0.0 for row in effects.ranks]

    def score(tags: tuple[int, ...]) -> float:
        size = sqrt(sum(count * tag**2 for count, tag in zip(number, tags, strict=True)))
        return sum(count * tag * effect for count, tag, effect in zip(number, tags, worth, strict=True)) / size

    every = (
        tags
        for tags in product((-1, 0, 1), repeat=len(RANKS))
        if any(tags) and not sum(count * tag for count, tag in zip(number, tags, strict=True))
    )
    assert score(_tags(found)) == pytest.approx(max(map(score, every)), abs=1e-12)


def test_a_higher_level_is_at_least_as_good_as_known_counts(effects: RemovalEffects) -> None:
    levels = [best_tags(effects, level) for level in (1, 2, 3)]
    scores = [row.betting for row in correlations(effects, levels, cards_left(RULES))]
    assert scores == sorted(scores)
    known = {row.name: row.betting for row in correlations(effects, SYSTEMS.values(), cards_left(RULES))}
    assert scores[0] >= max(known["hi-lo"], known["hi-opt-i"]) - 1e-12
    assert scores[1] >= max(known["zen"], known["omega-ii"], known["hi-opt-ii"]) - 1e-12
    assert scores[2] >= known["halves"] - 1e-12
    assert not any(system.imbalance for system in levels)


def test_the_command_searches(effects: RemovalEffects) -> None:
    data = told("removal", "--rules", "1D S17 NDAS", "--best-tags", "2")
    row = next(row for row in data["counts"] if row["name"] == "best of level 2 for main")
    assert tuple(row["tags"].values()) == _tags(best_tags(effects, 2))
    assert row["betting"] > next(row["betting"] for row in data["counts"] if row["name"] == "zen")
    insurance = next(row for row in data["counts"] if row["name"] == "best of level 2 for insurance")
    assert insurance["insurance"] >= max(row["insurance"] for row in data["counts"] if "best" not in row["name"])


def test_levels_that_there_are_not_are_refused(effects: RemovalEffects) -> None:
    for level in (0, 4):
        with pytest.raises(ValueError, match="write a whole number of 1 to 3"):
            best_tags(effects, level)
    with pytest.raises(ValueError, match="is not a target"):
        best_tags(effects, 1, target="play")
    refused = call("removal", "--rules", "1D S17 NDAS", "--best-tags", "4")
    assert refused.exit_code == 2
    assert "write a whole number of 1 to 3" in refused.stderr
