"""Corrections of a table: an entry is changed or struck, and everything since it is replayed.

The log keeps what was entered. A correction is a further entry: an `EntryCorrected` event and the events of the replay.
The state is the fold of both: at an `EntryCorrected` it goes back to before the corrected entry.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.commands import CORRECTIONS, Command, ConfirmCorrection, CorrectEntry, UndoEntry
from pitboss.games.live.base import OPENING, Actor, Entry, Movement, Role
from pitboss.games.live.events import UNDONE, CorrectionProposed, EntryCorrected
from pitboss.games.live.payouts import Payouts, merged, pay_otherwise, read_payout
from pitboss.law.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.games.live.table import Table

#: How many entries can be corrected at least: some ten rounds of seven boxes.
WINDOW: Final = 500
#: The debit and credit side of each kind of movement, as far as a player's money is concerned.
_FLOWS: Final = {
    "join": ("wallet", "purse"),
    "leave": ("purse", "wallet"),
    "wager": ("purse", "stakes"),
    "back": ("stakes", "purse"),
    "lose": ("stakes", "bank"),
    "win": ("bank", "purse"),
    "unwin": ("purse", "bank"),
    "unlose": ("bank", "stakes"),
    "cash": ("cage", "purse"),
    "chips": ("cage", "purse"),
    "redeem": ("purse", "gone"),
}
#: The order of movements in a correction: those into an account before those out of it.
_ORDER: Final = ("chips", "back", "lose", "unwin", "win", "wager", "unlose", "redeem")


class KeptEntry(Struct, frozen=True):
    """An entry in force: by which version it is named, its command, its events and its movements.

    ``payouts`` are wagers that it settled and that were paid otherwise than the rules say.
    """

    version: int
    actor: Actor
    command: Command
    events: tuple[Any, ...]
    moved: tuple[Movement, ...]
    payouts: Payouts = ()

    def entry(self) -> Entry:
        """Returns the entry as a table applies it."""
        return Entry("", self.actor, "", self.events, self.command)


class CorrectionBook:
    """The recent entries of a table that are in force, and the table before them."""

    __slots__ = ("base", "entries")

    def __init__(self, base: "Table") -> None:
        self.base = base
        self.entries: list[KeptEntry] = []

    def copy(self) -> "CorrectionBook":
        """Returns an independent copy; the table before the entries is shared, and replaced where it changes."""
        other = CorrectionBook(self.base)
        other.entries = list(self.entries)
        return other

    def note(self, kept: KeptEntry) -> None:
        """Adds an entry; the oldest ones beyond the window become final."""
        self.entries.append(kept)
        if len(self.entries) >= 2 * WINDOW:
            base = self.base.copy()
            for old in self.entries[:WINDOW]:
                base.absorb(old.entry())
            self.base, self.entries = base, self.entries[WINDOW:]

    def place_of(self, version: int) -> int:
        """Returns the index of an entry in force; -1 where there is none."""
        return next((place for place, kept in enumerate(self.entries) if kept.version == version), -1)

    def last_of_staff(self) -> KeptEntry | None:
        """Returns the last entry in force that a person of the house made."""
        return next((kept for kept in reversed(self.entries) if kept.actor.role is not Role.PLAYER), None)

    def before(self, place: int) -> "Table":
        """Returns the table before the entry at an index."""
        table = self.base.copy()
        for kept in self.entries[:place]:
            table.absorb(kept.entry())
        return table


# --- execution -----------------------------------------------------------------------------------------------------


class Correction(Struct, frozen=True):
    """A correction to execute: the place of its entry, the new command or None, the reason, and who stands for it."""

    place: int
    changed: Command | None
    reason: str
    by: str
    confirmed_by: str = ""
    payouts: Payouts = ()


def correct(table: "Table", actor: Actor, command: Command) -> tuple[Any, ...] | Refusal:
    """Executes a correction: replays what followed the entry, books the difference and returns the events."""
    book = table.corrections
    if book is None:
        return Refusal("correction", "only the entries of a floor table are corrected", (), table.rulebook)
    found = _read(table, book, actor, command)
    if isinstance(found, Refusal):
        return found
    target = book.entries[found.place]
    again = book.before(found.place)
    is_payout = found.payouts != target.payouts  # no document says how a wrong payment is put right
    clauses = () if is_payout else again.correction_clauses(target.command, found.reason)
    replayed = _replay(again, book, found)
    if isinstance(replayed, Refusal):
        return replayed
    moved = _difference(book.entries[found.place :], replayed)
    if isinstance(moved, str):
        return Refusal("correction", moved, (), table.rulebook)
    if is_payout and not moved:
        return Refusal("payout", "that is what was paid: nothing changes", (), table.rulebook)
    words = "" if found.changed is None else again.words_of(target.actor, found.changed)
    about = (clauses, target.version, target.command.verb, words, found.reason, found.by)
    money = _by_player(table.purses(), again.purses(), moved)
    if isinstance(command, CorrectEntry) and table.spec.second_person:
        proposed = CorrectionProposed(*about, money, found.payouts)
        table.proposed[target.version] = proposed
        table.record_moves((proposed,), [])
        return (proposed,)
    counts = tuple(len(kept.events) for kept in replayed)
    event = EntryCorrected(*about, counts, money, found.confirmed_by, found.payouts)
    table.proposed.pop(target.version, None)
    return _adopt(table, again, event, replayed, moved, found.place)


def _read(table: "Table", book: CorrectionBook, actor: Actor, command: Command) -> Correction | Refusal:
    """Returns what a command corrects, or why it cannot."""
    if isinstance(command, UndoEntry):
        last = book.last_of_staff()
        if last is None:
            return Refusal("correction", "there is no entry to undo", (), table.rulebook)
        return Correction(book.place_of(last.version), None, UNDONE, actor.name)
    assert isinstance(command, CorrectEntry | ConfirmCorrection)
    place = book.place_of(command.version)
    if place < 0:
        return _unknown(table, book, command.version)
    if isinstance(command, CorrectEntry):
        return _changed(table, place, book.entries[place], actor, command)
    proposed = table.proposed.get(command.version)
    if proposed is None:
        text = f"no correction of entry {command.version} waits for a second person"
        return Refusal("correction", text, (), table.rulebook)
    if proposed.by == actor.name:
        return Refusal("second_person", f"{actor.name} proposed it: another person confirms it", (), table.rulebook)
    parsed = table.parse(book.entries[place].actor, proposed.words) if proposed.words else None
    if isinstance(parsed, Refusal):
        return parsed
    return Correction(place, parsed, proposed.reason, proposed.by, actor.name, proposed.payouts)


def _changed(
    table: "Table", place: int, target: KeptEntry, actor: Actor, command: CorrectEntry
) -> Correction | Refusal:
    """Returns what a supervisor changes of an entry: a payout, or its command."""
    try:
        paid = read_payout(command.becomes)
        changed = target.command if paid else table.changed_command(target.command, command.becomes)
    except ValueError as error:
        return Refusal("words", str(error), (), table.rulebook)
    payouts = merged(target.payouts, paid) if paid else target.payouts
    return Correction(place, changed, command.reason, actor.name, payouts=payouts if changed is not None else ())


def _replay(again: "Table", book: CorrectionBook, found: Correction) -> list[KeptEntry] | Refusal:
    """Executes the changed entry and those after it on the table before it; refuses where one does not fit any more."""
    target, later = book.entries[found.place], book.entries[found.place + 1 :]
    replayed: list[KeptEntry] = []
    changed = () if found.changed is None else (replace(target, command=found.changed, payouts=found.payouts),)
    for step in (*changed, *later):
        done = again.attend(step.actor, step.command)
        if step.payouts and not isinstance(done, Refusal):
            done = pay_otherwise(again, done, step.payouts)
        if isinstance(done, Refusal):
            if step.payouts and step in changed:
                return done
            words = again.grammar.words(step.command)
            text = f"entry {step.version} ('{words}') does not fit after the correction: {done.message}"
            return Refusal("correction", text, done.clauses, again.rulebook)
        replayed.append(replace(step, events=done, moved=again.moved))
    return replayed


def absorb_correction(table: "Table", entry: Entry) -> None:
    """Applies a correction of the log: the stored events replace those since the corrected entry."""
    book = table.corrections
    assert book is not None, "a table without corrections has an entry of one"
    event: EntryCorrected = entry.events[0]
    place = book.place_of(event.version)
    again = book.before(place)
    steps = book.entries[place + 1 :]
    if event.words:
        changed = again.parse(book.entries[place].actor, event.words)
        assert not isinstance(changed, Refusal), changed
        steps = [replace(book.entries[place], command=changed, payouts=event.payouts), *steps]
    at, replayed = 1, []
    for step, count in zip(steps, event.counts, strict=True):
        kept = replace(step, events=entry.events[at : at + count])
        again.absorb(kept.entry())
        replayed.append(replace(kept, moved=again.moved))
        at += count
    moved = _difference(book.entries[place:], replayed)
    assert not isinstance(moved, str), moved
    table.proposed.pop(event.version, None)
    _adopt(table, again, event, replayed, moved, place)


def absorb_entry(table: "Table", entry: Entry, apply: Callable[[Entry], None]) -> None:
    """Applies an entry of the log by ``apply`` and keeps it for corrections; a correction replaces what it corrects."""
    if is_correction(entry):
        absorb_correction(table, entry)
        return
    book = table.corrections
    command = None if book is None else entry.command or table.parse(entry.actor, entry.words)
    apply(entry)
    if entry.words == OPENING:
        table.keep_entries()
    elif book is not None and command is not None and not isinstance(command, (Refusal, *CORRECTIONS)):
        book.note(KeptEntry(table.version, entry.actor, command, entry.events, table.moved))


def _adopt(  # noqa: PLR0917 # the parts of one correction
    table: "Table",
    again: "Table",
    event: EntryCorrected,
    replayed: list[KeptEntry],
    moved: tuple[Movement, ...],
    place: int,
) -> tuple[Any, ...]:
    """Puts the replayed table in the place of the old one; returns the events of the correction."""
    book = table.corrections
    assert book is not None
    events = (event, *(each for kept in replayed for each in kept.events))
    version = table.version + len(events)
    own = {name: table.__dict__[name] for name in ("log", "keeps_log", "opening", "corrections", "proposed")}
    table.__dict__.update(again.__dict__ | own)
    book.entries[place:] = replayed
    table.version = version
    table.booked(event, moved)
    return events


def _unknown(table: "Table", book: CorrectionBook, version: int) -> Refusal:
    recent = tuple(str(kept.version) for kept in book.entries[-8:])
    text = f"there is no entry {version} that can be corrected: it is named by the version after it"
    return Refusal("correction", text, (), table.rulebook, tuple(f"correct {each} REASON" for each in recent))


# --- money ---------------------------------------------------------------------------------------------------------


def _sums(entries: Iterable[KeptEntry]) -> dict[str, dict[str, int]]:
    """Returns what the movements of entries change, by player and kind of account."""
    sums: dict[str, dict[str, int]] = {}
    for kept in entries:
        for moved in kept.moved:
            own = sums.setdefault(moved.player, {})
            for account, cents in zip(_FLOWS[moved.kind], (-moved.amount, moved.amount), strict=True):
                own[account] = own.get(account, 0) + cents
    return sums


def _difference(old: Sequence[KeptEntry], new: Sequence[KeptEntry]) -> tuple[Movement, ...] | str:
    """Returns the movements from the booked state to the corrected one; a message where money has left the table."""
    before, after = _sums(old), _sums(new)
    found: list[Movement] = []
    for player in dict.fromkeys((*before, *after)):
        was, now = before.get(player, {}), after.get(player, {})
        change = {name: now.get(name, 0) - was.get(name, 0) for name in ("wallet", "gone", "cage", "purse", "stakes")}
        if change["wallet"] or change["gone"]:
            return f"{player} has left the table with the money: the difference cannot be booked"
        found += _transfers(player, -change["cage"], change["purse"], change["stakes"])
    return tuple(sorted(found, key=lambda moved: _ORDER.index(moved.kind)))


def _transfers(player: str, brought: int, purse: int, stakes: int) -> Iterable[Movement]:
    """Yields the movements of one player: chips of the cage, then between purse and stakes, the rest with the bank."""
    purse -= brought
    direct = min(max(purse, 0), max(-stakes, 0)) - min(max(-purse, 0), max(stakes, 0))
    purse, stakes = purse - direct, stakes + direct
    amounts = {
        "chips": brought,
        "redeem": -brought,
        "back": direct,
        "wager": -direct,
        "win": purse,
        "unwin": -purse,
        "unlose": stakes,
        "lose": -stakes,
    }
    for kind, cents in amounts.items():
        if cents > 0:
            yield Movement(player, kind, cents, "correction")


def _by_player(
    before: dict[str, int], after: dict[str, int], moved: Iterable[Movement]
) -> tuple[tuple[str, int, int], ...]:
    """Returns for each player whom a correction concerns the money at the table before and after it."""
    names = sorted({each.player for each in moved})
    return tuple((name, before.get(name, 0), after.get(name, 0)) for name in names)


# --- the log -------------------------------------------------------------------------------------------------------


def effective_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Returns the entries in force of a whole log: each correction replaces what it corrects."""
    return [entry for _, entry in entries_in_force(entries)]


def entries_in_force(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Returns the entries in force of a whole log, each with the version that names it."""
    version, kept = 0, list[tuple[int, Entry]]()
    for entry in entries:
        version += len(entry.events)
        event = entry.events[0] if entry.events else None
        if isinstance(event, CorrectionProposed):
            continue
        if not isinstance(event, EntryCorrected):
            kept.append((version, entry))
            continue
        place = next(nth for nth, (named, _) in enumerate(kept) if named == event.version)
        steps = kept[place + 1 :]
        if event.words:
            named, old = kept[place]
            steps = [(named, Entry(old.id, old.actor, event.words, ())), *steps]
        at, again = 1, []
        for (named, old), count in zip(steps, event.counts, strict=True):
            again.append((named, replace(old, events=entry.events[at : at + count])))
            at += count
        kept[place:] = again
    return kept


def is_correction(entry: Entry) -> bool:
    """Whether an entry of a log is a correction."""
    return bool(entry.events) and isinstance(entry.events[0], EntryCorrected) and entry.words != OPENING
