"""Gaming days, shifts, counts, fills, credits and drop: each call appends one entry to the house log."""

import re
from datetime import date
from typing import Final

from sqlalchemy.engine import Connection

from pitboss.house import users as people
from pitboss.house.house_acts import AnyAct
from pitboss.house.keys import KeyRing
from pitboss.house.ledger import CAGE, HOUSE, Transfer, bank, wallet
from pitboss.house.log.chain import HOUSE_LOG, now_ms
from pitboss.house.log.read import all_streams, find_stream, holdings, open_tables
from pitboss.house.permissions import act_refusal
from pitboss.house.pit_acts import (
    CashTaken,
    DayClosed,
    DayOpened,
    DropCounted,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    Pieces,
    ShiftBegan,
    value_of,
)
from pitboss.house.pit_book import Day, Slip
from pitboss.house.pit_figures import day_figures, uncounted_cash
from pitboss.house.pit_office import PitDesk, reason_refusal
from pitboss.house.witness import HeadSigner, heads_now
from pitboss.law import Refusal
from pitboss.money import amount_text
from pitboss.tables.live import Actor

OPENING, SHIFT, CLOSING = "opening", "shift", "closing"
#: The moments at which a float is counted.
WHEN: Final = (OPENING, SHIFT, CLOSING)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}[a-z]?")
_SHIFT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,31}")
#: The most kinds of pieces, and of pieces of a kind.
_MOST_KINDS, _MOST_PIECES, _MOST_CENTS = 40, 1_000_000_000, 100_000_000


