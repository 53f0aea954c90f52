"""Writes the log of a blackjack table as a ``.pit`` file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.card_headers import card_headers
from pitboss.games.blackjack.draws import CardDraws
from pitboss.games.blackjack.floor import expand
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.shorthand import read_line
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.base import Entry, TableSpec
from pitboss.games.live.events import LiveEvent
from pitboss.games.live.fairness import FairnessRecord
from pitboss.games.live.pit_writer import PitWriter, Purses, money_lines, pit_text, purses_of
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import Limits, TableRules
from pitboss.pit import Act


class BlackjackSnapshot(Struct, frozen=True):
    """A blackjack table before a round."""

    purses: Purses
    minimum: int
    maximum: int
    seats: dict[int, str]
    orders: tuple[tuple[tuple[int, ...], ...], ...]
    burnt: tuple[int, ...]
    prizes: int


class BlackjackPitWriter(PitWriter):
    """Writes the log of a blackjack table."""

    grammar = GRAMMAR

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        self.draws = CardDraws(rules, self.seeds)

    def parse(self, line: Act) -> cmd.Command:
        """Parses a line, in which the box may be omitted."""
        short = expand(self.rules, self.draws.state, line) if self.spec.floor else line
        return read_line(self.rules, self.draws.state, short)

    def leaving_steps(self, event: Any) -> Iterator[cmd.Command]:
        """Yields wagers taken back and seats given up."""
        if isinstance(event, ev.BetsTakenBack):
            yield cmd.Withdraw(player=event.player, box=event.box)
        elif isinstance(event, ev.SeatLeft):
            yield cmd.Leave(player=event.player, box=event.box)

    def follow(self, entry: Entry) -> bool:
        """Applies an entry; returns True where a round ended in it."""
        ended = False
        if self.draws.state.stage == Stage.DEAL and isinstance(self.command_of(entry), cmd.ReportIrregularity):
            self.draws.deal_waits()
        for event in entry.events:
            self.seeds.follow(event)
            self.follow_purse(event, self.draws.state.money)
            if isinstance(event, LiveEvent):
                continue
            self.draws.follow(event)
            if isinstance(event, ev.PlayerJoined):
                self.bought_in[event.player] = self.bought_in.get(event.player, 0) + event.money
            ended = ended or isinstance(event, ev.RoundEnded)
        self.draws.prizes_in(entry.events)
        self.round = self.draws.state.round
        return ended

    def chance(self) -> list[str]:
        """Returns the orders of the shoe and the prizes."""
        prizes = [prize.cents for prize in self.draws.prizes]
        double = self.rules.terms.shoe is ShoeKind.DOUBLE
        return list(card_headers(self.draws.orders(), prizes, double=double))

    def money(self) -> Mapping[str, int]:
        """Returns what each player holds or has cashed out."""
        return {name: cents + self.cashed_out.get(name, 0) for name, cents in self.draws.state.money.items()}

    def records(self) -> list[FairnessRecord]:
        """Returns the records of shoes and prizes."""
        return self.draws.records()

    def take_records(self) -> list[FairnessRecord]:
        """Returns the records of the revealed seeds and drops them."""
        return self.draws.take_records()

    def round_alone(self, entries: Sequence[Entry], wanted: int, title: str) -> str:
        """Returns the file of one round: it starts with the limits, money and seats from before the round."""
        before = self.read_round(entries, wanted, self._snapshot, self.lines_of)
        if before is None:
            return ""
        left = before.purses.after(self)
        self.bought_in = before.purses.for_round(self)
        limits = Limits(before.minimum, before.maximum, self.rules.limits.step)
        self.rules = replace(self.rules, limits=limits)
        prizes = [prize.cents for prize in self.draws.prizes[before.prizes :]]
        double = self.rules.terms.shoe is ShoeKind.DOUBLE
        chance = card_headers(_since(before, self.draws.orders()), prizes, double=double)
        sitting = sorted(before.seats.items())
        seats = [GRAMMAR.line(cmd.Sit(player=name, box=box)) for box, name in sitting]
        return pit_text(self.round_header(title), chance, ["---"], seats, self.lines, money_lines(left))

    def _snapshot(self) -> BlackjackSnapshot:
        draws, state = self.draws, self.draws.state
        return BlackjackSnapshot(
            purses=purses_of(self, state.money),
            minimum=state.minimum,
            maximum=state.maximum,
            seats=dict(state.seats),
            orders=draws.orders(),
            burnt=draws.burnt_now(),
            prizes=len(draws.prizes),
        )


def _since(before: BlackjackSnapshot, orders: tuple[tuple[tuple[int, ...], ...], ...]) -> list[list[tuple[int, ...]]]:
    """Returns the orders after the snapshot: the rest of the current filling behind its burnt card, then the others."""
    sides = []
    for old, now, burnt in zip(before.orders, orders, before.burnt, strict=True):
        rest = list(now[len(old) - 1 :])
        first = rest[0][len(old[-1]) :]
        rest[0] = (burnt, *first) if burnt >= 0 else first
        sides.append(rest)
    return sides
