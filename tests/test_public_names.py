"""The public names: few, all there, and nothing loaded before it is asked for."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import pitboss

PUBLIC = {
    "LawError",
    "Limits",
    "PitError",
    "PitFile",
    "Refusal",
    "Table",
    "TableRules",
    "load_rulebook",
    "parse_pit",
    "print_pit",
    "replay",
    "resolve",
    "rulebook_ids",
}


def test_the_public_names_are_these() -> None:
    assert set(pitboss.__all__) == set(dir(pitboss)) == PUBLIC


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(pitboss, name).__name__ == name


def test_the_version_is_that_of_the_package() -> None:
    assert pitboss.__version__ == version("pitboss")


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no public name 'croupier'"):
        pitboss.croupier  # noqa: B018 # asking for it is the test


def test_importing_the_package_loads_nothing_else() -> None:
    script = "import pitboss, sys; print([name for name in sys.modules if name.startswith('pitboss.')])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
