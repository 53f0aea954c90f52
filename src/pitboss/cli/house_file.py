"""The database that a command of the house works on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer
    from sqlalchemy.engine import Engine


@contextmanager
def opened(database: str, fail: "Callable[[str], typer.Exit]") -> "Iterator[Engine]":
    """The house at an address, which must be there already; without one, that of the user's data folder."""
    import sqlalchemy as sa

    from pitboss.server.settings import default_database
    from pitboss.storage.database import BadAddress, address, connect, has_house

    try:
        url = address(database or default_database())
        if url.drivername == "sqlite" and not (url.database and Path(url.database).is_file()):
            raise fail(f"there is no house at {url.database}: pitboss serve makes one")
        with closing_engine(connect(url.render_as_string(hide_password=False))) as engine:
            if not has_house(engine):
                raise fail(f"there is no house in {url.render_as_string()}")
            yield engine
    except BadAddress as error:
        raise fail(str(error)) from None
    except sa.exc.DBAPIError as error:
        raise fail(f"the database cannot be read: {error.orig}") from None


@contextmanager
def closing_engine(engine: "Engine") -> "Iterator[Engine]":
    """An engine that is given up in the end, whatever happens."""
    try:
        yield engine
    finally:
        engine.dispose()
