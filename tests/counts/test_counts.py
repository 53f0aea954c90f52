"""The number of legal histories on small listed shoes is what was counted, and in part worked out by hand, before."""

from typing import Any

import msgspec
import pytest

from tests.counts.tree import count, name_of, recorded, shoes

SHOES = shoes()


@pytest.mark.parametrize("shoe", SHOES, ids=[name_of(shoe) for shoe in SHOES])
def test_the_histories_of_a_shoe(shoe: dict[str, Any]) -> None:
    assert msgspec.to_builtins(count(shoe)) == recorded()[name_of(shoe)]


def test_every_count_has_its_shoe() -> None:
    assert set(recorded()) == {name_of(shoe) for shoe in SHOES}
    for rulebook in {shoe["rulebook"] for shoe in SHOES}:
        assert sum(shoe["rulebook"] == rulebook for shoe in SHOES) >= 4


@pytest.mark.parametrize("shoe", [shoe for shoe in SHOES if "by_hand" in shoe], ids=name_of)
def test_counts_that_were_worked_out_by_hand(shoe: dict[str, Any]) -> None:
    """They stand beside the shoe with the reasoning, and are not rewritten when the others are."""
    assert msgspec.to_builtins(count(shoe)) | shoe["by_hand"] == msgspec.to_builtins(count(shoe))
