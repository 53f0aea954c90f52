"""The cloth that a rulebook declares: its colour, and the shades that the page draws with."""

from pathlib import Path

import pytest

from pitboss.law import LawError
from pitboss.law.cloth import LEAST_CONTRAST, cloth_properties, parse_cloth
from pitboss.law.load import read_rulebook
from tests.outside import copy_rulebook

#: The properties of a cloth in the page's stylesheet.
TOKENS = Path(__file__).parents[2] / "src" / "pitboss" / "web" / "src" / "styles" / "tokens.css"


def test_it_has_every_property_of_the_cloths_of_the_page() -> None:
    line = next(
        line for line in TOKENS.read_text(encoding="utf-8").splitlines() if line.startswith('[data-cloth="mbs"]')
    )
    names = {entry.partition(":")[0].strip() for entry in line.partition("{")[2].partition("}")[0].split(";")} - {""}
    assert cloth_properties(parse_cloth("#1c3768")).keys() == names


def test_the_centre_is_lighter_than_the_body_and_the_shade_darker() -> None:
    shades = cloth_properties(parse_cloth("#1c3768"))
    assert shades["--cloth-3"] < shades["--cloth-2"] < shades["--cloth-1"]
    assert shades["--cloth-2"] == "#1c3768"


@pytest.mark.parametrize("cloth", ["blue", "#123", "#12345g", "#1c3768; } body { display: none", ""])
def test_an_invalid_colour_is_refused(cloth: str) -> None:
    with pytest.raises(ValueError, match="is not a colour: write #rrggbb"):
        parse_cloth(cloth)


def test_a_cloth_with_unreadable_contrast_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"too light: .* need {LEAST_CONTRAST}"):
        parse_cloth("#e0e0e0")
    book = copy_rulebook(tmp_path, "light-house", ('game = "blackjack"\n', 'game = "blackjack"\ncloth = "#e0e0e0"\n'))
    with pytest.raises(LawError, match=r"rules\.toml: rulebook\.cloth: #e0e0e0 is too light"):
        read_rulebook(book)
