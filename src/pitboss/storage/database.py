"""A database by its address: opened, brought to its newest shape, and set so that what is committed is on the disk."""

import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psycopg
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.pool import StaticPool

#: A house that lives only as long as its process: for benchmarks and examples.
MEMORY: Final = "memory:"
#: Two processes that open an empty PostgreSQL at once take turns: any number that nobody else uses.
_MIGRATING: Final = 0x9175_B055

#: How many pages SQLite's own log takes before they are copied to the file: a page that many commits change, only once.
_LOG_PAGES: Final = 8192
#: How many bytes a disk has left on which that log, of 32 MB, may be made at once.
_ROOMY: Final = 1 << 28
#: On the disk at every commit.
_SETTINGS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-32768",
    f"wal_autocheckpoint={_LOG_PAGES}",
)

#: What is raised where a database cannot be reached or written to: by the drivers themselves, where they are asked.
AWAY: Final = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
    sqlite3.OperationalError,
)


class BadAddress(ValueError):
    """No database can be at this address."""


def address(url: str) -> URL:
    """A URL, or the path of a SQLite file; PostgreSQL always by psycopg 3."""
    if url == MEMORY:
        return URL.create("sqlite")
    if "://" not in url:
        return URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError:
        raise BadAddress(f"'{url}' is no address of a database: sqlite:///house.db or postgresql://…") from None
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "sqlite":
        return parsed
    raise BadAddress(f"{parsed.drivername} is not served: sqlite:///house.db or postgresql://…")


def connect(url: str) -> Engine:
    """An engine; nothing is opened yet."""
    parsed = address(url)
    if parsed.drivername != "sqlite":
        return sa.create_engine(parsed, isolation_level="READ COMMITTED", pool_pre_ping=True)
    settings: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": 30}}
    if not parsed.database or parsed.database == ":memory:":
        settings["poolclass"] = StaticPool  # one connection, or else each would be another empty house
    engine = sa.create_engine(parsed, **settings)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def connect_to_read(url: str) -> Engine:
    """An engine for who only looks: a SQLite file stays as it is to the byte, and where there is none, none is made."""
    parsed = address(url)
    if parsed.drivername != "sqlite":
        return connect(url)
    path = Path(parsed.database or "").resolve()
    # where nothing may be made beside it SQLite reads it only as one that nobody writes, which its own log would show
    sealed = not os.access(path.parent, os.W_OK) and not _log_of(path).exists()
    opened = f"{path.as_uri()}?mode={'ro&immutable=1' if sealed else 'rw'}"
    engine = sa.create_engine(
        parsed, creator=lambda: sqlite3.connect(opened, uri=True, check_same_thread=False, timeout=30)
    )
    event.listen(engine, "connect", _prepare_reader)
    event.listen(engine, "begin", _begin)
    return engine


def shown(url: URL) -> str:
    """A database as people are told of it: a file by its path, any other without its password."""
    return url.database if url.drivername == "sqlite" and url.database else url.render_as_string()


def is_sqlite(engine: Engine) -> bool:
    """Whether it is a file, or memory, of this process."""
    return engine.dialect.name == "sqlite"


def in_memory(engine: Engine) -> bool:
    """Whether it goes when the process goes."""
    return isinstance(engine.pool, StaticPool)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    for line in _SETTINGS:
        connection.execute(f"PRAGMA {line}")