class PitFloor:
    """The floats and drop boxes of the tables. Call it on the writer's thread."""

    def __init__(self, desk: PitDesk, keys: KeyRing | None) -> None:
        self._desk = desk
        self._keys = keys

    # --- day and shifts ----------------------------------------------------------------------------------------------

    def open_day(self, by: Actor, day: str, shift: str) -> Day | Refusal:
        """Opens a gaming day with its first shift."""
        refusal = act_refusal(by, "open_day") or _day_refusal(day) or _shift_refusal(shift)
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            book = self._desk.book
            if book.day is not None:
                return Refusal("day", f"the gaming day {book.day.name} is open: close it first")
            if any(other.name == day for other in book.days):
                return Refusal("day", f"the gaming day {day} is closed for good: choose another name, such as {day}b")
            self._desk.append(place, by, f"open day {day}", (DayOpened(day, shift),))
            return self._after(place[0])

    def begin_shift(self, by: Actor, shift: str) -> Day | Refusal:
        """Begins the next shift of the open day."""
        refusal = act_refusal(by, "begin_shift") or _shift_refusal(shift)
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            day = self._day()
            if isinstance(day, Refusal):
                return day
            if any(other.name == shift for other in day.shifts):
                return Refusal("shift", f"the shift {shift} of {day.name} has begun already")
            self._desk.append(place, by, f"shift {shift}", (ShiftBegan(day.name, shift),))
            return self._after(place[0])

    def close_day(self, by: Actor) -> Day | Refusal:
        """Closes the open day: its figures and the heads of all logs are signed, and nothing of it changes any more."""
        refusal = act_refusal(by, "close_day")
        if refusal is not None:
            return refusal
        if self._keys is None:
            return Refusal("key", "the close of a day is signed, and this house has no key: pitboss key new makes one")
        with self._desk.locked() as place:
            day = self._day()
            if isinstance(day, Refusal):
                return day
            missing = self._uncounted(place[0], day)
            if missing:
                return Refusal("uncounted", f"the day cannot be closed: {'; '.join(missing)}")
            figures = day_figures(place[0], self._desk.book, day)
            signer = HeadSigner(self._keys.witness_key(), f"day {day.name}")
            statement = signer.sign(heads_now(place[0]), now_ms(), "close of day")
            act = DayClosed(day.name, figures.digest(), statement)
            self._desk.append(place, by, f"close day {day.name}", (act,))
            self._desk.book.read_on(place[0])
            return self._desk.book.days[-1]

    def _uncounted(self, connection: Connection, day: Day) -> list[str]:
        """Returns what must be counted before the close: the float of each open table, and drop boxes with cash."""
        missing = []
        for stream in open_tables(connection):
            counts = [each.act for each in day.counts if each.act.table == stream.name]
            closing = [act for act in counts if isinstance(act, FloatCounted)]
            if not closing or closing[-1].when != CLOSING:
                missing.append(f"the float of {stream.name} has no closing count")
        logs = [stream.name for stream in all_streams(connection) if stream.name != HOUSE_LOG]
        for table in logs:
            cash = uncounted_cash(connection, self._desk.book, day, table)
            if cash:
                missing.append(f"the drop box of {table} has {amount_text(cash)} not counted")
        return missing

    # --- floats ------------------------------------------------------------------------------------------------------

    def count_float(self, by: Actor, table: str, when: str, pieces: Pieces, reason: str) -> Day | Refusal:
        """Counts the float of a table. A variance needs a reason, and is booked against the cage."""
        refusal = act_refusal(by, "count_float") or _pieces_refusal(pieces, empty=True)
        if refusal is not None:
            return refusal
        if when not in WHEN:
            return Refusal("count", f"'{when}' is not a count of a float: expected {', '.join(WHEN)}")
        with self._desk.locked() as place:
            day = self._in_day(place[0], table)
            if isinstance(day, Refusal):
                return day
            expected = holdings(place[0], bank(table), locks=True)[bank(table)]
            counted = value_of(pieces)
            wrong = _variance_refusal(f"float of {table}", counted, expected, reason)
            if wrong is not None:
                return wrong
            act = FloatCounted(day.name, table, when, pieces, counted, expected, reason)
            booked = variance(CAGE, bank(table), counted - expected)
            self._desk.append(place, by, f"count {table} {when}", (act,), booked)
            return self._after(place[0])

    def fill(self, by: Actor, table: str, pieces: Pieces, reason: str) -> Slip | Refusal:
        """Moves chips from the cage to a table, on a numbered slip."""
        return self._slip(by, table, pieces, reason, kind="fill")

    def credit(self, by: Actor, table: str, pieces: Pieces, reason: str) -> Slip | Refusal:
        """Moves chips from a table to the cage, on a numbered slip."""
        return self._slip(by, table, pieces, reason, kind="credit")

    def _slip(self, by: Actor, table: str, pieces: Pieces, reason: str, *, kind: str) -> Slip | Refusal:
        refusal = act_refusal(by, kind) or _pieces_refusal(pieces) or reason_refusal(reason, needed=False)
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            day = self._in_day(place[0], table)
            if isinstance(day, Refusal):
                return day
            amount, own = value_of(pieces), bank(table)
            source = HOUSE if kind == "fill" else own
            holds = holdings(place[0], source, locks=True)[source]
            if holds < amount:
                has = f"{'the house' if kind == 'fill' else f'the float of {table}'} has {amount_text(holds)}"
                return Refusal("overdrawn", f"a {kind} of {amount_text(amount)} cannot be made: {has}")
            number = self._desk.book.next_slip(kind)
            fields = (number, day.name, table, pieces, amount, reason)
            act: AnyAct = FloatFilled(*fields) if kind == "fill" else FloatCredited(*fields)
            accounts = (HOUSE, own) if kind == "fill" else (own, HOUSE)
            transfers = (Transfer(*accounts, amount, f"{kind} {number}"),)
            self._desk.append(place, by, f"{kind} {number} {table}", (act,), transfers)
            self._desk.book.read_on(place[0])
            return self._desk.book.days[-1].slips[-1]

    # --- drop --------------------------------------------------------------------------------------------------------

    def take_cash(self, by: Actor, table: str, name: str, amount: int) -> int | Refusal:
        """Takes cash of a player at a table into the drop box; returns the new balance of the wallet."""
        refusal = act_refusal(by, "take_cash")
        if refusal is not None:
            return refusal
        if amount <= 0:
            return Refusal("amount", f"an amount of {amount_text(amount)} cannot be taken: it must be 0.01 or more")
        with self._desk.locked() as place:
            day = self._in_day(place[0], table)
            if isinstance(day, Refusal):
                return day
            if people.find_user(place[0], name) is None:
                return Refusal("no_user", f"there is no user '{name}'")
            act = CashTaken(day.name, table, wallet(name), amount)
            transfers = (Transfer(CAGE, wallet(name), amount, f"cash at {table}"),)
            self._desk.append(place, by, f"cash {table} {name}", (act,), transfers)
            self._after(place[0])
            return holdings(place[0], wallet(name))[wallet(name)]

    def count_drop(self, by: Actor, table: str, pieces: Pieces, reason: str) -> Day | Refusal:
        """Counts the drop box of a table. A variance needs a reason, and is booked against the house."""
        refusal = act_refusal(by, "count_drop") or _pieces_refusal(pieces, empty=True)
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            day = self._in_day(place[0], table)
            if isinstance(day, Refusal):
                return day
            expected, counted = uncounted_cash(place[0], self._desk.book, day, table), value_of(pieces)
            wrong = _variance_refusal(f"drop box of {table}", counted, expected, reason)
            if wrong is not None:
                return wrong
            act = DropCounted(day.name, table, pieces, counted, expected, reason)
            self._desk.append(place, by, f"drop {table}", (act,), variance(CAGE, HOUSE, counted - expected))
            return self._after(place[0])

    def _after(self, connection: Connection) -> Day:
        """Reads what was just appended; returns the open day."""
        self._desk.book.read_on(connection)
        day = self._desk.book.day
        assert day is not None
        return day

    def _day(self) -> Day | Refusal:
        day = self._desk.book.day
        return day if day is not None else Refusal("day", "no gaming day is open: open one first")

    def _in_day(self, connection: Connection, table: str) -> Day | Refusal:
        stream = find_stream(connection, table) if table != HOUSE_LOG else None
        if stream is None or stream.closed:
            return Refusal("no_table", f"there is no open table {table}")
        return self._day()


