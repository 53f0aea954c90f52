"""The rounds of a table, read on from where its log was left: a long evening is read once."""

from collections.abc import Iterable
from threading import Lock
from typing import Any, Final

from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.blackjack import events as ev
from pitboss.ledger import Transfer, purse
from pitboss.storage import read
from pitboss.storage.chain import Record
from pitboss.table.live import decode_events
from pitboss.tournament.events import AtTable

#: Events that end a round, by the type that is written with them.
_ROUND_ENDS: Final = (b'"RoundEnded"', b'"RoundCounted"')
#: Events that hide a card, or after which none is hidden any more.
_HIDING: Final = (
    b'"CardBurned"',
    b'"DeterminantDrawn"',
    b'"HoleDealt"',
    b'"HoleDisclosed"',
    b'"RoundEnded"',
    b'"RoundMisdealt"',
    b'"Shuffled"',
)
#: How many rounds of a table are kept as files.
_FILES_KEPT: Final = 32


class RoundInfo(Struct, frozen=True):
    """A round that is over: its versions, when it ended, and what everybody won or lost in it."""

    round: int
    first: int
    last: int
    time: float
    net: dict[str, int]


class RoundBook:
    """What is known of the rounds of one table; readers of several threads may share it."""

    def __init__(self, table: str, game: str) -> None:
        self.table = table
        self.game = game
        self._purse = purse(table, "")
        self._seq = 0
        self._first = 0
        self._net: dict[str, int] = {}
        self._rounds: list[RoundInfo] = []
        #: By table of a tournament and place: the version at which a card was laid there that nobody has seen since.
        self._unseen: dict[tuple[int, str], int] = {}
        self._sides: dict[int, int] = {}  # from which side of a double shoe the round is dealt
        self._files: dict[int, str] = {}
        self._lock = Lock()

    def read_on(self, connection: Connection) -> list[RoundInfo]:
        """All rounds that are over, the first first."""
        with self._lock:
            for link in read.links(connection, self.table, self._seq):
                self._take(link.record)
            return list(self._rounds)

    def hides(self, info: RoundInfo) -> bool:
        """Whether a card of the round lies in the rack of a shoe in use, and nobody has seen it."""
        with self._lock:
            return any(version <= info.last for version in self._unseen.values())

    def file(self, number: int) -> str | None:
        """A round as a file, where it was made before: it never changes."""
        return self._files.get(number)

    def keep(self, number: int, text: str) -> None:
        """Keeps the file of a round that is over."""
        with self._lock:
            self._files[number] = text
            if len(self._files) > _FILES_KEPT:
                del self._files[next(iter(self._files))]

    def _take(self, record: Record) -> None:
        self._count(record.transfers)
        if any(name in record.events for name in _HIDING):
            for event in decode_events(self.game, record.events):
                self._hide(event, record.version)
        if any(end in record.events for end in _ROUND_ENDS):
            number = len(self._rounds) + 1
            self._rounds.append(RoundInfo(number, self._first + 1, record.version, record.at / 1000, self._net))
            self._first, self._net = record.version, {}
        self._seq = record.seq

    def _count(self, transfers: Iterable[Transfer]) -> None:
        for one in transfers:
            if one.debit.startswith("wallet/") or one.credit.startswith("wallet/"):
                continue
            for account, cents in ((one.debit, -one.amount), (one.credit, one.amount)):
                if account.startswith(self._purse):
                    player = account.removeprefix(self._purse)
                    self._net[player] = self._net.get(player, 0) + cents

    def _hide(self, event: Any, version: int, table: int = 0) -> None:
        match event:
            case AtTable():
                self._hide(event.event, version, event.table)
            case ev.CardBurned() if event.reason != "face_up":
                self._unseen.setdefault((table, f"side {event.side}"), version)
            case ev.HoleDealt():
                self._unseen.setdefault((table, "hole"), version)
            case ev.HoleDisclosed():
                self._unseen.pop((table, "hole"), None)
            case ev.DeterminantDrawn():
                self._sides[table] = event.side
            case ev.RoundEnded() | ev.RoundMisdealt() if (table, "hole") in self._unseen:  # it goes to the rack
                laid = self._unseen.pop((table, "hole"))
                self._unseen.setdefault((table, f"side {self._sides.get(table, 0)}"), laid)
            case ev.Shuffled():
                self._unseen.pop((table, f"side {event.side}"), None)
