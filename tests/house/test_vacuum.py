"""Sealing the secrets of a house in the clear leaves none of them in the files of PostgreSQL's table."""

import asyncio

import sqlalchemy as sa

from pitboss.house.database import connect
from pitboss.house.house import House
from pitboss.house.keys import KeyRing
from pitboss.house.schema import streams
from tests.house.houses import with_table


def test_sealed_secrets_are_in_no_dead_row(postgres_url: str) -> None:
    async def play(keys: KeyRing | None) -> None:
        house = await House.open(postgres_url, keys=keys)
        if keys is None:
            await with_table(house)
        await house.close()

    asyncio.run(play(None))
    engine = connect(postgres_url)
    with engine.begin() as connection:
        secret = connection.execute(sa.select(streams.c.secret).where(streams.c.name == "t1")).scalar_one()
    assert secret in _file_of(engine)
    asyncio.run(play(KeyRing.ephemeral()))
    assert secret not in _file_of(engine)
    engine.dispose()


def _file_of(engine: sa.Engine) -> bytes:
    """The bytes of the file of the table, as the server has written them."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CHECKPOINT")
        path = "pg_read_binary_file(pg_relation_filepath('streams'))"
        found: bytes = connection.exec_driver_sql(f"SELECT {path}").scalar_one()
    return found
