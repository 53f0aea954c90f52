"""Replay of a table: each command of the log, executed again with the same chance, must produce the stored events."""

from typing import Any

import msgspec

from pitboss.games.live.corrections import effective_entries
from pitboss.games.live.events import EntryCorrected
from pitboss.games.live.fairness import Secret, SeedUnknown
from pitboss.games.registry import find_game
from pitboss.house.history import spec_of
from pitboss.house.ledger import CAGE, FILL, HOUSE, Books, TableAccounts, Transfer, bank, purse, table_of
from pitboss.house.loaded_table import entry_of
from pitboss.house.log.chain import Record
from pitboss.house.log.read import StreamRow
from pitboss.law import Refusal
from pitboss.law.conditions import CitationChecker
from pitboss.tables.live import Entry, Role, Table, citation_checker, encode_events, open_table, restore

#: The assumed balance of wallets and of the house account, which the audit of the ledger checks itself.
_UNLIMITED = 1 << 60
_ROLES = frozenset(Role)


class TableReplay:
    """Replays a log on two tables: one executes the commands, the other applies the stored events.

    ``cites_otherwise`` is set where the events of the last entry are the same but cite other clauses. Citations change
    from release to release; neither play nor money depends on them, so an entry of an old release stays valid. The
    citations of other entries are checked against the conditions of their clauses.
    """

    def __init__(self, stream: StreamRow, secret: Secret, *, float_moved: bool = False) -> None:
        self._stream = stream
        self.secret = secret
        #: The entries that were not executed again, because their seeds are not known.
        self.unreplayed = 0
        self._stopped = False
        self._spec = spec_of(stream)
        self._executed: Table | None = None
        self.applied: Table | None = None
        self._books = Books({HOUSE: _UNLIMITED, CAGE: _UNLIMITED})
        #: Whether the house log has fills, credits or variances of this table: its own log then does not tell when the
        #: house had to fill the bank. The ledger of the whole database checks that no bank is overdrawn.
        self._float_moved = float_moved
        self._accounts = TableAccounts(stream.name)
        self.cites_otherwise = False
        self._checker: CitationChecker | None = None
        #: The entries of a floor table, which a correction may replace.
        self._kept: list[Entry] = []

    def follow(self, record: Record) -> str:
        """Replays the next entry; returns what is wrong with it, or an empty string."""
        if record.role not in _ROLES:
            return f"'{record.role}' is not a role"
        if self._stopped:
            self.unreplayed += 1
            return ""
        entry = entry_of(record, self._stream.game)
        if self._spec.floor:
            self._kept.append(entry)
        try:
            wrong = self._first(record, entry) if self._executed is None else self._next(record, entry)
        except SeedUnknown:  # a continuous shuffler needs its seed to apply an entry, too
            self._stopped = True
            self.unreplayed += 1
            return ""
        if wrong or self._executed is None or self.applied is None:
            return wrong
        if record.version != self._executed.version:
            return f"its version is {record.version}, but there are {self._executed.version} events"
        if record.transfers != self._expected(record):
            return "its transfers are not those of its events"
        self._post(record.transfers)
        return self._money()

    def _first(self, record: Record, entry: Entry) -> str:
        opened = open_table(self._spec, self.secret)
        if isinstance(opened, Refusal):
            return f"the table is refused now: {opened}"
        self._executed, self.applied = opened, restore(self._spec, self.secret, [entry])
        if not self._same(opened.opening.events, record):
            return "the opening produces other events now"
        self._checker = citation_checker(self._spec)
        return self._wrong_citation(opened.opening.events)

    def _next(self, record: Record, entry: Entry) -> str:
        assert self._executed is not None
        assert self.applied is not None
        self._executed.seeds.capped = bool(record.means)  # a release that stored no means had no seed limits
        self._executed.accept_any_amount(accepted=not record.means)  # and no amount limits
        try:
            again = self._executed.repeat(entry.actor, entry.words)
        except SeedUnknown:
            return self._only_applied(entry)
        if isinstance(again, Refusal):
            return f"it is refused now: {again}"
        if not self._same(again, record):
            return "the same command produces other events now"
        self.applied.absorb(entry)
        return self._wrong_citation(again)

    def _only_applied(self, entry: Entry) -> str:
        """Applies an entry whose outcomes come from an unknown seed, and goes on from there."""
        assert self.applied is not None
        self.unreplayed += 1
        self.applied.absorb(entry)
        self._executed = self.applied.copy()
        self.cites_otherwise = False
        return self._wrong_citation(entry.events)

    def _wrong_citation(self, events: tuple[Any, ...]) -> str:
        """Returns the first citation that the facts contradict; none for an entry of a release that cited otherwise."""
        if events and isinstance(events[0], EntryCorrected):
            return self._recheck()
        errors = self._checker.events(events) if self._checker is not None else []
        return str(errors[0]) if errors and not self.cites_otherwise else ""

    def _recheck(self) -> str:
        """Checks the citations of the whole table again after a correction, which replaces events before it."""
        self._checker = citation_checker(self._spec)
        if self._checker is None:
            return ""
        in_force = effective_entries(self._kept)
        errors = self._checker.events(event for entry in in_force for event in entry.events)
        return str(errors[0]) if errors else ""

    def _same(self, again: tuple[Any, ...], record: Record) -> bool:
        """Returns whether the replayed events equal the stored ones, apart from their clauses."""
        now = encode_events(self._stream.game, again)
        if now == record.events:
            self.cites_otherwise = False
            return True
        replayed, stored = msgspec.json.decode(now), msgspec.json.decode(record.events)
        if not record.means:
            replayed = find_game(self._stream.game).as_first_stored(replayed)
        self.cites_otherwise = replayed != stored
        return not self.cites_otherwise or _without_clauses(replayed) == _without_clauses(stored)

    def _expected(self, record: Record) -> tuple[Transfer, ...]:
        assert self._executed is not None
        if not self._float_moved:
            return tuple(self._accounts.postings(self._executed.moved, self._books))
        own = bank(self._stream.name)
        self._books.set(own, _UNLIMITED)
        postings = self._accounts.postings(self._executed.moved, self._books)
        first = record.transfers[0] if record.transfers else None
        paid = any(posting.debit == own for posting in postings)
        fill = paid and first is not None and (first.debit, first.credit, first.why) == (HOUSE, own, "fill")
        return (first, *postings) if fill and first is not None and first.amount >= FILL else tuple(postings)

    def _post(self, transfers: tuple[Transfer, ...]) -> None:
        for transfer in transfers:
            if not table_of(transfer.debit) and transfer.debit != CAGE:
                self._books.set(transfer.debit, _UNLIMITED)
        self._books.post(transfers)

    def _money(self) -> str:
        """Compares the purses of both tables and of the ledger; returns the difference, or an empty string."""
        assert self._executed is not None
        assert self.applied is not None
        purses = self._executed.purses()
        if purses != self.applied.purses():
            return "the stored events give other purses"
        for player, cents in purses.items():
            holds = self._books[purse(self._stream.name, player)]
            if holds != cents:
                return f"the purse of {player} has {cents} cents, but the ledger has {holds}"
        return ""


def _without_clauses(events: Any) -> Any:
    if isinstance(events, dict):
        return {name: _without_clauses(value) for name, value in events.items() if name != "clauses"}
    return [_without_clauses(event) for event in events] if isinstance(events, list) else events
