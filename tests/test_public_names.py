"""The public names: few, all there, and nothing loaded before it is asked for."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import pitboss
from pitboss.extras import DISTRIBUTION

PUBLIC = {
    "BlackjackTable",
    "Card",
    "Count",
    "LawError",
    "Limits",
    "PitError",
    "PitFile",
    "Refusal",
    "RefusalError",
    "RouletteTable",
    "Table",
    "TableRules",
    "TournamentTables",
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
    assert pitboss.__version__ == version(DISTRIBUTION)


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no public name 'croupier'"):
        pitboss.croupier  # noqa: B018 # asking for it is the test


def test_importing_the_package_loads_nothing_else() -> None:
    script = "import pitboss, sys; print([name for name in sys.modules if name.startswith('pitboss.')])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pitboss.blackjack", "pitboss.games.blackjack"),
        ("pitboss.blackjack.commands", "pitboss.games.blackjack.commands"),
        ("pitboss.table.live", "pitboss.tables.live"),
        ("pitboss.kernel.games", "pitboss.simulate.blackjack.game"),
    ],
)
def test_a_module_path_of_the_release_before_imports_the_same_module(old: str, new: str) -> None:
    script = (
        f"import sys, warnings; warnings.simplefilter('always'); import {old}, {new};"
        f"print(sys.modules['{old}'] is sys.modules['{new}'], sys.modules['{new}'].__spec__.name)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"True {new}\n"
    assert f"{old} is now {new}; the old path is removed in 0.4" in done.stderr
