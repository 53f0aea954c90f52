"""Writes the log of a tournament as a ``.pit`` file."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.games.blackjack import events as table_events
from pitboss.games.blackjack.card_headers import card_headers
from pitboss.games.blackjack.draws import CardDraws
from pitboss.games.live.base import HOUSE, Entry, TableSpec
from pitboss.games.live.events import LiveEvent, OutcomeAwaited
from pitboss.games.live.fairness import FairnessRecord
from pitboss.games.live.pit_writer import PitWriter, pit_text
from pitboss.games.tournament import State, apply, tournament_rules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.grammar import GRAMMAR, read_line
from pitboss.law import Refusal
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text
from pitboss.pit import Act


class TournamentPitWriter(PitWriter):
    """Writes the log of a tournament."""

    grammar = GRAMMAR

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        tournament = tournament_rules(rules)
        assert not isinstance(tournament, Refusal), tournament
        self.tournament = tournament
        self.state = State()
        self.draws: dict[int, CardDraws] = {}
        self._keeps_order: set[int] = set()

    def parse(self, line: Act) -> cmd.Command:
        """Parses a line, in which a player need not name the box."""
        return read_line(line, self.state)

    def follow(self, entry: Entry) -> bool:
        """Applies an entry; returns True where a round was counted in it."""
        for event in entry.events:
            self.seeds.follow(event)
            if isinstance(event, ev.SessionBegan):
                play = self.state.tables[event.table].play
                if play.round > 0 and play.shoe.drawn == 0:
                    self._keeps_order.add(event.table)
            if isinstance(event, ev.AtTable):
                self._at_table(event.table, event.event)
            if not isinstance(event, LiveEvent):
                apply(self.state, event)
            if isinstance(event, ev.SessionBegan):
                self._draws(event.table).state = self.state.tables[event.table].play.__class__()
            self.round += isinstance(event, ev.RoundCounted)
        return any(isinstance(event, ev.RoundCounted) for event in entry.events)

    def _draws(self, table: int) -> CardDraws:
        if table not in self.draws:
            self.draws[table] = CardDraws(self.tournament.table, self.seeds, f"t{table} ")
        return self.draws[table]

    def _at_table(self, table: int, event: table_events.Event) -> None:
        again = isinstance(event, table_events.Shuffled) and table in self._keeps_order
        self._draws(table).follow(event, shuffled_before=again)
        if again:
            self._keeps_order.discard(table)

    def header(self, title: str) -> list[str]:
        """Returns the header lines without players: they play in chips."""
        return [line for line in super().header(title) if not line.startswith("players:")]

    def chance(self) -> list[str]:
        """Returns the cards of each table."""
        return [
            line
            for number, draws in sorted(self.draws.items())
            for line in card_headers(draws.orders(), (), suffix=f".t{number}")
        ]

    def records(self) -> list[FairnessRecord]:
        """Returns the records of the shoes of every table."""
        return [record for draws in self.draws.values() for record in draws.records()]

    def take_records(self) -> list[FairnessRecord]:
        """Returns the records of the revealed seeds of every table and drops them."""
        return [record for draws in self.draws.values() for record in draws.take_records()]

    def round_alone(self, entries: Sequence[Entry], wanted: int, title: str) -> str:
        """Returns the session of the round at its table, up to the end of the round.

        Other tables and sessions appear only with their counts. A session cannot start in its middle: no line states
        the chips of a player, the position of the marker, or that the cutting card was reached.
        """
        place = _place_of(entries, wanted)
        if place is None:
            return ""
        table, began, last = place
        units, first = 0, 0
        for number, entry in enumerate(entries[: last + 1]):
            at = self._table_of_entry(entry)
            if at and not (at == table and began < number):
                if any(isinstance(event, ev.PlayerDisqualified) for event in entry.events):
                    return ""  # by the deal, which is left out
            else:
                self.lines += self._lines_at(entry, at)
            begins = any(isinstance(event, ev.SessionBegan) and event.table == table for event in entry.events)
            fillings = len(self.draws[table].fillings) if table in self.draws else 0
            self.follow(entry)
            if begins:
                units += 1
                first = min(fillings, len(self.draws[table].fillings) - 1)
        orders = [*[()] * (units - 1), *self.draws[table].orders()[0][first:]]
        chance = card_headers([orders], (), suffix=f".t{table}")
        players = self.state.tables[table].players
        expected = [f"? chips {name} {amount_text(self.state.chips(name))}" for name in players]
        return pit_text(self.round_header(title), chance, ["---"], self.lines, expected)

    def _table_of_entry(self, entry: Entry) -> int:
        """Returns the table of an entry; 0 for a command about the whole tournament."""
        command = self.command_of(entry)
        at_table = isinstance(command, cmd.PlayAtTable | cmd.NoteLate) or (command is not None and command.live)
        return next((_table_of(event) for event in entry.events if _table_of(event)), 0) if at_table else 0

    def _lines_at(self, entry: Entry, table: int) -> list[str]:
        """Returns the lines of an entry; the house names the table, since other tables may be in play too."""
        command = self.command_of(entry)
        if table and isinstance(command, cmd.PlayAtTable) and command.actor == HOUSE:
            return [self.grammar.line(replace(command, table=table))]
        return self.lines_of(entry)


def _place_of(entries: Sequence[Entry], wanted: int) -> tuple[int, int, int] | None:
    """Returns the table of a round, and the entries in which its session began and the round ended."""
    began: dict[int, int] = {}
    rounds = 0
    for number, entry in enumerate(entries):
        for event in entry.events:
            if isinstance(event, ev.SessionBegan):
                began[event.table] = number
            elif isinstance(event, ev.RoundCounted):
                rounds += 1
                if rounds == wanted:
                    return event.table, began[event.table], number
    return None


def _table_of(event: Any) -> int:
    return event.table if isinstance(event, ev.AtTable | ev.PlayerLate | OutcomeAwaited) else 0
