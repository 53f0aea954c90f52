"""The log of a live table read again: as a ``.pit`` file that replays, a round of it, and what its seeds brought."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pitboss.atoms import wheel as numbers_of
from pitboss.blackjack import events as happened
from pitboss.law.resolve import TableRules
from pitboss.law.ways import ShoeKind
from pitboss.money import amount_text
from pitboss.notation.pit import Act
from pitboss.roulette import State as WheelState
from pitboss.roulette import apply as apply_wheel
from pitboss.roulette import events as wheel
from pitboss.table.draws import CardDraws, Seedbook, WheelDraws
from pitboss.table.fair import FairnessRecord
from pitboss.table.live_base import Entry, TableSpec, is_aside, spoken
from pitboss.table.live_events import LiveEvent, OutcomeAwaited, PurseFilled, PurseTaken
from pitboss.table.log import chance_lines, limits_text
from pitboss.table.typed import with_box
from pitboss.tournament import State as CupState
from pitboss.tournament import apply as apply_cup
from pitboss.tournament import events as cup
from pitboss.tournament.rules import TournamentRules

#: Words of the live table that no file has.
_NO_LINE = ("join", "contribute", "ready", "card", "prize")


class Story:
    """A log that is being read: for each game the lines that its entries make, and what chance brought."""

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        self.spec = spec
        self.rules = rules
        self.book = Seedbook()
        self.lines: list[str] = []
        #: What everybody has brought and taken away.
        self.brought: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        self.round = 0
        self.waits_at: int | None = None

    def read(self, entries: Iterable[Entry], upto: int = 0) -> None:
        """All entries, or those until a round has ended."""
        for entry in entries:
            lines = self.lines_of(entry)
            if any(isinstance(event, OutcomeAwaited) and event.kind for event in entry.events):
                self.waits_at = len(self.lines) if lines or self.waits_at is None else self.waits_at
            elif not is_aside(entry.words):
                self.waits_at = None
            self.lines += lines
            ended = self.follow(entry)
            if upto and ended and self.round >= upto:
                return

    def lines_of(self, entry: Entry) -> list[str]:
        """The lines of play that say what an entry did."""
        line = spoken(entry.actor, entry.words)
        if entry.words == "open" or not isinstance(line, Act) or line.verb in _NO_LINE:
            return []
        if line.verb == "leave" and not line.words:
            return [text for event in entry.events for text in self.left(event)]
        return [str(self.whole(line))]

    def whole(self, line: Act) -> Act:
        """A line with all its words."""
        return line

    def left(self, event: Any) -> Iterator[str]:
        """The lines that somebody's going means."""
        yield from ()

    def follow(self, entry: Entry) -> bool:
        """Folds an entry; True where a round ended in it."""
        raise NotImplementedError

    def _purse(self, event: Any) -> None:
        if isinstance(event, PurseFilled):
            self.brought[event.player] = self.brought.get(event.player, 0) + event.amount
        elif isinstance(event, PurseTaken):
            self.taken[event.player] = self.taken.get(event.player, 0) + event.amount

    def header(self, title: str) -> list[str]:
        """What the operator chose and who came."""
        lines = [f"title: {title}", f"rulebook: {self.rules.rulebook}", f"limits: {limits_text(self.rules.limits)}"]
        if self.spec.choices:
            lines.append(f"options: {' '.join(f'{name}={value}' for name, value in self.spec.choices.items())}")
        if self.brought:
            purses = " ".join(f"{name}={amount_text(cents)}" for name, cents in self.brought.items())
            lines.append(f"players: {purses}")
        return lines

    def chance(self) -> list[str]:
        """What chance brought, as headers."""
        raise NotImplementedError

    def money(self) -> Mapping[str, int]:
        """What everybody holds or has taken away."""
        return {}

    def text(self, title: str) -> str:
        """The file; a command that waits for a card is left out, and then no money is expected."""
        waits = self.waits_at is not None
        lines = [*self.header(title), *self.chance(), "---", *self.lines[: self.waits_at]]
        if not waits:
            lines += [f"? money {player} {amount_text(cents)}" for player, cents in self.money().items()]
        return "".join(f"{line}\n" for line in lines)

    def records(self) -> list[FairnessRecord]:
        """What can be checked of chance."""
        raise NotImplementedError


