"""The paths that ARCHITECTURE.md names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
_CODE = re.compile(r"`([a-z_<>-]+(?:/[a-z_<>-]+)*(?:/|\.py|\.toml|/[a-z_]+))`")
#: The files that are named after a folder: "`betting.py`" in the step on `games/blackjack/decide.py`.
_FOLDERS = ("", "games/blackjack", "house", "house/log", "rulebooks/nz-blackjack")


def _paths() -> list[str]:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return sorted({found.replace("<text>", "nz-blackjack") for found in _CODE.findall(text)})


@pytest.mark.parametrize("path", _paths())
def test_a_path_of_the_architecture_page_exists(path: str) -> None:
    assert "<" not in path
    places = [ROOT / path, *(SOURCE / folder / path for folder in _FOLDERS)]
    assert any(place.exists() or place.with_suffix(".py").exists() for place in places)


def test_the_architecture_page_names_many_paths() -> None:
    assert len(_paths()) > 30