def _prepare_reader(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only=ON")
    connection.execute("PRAGMA cache_size=-32768")


def _begin(connection: Connection) -> None:
    """A writer takes its lock at once, so that what it has read cannot change before it writes."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def writing(engine: Engine) -> Engine:
    """The same database; its transactions are begun to write."""
    return engine.execution_options(writes=True)


def at_one_moment(engine: Engine) -> Engine:
    """The same database; all that one transaction reads is as it stood when it began. SQLite always reads so."""
    return engine if is_sqlite(engine) else engine.execution_options(isolation_level="REPEATABLE READ")


def _config() -> Any:
    from alembic.config import Config  # noqa: PLC0415 # heavy, and only the start and the audit need it

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(engine: Engine, to: str = "head") -> None:
    """All steps that this database still lacks, in one transaction."""
    from alembic import command  # noqa: PLC0415 # heavy, and only the start needs it

    config = _config()
    _look(engine)
    with writing(engine).begin() as connection:
        if not is_sqlite(engine):
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def _look(engine: Engine) -> None:
    """BadAddress for a database that is no house, or cannot be one, before anything of it is changed."""
    if in_memory(engine):
        return
    if is_sqlite(engine):
        file = Path(engine.url.database or "")
        _check_place(file)
        if not file.is_file():
            return
    reading = connect_to_read(engine.url.render_as_string(hide_password=False))
    try:
        revision(reading)
    finally:
        reading.dispose()


def _check_place(file: Path) -> None:
    """BadAddress where SQLite could not keep a house. It says little of the reason itself, and nothing at all of a file
    that may only be read until something is to be written."""
    folder = file.resolve().parent
    if file.is_dir():
        raise BadAddress(f"{file} is a folder: name the file of a house")
    if not folder.is_dir():
        raise BadAddress(f"{file} cannot be made: there is no folder {folder}")
    if file.exists() and not os.access(file, os.W_OK):
        raise BadAddress(f"{file} may not be written")
    if not os.access(folder, os.W_OK) and not _log_of(file).exists():
        raise BadAddress(f"{file} cannot be used: nothing may be made beside it, in the folder {folder}")


def _log_of(file: Path) -> Path:
    """SQLite's own log, which lies beside the file itself where it was opened by a link."""
    there = file.resolve()
    return there.with_name(f"{there.name}-wal")


def make_room(engine: Engine) -> None:
    """Makes SQLite's own log as long as it ever gets: a commit that makes a file longer takes the disk twice the time.

    What is written for that is undone at once, and never part of the database. A disk that is nearly full is left as it
    is: what is quicker for this house must not be taken from those who share the disk with it.
    """
    if not is_sqlite(engine) or in_memory(engine) or not _is_roomy(Path(engine.url.database or "")):
        return
    # another line stays open, for with the last one SQLite's log goes
    with suppress(sa.exc.OperationalError), engine.connect(), writing(engine).connect() as connection:
        connection.detach()
        connection.exec_driver_sql("PRAGMA cache_size=1")  # so that it goes to the disk before it is undone
        connection.exec_driver_sql("CREATE TABLE room (taken BLOB)")
        page_size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        connection.exec_driver_sql("INSERT INTO room VALUES (zeroblob(?))", (_LOG_PAGES * page_size,))
        connection.rollback()


def _is_roomy(file: Path) -> bool:
    """Whether the disk of a file has much more left than SQLite's own log takes."""
    return shutil.disk_usage(file.absolute().parent).free >= _ROOMY


def revision(engine: Engine) -> str:
    """The last step that a house has taken, nothing where the database is empty; BadAddress where it is no house."""
    with engine.begin() as connection:
        there = set(sa.inspect(connection).get_table_names())
        if not there:
            return ""
        if not {"alembic_version", "streams", "entries"} <= there:
            raise BadAddress(f"{shown(engine.url)} belongs to another program: it has tables, and none of a house")
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    if len(found) != 1 or found[0] not in {step.revision for step in _steps().walk_revisions()}:
        of = ", ".join(map(str, found)) or "none"
        raise BadAddress(
            f"{shown(engine.url)} is a house of another version of pitboss: its shape is {of}, "
            f"and the newest that is known here is {newest_revision()}"
        )
    return str(found[0])


def _steps() -> Any:
    from alembic.script import ScriptDirectory  # noqa: PLC0415 # heavy, and only the start and the audit need it

    return ScriptDirectory.from_config(_config())


def newest_revision() -> str:
    """The last step that there is."""
    return _steps().get_current_head() or ""
