"""``pitboss demo``: fill a new house with play by bots."""

import json
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, error_exit

if TYPE_CHECKING:
    from pitboss.house.keys import KeyRing
    from pitboss.server.demo import Evening

_fail = partial(error_exit, "demo")

command = new_command(no_args_is_help=True, epilog=examples("pitboss demo evening house.db"))


@command.callback()
def demo() -> None:
    """Fill a new house with play by bots, to try every screen and report."""


@command.command(
    epilog=examples(
        "pitboss demo evening house.db",
        "pitboss demo evening house.db --rounds 500",
        "pitboss demo evening postgresql://pit:secret@db/house --json",
    )
)
def evening(
    database: Annotated[str, typer.Argument(help="A new SQLite file, or an empty database.", metavar="DATABASE")],
    rounds: Annotated[int, typer.Option(help="Rounds of each table.", min=1, max=100_000)] = 40,
    as_json: AsJson = False,
) -> None:
    """Create a house, open a table of every rulebook, and play an evening by bots.

    Prints access tokens for the operator olga, the supervisor sue, the cashier carl, the auditor audrey, the dealer dan
    and the player ann. A gaming day with two shifts is open, with floats, slips and a request for a second person.
    """
    import asyncio

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from pitboss.cli.house_database import check_can_create, check_not_in_memory, database_errors
    from pitboss.house.database import address
    from pitboss.house.house import House
    from pitboss.house.means import system_user
    from pitboss.law import rulebook_ids
    from pitboss.server.auth import digest, new_token, now
    from pitboss.server.demo import SHOWN, play_evening
    from pitboss.server.settings import TOKEN_SECONDS

    with database_errors(database, _fail):
        url = address(database)
        if url.drivername == "sqlite":
            check_not_in_memory(url.database or "", _fail)
    check_can_create(database, _fail)
    keys = _keys()
    columns = TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(stderr=True)
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

    async def work() -> "tuple[Evening, dict[str, str]]":
        house = await House.open(database, by=system_user(), keys=keys)
        try:
            if await house.users():
                raise _fail("the house has users already: name a new file or an empty database")
            task = bar.add_task("", total=rounds * len(rulebook_ids()))
            played = await play_evening(house, rounds, lambda done: bar.update(task, completed=done))
            tokens = {name: new_token() for name in SHOWN}
            for name, token in tokens.items():
                await house.add_token(digest(token), name, now() + TOKEN_SECONDS, "demo")
            return played, tokens
        finally:
            await house.close()

    with database_errors(database, _fail), bar:
        played, tokens = asyncio.run(work())
    _print(played, tokens, database, as_json=as_json)


def _print(played: "Evening", tokens: dict[str, str], database: str, *, as_json: bool) -> None:
    if as_json:
        rows = [{"id": table.id, "rulebook": table.rulebook, "rounds": table.rounds} for table in played.tables]
        typer.echo(json.dumps({"rounds": played.rounds, "tables": rows, "tokens": tokens}, indent=2))
        return
    for table in played.tables:
        typer.echo(f"{table.id:<4} {table.rulebook:<20} {table.rounds:>6} rounds")
    typer.echo("Access tokens, shown only once:")
    width = max(map(len, tokens))
    for name, token in tokens.items():
        typer.echo(f"  {name:<{width}} {token}")
    typer.echo(f"Next: pitboss serve --database {database}, pitboss audit --database {database}")


def _keys() -> "KeyRing":
    """Returns the key of a house; makes the default key file where there is none."""
    from pitboss.house.keys import BadKey, find_or_make_keys

    try:
        return find_or_make_keys()
    except BadKey as error:
        raise _fail(str(error)) from None
