"""The configuration of a server: a file, the environment, the command line, and which one is in force."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import build
from pitboss.house.keys import new_key

TOKEN = "a-token-of-the-monitor"


def check(*arguments: str, environment: dict[str, str] | None = None) -> tuple[int, str]:
    """Runs ``pitboss serve --check-config``; returns the exit code and what it printed."""
    keyed = {"PITBOSS_KEY": new_key()} | (environment or {})
    result = CliRunner().invoke(build(), ["serve", "--check-config", *arguments], env=keyed)
    return result.exit_code, result.output


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "pitboss.toml"
    file.write_text(
        f'database = "sqlite:///{tmp_path}/house.db"\nport = 9000\ntrusted-proxy = ["127.0.0.1", "10.0.0.0/8"]\n'
        f'public-tables = true\nmetrics-token = "{TOKEN}"\nlog-json = true\n'
    )
    return file


def test_the_command_line_overrides_the_environment_and_the_environment_the_file(config: Path) -> None:
    code, output = check("--config", str(config), "--json", "--host", "0.0.0.0", environment={"PITBOSS_PORT": "9001"})
    assert code == 0, output
    rows = {row["setting"]: (row["value"], row["source"]) for row in json.loads(output)["settings"]}
    assert rows["host"] == ("0.0.0.0", "command line")
    assert rows["port"] == (9001, "environment")
    assert rows["trusted-proxy"] == (["127.0.0.1", "10.0.0.0/8"], "file")
    assert rows["public-tables"] == (True, "file")
    assert rows["per-address"] == (60, "default")


def test_the_check_prints_no_secret_and_creates_no_house(config: Path) -> None:
    code, output = check("--config", str(config))
    assert code == 0, output
    assert TOKEN not in output
    assert "metrics-token   (set)" in output
    assert output.endswith("The configuration is valid.\n")
    assert not (config.parent / "house.db").exists()
    code, output = check(
        environment={"PITBOSS_CONFIG": str(config), "PITBOSS_DATABASE": "postgresql://p:geheim@db.invalid/h"}
    )
    assert code == 2
    assert "geheim" not in output


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("prot = 1", "'prot' is not a setting: did you mean port?"),
        ("check-config = true", "'check-config' is not a setting"),
        ('port = "a"', "port is a number"),
        ("port = true", "port is a number"),
        ("practice = 1", "practice is true or false"),
        ("host = 1", "host is text in quotes"),
        ("trusted-proxy = [1]", "trusted-proxy is text in quotes"),
        ("port = 70000", "70000 is not a port"),
        ('trusted-proxy = "x"', "--trusted-proxy x"),
        ('root-path = "a b"', "--root-path a b"),
        ("port =", "is not TOML"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text + "\n")
    code, output = check("--config", str(file))
    assert code == 2
    assert problem in output
    assert len(output.splitlines()) == 1


def test_a_missing_file_and_an_unusable_database_are_refused(tmp_path: Path) -> None:
    code, output = check("--config", str(tmp_path / "none.toml"))
    assert (code, "No such file" in output) == (2, True)
    code, output = check("--database", f"sqlite:///{tmp_path}/new.db", environment={"PITBOSS_KEY": "x"})
    assert (code, "PITBOSS_KEY" in output) == (2, True)
    code, output = check("--database", f"sqlite:///{tmp_path}/none/house.db")
    assert (code, "is not a folder to write to" in output) == (2, True)
    house = tmp_path / "open.db"
    house.touch(mode=0o644)
    house.chmod(0o644)
    code, output = check("--database", f"sqlite:///{house}")
    assert (code, "open to other users" in output) == (2, True)
