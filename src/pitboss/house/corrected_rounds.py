"""What a correction changes in the rounds of a table: how many ended, and the records that are in force."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.live.corrections import WINDOW, entries_in_force
from pitboss.games.live.events import EntryCorrected
from pitboss.games.registry import find_game
from pitboss.house.ledger import HOUSE, Books, TableAccounts
from pitboss.house.loaded_table import entry_of
from pitboss.house.log.chain import Record
from pitboss.tables.live import TableSpec, decode_events, encode_events, restore

#: The types of a correction and of a proposed one, as they are stored.
CORRECTED: Final = b'"EntryCorrected"'
_PROPOSED: Final = b'"CorrectionProposed"'
#: The assumed balance of the house: what it fills is no wager.
_UNLIMITED: Final = 1 << 60


class Recount(Struct, frozen=True):
    """How many of the last rounds a correction replaces, and by how many."""

    replaced: int
    again: int


class RoundCount:
    """Follows which of the entries that can be corrected ended a round."""

    def __init__(self, game: str) -> None:
        self._game = game
        known = find_game(game)
        self._ends = frozenset(known.round_ends)
        self._stored = tuple(f'"{kind.__name__}"'.encode() for kind in known.round_ends)
        self._entries: list[tuple[int, int]] = []  # the version that names each, and the rounds that it ended

    def follow(self, record: Record) -> Recount:
        """Applies an entry; returns the rounds that it replaces, none but for a correction, and those that end."""
        if CORRECTED in record.events:
            return self._correct(decode_events(self._game, record.events))
        if _PROPOSED in record.events:
            return Recount(0, 0)
        ended = int(contains_any(record.events, self._stored))
        self._entries.append((record.version, ended))
        if len(self._entries) > 4 * WINDOW:
            del self._entries[: 2 * WINDOW]
        return Recount(0, ended)

    def _correct(self, events: Sequence[Any]) -> Recount:
        event: EntryCorrected = events[0]
        place = next((nth for nth, (named, _) in enumerate(self._entries) if named >= event.version), None)
        if place is None:
            return Recount(0, 0)
        old = self._entries[place:]
        steps = old if event.words else old[1:]
        at, again = 1, []
        for (named, _), count in zip(steps, event.counts, strict=False):
            ended = any(type(each) in self._ends for each in events[at : at + count])
            again.append((named, int(ended)))
            at += count
        self._entries[place:] = again
        return Recount(sum(ended for _, ended in old), sum(ended for _, ended in again))


def contains_any(stored: bytes, names: Iterable[bytes]) -> bool:
    """Returns whether a stored entry has one of these names; `any` with a generator takes three times as long."""
    for name in names:  # noqa: SIM110
        if name in stored:
            return True
    return False


def records_in_force(spec: TableSpec, game: str, records: Sequence[Record]) -> Iterator[Record]:
    """Yields the records of a table whose outcomes are entered as if what was corrected had been entered so at once."""
    accounts = TableAccounts(records[0].stream)
    by_version = {record.version: record for record in records}
    table = restore(spec, bytes(32), [])  # its outcomes are in the log: it needs no secret
    books = Books({HOUSE: _UNLIMITED})
    for named, entry in entries_in_force(entry_of(record, game) for record in records):
        table.absorb(entry)
        transfers = tuple(accounts.postings(table.moved, books))
        yield replace(by_version[named], events=encode_events(game, entry.events), transfers=transfers)
