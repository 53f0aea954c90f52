"""The wagers of a gaming day, folded from the transfers of the tables: who staked what, and what the house won."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.registry import find_game
from pitboss.house.corrected_rounds import CORRECTED, RoundCount, records_in_force
from pitboss.house.history import spec_of
from pitboss.house.ledger import purse, stakes
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, Record
from pitboss.house.pit_book import Day, PitBook
from pitboss.house.pit_figures import day_range, records_between
from pitboss.tables.live import Role, decode_events

#: The dealer of a round that no person dealt.
AUTOMATIC: Final = "automatic"
_PEOPLE: Final = frozenset((Role.OPERATOR, Role.SUPERVISOR, Role.DIRECTOR, Role.DEALER))
#: Stored events after which a stake is a raise of a wager, was taken back before the round, or is void.
_RAISED, _TAKEN_BACK, _VOIDED = b'"WagerAdded"', (b'"BetsTakenBack"', b'"WagerWithdrawn"'), b'"WagerVoided"'


class PlayedWager(Struct, frozen=True):
    """A wager of a round. ``staked`` is the first stake, ``turnover`` with raises, ``win`` what the house won.

    ``place`` is its box or its numbers; ``at`` the end of the round in milliseconds.
    """

    table: str
    round: int
    at: int
    shift: str
    dealer: str
    player: str
    wager: str
    place: str
    staked: int
    turnover: int
    win: int


class _Open(Struct):
    staked: int = 0
    turnover: int = 0
    win: int = 0


class TableWagers:
    """Fold of one table's log into the wagers of its rounds."""

    def __init__(self, table: str, game: str, day: Day, after: int) -> None:
        self._table, self._day, self._after = table, day, after
        self._purse, self._stakes = purse(table, ""), stakes(table)
        self._rounds = RoundCount(game)
        self._raises = find_game(game).raises
        self._open: dict[tuple[str, str], _Open] = {}
        self._dealer = ""
        self._round = 0

    def follow(self, record: Record) -> Iterator[PlayedWager]:
        """Applies an entry; yields the wagers of a round that it ended, after the start of the day."""
        if record.role in _PEOPLE:
            self._dealer = record.actor
        raised = _RAISED in record.events
        back = any(kind in record.events for kind in _TAKEN_BACK)
        for transfer in record.transfers:
            kind, _, note = transfer.why.partition(" ")
            into = transfer.credit.startswith(self._purse)
            account = transfer.credit if into else transfer.debit
            if not note or not account.startswith(self._purse):
                continue
            key = (account.removeprefix(self._purse), self._first_wager(note))
            known = key in self._open
            wager = self._open.setdefault(key, _Open())
            wager.win += -transfer.amount if into else transfer.amount
            if kind == "wager":
                wager.turnover += transfer.amount
                wager.staked += 0 if raised and known else transfer.amount
            elif kind == "back" and back:
                wager.turnover -= transfer.amount
                wager.staked -= transfer.amount
        if _VOIDED in record.events:
            self._void(record)
        counted = self._rounds.follow(record)
        self._round -= counted.replaced
        for _ in range(counted.again):
            self._round += 1
            if record.seq > self._after:
                yield from self._ended(record)
            self._open, self._dealer = {}, ""

    def _first_wager(self, note: str) -> str:
        """Returns the kind and place of the wager that a wager raises, or its own."""
        kind, space, place = note.partition(" ")
        return f"{self._raises.get(kind, kind)}{space}{place}"

    def _void(self, record: Record) -> None:
        for event in msgspec.json.decode(record.events):
            if event.get("type") == "WagerVoided":
                wager = self._open.get((event["player"], f"{event['kind']} {event['box']}"))
                if wager is not None:
                    wager.staked = 0

    def _ended(self, record: Record) -> Iterator[PlayedWager]:
        shift = self._day.shift_at(record.at)
        for (player, note), wager in self._open.items():
            if wager.turnover or wager.win:
                kind, _, place = note.partition(" ")
                where = (self._table, self._round, record.at, shift, self._dealer or AUTOMATIC, player, kind, place)
                yield PlayedWager(*where, wager.staked, wager.turnover, wager.win)


def _in_force(stream: read.StreamRow, records: list[Record], after: int) -> Iterator[Record]:
    """Returns the records of a table that are in force. A correction of an earlier day's entry stays a record: that
    day is closed, and the difference belongs to this one."""
    corrected = [decode_events(stream.game, each.events)[0].version for each in records if CORRECTED in each.events]
    day = next((record.version - 1 for record in records if record.seq > after), 0)
    if not corrected or min(corrected) <= day:
        return iter(records)
    return records_in_force(spec_of(stream), stream.game, records)


def played_wagers(connection: Connection, book: PitBook, day: Day) -> dict[str, list[PlayedWager]]:
    """Returns the wagers of a day by table, in the order of play."""
    then, now = day_range(connection, book, day)
    found: dict[str, list[PlayedWager]] = {}
    for stream in read.all_streams(connection):
        name, end = stream.name, now.get(stream.name, 0)
        if name == HOUSE_LOG or end <= then.get(name, 0):
            continue
        fold = TableWagers(name, stream.game, day, then.get(name, 0))
        records = records_between(connection, name, {}, now)
        if spec_of(stream).floor:
            records = _in_force(stream, list(records), then.get(name, 0))
        found[name] = [wager for record in records for wager in fold.follow(record)]
    return found
