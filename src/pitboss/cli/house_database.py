"""Access to the database of a house, for commands."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import typer
    from sqlalchemy.engine import Engine

    from pitboss.house.house import House
    from pitboss.house.keys import KeyRing

T = TypeVar("T")
#: Prints an error message and returns the exit.
Fail = Callable[[str], "typer.Exit"]


@contextmanager
def database_errors(database: str, fail: Fail) -> Iterator[None]:
    """Turn database errors into a one-line message that names the database."""
    import sqlite3

    import sqlalchemy as sa

    from pitboss.house.database import BadAddress, address, shown

    try:
        yield
    except BadAddress as error:
        raise fail(str(error)) from None
    except OSError as error:
        raise fail(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        raise fail(f"{shown(address(database))} cannot be used: {' '.join(str(cause).split())}") from None


@contextmanager
def open_house(
    database: str, fail: Fail, *, any_revision: bool = False, warns: bool = True, keys: "KeyRing | None" = None
) -> "Iterator[Engine]":
    """Open an existing house for reading, by default the file in the user's data folder.

    Sealed secrets are opened with ``keys``. The schema must be current unless ``any_revision``. Warns if other users of
    the machine may read the file, unless the caller refuses that itself.
    """
    import typer

    from pitboss.house.database import address, connect_read_only, shown
    from pitboss.house.file_modes import open_to_others
    from pitboss.server.settings import default_file

    where = database or str(default_file())
    with database_errors(where, fail):
        url = address(where)
        warning = ""
        if url.drivername == "sqlite":
            _check_file(url.database or "", fail)
            warning = open_to_others(Path(url.database or ""))
        with closing_engine(connect_read_only(where, keys)) as engine:
            if not _check_revision(engine, fail, any_revision=any_revision):
                raise fail(f"{shown(url)} is empty: it contains no house")
            if warning and warns:
                typer.echo(f"pitboss: warning: {warning}", err=True)
            yield engine


def check_can_create(database: str, fail: Fail) -> None:
    """Validate an address for a new house, or an existing one with the current schema.

    Migrating a house that an older release serves would cut that release off.
    """
    from pitboss.house.database import address, connect_read_only
    from pitboss.server.settings import default_file

    where = database or str(default_file())
    with database_errors(where, fail):
        url = address(where)
        if url.drivername == "sqlite":
            check_not_in_memory(url.database or "", fail)
            if not Path(url.database or "").is_file():
                return
        with closing_engine(connect_read_only(where)) as engine:
            _check_revision(engine, fail)


def _check_revision(engine: "Engine", fail: Fail, *, any_revision: bool = False) -> str:
    """Returns the schema revision, empty if there is no house. Exits on an older one unless ``any_revision``."""
    from pitboss.house.database import newest_revision, revision, shown

    taken, newest = revision(engine), newest_revision()
    if taken and taken != newest and not any_revision:
        raise fail(f"{shown(engine.url)} has the older schema {taken}: pitboss serve migrates it to {newest}")
    return taken


def check_not_in_memory(path: str, fail: Fail) -> None:
    """Exit for an in-memory database: it is lost when the command exits."""
    if not path or path == ":memory:":
        raise fail("an in-memory house is lost when the command exits: name a file, or postgresql://…")


def _check_file(path: str, fail: Fail) -> None:
    check_not_in_memory(path, fail)
    if Path(path).is_dir():
        raise fail(f"{path} is a folder: name the file of a house")
    if not Path(path).is_file():
        raise fail(f"there is no house at {path}: pitboss serve creates one")


def run_in_house(database: str, work: "Callable[[House], Awaitable[T]]", fail: Fail, *, create: bool = False) -> "T":
    """Open the house with its keys, run the work and close it. ``create`` allows a new house."""
    import asyncio

    from pitboss.house.house import House
    from pitboss.house.keys import BadKey, find_keys
    from pitboss.house.means import system_user
    from pitboss.server.settings import default_database

    if create:
        check_can_create(database, fail)
    else:
        with open_house(database, fail, warns=False):
            pass
    with database_errors(database, fail):
        where = database or default_database()
    try:
        keys = find_keys()
    except BadKey as error:
        raise fail(str(error)) from None

    async def run() -> T:
        house = await House.open(where, by=system_user(), keys=keys)
        try:
            return await work(house)
        finally:
            await house.close()

    with database_errors(where, fail):
        return asyncio.run(run())


@contextmanager
def closing_engine(engine: "Engine") -> "Iterator[Engine]":
    """Dispose of the engine on exit."""
    try:
        yield engine
    finally:
        engine.dispose()
