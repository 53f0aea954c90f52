"""Writes the log of a roulette table as a ``.pit`` file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pitboss.atoms.wheel import HIGHEST
from pitboss.games.live.base import Entry, TableSpec
from pitboss.games.live.events import LiveEvent
from pitboss.games.live.fairness import FairnessRecord
from pitboss.games.live.pit_writer import PitWriter, Purses, money_lines, pit_text, purses_of
from pitboss.games.roulette import State, apply
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.draws import WheelDraws
from pitboss.games.roulette.floor import expand, placed
from pitboss.games.roulette.grammar import GRAMMAR
from pitboss.law.resolve import TableRules
from pitboss.pit import Act


class RouletteSnapshot(Struct, frozen=True):
    """A roulette table before a round, with an empty layout."""

    purses: Purses
    chips: list[str]
    spins: int


class RoulettePitWriter(PitWriter):
    """Writes the log of a roulette table."""

    grammar = GRAMMAR

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        self.state = State()
        self.draws = WheelDraws(self.seeds, HIGHEST, spec.spins_per_seed)

    def parse(self, line: Act) -> cmd.Command:
        """Parses a line, also a short one of the dealer at a floor table."""
        return super().parse(expand(self.rules, line) if self.spec.floor else line)

    def lines_of(self, entry: Entry) -> list[str]:
        """Returns the lines of play of an entry: a call is written as its wagers."""
        command = self.command_of(entry)
        if isinstance(command, cmd.PlaceCall):
            return [GRAMMAR.line(wager) for wager in placed(entry.events, command)]
        return super().lines_of(entry)

    def as_written(self, command: cmd.Command) -> cmd.Command | None:
        """Returns a number that the dealer entered as a spin."""
        return command.spin() if isinstance(command, cmd.EnterNumber) else super().as_written(command)

    def leaving_steps(self, event: Any) -> Iterator[cmd.Command]:
        """Yields wagers taken back and chips handed in."""
        if isinstance(event, ev.WagerWithdrawn):
            yield cmd.WithdrawWager(player=event.player, kind=event.kind, place=event.place)
        elif isinstance(event, ev.ChipsTakenIn):
            yield cmd.GiveChips(who=event.player, colour=event.colour, value=0)

    def follow(self, entry: Entry) -> bool:
        """Applies an entry; returns True where a round ended in it."""
        ended = False
        for event in entry.events:
            self.follow_purse(event, self.state.money)
            if isinstance(event, LiveEvent):
                continue
            apply(self.state, event)
            if isinstance(event, ev.PlayerJoined):
                self.bought_in[event.player] = self.bought_in.get(event.player, 0) + event.money
            self.round += isinstance(event, ev.RoundBegan)
            ended = ended or isinstance(event, ev.RoundEnded)
        self.draws.follow(entry.events)
        return ended

    def chance(self) -> list[str]:
        """Returns the listed numbers."""
        return [f"spins: {' '.join(map(str, self.draws.listed))}"] if self.draws.listed else []

    def money(self) -> Mapping[str, int]:
        """Returns what each player holds or has cashed out."""
        return {name: cents + self.cashed_out.get(name, 0) for name, cents in self.state.money.items()}

    def records(self) -> list[FairnessRecord]:
        """Returns the records of the spins."""
        return self.draws.records()

    def take_records(self) -> list[FairnessRecord]:
        """Returns the records of the revealed seeds and drops them."""
        return self.draws.take_records()

    def round_alone(self, entries: Sequence[Entry], wanted: int, title: str) -> str:
        """Returns the file of one round: it starts with the money and the chips from before the round."""
        before = self.read_round(entries, wanted, self._snapshot, self._round_lines)
        if before is None:
            return ""
        left, at_hand = before.purses.after(self), before.purses.for_round(self)
        gone = [name for name, cents in left.items() if not cents and not at_hand[name]]
        self.bought_in = {name: cents for name, cents in at_hand.items() if name not in gone}
        self.draws.listed = self.draws.listed[before.spins :]
        expected = money_lines({name: cents for name, cents in left.items() if name not in gone})
        return pit_text(self.round_header(title), self.chance(), ["---"], before.chips, self.lines, expected)

    def _snapshot(self) -> RouletteSnapshot:
        colours = self.state.colours.items()
        given = [cmd.GiveChips(who=chip.player, colour=colour, value=chip.value) for colour, chip in colours]
        chips = [GRAMMAR.line(command) for command in given]
        return RouletteSnapshot(purses_of(self, self.state.money), chips, len(self.draws.listed))

    def _round_lines(self, entry: Entry) -> list[str]:
        # an adjustment between rounds belongs to the round before: here it counts as a buy-in
        adjusted = [event for event in entry.events if isinstance(event, ev.WagerAdjusted)]
        if adjusted and not self.state.begun:
            for event in adjusted:
                self.bought_in[event.player] += event.more
            return []
        return self.lines_of(entry)
