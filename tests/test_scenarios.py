"""Every case that proves a rulebook does all that it expects."""

from pathlib import Path

import pytest

from pitboss.notation.run import run_file

RULEBOOKS = Path(__file__).parents[1] / "src" / "pitboss" / "rulebooks"
CASES = sorted(RULEBOOKS.glob("*/cases/*.pit"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parents[1].name}/{case.stem}")
def test_a_case_does_what_it_expects(case: Path) -> None:
    result = run_file(case)
    assert result.passed, result.complaint


def test_every_blackjack_rulebook_has_cases() -> None:
    for folder in RULEBOOKS.glob("*-blackjack"):
        assert any(case.parents[1] == folder for case in CASES), folder.name
