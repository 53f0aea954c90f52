"""The database that a command of the house works on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer
    from sqlalchemy.engine import Engine

#: How a command ends that cannot be carried out.
Fail = Callable[[str], "typer.Exit"]


@contextmanager
def told(database: str, fail: Fail) -> Iterator[None]:
    """Whatever is wrong with a database ends the command in one line, which names it."""
    import sqlite3

    import sqlalchemy as sa

    from pitboss.storage.database import BadAddress, address, shown

    try:
        yield
    except BadAddress as error:
        raise fail(str(error)) from None
    except OSError as error:
        raise fail(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        why = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        raise fail(f"{shown(address(database))} cannot be used: {' '.join(str(why).split())}") from None


@contextmanager
def opened(database: str, fail: Fail, *, of_any_shape: bool = False) -> "Iterator[Engine]":
    """The house at an address, to be read only; without one, that of the user's data folder.

    It must be there already, and of the newest shape unless any will do.
    """
    from pitboss.server.settings import default_file
    from pitboss.storage.database import address, connect_to_read, shown

    where = database or str(default_file())
    with told(where, fail):
        url = address(where)
        if url.drivername == "sqlite":
            _check_file(url.database or "", fail)
        with closing_engine(connect_to_read(where)) as engine:
            if not _shape(engine, fail, of_any_shape=of_any_shape):
                raise fail(f"{shown(url)} is empty: there is no house in it")
            yield engine


def check_to_found(database: str, fail: Fail) -> None:
    """Whether a house may be made at an address, or is there and of the newest shape: one that is served by an older
    release would be cut off from it if it were given another."""
    from pitboss.server.settings import default_file
    from pitboss.storage.database import address, connect_to_read

    where = database or str(default_file())
    with told(where, fail):
        url = address(where)
        if url.drivername == "sqlite":
            check_is_kept(url.database or "", fail)
            if not Path(url.database or "").is_file():
                return
        with closing_engine(connect_to_read(where)) as engine:
            _shape(engine, fail)


def _shape(engine: "Engine", fail: Fail, *, of_any_shape: bool = False) -> str:
    """The shape of a house, nothing where there is none yet; an older one ends the command unless any will do."""
    from pitboss.storage.database import newest_revision, revision, shown

    taken, newest = revision(engine), newest_revision()
    if taken and taken != newest and not of_any_shape:
        raise fail(f"{shown(engine.url)} is a house of an older shape, {taken}: pitboss serve brings it to {newest}")
    return taken


def check_is_kept(path: str, fail: Fail) -> None:
    """What SQLite keeps in memory is gone with the command, tokens and money too."""
    if not path or path == ":memory:":
        raise fail("there is no house in memory: name a file, or postgresql://…")


def _check_file(path: str, fail: Fail) -> None:
    check_is_kept(path, fail)
    if Path(path).is_dir():
        raise fail(f"{path} is a folder: name the file of a house")
    if not Path(path).is_file():
        raise fail(f"there is no house at {path}: pitboss serve makes one")


@contextmanager
def closing_engine(engine: "Engine") -> "Iterator[Engine]":
    """An engine that is given up in the end, whatever happens."""
    try:
        yield engine
    finally:
        engine.dispose()
