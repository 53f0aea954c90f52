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
def told(fail: Fail) -> Iterator[None]:
    """Whatever is wrong with a database ends the command in one line."""
    import sqlite3

    import sqlalchemy as sa

    from pitboss.storage.database import BadAddress

    try:
        yield
    except (BadAddress, OSError) as error:
        raise fail(str(error)) from None
    except sa.exc.DBAPIError as error:
        raise fail(f"the database cannot be used: {' '.join(str(error.orig).split())}") from None
    except sqlite3.Error as error:
        raise fail(f"the database cannot be used: {error}") from None


@contextmanager
def opened(database: str, fail: Fail) -> "Iterator[Engine]":
    """The house at an address, which must be there already; without one, that of the user's data folder."""
    from pitboss.server.settings import default_database
    from pitboss.storage.database import address, connect, has_house

    with told(fail):
        url = address(database or default_database())
        shown = url.render_as_string()
        if url.drivername == "sqlite" and not (url.database and Path(url.database).is_file()):
            raise fail(f"there is no house at {url.database or shown}: pitboss serve makes one")
        with closing_engine(connect(url.render_as_string(hide_password=False))) as engine:
            if not has_house(engine):
                raise fail(f"there is no house in {shown}")
            yield engine


@contextmanager
def closing_engine(engine: "Engine") -> "Iterator[Engine]":
    """An engine that is given up in the end, whatever happens."""
    try:
        yield engine
    finally:
        engine.dispose()
