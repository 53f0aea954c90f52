"""Sealed snapshots of tables, so that a start does not depend on the length of their logs.

A snapshot is encrypted and authenticated under the key of the house, because it has the order of undealt cards; a
house without keys has none. It names its entry by position and hash. A snapshot that does not open, or that other code
made, is left aside, and the table is restored from its log.
"""

from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.games.live.fairness import Secret
from pitboss.house.keys import BadKey
from pitboss.house.log.read import StreamRow
from pitboss.house.schema import snapshots
from pitboss.house.table_secrets import keys_of
from pitboss.tables.live import Table, TableSpec
from pitboss.tables.snapshot import BadSnapshot, decode_table

#: The first bytes of a sealed snapshot.
MAGIC_SNAPSHOT: Final = b"PBN1"

_Sealed = tuple[int, bytes, bytes]
_decode: Final = msgspec.msgpack.Decoder(_Sealed).decode


def write_snapshot(connection: Connection, name: str, seq: int, head: bytes, state: bytes) -> bool:
    """Stores the encoded state of a table at an entry, unless a later one is stored; returns whether it was stored."""
    keys = keys_of(connection)
    if keys is None:
        return False
    sealed = keys.seal(name, msgspec.msgpack.encode((seq, head, state)), MAGIC_SNAPSHOT)
    known = connection.execute(sa.select(snapshots.c.seq).where(snapshots.c.stream == name)).scalar()
    if known is not None and known > seq:  # one of the same entry may be of other code
        return False
    connection.execute(sa.delete(snapshots).where(snapshots.c.stream == name))
    connection.execute(sa.insert(snapshots), {"stream": name, "seq": seq, "head": head, "data": sealed})
    return True


def read_snapshot(
    connection: Connection, stream: StreamRow, spec: TableSpec, secret: Secret
) -> tuple[Table, int, bytes] | None:
    """Returns the table of a snapshot with the position and hash of its entry; None where there is no valid one."""
    keys = keys_of(connection)
    row = connection.execute(sa.select(snapshots).where(snapshots.c.stream == stream.name)).first()
    if keys is None or row is None or row.seq > stream.seq or not isinstance(secret, bytes):
        return None
    try:
        seq, head, state = _decode(keys.open(stream.name, row.data))
        if (seq, head) != (row.seq, row.head) or (seq == stream.seq and head != stream.head):
            return None
        return decode_table(spec, secret, state), seq, head
    except (BadKey, BadSnapshot, msgspec.MsgspecError):
        return None
