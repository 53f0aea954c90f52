"""Secrets of tables in the database: sealed under a key while a table is open, wiped when it is closed.

The column ``streams.secret`` holds one of three things: a sealed secret; the seeds that the closing of the table
published, in place of the secret; or, in a house without keys and in houses of earlier releases, the secret itself.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pitboss.games.live.events import SeedCommitted, SeedRevealed
from pitboss.games.live.fairness import PublishedSeeds, Secret, commitment_to, seed_of
from pitboss.house.database import in_memory, is_sqlite, writing
from pitboss.house.keys import MAGIC, MAGIC_CLEAR, BadKey, KeyMissing, KeyRing, is_sealed, key_id_of, missing_key
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG
from pitboss.house.log.read import StreamRow
from pitboss.house.schema import snapshots, streams
from pitboss.tables.live import decode_events

_WIPED: Final = b"PBW1"
_seeds: Final = msgspec.json.Decoder(dict[str, str])


def keys_of(connection: Connection) -> KeyRing | None:
    """Returns the keys that the connection opens secrets with."""
    keys: KeyRing | None = connection.get_execution_options().get("keys")
    return keys


def is_wiped(stored: bytes) -> bool:
    """Whether the secret of a closed table was replaced by its published seeds."""
    return stored.startswith(_WIPED)


def may_wipe(stored: bytes) -> bool:
    """Whether a secret may be wiped: the house log has no hash that covers it."""
    return stored.startswith(MAGIC)


def stored_secret(connection: Connection, table: str, secret: bytes) -> bytes:
    """Returns what the database stores of a new secret: sealed, unless the house has no keys.

    Call it under the lock of the house log, which a rotation takes too: the rotation either finds the new table, or has
    written the new key, which is read here. Raises BadKey where the keys cannot be read any more.
    """
    keys = keys_of(connection)
    if keys is None:
        return secret
    keys.read_again()
    return keys.seal(table, secret)


def open_secret(connection: Connection, stream: StreamRow) -> bytes:
    """Returns the secret of an open table. Raises KeyMissing without its key, BadKey where it was changed."""
    if not is_sealed(stream.secret):
        return stream.secret
    keys = keys_of(connection)
    if keys is None:
        raise KeyMissing(missing_key(stream.name, key_id_of(stream.secret)))
    return keys.open(stream.name, stream.secret)


def check_secret(table: str, secret: Secret, opening: Iterable[Any]) -> None:
    """Raises BadKey where the secret of a table is not the one whose seeds its opening committed."""
    for event in opening:
        if isinstance(event, SeedCommitted) and commitment_to(secret, event.seed) != event.commitment:
            raise BadKey(f"the secret of table {table} does not match the commitments in its log: it was replaced")


def readable_secret(connection: Connection, stream: StreamRow) -> Secret:
    """Returns the secret of a table, or what its log publishes where the secret is wiped or its key is missing."""
    if is_wiped(stream.secret):
        return published_seeds(connection, stream)
    try:
        return open_secret(connection, stream)
    except KeyMissing:
        return published_seeds(connection, stream)


def published_seeds(connection: Connection, stream: StreamRow) -> PublishedSeeds:
    """Returns the commitments and seeds in a table's log, and the seeds that its closing published."""
    seeds: dict[str, bytes] = {}
    commitments: dict[str, str] = {}
    for link in read.links(connection, stream.name):
        if b'"Seed' not in link.record.events:  # decoding every event would take most of the time
            continue
        for event in decode_events(stream.game, link.record.events):
            if isinstance(event, SeedCommitted):
                commitments[event.seed] = event.commitment
            elif isinstance(event, SeedRevealed):
                seeds[event.seed] = bytes.fromhex(event.value)
    if is_wiped(stream.secret):
        last = _seeds.decode(stream.secret[len(_WIPED) :])
        seeds |= {name: bytes.fromhex(value) for name, value in last.items()}
    return PublishedSeeds(seeds, commitments)


def closing_seeds(secret: Secret, names: Collection[str]) -> dict[str, str]:
    """Returns the seeds that a table publishes when it closes: those that were committed and not revealed."""
    return {name: seed_of(secret, name).hex() for name in sorted(names)}


def wiped_secret(seeds: Mapping[str, str]) -> bytes:
    """Returns what replaces the secret of a closed table."""
    return _WIPED + msgspec.json.encode(seeds)


def drop_other_snapshots(connection: Connection, keys: KeyRing) -> None:
    """Deletes the snapshots that are not sealed under the current key."""
    for name, data in connection.execute(sa.select(snapshots.c.stream, snapshots.c.data)).all():
        if key_id_of(data) != keys.current:
            connection.execute(sa.delete(snapshots).where(snapshots.c.stream == name))


def seal_secrets(engine: Engine, keys: KeyRing) -> int:
    """Seals every secret that is in the clear or sealed under another key; returns their number.

    What it replaces is overwritten in a SQLite file; on PostgreSQL the table is rewritten, so that no dead row has it.
    Earlier backups and archived WAL still have it.
    """
    with writing(engine).begin() as connection:
        if is_sqlite(engine):
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        connection.execute(sa.select(streams.c.seq).where(streams.c.name == HOUSE_LOG).with_for_update())
        query = sa.select(streams).where(streams.c.name != HOUSE_LOG).with_for_update()
        found = [StreamRow(*row) for row in connection.execute(query)]
        stale = [each for each in found if not is_wiped(each.secret) and not _is_current(each.secret, keys)]
        for stream in stale:
            clear = not is_sealed(stream.secret)
            secret = stream.secret if clear else keys.open(stream.name, stream.secret)
            sealed = keys.seal(stream.name, secret, MAGIC if may_wipe(stream.secret) else MAGIC_CLEAR)
            connection.execute(sa.update(streams).where(streams.c.name == stream.name).values(secret=sealed))
        drop_other_snapshots(connection, keys)
    if stale and is_sqlite(engine) and not in_memory(engine):
        with closing(engine.raw_connection()) as raw:  # no transaction may be open
            raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    elif stale and not is_sqlite(engine):
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM FULL streams")
    return len(stale)


def _is_current(stored: bytes, keys: KeyRing) -> bool:
    return is_sealed(stored) and key_id_of(stored) == keys.current
