"""An installed package gives a game, side wagers and rulebooks by entry points."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
ENTRY_POINTS = """\
[pitboss.games]
punto_banco = punto_banco.game:GAME

[pitboss.wagers]
corner_club = corner_club.wagers

[pitboss.remedies]
corner_club = corner_club.remedies

[pitboss.rulebooks]
corner_club = corner_club.law
punto_banco = punto_banco.rulebooks
"""
REMEDIES = """\
from pitboss.games.blackjack.irregularities.base import any_time, remedy


@remedy("asked_politely", any_time)
def asked_politely(context, report):
    \"\"\"Asks the player politely; play goes on.\"\"\"
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages, unpacked from a wheel of the examples."""
    made = tmp_path_factory.mktemp("package")
    shutil.copytree(EXAMPLES / "games" / "punto_banco", made / "punto_banco")
    law = made / "corner_club" / "law"
    shutil.copytree(EXAMPLES / "wagers" / "wager-house", law / "wager-house")
    (law / "wager-house" / "wagers.py").rename(made / "corner_club" / "wagers.py")
    (made / "corner_club" / "remedies.py").write_text(REMEDIES, encoding="utf-8")
    (made / "corner_club" / "__init__.py").touch()
    about = made / "corner_club-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: corner-club\nVersion: 1.0\n", encoding="utf-8")
    (about / "WHEEL").write_text(
        "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    files = sorted(path for path in made.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    (about / "RECORD").write_text("".join(f"{path.relative_to(made)},,\n" for path in files), encoding="utf-8")
    wheel = tmp_path_factory.mktemp("wheel") / "corner_club-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for path in (*files, about / "RECORD"):
            packed.write(path, path.relative_to(made).as_posix())
    folder = tmp_path_factory.mktemp("site")
    install = ("-m", "pip", "install", "--no-index", "--no-deps", "--no-compile", "--quiet", "--target", str(folder))
    done = subprocess.run(
        [sys.executable, *install, "--disable-pip-version-check", str(wheel)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def pitboss(site: Path, *arguments: str) -> str:
    """What a command prints in an environment that has the package."""
    names = {name: text for name, text in os.environ.items() if not name.startswith("PITBOSS_")}
    paths = os.pathsep.join([str(site), *filter(None, [names.get("PYTHONPATH", "")])])
    call = [sys.executable, "-m", "pitboss", *arguments]
    done = subprocess.run(
        call, capture_output=True, text=True, check=False, env=names | {"PYTHONPATH": paths}, cwd=site
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_rulebooks_of_an_installed_package_are_listed(site: Path) -> None:
    known = {entry["id"]: entry["game"] for entry in json.loads(pitboss(site, "rules", "--json"))}
    assert known["punto-banco"] == "punto_banco"
    assert known["wager-house"] == "blackjack"


def test_an_installed_game_replays_its_cases(site: Path) -> None:
    cases = site / "punto_banco" / "rulebooks" / "punto-banco" / "cases"
    number = len(list(cases.glob("*.pit")))
    assert f"{number} passed, 0 failed" in pitboss(site, "replay", str(cases))


def test_installed_wagers_are_settled_by_a_rulebook_without_code(site: Path) -> None:
    law = site / "corner_club" / "law" / "wager-house"
    assert not (law / "wagers.py").exists()
    assert "0 errors, 0 warnings" in pitboss(site, "rules", "check", str(law))
    assert " 0 failed" in pitboss(site, "replay", str(law / "cases"))


def test_an_installed_remedy_is_offered_to_every_rulebook(site: Path) -> None:
    assert "asked_politely\n  Asks the player politely; play goes on." in pitboss(
        site, "rules", "remedies", "wager-house"
    )


def test_an_installed_wager_is_priced_exactly(site: Path) -> None:
    found = pitboss(site, "edge", "wager-house", "--json")
    assert "twenty_one_plus_three" in found
    assert "-4059/125333" in found
