"""Writes the log of a live table, or one round of it, as a ``.pit`` file that replays to the same money."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from pitboss.games.commands import TABLE_COMMANDS, CloseReveals, Command, LeaveTable, MixBeacon, RevealContribution
from pitboss.games.grammar import Grammar, parse_act
from pitboss.games.header import limits_text
from pitboss.games.live.base import OPENING, Actor, Entry, TableSpec, author
from pitboss.games.live.duties import NONE
from pitboss.games.live.events import (
    LIVE_SENTENCES,
    ChipsBrought,
    DutyDue,
    DutyNotAttested,
    LiveEvent,
    OutcomeAwaited,
    PayoutCorrected,
    PurseFilled,
    PurseTaken,
)
from pitboss.games.live.fairness import FairnessRecord
from pitboss.games.live.seed_book import SeedBook
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text
from pitboss.pit import Act

SnapshotT = TypeVar("SnapshotT")


class PitWriter(ABC):
    """Reads the entries of a log in order and collects the lines of the file; each game says how it folds an entry."""

    grammar: ClassVar[Grammar]

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        self.spec = spec
        self.rules = rules
        self.seeds = SeedBook()
        self.lines: list[str] = []
        #: What each player has bought in for and cashed out.
        self.bought_in: dict[str, int] = {}
        self.cashed_out: dict[str, int] = {}
        self.round = 0
        #: How many lines there are before the command that waits for an outcome.
        self.waits_at: int | None = None
        #: Whether each line ends with a comment that names its author.
        self.attributed = False

    def read(self, entries: Iterable[Entry], upto: int = 0) -> None:
        """Reads all entries, or those until the end of round ``upto``."""
        for entry in entries:
            lines = self.lines_of(entry)
            if any(isinstance(event, OutcomeAwaited) and event.kind for event in entry.events):
                self.waits_at = len(self.lines) if lines or self.waits_at is None else self.waits_at
            elif not isinstance(self.command_of(entry), TABLE_COMMANDS) or self._resumes(entry):
                self.waits_at = None
            self.lines += self._attributed(entry, lines) if self.attributed else lines
            self.lines += _payouts(entry)
            ended = self.follow(entry)
            if upto and ended and self.round >= upto:
                return

    def _resumes(self, entry: Entry) -> bool:
        """Whether the last contribution of an entry resumes the command that waited for it."""
        reveals = isinstance(self.command_of(entry), RevealContribution | MixBeacon | CloseReveals)
        return reveals and not all(isinstance(event, LiveEvent) for event in entry.events)

    def _attributed(self, entry: Entry, lines: list[str]) -> list[str]:
        """Returns lines with their author, and a comment for each duty that nobody attested in the entry."""
        missing = [event for event in entry.events if isinstance(event, DutyDue | DutyNotAttested)]
        named = [f"{line:<31} # {_author(entry.actor)}" for line in lines]
        return named + [f"# {LIVE_SENTENCES[type(event)](event)} [{', '.join(event.clauses)}]" for event in missing]

    def lines_of(self, entry: Entry) -> list[str]:
        """Returns the lines of play of an entry."""
        command = self.command_of(entry)
        if isinstance(command, LeaveTable):
            return [self.grammar.line(step) for event in entry.events for step in self.leaving_steps(event)]
        written = None if command is None else self.as_written(command)
        return [] if written is None else [self.grammar.line(written)]

    def command_of(self, entry: Entry) -> Command | None:
        """Returns the command of an entry: as it was given, or parsed from the stored words; None for the opening."""
        if entry.command is not None:
            command: Command = entry.command
            return command
        if entry.words == OPENING:
            return None
        line = parse_act(entry.actor, entry.words)
        return None if isinstance(line, str) else self.parse(line)

    def parse(self, line: Act) -> Command:
        """Parses a line, with the words that a table lets players leave out."""
        return self.grammar.read(line, live=True)

    def as_written(self, command: Command) -> Command | None:
        """Returns a command as a file writes it; None if it has no line for it."""
        return None if command.live else command

    def leaving_steps(self, event: Any) -> Iterator[Command]:
        """Yields the commands for an event of a player who leaves the table."""
        yield from ()

    @abstractmethod
    def follow(self, entry: Entry) -> bool:
        """Applies an entry; returns True where a round ended in it."""

    def follow_purse(self, event: Any, money: dict[str, int] | None = None) -> None:
        """Records a buy-in or a cash-out; with ``money``, also changes the player's money by it.

        A file settles by the rules: the difference of a corrected payout is brought or taken like chips.
        """
        match event:
            case PurseFilled() | ChipsBrought():
                more = event.amount
            case PurseTaken():
                more = -event.amount
            case PayoutCorrected():
                more = event.more
            case _:
                return
        book = self.bought_in if more > 0 else self.cashed_out
        book[event.player] = book.get(event.player, 0) + abs(more)
        if money is not None:
            money[event.player] += more

    def header(self, title: str) -> list[str]:
        """Returns the header lines: rulebook, limits, options and players."""
        lines = [f"title: {title}", f"rulebook: {self.rules.rulebook}", f"limits: {limits_text(self.rules.limits)}"]
        if self.spec.choices:
            lines.append(f"options: {' '.join(f'{name}={value}' for name, value in self.spec.choices.items())}")
        if self.spec.duties:
            lines.append(f"duties: {self.spec.duties}")
        if self.bought_in:
            purses = " ".join(f"{name}={amount_text(cents)}" for name, cents in self.bought_in.items())
            lines.append(f"players: {purses}")
        return lines

    def round_header(self, title: str) -> list[str]:
        """Returns the header lines of the file of one round; the duties of the rounds before are attested."""
        blocks = f"duties: {self.spec.duties}" if self.spec.duties != NONE else ""
        return [line for line in self.header(title) if line != blocks]

    @abstractmethod
    def chance(self) -> list[str]:
        """Returns the header lines that list cards, numbers or prizes."""

    def money(self) -> Mapping[str, int]:
        """Returns what each player holds or has cashed out."""
        return {}

    def text(self, title: str) -> str:
        """Returns the file. It omits a command that waits for an outcome, and then expects no money."""
        waits = self.waits_at is not None
        lines = [*self.header(title), *self.chance(), "---", *self.lines[: self.waits_at]]
        return pit_text(lines, [] if waits else money_lines(self.money()))

    def round_alone(self, entries: Sequence[Entry], wanted: int, title: str) -> str:
        """Returns the file of one round without those before it; empty where the game cannot write one."""
        return ""

    @abstractmethod
    def records(self) -> list[FairnessRecord]:
        """Returns the fairness record of every seed."""

    def take_records(self) -> list[FairnessRecord] | None:
        """Returns the records of the revealed seeds that are complete, and drops them; ``records`` has the others.

        None where the game cannot drop any: its records are then built from the whole log. A writer that dropped
        records cannot write a file any more.
        """
        return None

    def read_round(
        self,
        entries: Iterable[Entry],
        wanted: int,
        snapshot: Callable[[], SnapshotT],
        lines_of: Callable[[Entry], list[str]],
    ) -> SnapshotT | None:
        """Reads to the end of a round and collects its lines alone.

        Returns the snapshot from before the round; None where there is no such round.
        """
        before: SnapshotT | None = None
        for entry in entries:
            if before is not None:
                self.lines += [*lines_of(entry), *_payouts(entry)]
            ended = self.follow(entry)
            if before is None:
                if (entry.words == OPENING and wanted == 1) or (ended and self.round == wanted - 1):
                    before = snapshot()
            elif ended and self.round >= wanted:
                return before
        return None


class Purses(Struct, frozen=True):
    """What each player held before a round, and had bought in for and cashed out until then."""

    held: dict[str, int]
    bought_in: dict[str, int]
    cashed_out: dict[str, int]

    def for_round(self, writer: PitWriter) -> dict[str, int]:
        """Returns what each player had for the round: the money held, and what was bought in since."""
        return {
            name: self.held.get(name, 0) + cents - self.bought_in.get(name, 0)
            for name, cents in writer.bought_in.items()
        }

    def after(self, writer: PitWriter) -> dict[str, int]:
        """Returns what each player holds after the round, or has cashed out since."""
        return {name: cents - self.cashed_out.get(name, 0) for name, cents in writer.money().items()}


def purses_of(writer: PitWriter, held: Mapping[str, int]) -> Purses:
    """Returns a snapshot of the purses."""
    return Purses(dict(held), dict(writer.bought_in), dict(writer.cashed_out))


def money_lines(money: Mapping[str, int]) -> list[str]:
    """Returns the expectations of what each player holds."""
    return [f"? money {name} {amount_text(cents)}" for name, cents in money.items()]


def pit_text(*parts: Iterable[str]) -> str:
    """Returns the text of a file from its lines."""
    return "".join(f"{line}\n" for part in parts for line in part)


def _payouts(entry: Entry) -> list[str]:
    """Returns a comment for each payout of an entry that was not what the rules give."""
    paid = (event for event in entry.events if isinstance(event, PayoutCorrected))
    return [f"# {LIVE_SENTENCES[PayoutCorrected](event)}" for event in paid]


def _author(actor: Actor) -> str:
    return author(actor.name, actor.role.value, actor.means)
