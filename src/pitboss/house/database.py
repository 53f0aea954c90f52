"""Database connections: addresses, engines, durable settings and migrations."""

import os
import shutil
import sqlite3
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.pool import StaticPool

from pitboss.house import wal
from pitboss.house.file_modes import create_private, open_to_others
from pitboss.house.keys import KeyRing

#: The address of an in-memory house, for benchmarks and examples.
MEMORY: Final = "memory:"
#: The key of PostgreSQL's advisory lock around migrations: an arbitrary number.
_MIGRATION_LOCK: Final = 0x9175_B055

#: The WAL size in pages at which SQLite checkpoints: a page that many commits change is copied once.
_WAL_PAGES: Final = 8192
#: The free disk space in bytes from which the WAL (32 MB) is preallocated.
_MIN_FREE: Final = 1 << 28
#: The page cache of a connection in KB. Each connection of a process fills its own as the file grows.
_CACHE_KB: Final = 8192
#: How long a connection waits for the lock of another one.
_BUSY_SECONDS: Final = 30
#: How long a reader waits for the write lock, to make recovered commits durable before it reads them.
_SETTLE_MS: Final = 2000
#: Every commit is synced to disk.
_SETTINGS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"cache_size=-{_CACHE_KB}",
    f"wal_autocheckpoint={_WAL_PAGES}",
)

#: The same on PostgreSQL, for a database or role that has it off; the stronger settings of replication stay.
SYNC_COMMITS: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)

_UNAVAILABLE: Final = (sa.exc.OperationalError, sa.exc.InterfaceError, sqlite3.OperationalError)


def connection_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Returns the errors of a database that cannot be reached or written to, besides others."""
    return (*others, *_UNAVAILABLE, *postgres_errors("OperationalError", "InterfaceError"))


def postgres_errors(*names: str) -> tuple[type[Exception], ...]:
    """Returns errors of psycopg by name; none while it is not loaded, as then nothing raises them.

    Its import takes a tenth of a second, which the start of a house on SQLite does without.
    """
    driver = sys.modules.get("psycopg")
    return () if driver is None else tuple(attrgetter(name)(driver) for name in names)


def load_driver(url: str) -> None:
    """Imports psycopg if the address is of PostgreSQL, so that its errors are known from here on."""
    if url.startswith("postgres"):
        import_module("psycopg")


class BadAddress(ValueError):
    """The address is invalid, or what is there cannot be used as a house."""


def address(url: str) -> URL:
    """Parses a URL or the path of a SQLite file; PostgreSQL always uses psycopg 3. Raises BadAddress."""
    if url == MEMORY:
        return URL.create("sqlite")
    if "://" not in url:
        return URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError:
        raise BadAddress(
            f"'{url}' is not the address of a database: write sqlite:///house.db or postgresql://…"
        ) from None
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "sqlite":
        return parsed
    raise BadAddress(f"{parsed.drivername} is not supported: write sqlite:///house.db or postgresql://…")


def connect(url: str, keys: KeyRing | None = None) -> Engine:
    """Returns an engine, which connects on first use; its connections open sealed secrets with ``keys``."""
    parsed = address(url)
    options = {"keys": keys}
    if parsed.drivername != "sqlite":
        engine = sa.create_engine(
            parsed, isolation_level="READ COMMITTED", pool_pre_ping=True, execution_options=options
        )
        event.listen(engine, "connect", _prepare_postgres)
        return engine
    settings: dict[str, Any] = {
        "connect_args": {"check_same_thread": False, "timeout": _BUSY_SECONDS},
        "execution_options": options,
    }
    if not parsed.database or parsed.database == ":memory:":
        settings["poolclass"] = StaticPool  # one connection: each new one would be another empty database
    engine = sa.create_engine(parsed, **settings)
    if not in_memory(engine):
        event.listen(engine, "first_connect", partial(_settle, file=Path(parsed.database or "")))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def connect_read_only(url: str, keys: KeyRing | None = None) -> Engine:
    """Returns a read-only engine: it neither changes nor creates a SQLite file."""
    parsed = address(url)
    if parsed.drivername != "sqlite":
        return connect(url, keys)
    path = Path(parsed.database or "").resolve()
    # in a read-only folder SQLite cannot create its WAL, and opens only an immutable file: one without a WAL
    immutable = not os.access(path.parent, os.W_OK) and not _wal_of(path).exists()
    opened = f"{path.as_uri()}?mode={'ro&immutable=1' if immutable else 'rw'}"
    engine = sa.create_engine(
        parsed,
        creator=lambda: sqlite3.connect(opened, uri=True, check_same_thread=False, timeout=_BUSY_SECONDS),
        execution_options={"keys": keys},
    )
    if os.access(path, os.W_OK):
        event.listen(engine, "first_connect", partial(_settle_for_reading, file=path))
    event.listen(engine, "connect", _prepare_reader)
    event.listen(engine, "begin", _begin)
    return engine


def shown(url: URL) -> str:
    """Returns the address for messages: the path of a file, any other URL without its password."""
    return url.database if url.drivername == "sqlite" and url.database else url.render_as_string()


def is_sqlite(engine: Engine) -> bool:
    """Returns whether the database is SQLite."""
    return engine.dialect.name == "sqlite"


def in_memory(engine: Engine) -> bool:
    """Returns whether the database is in memory."""
    return isinstance(engine.pool, StaticPool)


def _prepare_postgres(connection: Any, _record: Any) -> None:
    connection.cursor().execute(SYNC_COMMITS)
    connection.commit()


def _settle(connection: Any, _record: Any, *, file: Path) -> None:
    """Makes what the first connection of a process recovers durable, before the process reads anything."""
    wal.settle(connection, _wal_of(file))


def _settle_for_reading(connection: Any, _record: Any, *, file: Path) -> None:
    """Same, but waits only a moment for a writer: a reader must not depend on the write lock."""
    connection.execute(f"PRAGMA busy_timeout={_SETTLE_MS}")
    try:
        wal.settle(connection, _wal_of(file))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
    finally:
        connection.execute(f"PRAGMA busy_timeout={_BUSY_SECONDS * 1000}")


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun explicitly, not by the driver
    for line in _SETTINGS:
        connection.execute(f"PRAGMA {line}")


def _prepare_reader(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only=ON")
    connection.execute("PRAGMA cache_size=-32768")


def _begin(connection: Connection) -> None:
    """Begins a transaction; a writer locks the database at once, so that its reads stay valid until it writes."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def writing(engine: Engine) -> Engine:
    """Returns the engine with write transactions (BEGIN IMMEDIATE on SQLite)."""
    return engine.execution_options(writes=True)


