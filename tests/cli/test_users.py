"""`pitboss user` in scripts and for people: a password from a pipe, and a house where nobody is yet."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss import cli
from pitboss.storage.house import House


def user(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli.build(), ["user", *arguments, "--database", "house.db"], input=typed)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_password_comes_through_a_pipe_and_nothing_else_is_printed() -> None:
    added = user("add", "dan", "--role", "dealer", "--password", "--json", typed="correct horse\n")
    assert (added.exit_code, added.stderr) == (0, "")
    assert json.loads(added.stdout)["role"] == "dealer"
    changed = user("password", "dan", typed="battery staple\n")
    assert (changed.exit_code, changed.stdout, changed.stderr) == (0, "dan has a new password.\n", "")


@pytest.mark.parametrize("typed", ["", "\n", "short\n"])
def test_no_password_and_a_short_one_are_refused_in_one_line(typed: str) -> None:
    done = user("add", "dan", "--password", typed=typed)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "pitboss user: a password has at least 8 characters\n"


def test_where_nobody_is_yet_the_list_says_how_somebody_comes() -> None:
    asyncio.run(_found())
    assert "pitboss user add NAME" in user("list").stdout
    assert json.loads(user("list", "--json").stdout) == []


def test_that_a_house_is_made_is_said_once() -> None:
    assert user("add", "dan").stdout.startswith("house.db is a new house.\ndan is added as player.")
    assert user("add", "ann").stdout.startswith("ann is added as player.")


def test_the_house_may_be_named_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", "other.db")
    done = CliRunner().invoke(cli.build(), ["user", "add", "dan"])
    assert done.stdout.startswith("other.db is a new house.\ndan is added as player.")


async def _found() -> None:
    await (await House.open("house.db")).close()
