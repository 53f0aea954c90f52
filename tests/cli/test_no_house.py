"""Where there is no house: every command that looks says so in one line that names the place, and changes no byte."""

import hashlib
import os
import shlex
import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.house import database
from tests.cli.calls import call

#: Each command of a house, as it is typed before its database.
LOOKING = (
    "audit",
    "audit --quick",
    "audit statement wallet/ann",
    "audit log t1",
    "user list",
    "user token ann",
    "user password ann",
    "user sign-out ann",
    "user deposit ann 5",
    "user withdraw ann 5",
    "backup copy.db",
)
#: Those that make a house where there is none, and never of another program's file.
FOUNDING = ("user add bob", "serve --port 0")

#: What is no house, and what is said of it.
NO_HOUSE = (
    ("missing.db", "there is no house at missing.db: pitboss serve creates one"),
    ("nowhere/house.db", "there is no house at nowhere/house.db: pitboss serve creates one"),
    ("dangling.db", "there is no house at dangling.db: pitboss serve creates one"),
    ("folder", "folder is a folder: name the file of a house"),
    ("empty.db", "empty.db is empty: it contains no house"),
)
#: What is never made one either.
NEVER_A_HOUSE = (
    ("text.db", "text.db cannot be used: file is not a database"),
    ("cut.db", "cut.db cannot be used: database disk image is malformed"),
    ("other.db", "other.db belongs to another program: it has tables, but not those of a house"),
    ("newer.db", "newer.db is a house of another version of pitboss: its schema revision is 0099"),
)
#: Where none can be made.
NO_PLACE = (
    ("folder", "folder is a folder: name the file of a house"),
    ("nowhere/house.db", "nowhere/house.db cannot be created: the folder "),
    ("sqlite:///", "an in-memory house is lost when the command exits: name a file"),
    ("memory:", "an in-memory house is lost when the command exits: name a file"),
)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a house, and with what is none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert call("user", "add", "ann", "--database", "house.db").exit_code == 0
    Path("folder").mkdir()
    Path("empty.db").touch()
    Path("dangling.db").symlink_to("nowhere.db")
    Path("text.db").write_text("this is a text of more than a few words, and no database", encoding="utf-8")
    whole = Path("house.db").read_bytes()
    Path("cut.db").write_bytes(whole[: len(whole) // 2])
    shutil.copy("house.db", "newer.db")
    for file, line in (
        ("newer.db", "UPDATE alembic_version SET version_num = '0099'"),
        ("other.db", "CREATE TABLE streams (bed TEXT)"),
    ):
        connection = sqlite3.connect(file)
        with connection:
            connection.execute(line)
        connection.close()
    return tmp_path


def state(folder: Path) -> dict[str, str]:
    """Every file, by what it holds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in folder.rglob("*")
    }


def refused(line: str, place: str, words: str) -> None:
    done = call(*shlex.split(line), "--database", place)
    assert (done.exit_code, done.stdout) == (2, ""), (line, done.output, done.exception)
    assert done.stderr.count("\n") == 1
    assert words in done.stderr, (line, done.stderr)


def test_a_place_without_a_house_is_named_and_stays_as_it_is(places: Path) -> None:
    before = state(places)
    for place, words in NO_HOUSE + NEVER_A_HOUSE:
        for line in LOOKING:
            refused(line, place, words)
    for place, words in NEVER_A_HOUSE + NO_PLACE:
        for line in FOUNDING:
            refused(line, place, words)
    assert call("audit").exit_code == 2  # the usual place, whose folder is not made either
    assert state(places) == before


def test_a_house_of_an_older_shape_is_only_copied(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = database.newest_revision()
    monkeypatch.setattr(database, "newest_revision", lambda: "0099")
    before = state(places)
    for line in (*LOOKING[:-1], "user add bob"):
        refused(line, "house.db", f"house.db has the older schema {shape}: pitboss serve migrates it to 0099")
    assert state(places) == before
    assert call("backup", "copy.db", "--database", "house.db").exit_code == 0


@pytest.mark.parametrize(
    ("sealed", "words"),
    [
        ("house.db", "house.db is not writable"),
        ("", "house.db cannot be used: the folder "),
    ],
)
def test_a_house_that_may_only_be_read_is_not_served(
    places: Path, sealed: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, may, kept = state(places), os.access, places / sealed
    monkeypatch.setattr(
        os, "access", lambda path, mode: may(path, mode) and (mode != os.W_OK or Path(path).resolve() != kept)
    )
    for line in (*FOUNDING, "user deposit ann 5"):
        refused(line, "house.db", words)
    assert state(places) == before


def test_a_house_in_use_is_read_through_a_link_in_a_read_only_folder(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, may = places / "folder" / "link.db", os.access
    link.symlink_to(places / "house.db")
    engine = database.connect("house.db")
    with engine.connect():  # so that what is added stays in SQLite's own log
        assert call("user", "add", "bob", "--database", "house.db").exit_code == 0
        monkeypatch.setattr(os, "access", lambda path, mode: may(path, mode) and Path(path).name != "folder")
        assert "bob" in call("user", "list", "--database", str(link)).stdout
    engine.dispose()


@pytest.mark.parametrize("writable", [True, False])
def test_looking_at_a_house_changes_no_byte(places: Path, writable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("backup", "copy.db", "--database", "house.db").exit_code == 0
    before = state(places)
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: may(path, mode) and (writable or mode != os.W_OK))
    for file in ("house.db", "copy.db"):  # of SQLite's two ways of keeping a file
        for line in ("audit", "audit statement cage", "user list"):
            done = call(*line.split(), "--database", file)
            assert done.exit_code == 0, (line, done.output, done.exception)
            assert state(places) == before


def test_a_link_that_leads_nowhere_is_not_copied_over(places: Path) -> None:
    done = call("backup", "dangling.db", "--database", "house.db")
    assert (done.exit_code, done.stderr) == (2, "pitboss backup: dangling.db already exists: name a new file\n")
    assert Path("dangling.db").is_symlink()
    assert not (places / "nowhere.db").exists()
