"""Archives of a log: old entries, compressed, chained by seals, and read as if they were rows.

The hash of each entry is left out: it follows from the entry and the hash before it. The head of the archive is that
of its last entry, so that a changed archive does not chain. Entries that move money of a wallet stay as rows, too:
statements find them there.
"""

import zlib
from collections.abc import Iterator, Sequence
from hashlib import blake2b, sha256
from typing import Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.house.ledger import Transfer
from pitboss.house.log.chain import START, Link, Record, chained
from pitboss.house.schema import archives

#: A hash of a command id, in bytes; see `id_hash`.
ID_BYTES: Final = 8
_LEVEL: Final = 6
#: The fields of a record that vary within an archive, in the order of its columns.
_FIELDS: Final = ("version", "at", "command", "actor", "role", "words", "events", "transfers", "means")


class _Columns(Struct, array_like=True, frozen=True):
    """The records of an archive, field by field: equal fields compress better side by side. ``number`` are the numbers
    of their rows."""

    number: list[int]
    version: list[int]
    at: list[int]
    command: list[str]
    actor: list[str]
    role: list[str]
    words: list[str]
    events: list[bytes]
    transfers: list[tuple[Transfer, ...]]
    means: list[str]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Columns).decode


class ArchiveRow(Struct, frozen=True):
    """A row of ``archives``."""

    stream: str
    first: int
    last: int
    version: int
    rounds: int
    head: bytes
    data: bytes
    ids: bytes
    summary: bytes
    carry: bytes
    seal: bytes


def id_hash(actor: str, command: str) -> int:
    """Returns the hash of a command id by which archives and filters look for it; the same in every process."""
    return int.from_bytes(blake2b(f"{actor}\n{command}".encode(), digest_size=ID_BYTES).digest(), "little", signed=True)


def hashed_ids(records: Sequence[Record]) -> bytes:
    """Returns the hashes of the command ids of records; an empty id has none."""
    return b"".join(
        id_hash(record.actor, record.command).to_bytes(ID_BYTES, "little", signed=True)
        for record in records
        if record.command
    )


def has_id(ids: bytes, actor: str, command: str) -> bool:
    """Returns whether a command id may be among hashed ids."""
    wanted = id_hash(actor, command).to_bytes(ID_BYTES, "little", signed=True)
    place = ids.find(wanted)
    while place >= 0 and place % ID_BYTES:
        place = ids.find(wanted, place + 1)
    return place >= 0


def pack(records: Sequence[Record], numbers: Sequence[int]) -> bytes:
    """Compresses the records of a log, with the numbers of their rows."""
    columns = [[getattr(record, field) for record in records] for field in _FIELDS]
    return zlib.compress(_encode([_steps(numbers), _steps(columns[0]), _steps(columns[1]), *columns[2:]]), _LEVEL)


def unpack(archive: ArchiveRow, before: bytes) -> Iterator[Link]:
    """Yields the entries of an archive; ``before`` is the hash of the entry before it.

    The hashes are computed, but the last one is the stored head: where the archive was changed, it does not follow.
    """
    columns = _decode(zlib.decompress(archive.data))
    fields = zip(
        *(_sums(columns.version), _sums(columns.at), columns.command, columns.actor, columns.role, columns.words),
        *(columns.events, columns.transfers, columns.means),
        strict=True,
    )
    for seq, values in enumerate(fields, archive.first):
        record = Record(archive.stream, seq, *values)
        before = chained(before, record)
        yield Link(record, before if seq != archive.last else archive.head)


def numbers_of(archive: ArchiveRow) -> list[int]:
    """Returns the numbers that the entries of an archive had as rows."""
    return _sums(_decode(zlib.decompress(archive.data)).number)


def _steps(values: Sequence[int]) -> list[int]:
    return [value - before for before, value in zip([0, *values[:-1]], values, strict=True)]


def _sums(steps: Sequence[int]) -> list[int]:
    total, found = 0, []
    for step in steps:
        total += step
        found.append(total)
    return found


def archive_seal(before: bytes, archive: ArchiveRow) -> bytes:
    """Returns the seal of an archive that follows one with the seal ``before``."""
    fields = [getattr(archive, name) for name in archive.__struct_fields__ if name != "seal"]
    return sha256(before + _encode(fields)).digest()


# --- queries ---------------------------------------------------------------------------------------------------------


def last_archive(connection: Connection, stream: str) -> ArchiveRow | None:
    """Returns the newest archive of a log."""
    query = sa.select(archives).where(archives.c.stream == stream).order_by(archives.c.first.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else ArchiveRow(*row)


def archived_to(connection: Connection, stream: str) -> int:
    """Returns the position of the last archived entry of a log; 0 where none is archived."""
    query = sa.select(sa.func.max(archives.c.last)).where(archives.c.stream == stream)
    return connection.execute(query).scalar() or 0


def archives_of(
    connection: Connection, stream: str, *where: sa.ColumnElement[bool], newest_first: bool = False
) -> Iterator[ArchiveRow]:
    """Yields the archives of a log, one query each, so that one is in memory at a time."""
    firsts = sa.select(archives.c.first).where(archives.c.stream == stream, *where)
    order = archives.c.first.desc() if newest_first else archives.c.first
    for first in connection.execute(firsts.order_by(order)).scalars().all():
        query = sa.select(archives).where(archives.c.stream == stream, archives.c.first == first)
        yield ArchiveRow(*connection.execute(query).one())


def archived_links(connection: Connection, stream: str, after: int) -> Iterator[Link]:
    """Yields the archived entries of a log behind a position."""
    for archive in archives_of(connection, stream, archives.c.last > after):
        for link in unpack(archive, head_before(connection, archive)):
            if link.record.seq > after:
                yield link


def links_of_archive(connection: Connection, archive: ArchiveRow) -> list[Link]:
    """Returns the entries of one archive."""
    return list(unpack(archive, head_before(connection, archive)))


def head_before(connection: Connection, archive: ArchiveRow) -> bytes:
    """Returns the hash of the entry before an archive."""
    if archive.first == 1:
        return START
    query = sa.select(archives.c.head).where(archives.c.stream == archive.stream, archives.c.last == archive.first - 1)
    found: bytes | None = connection.execute(query).scalar()
    return START if found is None else found


def archived_ids(connection: Connection, stream: str) -> bytes:
    """Returns the hashes of the archived command ids of a log."""
    query = sa.select(archives.c.ids).where(archives.c.stream == stream).order_by(archives.c.first)
    return b"".join(connection.execute(query).scalars())
