"""`pitboss` itself: help, version, refusals of unknown commands, and what a call loads."""

import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss import cli

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def pitboss(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pitboss", *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_every_command_and_shows_examples(flag: str) -> None:
    done = pitboss(flag)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    for name, (_, text) in cli.COMMANDS.items():
        assert any(words[:2] == [name, text.split()[0]] for words in lines), name
        assert f"  pitboss {name} " in done.stdout
    assert "Examples:" in done.stdout


@pytest.mark.parametrize("name", ["rules", "user", "tournament", "audit"])
def test_the_help_of_a_command_has_whole_lines(name: str) -> None:
    told = CliRunner().invoke(cli.build(), [name, "--help"]).stdout
    commands = told.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(commands) > 1
    assert [line for line in commands if not line.endswith(".") or line.endswith("...")] == []


def test_no_arguments_show_help() -> None:
    done = pitboss()
    assert done.returncode == 2
    assert "Examples:" in done.stdout + done.stderr


def test_version() -> None:
    written = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]
    done = pitboss("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"pitboss {written}\n", "")


def test_unknown_command_is_refused_with_what_would_be_allowed() -> None:
    done = pitboss("shuffle")
    assert (done.returncode, done.stdout) == (2, "")
    there = ", ".join(cli.COMMANDS)
    assert done.stderr == f"pitboss: there is no command 'shuffle'; expected {there}; try 'pitboss --help'\n"


def test_unknown_option_is_refused() -> None:
    done = pitboss("--loud")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pitboss: no such option: --loud; try 'pitboss --help'\n"


def test_help_loads_nothing_heavy() -> None:
    program = """
import sys
from pitboss.cli import main
try:
    main(["--help"])
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert [name for name in loaded if name.split(".")[0] == "pitboss"] == ["pitboss", "pitboss.cli", "pitboss.extras"]
    assert not {"rich", "msgspec", "pydantic", "numba", "numpy"} & set(loaded)


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command `deal` whose module exists, beside one whose module does not."""
    module = types.ModuleType("a_deal")
    command = cli.new_command()
    module.__dict__["command"] = command

    @command.command()
    def deal(box: int) -> None:
        """Deal to a box."""
        print(f"dealt to box {box}")

    monkeypatch.setitem(sys.modules, "a_deal", module)
    monkeypatch.setitem(cli.COMMANDS, "deal", ("a_deal", "Deal to a box."))
    monkeypatch.setitem(cli.COMMANDS, "absent", ("a_module_that_is_not_there", "Not there."))


@pytest.mark.usefixtures("deal")
def test_a_command_runs_and_loads_only_its_own_module() -> None:
    done = CliRunner().invoke(cli.build(), ["deal", "3"])
    assert (done.exit_code, done.output) == (0, "dealt to box 3\n")


@pytest.mark.usefixtures("deal")
def test_a_command_has_its_own_help_and_refusals() -> None:
    run = CliRunner()
    helped = run.invoke(cli.build(), ["deal", "-h"], prog_name="pitboss")
    assert helped.exit_code == 0
    assert "Usage: pitboss deal [OPTIONS]" in helped.output
    refused = run.invoke(cli.build(), ["deal", "three"], prog_name="pitboss")
    assert refused.exit_code == 2
    assert "pitboss deal: invalid value for 'box'" in refused.output


@pytest.mark.usefixtures("deal")
def test_a_command_is_imported_only_when_called() -> None:
    assert CliRunner().invoke(cli.build(), ["--help"]).exit_code == 0
    assert isinstance(CliRunner().invoke(cli.build(), ["absent"]).exception, ModuleNotFoundError)
