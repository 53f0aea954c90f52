"""``pitboss backup``: a copy of a house while it plays on."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import AsJson, Database, leave

_fail = partial(leave, "backup")

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

    The copy is all that was done when it began. It is a house itself: pitboss audit verifies it, and pitboss serve
    opens it. Copying a file into an empty PostgreSQL, or back, moves a house. Exits 0 when the copy is whole and on
    the disk, 2 when it could not be made.
    """
    import json

    from rich.console import Console
    from rich.progress import Progress

    from pitboss.cli.house_file import closing_engine, opened, told
    from pitboss.storage.backup import backup_file, copy_house
    from pitboss.storage.database import BadAddress, address, connect

    hidden = as_json or not sys.stderr.isatty()
    with (
        opened(database, _fail, of_any_shape=True) as source,
        Progress(console=Console(stderr=True), disable=hidden, transient=True) as progress,
    ):
        task = progress.add_task("copying", total=None)

        def watch(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        url = address(target)
        if url.drivername != "sqlite":
            with told(target, _fail), closing_engine(connect(target)) as copied:
                copy_house(source, copied, watch)
        elif url.database:
            backup_file(source, Path(url.database), watch)
        else:
            raise BadAddress("a copy in memory would be gone at once: name a file")
    typer.echo(json.dumps({"target": target}) if as_json else f"{target} is a copy of the house")
