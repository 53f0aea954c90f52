"""`pitboss user` in scripts and terminals: a password from a pipe, a house without users, refusals."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss import cli
from pitboss.house.house import House
from pitboss.house.means import system_user
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
    assert done.stderr == "pitboss user: a password must have at least 8 characters\n"


def test_an_empty_list_of_users_says_how_to_add_one() -> None:
    asyncio.run(_found())
    assert "pitboss user add NAME" in user("list").stdout
    assert json.loads(user("list", "--json").stdout) == []


def test_the_creation_of_a_house_is_reported_once() -> None:
    assert user("add", "dan").stdout.startswith("Created a new house at house.db.\ndan is added as player.")
    assert user("add", "ann").stdout.startswith("ann is added as player.")


def test_the_house_may_be_named_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", "other.db")
    done = CliRunner().invoke(cli.build(), ["user", "add", "dan"])
    assert done.stdout.startswith("Created a new house at other.db.\ndan is added as player.")


def test_the_logs_name_the_system_account_and_the_label_of_a_token() -> None:
    assert user("add", "ann").exit_code == 0
    assert user("deposit", "ann", "500").exit_code == 0
    who = system_user()
    assert who.name
    assert who.means.startswith(f"cli {who.name}@")
    logged = json.loads(call("audit", "log", "house", "--database", "house.db", "--json").stdout)
    assert [(one["words"], one["actor"], one["role"], one["means"]) for one in logged] == [
        (words, who.name, "house", who.means) for words in ("found", "user ann player", "deposit")
    ]
    shown = call("audit", "log", "house", "--database", "house.db").stdout.splitlines()
    assert shown[2].endswith(f"{who.name}, house, {who.means}")
    statement = call("audit", "statement", "wallet/ann", "--database", "house.db").stdout
    assert statement.splitlines()[0].endswith(f"{who.name}, house, {who.means}")


@pytest.mark.parametrize("label", ["guest", "password", "x" * 41, "two\nlines"])
def test_a_token_may_not_be_labelled_like_a_session(label: str) -> None:
    assert user("add", "ann").exit_code == 0
    done = user("token", "ann", "--label", label)
    assert done.exit_code == 2
    assert "is not a token label" in done.stderr
    assert user("token", "ann", "--label", "cashier-2").exit_code == 0


def test_a_user_is_shown_with_role_and_balance() -> None:
    added = call("user", "add", "ann")
    assert (added.exit_code, added.stderr) == (0, "")
    assert "ann is added as player" in added.stdout
    assert call("user", "deposit", "ann", "20").stdout == "ann has 20.\n"
    too_much = call("user", "withdraw", "ann", "20.01")
    refused = "pitboss user: ann has 20 with the house: 20.01 cannot be paid out\n"
    assert (too_much.exit_code, too_much.stderr) == (2, refused)
    assert call("user", "withdraw", "ann", "7.50").stdout == "ann has 12.50.\n"
    assert call("user", "sign-out", "ann").stdout == "ann is signed out everywhere.\n"
    assert call("user", "token", "ann").stdout.startswith("pit_")
    logged = json.loads(call("audit", "log", "house", "--json").stdout)[-2:]
    by = system_user()
    assert [(one["words"], one["actor"], one["means"]) for one in logged] == [
        (words, by.name, by.means) for words in ("sign_out ann", "token ann")
    ]
    listed = json.loads(call("user", "list", "--json").stdout)
    assert listed == [{"name": "ann", "role": "player", "guest": False, "wallet": 1250}]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("user", "add", "Ann"), "lower-case letters"),
        (("user", "add", "house"), "word of the notation"),
        (("user", "add", "ann", "--role", "house"), "is not a role"),
        (("user", "token", "nobody"), "there is no house at "),
        (("user", "deposit", "nobody", "5"), "there is no house at "),
        (("user", "deposit", "nobody", "5x"), "not an amount of money"),
        (("serve", "--database", "mysql://x"), "is not a database"),
        (("serve", "--log-level", "loud"), "is not a log level"),
        (("serve", "--port", "99999"), "99999 is not a port: use 1 to 65535, or 0 for any free port"),
        (("serve", "--port", "-1"), "-1 is not a port"),
    ],
)
def test_impossible_values_are_refused(arguments: tuple[str, ...], words: str) -> None:
    done = call(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr


async def _found() -> None:
    await (await House.open("house.db")).close()
