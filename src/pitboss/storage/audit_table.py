"""A table played again from its log: what was said, decided anew with the same chance, must bring what was written."""

from typing import Any

import msgspec

from pitboss.law import Refusal
from pitboss.ledger import HOUSE, Books, TableAccounts, Transfer
from pitboss.ledger.accounts import purse, table_of
from pitboss.storage.chain import Record
from pitboss.storage.history import spec_of
from pitboss.storage.read import Stream
from pitboss.table.live import (
    Actor,
    Entry,
    LiveTable,
    Role,
    decode_events,
    encode_events,
    open_table,
    restore,
)

#: What tables take from wallets and from the house was there: the ledger's own audit says so.
_ENOUGH = 1 << 60


class TableReplay:
    """Follows a log entry by entry in two tables: one decides again, the other only folds.

    ``cites_otherwise``: what the last entry brought is the same now, but rests on other clauses. Citations grow from
    release to release, and no play and no money depends on them; what an old house has written stays right.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._spec = spec_of(stream)
        self._decides: LiveTable | None = None
        self._folds: LiveTable | None = None
        self._books = Books({HOUSE: _ENOUGH})
        self._accounts = TableAccounts(stream.name)
        self.cites_otherwise = False

    def follow(self, record: Record) -> str:
        """What is wrong with the next entry; nothing, where the same comes of the same words."""
        if record.role not in set(Role):
            return f"nobody has the role '{record.role}'"
        events = decode_events(self._stream.game, record.events)
        entry = Entry(record.command, Actor(record.actor, Role(record.role)), record.words, events)
        wrong = self._first(record, entry) if self._decides is None else self._next(record, entry)
        if wrong or self._decides is None or self._folds is None:
            return wrong
        if record.version != self._decides.version:
            return f"it says version {record.version}, and there are {self._decides.version} events"
        if record.transfers != self._expected():
            return "what it moved is not what its events move"
        self._post(record.transfers)
        return self._money()

    def _first(self, record: Record, entry: Entry) -> str:
        opened = open_table(self._spec, self._stream.secret)
        if isinstance(opened, Refusal):
            return f"the table is refused now: {opened}"
        self._decides, self._folds = opened, restore(self._spec, self._stream.secret, [entry])
        return "" if self._same(opened.opening.events, record) else "the opening brings something else now"

    def _next(self, record: Record, entry: Entry) -> str:
        assert self._decides is not None
        assert self._folds is not None
        again = self._decides.do(entry.actor, entry.words)
        if isinstance(again, Refusal):
            return f"it is refused now: {again}"
        if not self._same(again, record):
            return "the same words bring something else now"
        self._folds.absorb(entry)
        return ""

    def _same(self, again: tuple[Any, ...], record: Record) -> bool:
        """Whether an entry brings again what was written, whatever it rests on."""
        now = encode_events(self._stream.game, again)
        self.cites_otherwise = now != record.events
        return not self.cites_otherwise or _uncited(now) == _uncited(record.events)

    def _expected(self) -> tuple[Transfer, ...]:
        assert self._decides is not None
        return tuple(self._accounts.postings(self._decides.moved, self._books))

    def _post(self, moved: tuple[Transfer, ...]) -> None:
        for one in moved:
            if not table_of(one.debit):
                self._books.set(one.debit, _ENOUGH)
        self._books.post(moved)

    def _money(self) -> str:
        """Both tables and the ledger say the same of what everybody has."""
        assert self._decides is not None
        assert self._folds is not None
        held = self._decides.purses()
        if held != self._folds.purses():
            return "the fold of the events gives other purses"
        for player, cents in held.items():
            holds = self._books[purse(self._stream.name, player)]
            if holds != cents:
                return f"{player} has {cents} cents, and the ledger says {holds}"
        return ""


def _uncited(events: bytes) -> Any:
    """Events as they are written, without the clauses that they rest on."""
    return _without_clauses(msgspec.json.decode(events))


def _without_clauses(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _without_clauses(value) for name, value in told.items() if name != "clauses"}
    return [_without_clauses(one) for one in told] if isinstance(told, list) else told
