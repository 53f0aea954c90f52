"""Where rulebooks are found: folders, the environment, a project, entry points; clashes and broken data."""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from pitboss.law import LawError, add_rulebooks, load, load_rulebook, paths, remove_rulebooks, rulebook_ids
from pitboss.law.paths import find_rulebook
from pitboss.search_path import VARIABLE, BadSearchPath, project_folders
from tests.outside import SIX_TO_FIVE, copy_rulebook, replace_text


@pytest.fixture
def law(tmp_path: Path) -> Path:
    """A folder with one rulebook, my-house."""
    copy_rulebook(tmp_path / "law", "my-house", SIX_TO_FIVE)
    return tmp_path / "law"


@pytest.fixture
def no_entry_points() -> Iterator[None]:
    """Clears the caches of entry points and of what was loaded through them, before and after the test."""
    for cached in (paths._installed_folders, load._load):
        cached.cache_clear()
    yield
    for cached in (paths._installed_folders, load._load):
        cached.cache_clear()


def test_a_folder_that_a_program_adds(law: Path) -> None:
    add_rulebooks(law)
    try:
        assert "my-house" in rulebook_ids()
        assert load_rulebook("my-house").rules["blackjack_odds"].value == "6:5"
        assert load_rulebook("mbs-blackjack").rules["blackjack_odds"].value == "3:2"
    finally:
        remove_rulebooks(law)
    assert "my-house" not in rulebook_ids()
    with pytest.raises(LawError, match="there is no rulebook 'my-house'"):
        load_rulebook("my-house")


@pytest.mark.parametrize("below", ["", "my-house"])
def test_the_environment_names_folders_or_one_rulebook(
    law: Path, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_rulebook(tmp_path / "more", "other-house")
    monkeypatch.setenv(VARIABLE, os.pathsep.join([str(law / below), str(tmp_path / "more"), str(law / below)]))
    assert {"my-house", "other-house", "mbs-blackjack"} <= set(rulebook_ids())
    assert load_rulebook("my-house").id == "my-house"
    monkeypatch.setenv(VARIABLE, "")
    with pytest.raises(LawError):
        load_rulebook("my-house")


def test_a_relative_folder_is_a_rulebook_by_its_name(law: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(law / "my-house")
    monkeypatch.setenv(VARIABLE, ".")
    assert load_rulebook("my-house").id == "my-house"


def test_a_missing_folder_is_an_error_that_names_its_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(LawError, match=r"PITBOSS_RULEBOOKS: there is no folder .*nowhere"):
        load_rulebook("mbs-blackjack")


@pytest.mark.parametrize("name", ["my-house", "mbs-blackjack"])
def test_a_name_belongs_to_one_folder(name: str, law: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_rulebook(tmp_path / "second", name)
    monkeypatch.setenv(VARIABLE, os.pathsep.join([str(law), str(tmp_path / "second")]))
    for call in (lambda: load_rulebook(name), rulebook_ids):
        with pytest.raises(LawError, match=f"rulebook '{name}' is there twice: .* and .*second"):
            call()


def test_the_id_in_the_file_is_the_name_of_the_folder(law: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (law / "my-house").rename(law / "your-house")
    monkeypatch.setenv(VARIABLE, str(law))
    with pytest.raises(LawError, match=r"rules\.toml: rulebook\.id is 'my-house', and its folder is 'your-house'"):
        load_rulebook("your-house")


@pytest.mark.parametrize("name", ["My House", "laboratory"])
def test_a_folder_with_an_invalid_name_is_refused(name: str, law: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (law / "my-house").rename(law / name)
    monkeypatch.setenv(VARIABLE, str(law))
    with pytest.raises(LawError, match=f"{name}: a rulebook is named in lower-case letters, digits and hyphens"):
        rulebook_ids()
    with pytest.raises(LawError):
        find_rulebook("../law/my-house")


def test_broken_data_names_its_file_and_line(law: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_text(law / "my-house" / "rules.toml", ("[rules]\n", "[rules\n"))
    monkeypatch.setenv(VARIABLE, str(law))
    with pytest.raises(LawError, match=r"my-house/rules\.toml: .*line \d+"):
        load_rulebook("my-house")
    assert load_rulebook("mbs-blackjack").id == "mbs-blackjack"


def entry_point(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """Installs one entry point."""
    entries = EntryPoints([EntryPoint("casino", value, paths.ENTRY_POINTS)])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: entries.select(group=group))


@pytest.mark.usefixtures("no_entry_points")
@pytest.mark.parametrize("value", ["a_casino.law", "a_casino:LAW"])
def test_an_installed_package_names_its_folder(
    value: str, tmp_path: Path, law: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "a_casino"
    package.mkdir(parents=True)
    law.rename(package / "law")
    (package / "__init__.py").write_text("from pathlib import Path\nLAW = Path(__file__).parent / 'law'\n")
    (package / "law" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path / "site")
    entry_point(monkeypatch, value)
    assert "my-house" in rulebook_ids()
    assert load_rulebook("my-house").rules["blackjack_odds"].value == "6:5"
    for module in [name for name in sys.modules if name.startswith("a_casino")]:
        monkeypatch.delitem(sys.modules, module)


@pytest.mark.usefixtures("no_entry_points")
@pytest.mark.parametrize(("value", "reason"), [("no_casino.law", "No module"), ("sys:argv", "expected a package")])
def test_a_broken_entry_point_is_named(value: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry_point(monkeypatch, value)
    with pytest.raises(LawError, match=rf"entry point casino = {value} of pitboss\.rulebooks: {reason}"):
        rulebook_ids()
    assert load_rulebook("mbs-blackjack").id == "mbs-blackjack"  # found before installed packages are searched


def test_the_nearest_project_names_folders_relative_to_itself(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.pitboss]\nrulebooks = ["law", "/elsewhere"]\n')
    inner = tmp_path / "src" / "deep"
    inner.mkdir(parents=True)
    assert project_folders(inner) == (tmp_path / "law", Path("/elsewhere"))
    (inner / "pyproject.toml").write_text("[project]\nname = 'inner'\n")
    assert project_folders(inner) == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[tool.pitboss]\nrulebooks = "law"\n', "rulebooks is a list of folders"),
        ("[tool.pitboss]\nrulebooks = [1]\n", "rulebooks is a list of folders"),
        ('[tool.pitboss]\nrulebook = ["law"]\n', "expected only the settings rulebooks, games"),
        ("[tool.pitboss\n", "line 1"),
    ],
)
def test_bad_settings_of_a_project_are_named(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(BadSearchPath, match=rf"pyproject\.toml: .*{reason}"):
        project_folders(tmp_path)
