"""Index of the rounds of a table, extended incrementally from its log."""

from collections.abc import Iterable
from threading import Lock
from typing import Final

from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.registry import find_game
from pitboss.house.ledger import Transfer, purse
from pitboss.house.log import read
from pitboss.house.log.chain import Record
from pitboss.tables.live import decode_events

#: How many round files of a table are cached.
_MAX_FILES: Final = 32


class RoundInfo(Struct, frozen=True):
    """A finished round: its first and last version, the time of its end, and the net result of each player in cents."""

    round: int
    first: int
    last: int
    time: float
    net: dict[str, int]


class RoundBook:
    """The rounds of one table. Thread-safe."""

    def __init__(self, table: str, game: str) -> None:
        self.table = table
        self.game = game
        self._purse = purse(table, "")
        self._seq = 0
        self._first = 0
        self._net: dict[str, int] = {}
        self._rounds: list[RoundInfo] = []
        known = find_game(game)
        self._hidden = known.hidden_cards() if known.hidden_cards is not None else None
        #: Types of event as they are stored: only entries that have one of them are decoded.
        self._hiding = stored_types(self._hidden.kinds) if self._hidden is not None else ()
        self._round_ends = stored_types(known.round_ends)
        self._files: dict[int, str] = {}
        self._lock = Lock()

    def read_on(self, connection: Connection) -> list[RoundInfo]:
        """Reads the new entries of the log; returns all finished rounds, oldest first."""
        with self._lock:
            for link in read.links(connection, self.table, self._seq):
                self._apply(link.record)
            return list(self._rounds)

    def hides(self, info: RoundInfo) -> bool:
        """Returns whether an unseen card of the round is in the discard rack of a shoe in use."""
        with self._lock:
            return self._hidden is not None and any(version <= info.last for version in self._hidden.versions())

    def file(self, number: int) -> str | None:
        """Returns the cached file of a round."""
        return self._files.get(number)

    def cache(self, number: int, text: str) -> None:
        """Caches the file of a finished round, which never changes."""
        with self._lock:
            self._files[number] = text
            if len(self._files) > _MAX_FILES:
                del self._files[next(iter(self._files))]

    def _apply(self, record: Record) -> None:
        self._count(record.transfers)
        if self._hidden is not None and any(name in record.events for name in self._hiding):
            for event in decode_events(self.game, record.events):
                self._hidden.follow(event, record.version)
        if any(end in record.events for end in self._round_ends):
            number = len(self._rounds) + 1
            self._rounds.append(RoundInfo(number, self._first + 1, record.version, record.at / 1000, self._net))
            self._first, self._net = record.version, {}
        self._seq = record.seq

    def _count(self, transfers: Iterable[Transfer]) -> None:
        for transfer in transfers:
            if transfer.debit.startswith("wallet/") or transfer.credit.startswith("wallet/"):
                continue
            for account, cents in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
                if account.startswith(self._purse):
                    player = account.removeprefix(self._purse)
                    self._net[player] = self._net.get(player, 0) + cents


def stored_types(kinds: Iterable[type]) -> tuple[bytes, ...]:
    """Returns the names of types of event as they are written in a stored entry."""
    return tuple(f'"{kind.__name__}"'.encode() for kind in kinds)
