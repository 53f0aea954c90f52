"""``pitboss user``: manage the users of a house, on the machine with its database."""

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, Database, error_exit

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.tables.live import Actor

fail = partial(error_exit, "user")

command = new_command(
    no_args_is_help=True,
    epilog=examples(
        "pitboss user add olga --role operator",
        "pitboss user add ann --password",
        "pitboss user deposit ann 500",
        "pitboss user list --database sqlite:///house.db",
    ),
)

Name = Annotated[str, typer.Argument(help="Lower-case letters, digits and _.", metavar="NAME")]

Label = Annotated[str, typer.Option(help="Label of the token in the logs.  [default: command line]", metavar="TEXT")]

RoleOption = Annotated[
    str, typer.Option(help="operator, supervisor, dealer, director, cashier, auditor, player or spectator.")
]

Amount = Annotated[str, typer.Argument(help="Amount in dollars, like 500 or 12.50.", metavar="AMOUNT")]


@command.callback()
def user() -> None:
    """Add and list users, print tokens, set passwords, sign out, move money."""


@command.command(
    epilog=examples(
        "pitboss user add ann", "pitboss user add olga --role operator", "pitboss user add dan --role dealer --password"
    )
)
def add(  # noqa: PLR0917 # every option of a Typer command is an argument
    name: Name,
    role: RoleOption = "player",
    password: Annotated[bool, typer.Option("--password", help="Ask for a password, or read it from a pipe.")] = False,
    label: Label = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Add a user and print an access token.

    Creates the house if there is none yet.
    """
    from pitboss.house.means import system_user
    from pitboss.law import Refusal
    from pitboss.server.auth import hash_password
    from pitboss.server.user_names import ROLES, name_error
    from pitboss.tables.live import Role

    if complaint := name_error(name):
        raise fail(complaint)
    label = _label(label)
    if role not in ROLES:
        raise fail(f"'{role}' is not a role: expected {', '.join(ROLES)}")
    password_hash = hash_password(_read_password()) if password else None

    async def work(house: "House") -> str:
        made = await house.create_user(name, Role(role), password_hash, by=system_user())
        if isinstance(made, Refusal):
            raise fail(str(made))
        return await _token(house, name, label)

    new = _new_file(database)
    token = in_house(database, work, create=True)
    if as_json:
        typer.echo(json.dumps({"name": name, "role": role, "token": token}))
    else:
        if new:  # so that a mistyped file name is noticed
            typer.echo(f"Created a new house at {new}.")
        typer.echo(
            f"{name} is added as {role}. The access token, for the page and for programs, is shown only once:\n{token}"
        )


@command.command(epilog=examples("pitboss user token olga", "pitboss user token olga --label cashier-2"))
def token(name: Name, label: Label = "", database: Database = "", as_json: AsJson = False) -> None:
    """Print another access token for a user, valid for a year.

    The logs record its label with everything done with it.
    """
    from pitboss.house.means import system_user

    label = _label(label)

    async def work(house: "House") -> str:
        await _existing(house, name)
        return await _token(house, name, label, by=system_user())

    made = in_house(database, work)
    typer.echo(json.dumps({"name": name, "token": made}) if as_json else made)


@command.command(epilog=examples("pitboss user password olga"))
def password(name: Name, database: Database = "", as_json: AsJson = False) -> None:
    """Set a user's password and end the sessions of the old one."""
    from pitboss.house.means import system_user
    from pitboss.server.auth import hash_password

    async def look(house: "House") -> None:
        await _existing(house, name)

    in_house(database, look)
    password_hash = hash_password(_read_password())

    async def work(house: "House") -> None:
        await _existing(house, name)
        await house.set_password(name, password_hash, by=system_user())

    in_house(database, work)
    typer.echo(json.dumps({"name": name}) if as_json else f"{name} has a new password.")


@command.command(epilog=examples("pitboss user sign-out ann"))
def sign_out(name: Name, database: Database = "", as_json: AsJson = False) -> None:
    """End every session and token of a user.

    A user with a password may sign in again.
    """

    from pitboss.house.means import system_user

    async def work(house: "House") -> int:
        await _existing(house, name)
        return await house.end_tokens(name, by=system_user())

    ended = in_house(database, work)
    typer.echo(json.dumps({"name": name, "ended": ended}) if as_json else f"{name} is signed out everywhere.")


@command.command(epilog=examples("pitboss user deposit ann 500"))
def deposit(name: Name, amount: Amount, database: Database = "", as_json: AsJson = False) -> None:
    """Deposit money into a user's account."""
    _move(name, amount, database, out=False, as_json=as_json)


@command.command(epilog=examples("pitboss user withdraw ann 12.50"))
def withdraw(name: Name, amount: Amount, database: Database = "", as_json: AsJson = False) -> None:
    """Withdraw money from a user's account.

    Chips at tables cannot be withdrawn.
    """
    _move(name, amount, database, out=True, as_json=as_json)


def _move(name: str, amount: str, database: str, *, out: bool, as_json: bool) -> None:
    from secrets import token_hex

    from pitboss.house.means import system_user
    from pitboss.law import Refusal
    from pitboss.money import amount_text, parse_amount

    try:
        cents = parse_amount(amount)
    except ValueError as error:
        raise fail(str(error)) from None

    async def work(house: "House") -> int:
        await _existing(house, name)
        move = house.withdraw if out else house.deposit
        holds = await move(name, cents, f"command line:{token_hex(8)}", by=system_user())
        if isinstance(holds, Refusal):
            raise fail(str(holds))
        return holds

    wallet = in_house(database, work)
    typer.echo(json.dumps({"name": name, "wallet": wallet}) if as_json else f"{name} has {amount_text(wallet)}.")


@command.command("list", epilog=examples("pitboss user list --json"))
def list_users(database: Database = "", as_json: AsJson = False) -> None:
    """List the users with their balances."""
    from pitboss.cli.house_database import open_house
    from pitboss.house import users as people
    from pitboss.house.ledger import wallet
    from pitboss.house.log import read
    from pitboss.money import amount_text

    with open_house(database, fail) as engine, engine.begin() as connection:
        holds = read.holdings_known(connection)
        found: list[dict[str, Any]] = [
            {"name": each.name, "role": each.role.value, "guest": each.guest, "wallet": holds.get(wallet(each.name), 0)}
            for each in people.all_users(connection)
        ]
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    if not found:
        typer.echo("No users yet: add one with pitboss user add NAME --role operator.")
    for row in found:
        guest = " (guest)" if row["guest"] else ""
        typer.echo(f"{row['name']:<24} {row['role']:<10} {amount_text(row['wallet']):>14}{guest}")


def _new_file(database: str) -> str:
    """Returns the path of a house that does not exist yet; empty if it exists or is on a server."""
    from pathlib import Path

    from pitboss.cli.house_database import database_errors
    from pitboss.house.database import address
    from pitboss.server.settings import default_file

    where = database or str(default_file())
    with database_errors(where, fail):
        url = address(where)
    file = url.database if url.drivername == "sqlite" else None
    return file if file and not Path(file).exists() else ""


def _read_password() -> str:
    from pitboss.server.auth import password_error

    if sys.stdin.isatty():
        given: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    else:  # a script: one line, without confirmation
        given = sys.stdin.readline().rstrip("\n")
    if complaint := password_error(given):
        raise fail(complaint)
    return given


async def _token(house: "House", name: str, label: str, *, by: "Actor | None" = None) -> str:
    from pitboss.server.auth import digest, new_token, now
    from pitboss.server.settings import TOKEN_SECONDS

    made = new_token()
    await house.add_token(digest(made), name, now() + TOKEN_SECONDS, label, by=by)
    return made


def _label(text: str) -> str:
    """Returns the validated label of a new token. The labels of sessions are reserved."""
    from pitboss.house.users import BY_PASSWORD, COMMAND_LINE, GUEST
    from pitboss.limits import MAX_TOKEN_LABEL

    label = text or COMMAND_LINE
    if len(label) > MAX_TOKEN_LABEL or not (label.isascii() and label.isprintable()) or label in (BY_PASSWORD, GUEST):
        raise fail(
            f"'{text}' is not a token label: use at most {MAX_TOKEN_LABEL} plain characters, "
            f"other than {BY_PASSWORD} and {GUEST}"
        )
    return label


async def _existing(house: "House", name: str) -> None:
    if await house.user(name) is None:
        raise fail(f"there is no user '{name}'")


def in_house(database: str, work: Any, *, create: bool = False) -> Any:
    """Open the house, run the work and close it. ``create`` allows a new house."""
    from pitboss.cli.house_database import run_in_house

    return run_in_house(database, work, fail, create=create)
