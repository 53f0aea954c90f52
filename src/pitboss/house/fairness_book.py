"""The fairness records of a table: those of its archives, and those that its latest entries complete."""

import msgspec
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.engine import Connection

from pitboss.games.live.pit_writer import PitWriter
from pitboss.house.loaded_table import entry_of
from pitboss.house.log import read
from pitboss.house.log.archive import ArchiveRow, archives_of, last_archive
from pitboss.house.log.chain import Record
from pitboss.house.log.read import StreamRow
from pitboss.house.rounds import Carry, archived_summary
from pitboss.tables.live import Entry, FairnessRecord, TableSpec, log_writer
from pitboss.tables.snapshot import BadSnapshot, decode_state, encode_state


class FairnessBook:
    """Follows the log of one table with the writer of its game, and takes the records of finished seeds out of it."""

    def __init__(self, stream: StreamRow, spec: TableSpec) -> None:
        self._stream = stream
        self._spec = spec
        self.seq = 0
        self._writer = log_writer(spec)

    def resume(self, archive: ArchiveRow) -> None:
        """Goes on behind an archive. Raises BadSnapshot where another release wrote its state."""
        state = msgspec.msgpack.decode(archive.carry, type=Carry).writer
        if not state:
            raise BadSnapshot("the archive has no fairness records")
        self._writer = decode_state(state, self._given(), type(self._writer).__module__)
        self.seq = archive.last

    def follow(self, record: Record) -> None:
        """Applies the next entry of the log."""
        self._writer.follow(entry_of(record, self._stream.game))
        self.seq = record.seq

    def take(self) -> list[FairnessRecord] | None:
        """Returns the records that were finished since the last call; None where the game builds all at once."""
        return [] if self._spec.cards_are_read else self._writer.take_records()

    def carry(self) -> bytes:
        """Returns the state that the next archive goes on from."""
        return encode_state(self._writer, self._given())

    def records(self, connection: Connection) -> list[FairnessRecord]:
        """Returns the record of every seed of the table."""
        if self._spec.cards_are_read:
            return []
        found = self._archived(connection)
        for link in read.links(connection, self._stream.name, self.seq):
            self.follow(link.record)
        return in_seed_order(found, self._writer.records())

    def reveal(self, entry: Entry) -> list[FairnessRecord]:
        """Returns the records of the seeds that an entry behind the log reveals."""
        self._writer.follow(entry)
        return self._writer.records()

    def _archived(self, connection: Connection) -> list[FairnessRecord]:
        newest = last_archive(connection, self._stream.name)
        if newest is None:
            return []
        try:
            self.resume(newest)
        except BadSnapshot:
            return []  # of another release: the whole log is read
        name = self._stream.name
        return [record for each in archives_of(connection, name) for record in archived_summary(each).records]

    def _given(self) -> dict[str, object]:
        return writer_context(self._writer)


def writer_context(writer: PitWriter) -> dict[str, object]:
    """Returns what a writer derives from the spec of its table, by name: its rules and their parts."""
    rules = {name: each for name, each in vars(writer).items() if isinstance(each, Struct) and _is_frozen(each)}
    parts = {f"{name}.{field}": part for name, each in rules.items() for field, part in asdict(each).items()}
    return {**rules, **{name: part for name, part in parts.items() if isinstance(part, Struct | dict)}}


def _is_frozen(value: Struct) -> bool:
    return value.__struct_config__.frozen


def in_seed_order(archived: list[FairnessRecord], current: list[FairnessRecord]) -> list[FairnessRecord]:
    """Returns records in the order in which the log alone gives them: by source of chance, then by number."""
    kinds: dict[str, int] = {}
    for record in (*current, *archived):
        kinds.setdefault(_source(record.name), len(kinds))
    return sorted([*archived, *current], key=lambda record: (kinds[_source(record.name)], _number(record.name)))


def _source(name: str) -> str:
    return name.rpartition(" ")[0]


def _number(name: str) -> int:
    return int(name.rpartition(" ")[2])
