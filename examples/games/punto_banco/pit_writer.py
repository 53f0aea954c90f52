"""Writes the log of a table as a ``.pit`` file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pitboss.cards import card_names
from pitboss.games.commands import Command
from pitboss.games.live.base import Entry, TableSpec
from pitboss.games.live.fairness import FairnessRecord
from pitboss.games.live.pit_writer import PitWriter, Purses, money_lines, pit_text, purses_of
from pitboss.law import TableRules

from . import commands as cmd
from . import events as ev
from .state import State, apply


class PuntoPitWriter(PitWriter):
    """Follows a log and writes its lines and cards."""

    grammar = cmd.GRAMMAR

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        self.state = State()
        #: The cards of each shoe; the first listed card of the file.
        self.shoes: list[list[int]] = [[]]
        self.first = 0

    def leaving_steps(self, event: Any) -> Iterator[Command]:
        """Yields the wagers that a leaving player takes back."""
        if isinstance(event, ev.BetWithdrawn):
            yield cmd.WithdrawBet(player=event.player, place=event.place)

    def follow(self, entry: Entry) -> bool:
        """Applies an entry; returns True where a round ended in it."""
        for event in entry.events:
            self.seeds.follow(event)
            self.follow_purse(event, self.state.money)
            match event:
                case ev.PlayerJoined():
                    self.bought_in[event.player] = event.money
                case ev.ShoeShuffled():
                    self.shoes.append([])
                case ev.CardDealt():
                    self.shoes[-1].append(event.card)
            if isinstance(event, ev.PuntoEvent):
                apply(self.state, event)
        self.round = self.state.round
        return any(isinstance(event, ev.CoupEnded) for event in entry.events)

    def _cards(self) -> list[int]:
        return [card for shoe in self.shoes for card in shoe]

    def chance(self) -> list[str]:
        """Returns the listed cards."""
        cards = self._cards()[self.first :]
        return [f"cards: {card_names(cards)}"] if cards else []

    def money(self) -> Mapping[str, int]:
        """Returns what each player holds or has cashed out."""
        return {name: cents + self.cashed_out.get(name, 0) for name, cents in self.state.money.items()}

    def records(self) -> list[FairnessRecord]:
        """Returns one record per shoe."""
        decks = self.rules.terms.decks
        return [
            self.seeds.record(f"shoe {number}", "shoe", cards, decks=decks) for number, cards in enumerate(self.shoes)
        ]

    def round_alone(self, entries: Sequence[Entry], wanted: int, title: str) -> str:
        """Returns the file of one round: it starts with the money from before the round."""
        before = self.read_round(entries, wanted, self._snapshot, self.lines_of)
        if before is None:
            return ""
        purses, self.first = before
        left, self.bought_in = purses.after(self), purses.for_round(self)
        return pit_text(self.round_header(title), self.chance(), ["---"], self.lines, money_lines(left))

    def _snapshot(self) -> tuple[Purses, int]:
        return purses_of(self, self.state.money), len(self._cards())
