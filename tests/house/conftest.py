"""Databases to test on: a SQLite file, and a real PostgreSQL that is started once and has a new database a test."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    from tests.house.postgres import running

    with running() as address:
        yield address


def _new_database(server: str) -> str:
    import psycopg

    name = f"house{next(_numbers)}_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """An empty database of PostgreSQL."""
    return _new_database(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    return _new_database(request.getfixturevalue("postgres"))