def snapshot_reads(engine: Engine) -> Engine:
    """Returns the engine with snapshot transactions (REPEATABLE READ on PostgreSQL; SQLite always has snapshots)."""
    return engine if is_sqlite(engine) else engine.execution_options(isolation_level="REPEATABLE READ")


def _config() -> Any:
    from alembic.config import Config  # noqa: PLC0415 # heavy, and only the start and the audit need it

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(engine: Engine, to: str = "head") -> None:
    """Runs the missing migrations in one transaction. Raises BadAddress for a database that is not a house."""
    from alembic import command  # noqa: PLC0415 # heavy, and only the start needs it

    config = _config()
    _check_before_migration(engine)
    with writing(engine).begin() as connection:
        if not is_sqlite(engine):
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def _check_before_migration(engine: Engine) -> None:
    """Raises BadAddress, before any change, for a database that is not a house, cannot be one, or is readable by other
    users of the machine. Creates a missing file with mode 600."""
    if in_memory(engine):
        return
    wrong = ""
    if is_sqlite(engine):
        file = Path(engine.url.database or "")
        _check_path(file)
        if not file.is_file():
            create_private(file)
        wrong = open_to_others(
            file
        )  # raised only after the check that it is a house; that read may remove the WAL files
    reading = connect_read_only(engine.url.render_as_string(hide_password=False))
    try:
        revision(reading)
    finally:
        reading.dispose()
    if wrong:
        raise BadAddress(wrong)


def _check_path(file: Path) -> None:
    """Raises BadAddress where SQLite could not write. Its own message is vague, and late for a read-only file."""
    folder = file.resolve().parent
    if file.is_dir():
        raise BadAddress(f"{file} is a folder: name the file of a house")
    if not folder.is_dir():
        raise BadAddress(f"{file} cannot be created: the folder {folder} does not exist")
    if file.exists() and not os.access(file, os.W_OK):
        raise BadAddress(f"{file} is not writable")
    if not os.access(folder, os.W_OK) and not _wal_of(file).exists():
        raise BadAddress(f"{file} cannot be used: the folder {folder} is not writable")


def _wal_of(file: Path) -> Path:
    """Returns the path of SQLite's WAL, which is next to the real file of a link."""
    there = file.resolve()
    return there.with_name(f"{there.name}-wal")


def make_room(engine: Engine) -> None:
    """Preallocates SQLite's WAL by a transaction that is rolled back.

    A commit that extends the file takes the disk twice the time. Does nothing on a disk that is nearly full.
    """
    if not is_sqlite(engine) or in_memory(engine) or not _has_space(Path(engine.url.database or "")):
        return
    # a second connection stays open: SQLite deletes the WAL with the last one
    with suppress(sa.exc.OperationalError), engine.connect(), writing(engine).connect() as connection:
        connection.detach()
        connection.exec_driver_sql(
            "PRAGMA cache_size=1"
        )  # so that the pages are written to the WAL before the rollback
        connection.exec_driver_sql("CREATE TABLE room (taken BLOB)")
        page_size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        connection.exec_driver_sql("INSERT INTO room VALUES (zeroblob(?))", (_WAL_PAGES * page_size,))
        connection.rollback()


def _has_space(file: Path) -> bool:
    """Returns whether the disk has much more free space than the WAL takes."""
    return shutil.disk_usage(file.absolute().parent).free >= _MIN_FREE


def revision(engine: Engine) -> str:
    """Returns the schema revision, empty for an empty database. Raises BadAddress where it is not a house."""
    with engine.begin() as connection:
        names = set(sa.inspect(connection).get_table_names())
        if not names:
            return ""
        if not {"alembic_version", "streams", "entries"} <= names:
            raise BadAddress(f"{shown(engine.url)} belongs to another program: it has tables, but not those of a house")
        revisions = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    if len(revisions) != 1 or revisions[0] not in {step.revision for step in _scripts().walk_revisions()}:
        current = ", ".join(map(str, revisions)) or "none"
        raise BadAddress(
            f"{shown(engine.url)} is a house of another version of pitboss: its schema revision is {current}, "
            f"and the newest known here is {newest_revision()}"
        )
    return str(revisions[0])


def _scripts() -> Any:
    from alembic.script import ScriptDirectory  # noqa: PLC0415 # heavy, and only the start and the audit need it

    return ScriptDirectory.from_config(_config())


def newest_revision() -> str:
    """Returns the newest schema revision."""
    return _scripts().get_current_head() or ""
