"""``pitboss backup``: copy a house while it is in use."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, Database, error_exit

_fail = partial(error_exit, "backup")

command = new_command()


@command.command(
    epilog=examples(
        "pitboss backup monday.db",
        "pitboss backup monday.db --database postgresql://db/house",
        "pitboss backup postgresql://db/empty --database sqlite:///monday.db",
    )
)
def backup(
    target: Annotated[
        str, typer.Argument(help="A new SQLite file, or the URL of an empty database.", metavar="TARGET")
    ],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Copy a house, also while it is in use.

    The copy is a snapshot of the start of the backup, and a complete house: pitboss audit verifies it, and pitboss
    serve opens it. To move a house, copy a file into an empty PostgreSQL database or back. Exits 0 when the copy is
    complete and on disk, 2 when it could not be made.
    """
    import json

    from rich.console import Console
    from rich.progress import Progress

    from pitboss.cli.house_database import closing_engine, database_errors, open_house
    from pitboss.house.backup import backup_file, copy_house
    from pitboss.house.database import BadAddress, address, connect

    hidden = as_json or not sys.stderr.isatty()
    with (
        open_house(database, _fail, any_revision=True) as source,
        Progress(console=Console(stderr=True), disable=hidden, transient=True) as progress,
    ):
        task = progress.add_task("copying", total=None)

        def watch(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        url = address(target)
        if url.drivername != "sqlite":
            with database_errors(target, _fail), closing_engine(connect(target)) as copied:
                copy_house(source, copied, watch)
        elif url.database:
            backup_file(source, Path(url.database), watch)
        else:
            raise BadAddress("a copy in memory is lost when the command exits: name a file")
    typer.echo(json.dumps({"target": target}) if as_json else f"{target} is a backup of the house")