def variance(debit: str, credit: str, more: int) -> tuple[Transfer, ...]:
    """Returns the transfer of a variance: more than expected from ``debit`` to ``credit``, less the other way."""
    if not more:
        return ()
    accounts = (debit, credit) if more > 0 else (credit, debit)
    return (Transfer(*accounts, abs(more), "variance"),)


def _variance_refusal(what: str, counted: int, expected: int, reason: str) -> Refusal | None:
    if counted == expected or reason.strip():
        return reason_refusal(reason, needed=False)
    both = f"{amount_text(counted)} counted, {amount_text(expected)} expected"
    return Refusal("variance", f"the {what} differs: {both}. Count again, or say why")


def _pieces_refusal(pieces: Pieces, *, empty: bool = False) -> Refusal | None:
    valid = len(pieces) <= _MOST_KINDS and len({cents for cents, _ in pieces}) == len(pieces)
    valid = valid and all(0 < cents <= _MOST_CENTS and 0 <= count <= _MOST_PIECES for cents, count in pieces)
    if not valid:
        return Refusal("pieces", "pieces are each denomination once, above 0, and a number of 0 or more")
    return None if empty or value_of(pieces) else Refusal("pieces", "name at least one chip")


def _day_refusal(day: str) -> Refusal | None:
    """Refuses what is not a day of the calendar, with a letter behind it where a day has several gaming days."""
    if _DAY.fullmatch(day):
        try:
            date.fromisoformat(day[:10])
        except ValueError:
            return Refusal("day", f"'{day}' is not a gaming day: the calendar has no such day")
        return None
    return Refusal("day", f"'{day}' is not a gaming day: write it like 2026-11-18")


def _shift_refusal(shift: str) -> Refusal | None:
    if _SHIFT.fullmatch(shift):
        return None
    return Refusal("shift", f"'{shift}' is not a name of a shift: letters, digits, spaces, - and _, at most 32")
