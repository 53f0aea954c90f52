"""``pitboss serve``: the table server."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from shlex import quote
from typing import Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import leave

_fail = partial(leave, "serve")

command = new_command()

Served = Annotated[
    str,
    typer.Option(
        help="sqlite:///FILE or postgresql://…  [default: a file in your data folder]",
        metavar="URL",
        envvar="PITBOSS_DATABASE",
    ),
]
Practice = Annotated[
    bool | None,
    typer.Option(
        "--practice/--no-practice",
        help="Guests with practice chips, and a table of every rulebook.  [default: without --database]",
    ),
]


@command.command(
    epilog=examples(
        "pitboss serve",
        "pitboss serve --port 9000 --host 0.0.0.0",
        "pitboss serve --database postgresql://pit:secret@db/house",
    )
)
def serve(  # noqa: PLR0917 # every option of a Typer command is an argument
    database: Served = "",
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any that is free.")] = 8021,
    practice: Practice = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    log_json: Annotated[bool, typer.Option("--log-json", help="One JSON object a line.")] = False,
) -> None:
    """Serve tables to browsers and programs.

    Without a database it opens a practice house in a file of your own, where anybody may sit down.
    """
    if not host:
        raise _fail("no address to listen at: 127.0.0.1 for this machine alone, 0.0.0.0 for everybody")
    if not 0 <= port <= 65535:
        raise _fail(f"{port} is no port: 1 to 65535, or 0 for any that is free")
    import structlog

    from pitboss.cli.house_file import told
    from pitboss.server.logs import LEVELS, configure
    from pitboss.server.run import run
    from pitboss.server.settings import Settings, default_database

    if log_level not in LEVELS:
        raise _fail(f"'{log_level}' is no level of logs: {', '.join(LEVELS)}")
    shown = _shown_address(database)
    configure(json=log_json, level=log_level)
    settings = Settings(
        database=database or default_database(),
        host=host,
        port=port,
        practice=not database if practice is None else practice,
    )
    try:
        with told(settings.database, _fail), _listening(host, port):
            run(settings, announce=lambda url: typer.echo(_announcement(url, shown, settings.practice)))
    except typer.Exit:
        raise
    except Exception as error:
        structlog.get_logger("pitboss").debug("failed", exc_info=error)
        raise _fail(f"cannot serve: {error}") from None


@contextmanager
def _listening(host: str, port: int) -> Iterator[None]:
    """What is wrong with the address ends the command in one line; of a file, which has a name, others tell."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        if getattr(error, "filename", None):
            raise
        raise _fail(f"cannot serve at {host}:{port}: {error}") from None


def _shown_address(database: str) -> str:
    """The database as it may be shown, without its password; nothing where none was named."""
    from pitboss.cli.house_file import check_is_kept
    from pitboss.storage.database import BadAddress, address, shown

    if not database:
        return ""
    try:
        url = address(database)
    except BadAddress as error:
        raise _fail(f"'{database}' is no database: {error}") from None
    if url.drivername == "sqlite":
        check_is_kept(url.database or "", _fail)
    return shown(url)


def _announcement(url: str, database: str, practice: bool) -> str:
    lines = [f"pitboss serves at {url}"]
    if practice:
        lines.append("A practice house: anybody may sit down, the chips are worth nothing.")
    same = f" --database {quote(database)}" if database else ""
    lines.append(f"Ctrl-C stops.  To open tables yourself: pitboss user add NAME --role operator{same}")
    return "\n".join(lines)
