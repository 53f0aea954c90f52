"""Optional dependencies: the core runs on msgspec alone, and a missing extra is named."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss.extras import DISTRIBUTION, EXTRA_OF, as_missing_extra

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

#: Makes every optional module impossible to find, as in an environment that has the core alone.
CORE_ONLY = f"""
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(EXTRA_OF)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
import importlib.util
find_spec = importlib.util.find_spec
def absent(name, package=None):
    try:
        return find_spec(name, package)
    except ModuleNotFoundError:
        return None
importlib.util.find_spec = absent
"""


def in_core(program: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in an interpreter that has no optional dependency."""
    return subprocess.run([sys.executable, "-c", CORE_ONLY + program], capture_output=True, text=True, check=False)


def test_core_depends_on_msgspec_alone() -> None:
    assert [requirement.partition(">")[0] for requirement in PROJECT["dependencies"]] == ["msgspec"]


def test_every_extra_is_declared() -> None:
    assert {"all", "analyse", "cli", "cluster", "dev", "envs", "lsp", "report", "server", "simulate"} == set(
        PROJECT["optional-dependencies"]
    )
    assert set(EXTRA_OF.values()) <= set(PROJECT["optional-dependencies"])


def test_core_plays_and_replays_without_extras() -> None:
    done = in_core(
        """
from pitboss import Limits, Table, parse_pit, replay
from pitboss.games.blackjack import commands as cmd
import pitboss.tables.live
table = Table.open("nz-blackjack", {}, Limits(1_000, 100_000), seed=7)
table.join("ann", 50_000)
table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
table.do(cmd.Deal())
print(replay(parse_pit(table.log_pit())).passed)
"""
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("pitboss.simulate.run", "numba", "simulate"),
        ("pitboss.analyse.edge", "numba", "analyse"),
        ("pitboss.server.app", "fastapi", "server"),
        ("pitboss.house.house", "sqlalchemy", "server"),
        ("pitboss.client", "httpx", "server"),
        ("pitboss.envs", "gymnasium", "envs"),
        ("pitboss.cli", "typer", "cli"),
    ],
)
def test_import_names_the_missing_extra(module: str, missing: str, extra: str) -> None:
    done = in_core(f"import {module}")
    assert done.returncode == 1
    assert done.stderr.endswith(f"MissingExtra: {missing} is not installed: pip install '{DISTRIBUTION}[{extra}]'\n")


def test_console_script_names_the_missing_extra() -> None:
    done = in_core("from pitboss.__main__ import main\nmain()")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pitboss: typer is not installed: pip install '{DISTRIBUTION}[cli]'\n"


def test_module_of_no_extra_stays_a_plain_import_error() -> None:
    assert as_missing_extra(ModuleNotFoundError(name="croupier")) is None
    missing = as_missing_extra(ModuleNotFoundError(name="matplotlib.pyplot"))
    assert str(missing) == f"matplotlib is not installed: pip install '{DISTRIBUTION}[report]'"
