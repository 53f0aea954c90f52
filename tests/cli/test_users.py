"""`pitboss user` in scripts and for people: a password from a pipe, a house where nobody is yet, what is refused."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss import cli
from pitboss.storage.house import House
from tests.cli.calls import call


def user(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli.build(), ["user", *arguments, "--database", "house.db"], input=typed)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


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


def test_what_somebody_has_and_is() -> None:
    added = call("user", "add", "ann")
    assert (added.exit_code, added.stderr) == (0, "")
    assert "ann is added as player" in added.stdout
    assert call("user", "deposit", "ann", "20").stdout == "ann has 20.\n"
    too_much = call("user", "withdraw", "ann", "20.01")
    assert (too_much.exit_code, "holds 2000 cents" in too_much.stderr) == (2, True), too_much
    assert call("user", "withdraw", "ann", "7.50").stdout == "ann has 12.50.\n"
    assert call("user", "sign-out", "ann").stdout == "ann is signed out everywhere.\n"
    assert call("user", "token", "ann").stdout.startswith("pit_")
    listed = json.loads(call("user", "list", "--json").stdout)
    assert listed == [{"name": "ann", "role": "player", "guest": False, "wallet": 1250}]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("user", "add", "Ann"), "lower-case letters"),
        (("user", "add", "house"), "word of the notation"),
        (("user", "add", "ann", "--role", "house"), "is no role"),
        (("user", "token", "nobody"), "there is no house at "),
        (("user", "deposit", "nobody", "5"), "there is no house at "),
        (("user", "deposit", "nobody", "5x"), "no amount of money"),
        (("serve", "--database", "mysql://x"), "is no database"),
        (("serve", "--log-level", "loud"), "is no level of logs"),
        (("serve", "--port", "99999"), "99999 is no port: 1 to 65535, or 0 for any that is free"),
        (("serve", "--port", "-1"), "-1 is no port"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], words: str) -> None:
    done = call(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr


async def _found() -> None:
    await (await House.open("house.db")).close()
