"""``pitboss user``: who may come in, on the machine that has the database."""

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import AsJson, Database, leave

if TYPE_CHECKING:
    from pitboss.storage.house import House

_fail = partial(leave, "user")

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

Amount = Annotated[str, typer.Argument(help="Dollars, like 500 or 12.50.", metavar="AMOUNT")]


@command.callback()
def user() -> None:
    """Users of the house: add, list, tokens, passwords, signing out, money."""


@command.command(
    epilog=examples(
        "pitboss user add ann", "pitboss user add olga --role operator", "pitboss user add dan --role dealer --password"
    )
)
def add(
    name: Name,
    role: Annotated[str, typer.Option(help="operator, dealer, player or spectator.")] = "player",
    password: Annotated[bool, typer.Option("--password", help="Ask for a password, or read it from a pipe.")] = False,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Add a user, and print a token for programs.

    Where there is no house yet, this makes one.
    """
    from pitboss.law import Refusal
    from pitboss.server.auth import hash_password
    from pitboss.server.names import ROLES, name_complaint
    from pitboss.table.live import Role

    if complaint := name_complaint(name):
        raise _fail(complaint)
    if role not in ROLES:
        raise _fail(f"'{role}' is no role: {', '.join(ROLES)}")
    kept = hash_password(_asked_password()) if password else None

    async def work(house: "House") -> str:
        made = await house.create_user(name, Role(role), kept)
        if isinstance(made, Refusal):
            raise _fail(str(made))
        return await _token(house, name)

    new = _file_to_come(database)
    token = _in_house(database, work, found=True)
    if as_json:
        typer.echo(json.dumps({"name": name, "role": role, "token": token}))
    else:
        if new:  # a name that was mistyped would else be found out much later
            typer.echo(f"{new} is a new house.")
        typer.echo(f"{name} is added as {role}. The token, for the page and for programs, is shown only now:\n{token}")


@command.command(epilog=examples("pitboss user token olga"))
def token(name: Name, database: Database = "", as_json: AsJson = False) -> None:
    """Print another token for a user; it is good for a year."""

    async def work(house: "House") -> str:
        await _existing(house, name)
        return await _token(house, name)

    made = _in_house(database, work)
    typer.echo(json.dumps({"name": name, "token": made}) if as_json else made)


@command.command(epilog=examples("pitboss user password olga"))
def password(name: Name, database: Database = "", as_json: AsJson = False) -> None:
    """Set a user's password; sessions by the old one end."""
    from pitboss.server.auth import hash_password

    async def look(house: "House") -> None:
        await _existing(house, name)

    _in_house(database, look)
    kept = hash_password(_asked_password())

    async def work(house: "House") -> None:
        await _existing(house, name)
        await house.set_password(name, kept)

    _in_house(database, work)
    typer.echo(json.dumps({"name": name}) if as_json else f"{name} has a new password.")


@command.command(epilog=examples("pitboss user sign-out ann"))
def sign_out(name: Name, database: Database = "", as_json: AsJson = False) -> None:
    """End every session and token of a user.

    Who has a password may sign in again.
    """

    async def work(house: "House") -> int:
        await _existing(house, name)
        return await house.end_tokens(name)

    ended = _in_house(database, work)
    typer.echo(json.dumps({"name": name, "ended": ended}) if as_json else f"{name} is signed out everywhere.")


@command.command(epilog=examples("pitboss user deposit ann 500"))
def deposit(name: Name, amount: Amount, database: Database = "", as_json: AsJson = False) -> None:
    """Put money into a user's account."""
    _move(name, amount, database, out=False, as_json=as_json)


@command.command(epilog=examples("pitboss user withdraw ann 12.50"))
def withdraw(name: Name, amount: Amount, database: Database = "", as_json: AsJson = False) -> None:
    """Pay money out of a user's account, of what is not on a table."""
    _move(name, amount, database, out=True, as_json=as_json)


def _move(name: str, amount: str, database: str, *, out: bool, as_json: bool) -> None:
    from secrets import token_hex

    from pitboss.law import Refusal
    from pitboss.money import amount_text, parse_amount

    try:
        cents = parse_amount(amount)
    except ValueError as error:
        raise _fail(str(error)) from None

    async def work(house: "House") -> int:
        await _existing(house, name)
        move = house.withdraw if out else house.deposit
        holds = await move(name, cents, f"command line:{token_hex(8)}")
        if isinstance(holds, Refusal):
            raise _fail(str(holds))
        return holds

    wallet = _in_house(database, work)
    typer.echo(json.dumps({"name": name, "wallet": wallet}) if as_json else f"{name} has {amount_text(wallet)}.")


@command.command("list", epilog=examples("pitboss user list --json"))
def list_users(database: Database = "", as_json: AsJson = False) -> None:
    """List the users with what lies in their accounts."""
    from pitboss.cli.house_file import opened
    from pitboss.ledger import wallet
    from pitboss.money import amount_text
    from pitboss.storage import people, read

    with opened(database, _fail) as engine, engine.begin() as connection:
        holds = read.holdings_known(connection)
        found: list[dict[str, Any]] = [
            {"name": one.name, "role": one.role.value, "guest": one.guest, "wallet": holds.get(wallet(one.name), 0)}
            for one in people.all_users(connection)
        ]
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    if not found:
        typer.echo("There is nobody yet: pitboss user add NAME --role operator adds the first.")
    for one in found:
        guest = " (guest)" if one["guest"] else ""
        typer.echo(f"{one['name']:<24} {one['role']:<10} {amount_text(one['wallet']):>14}{guest}")


def _file_to_come(database: str) -> str:
    """The file of a house that is not there yet; nothing where it is, or lies on a server."""
    from pathlib import Path

    from pitboss.cli.house_file import told
    from pitboss.server.settings import default_file
    from pitboss.storage.database import address

    where = database or str(default_file())
    with told(where, _fail):
        url = address(where)
    file = url.database if url.drivername == "sqlite" else None
    return file if file and not Path(file).exists() else ""


def _asked_password() -> str:
    from pitboss.server.auth import password_complaint

    if sys.stdin.isatty():
        given: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    else:  # a script: one line, and nobody to ask twice
        given = sys.stdin.readline().rstrip("\n")
    if complaint := password_complaint(given):
        raise _fail(complaint)
    return given


async def _token(house: "House", name: str) -> str:
    from pitboss.server.auth import digest, new_token, now
    from pitboss.server.settings import TOKEN_SECONDS

    made = new_token()
    await house.add_token(digest(made), name, now() + TOKEN_SECONDS, "command line")
    return made


async def _existing(house: "House", name: str) -> None:
    if await house.user(name) is None:
        raise _fail(f"there is no user '{name}'")


def _in_house(database: str, work: Any, *, found: bool = False) -> Any:
    """Opens the house, does the work and closes it; one that is not there is made only where it is to be founded."""
    import asyncio

    from pitboss.cli.house_file import check_to_found, opened, told
    from pitboss.server.settings import default_database
    from pitboss.storage.house import House

    if found:
        check_to_found(database, _fail)
    else:
        with opened(database, _fail):
            pass
    where = database or default_database()

    async def run() -> Any:
        house = await House.open(where)
        try:
            return await work(house)
        finally:
            await house.close()

    with told(where, _fail):
        return asyncio.run(run())