class BlackjackStory(Story):
    """The log of a table of blackjack."""

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        self.draws = CardDraws(rules, self.book)

    def whole(self, line: Act) -> Act:
        """With the box that was meant."""
        return replace(line, words=with_box(self.rules, self.draws.state, line))

    def left(self, event: Any) -> Iterator[str]:
        """Wagers taken back and seats given up."""
        if isinstance(event, happened.BetsTakenBack):
            yield f"{event.player}: withdraw {event.box}"
        elif isinstance(event, happened.SeatLeft):
            yield f"{event.player}: leave {event.box}"

    def follow(self, entry: Entry) -> bool:
        """Folds an entry."""
        ended = False
        for event in entry.events:
            self.book.hears(event)
            self._purse(event)
            if isinstance(event, LiveEvent):
                if isinstance(event, PurseFilled | PurseTaken):
                    sign = 1 if isinstance(event, PurseFilled) else -1
                    self.draws.state.money[event.player] += sign * event.amount
                continue
            self.draws.follow(event)
            if isinstance(event, happened.PlayerJoined):
                self.brought[event.player] = self.brought.get(event.player, 0) + event.money
            ended = ended or isinstance(event, happened.RoundEnded)
        self.draws.prizes_in(entry.events)
        self.round = self.draws.state.round
        return ended

    def chance(self) -> list[str]:
        """Orders and prizes."""
        prizes = [prize.cents for prize in self.draws.prizes]
        double = self.rules.terms.shoe is ShoeKind.DOUBLE
        return list(chance_lines(self.draws.orders(), prizes, double=double))

    def money(self) -> Mapping[str, int]:
        """What everybody holds or has taken away."""
        return {name: cents + self.taken.get(name, 0) for name, cents in self.draws.state.money.items()}

    def records(self) -> list[FairnessRecord]:
        """Shoes and prizes."""
        return self.draws.records()


class RouletteStory(Story):
    """The log of a roulette table."""

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        self.state = WheelState()
        self.draws = WheelDraws(self.book, numbers_of.HIGHEST)

    def whole(self, line: Act) -> Act:
        """A number that was read is a spin."""
        return replace(line, verb="spin", words=line.words[1:]) if line.verb == "number" else line

    def left(self, event: Any) -> Iterator[str]:
        """Wagers taken back and chips handed in."""
        if isinstance(event, wheel.WagerWithdrawn):
            yield f"{event.player}: withdraw {event.kind} {event.place}".rstrip()
        elif isinstance(event, wheel.ChipsTakenIn):
            yield f"house: chips {event.player} {event.colour} 0"

    def follow(self, entry: Entry) -> bool:
        """Folds an entry."""
        ended = False
        for event in entry.events:
            self._purse(event)
            if isinstance(event, LiveEvent):
                if isinstance(event, PurseFilled | PurseTaken):
                    sign = 1 if isinstance(event, PurseFilled) else -1
                    self.state.money[event.player] += sign * event.amount
                continue
            apply_wheel(self.state, event)
            if isinstance(event, wheel.PlayerJoined):
                self.brought[event.player] = self.brought.get(event.player, 0) + event.money
            self.round += isinstance(event, wheel.RoundBegan)
            ended = ended or isinstance(event, wheel.RoundEnded)
        self.draws.follow(entry.events)
        return ended

    def chance(self) -> list[str]:
        """The numbers."""
        return [f"spins: {' '.join(map(str, self.draws.listed))}"] if self.draws.listed else []

    def money(self) -> Mapping[str, int]:
        """What everybody holds or has taken away."""
        return {name: cents + self.taken.get(name, 0) for name, cents in self.state.money.items()}

    def records(self) -> list[FairnessRecord]:
        """Spins."""
        return self.draws.records()


class TournamentStory(Story):
    """The log of a tournament."""

    def __init__(self, spec: TableSpec, rules: TableRules[Any], tournament: TournamentRules) -> None:
        super().__init__(spec, rules)
        self.tournament = tournament
        self.state = CupState()
        self.draws: dict[int, CardDraws] = {}
        self._as_it_lies: set[int] = set()

    def whole(self, line: Act) -> Act:
        """Who enters is entered by the house."""
        if line.verb == "enter" and line.actor != "house":
            return Act("house", "enter", (line.actor,))
        return line

    def follow(self, entry: Entry) -> bool:
        """Folds an entry."""
        for event in entry.events:
            self.book.hears(event)
            if isinstance(event, cup.SessionBegan):
                play = self.state.tables[event.table].play
                if play.round > 0 and play.shoe.drawn == 0:
                    self._as_it_lies.add(event.table)
            if isinstance(event, cup.AtTable):
                self._at_table(event.table, event.event)
            if not isinstance(event, LiveEvent):
                apply_cup(self.state, event)
            if isinstance(event, cup.SessionBegan):
                self._draws(event.table).state = self.state.tables[event.table].play.__class__()
            self.round += isinstance(event, cup.RoundCounted)
        return any(isinstance(event, cup.RoundCounted) for event in entry.events)

    def _draws(self, table: int) -> CardDraws:
        if table not in self.draws:
            self.draws[table] = CardDraws(self.tournament.table, self.book, f"t{table} ")
        return self.draws[table]

    def _at_table(self, table: int, event: happened.Event) -> None:
        again = isinstance(event, happened.Shuffled) and table in self._as_it_lies
        self._draws(table).follow(event, shuffled_before=again)
        if again:
            self._as_it_lies.discard(table)

    def header(self, title: str) -> list[str]:
        """A tournament's file names no purses: players play in chips."""
        return [line for line in super().header(title) if not line.startswith("players:")]

    def chance(self) -> list[str]:
        """The cards of each table."""
        return [
            line
            for number, draws in sorted(self.draws.items())
            for line in chance_lines(draws.orders(), (), suffix=f".t{number}")
        ]

    def records(self) -> list[FairnessRecord]:
        """The shoes of every table."""
        return [record for draws in self.draws.values() for record in draws.records()]
