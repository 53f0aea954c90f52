"""A start loads only what it needs: each of these modules takes 0.05 to 0.1 s of CPU."""

import subprocess
import sys

CODE = """
import sys
from pitboss.server.app import create_app
from pitboss.server.run import run
from pitboss.server.settings import Settings

create_app(Settings(database="memory:"))
print(*[name for name in {names!r} if name in sys.modules])
"""
NAMES = ("httpx", "numba", "numpy", "polars", "psycopg", "sqlalchemy.dialects.postgresql", "websockets.asyncio.client")


def test_a_server_on_sqlite_starts_without_modules_that_it_does_not_use() -> None:
    code = CODE.format(names=NAMES)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout.strip() == ""
