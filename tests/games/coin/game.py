"""The coin as a registered game: a live table, a writer of its log, a replay, and the `Game` that names them."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self

from msgspec import Struct

from pitboss.games.commands import Command, Contribute, JoinTable, LeaveTable
from pitboss.games.events import Codec, leaves
from pitboss.games.grammar import Grammar
from pitboss.games.header import DEFAULT_PURSE, read_players
from pitboss.games.live.base import THE_HOUSE, Actor, Due, Entry, Movement, Role, RolePlan, TableSpec
from pitboss.games.live.cash import Moves, filled, joined, taken
from pitboss.games.live.events import (
    LIVE_EVENTS,
    LiveEvent,
    PurseFilled,
    PurseTaken,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.fairness import FairnessRecord, Stream, seed_of
from pitboss.games.live.pit_writer import PitWriter
from pitboss.games.live.table import Done, Handler, Table
from pitboss.games.live.views import PersonView, You
from pitboss.games.registry import Game
from pitboss.law import Refusal, TableRules
from pitboss.money import amount_text, parse_amount
from pitboss.pit import Act, Does, PitFile
from tests.games.coin import engine as coin


class FairCoin:
    """One seed per flip."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.flips = 0
        self.discarded: list[str] = []
        self.closed: set[str] = set()
        self.added: dict[str, list[tuple[str, str]]] = {}

    def flip(self) -> int:
        """Returns the next side."""
        name = f"flip {self.flips}"
        side = Stream(seed_of(self.secret, name), self.added.get(name, ())).at(1).below(2)
        self.advance()
        return side

    def advance(self) -> None:
        """Ends the use of the current seed."""
        self.discarded.append(f"flip {self.flips}")
        self.flips += 1

    def wanted(self, ahead: int) -> list[str]:
        """Returns the seeds to commit by now."""
        return [f"flip {self.flips + more}" for more in range(ahead)]

    def unbegun(self) -> list[str]:
        """Returns the seed to which players may contribute."""
        return [f"flip {self.flips}"]

    def rest(self) -> list[str]:
        """Returns the seed in use."""
        return [f"flip {self.flips}"]

    def hears(self, event: object) -> None:
        """Applies a contribution, or a flip of the log."""
        if isinstance(event, SeedAdded):
            self.added.setdefault(event.seed, []).append((event.player, event.text))
        elif isinstance(event, coin.CoinFlipped):
            self.advance()

    def forget(self, name: str) -> None:
        """Marks a seed as revealed."""
        self.closed.add(name)
        self.discarded = [seed for seed in self.discarded if seed != name]


class CoinView(Struct, frozen=True, kw_only=True):
    """The public view."""

    version: int
    round: int
    people: tuple[PersonView, ...]


class CoinCard(Struct, frozen=True):
    """What does not change."""

    odds: str


def _placed(till: Any, state: Any, event: coin.CoinBetPlaced) -> Moves:
    return (Movement(event.player, "wager", event.amount, event.side, event.clauses),)


def _settled(till: Any, state: Any, event: coin.CoinBetSettled) -> Moves:
    if event.net < 0:
        return (Movement(event.player, "lose", event.amount, "", event.clauses),)
    back = Movement(event.player, "back", event.amount, "", event.clauses)
    return (back, Movement(event.player, "win", event.net, "", event.clauses))


MOVERS: Mapping[type, Callable[..., Moves]] = {
    coin.CoinPlayerJoined: joined,
    PurseFilled: filled,
    PurseTaken: taken,
    coin.CoinBetPlaced: _placed,
    coin.CoinBetSettled: _settled,
}


class CoinTable(Table):
    """A table."""

    game: ClassVar[str] = "coin"
    codec: ClassVar[Codec] = Codec((*leaves(coin.CoinEvent), *LIVE_EVENTS))
    grammar: ClassVar[Grammar] = coin.GRAMMAR
    roles: ClassVar[RolePlan] = RolePlan(
        frozenset(("bet", "join", "leave", "contribute")), frozenset(("flip",)), frozenset(("flip",))
    )

    def __init__(self, spec: TableSpec, rules: coin.CoinRules, secret: bytes, chance: Any = None) -> None:
        super().__init__(spec, rules, secret)
        self.rules: coin.CoinRules = rules
        self.state = coin.CoinState()
        self.coin = FairCoin(secret)

    def copy_into(self, other: Self) -> None:
        """Copies state and coin."""
        other.state, other.coin = deepcopy(self.state), deepcopy(self.coin)

    def open_now(self) -> None:
        """Opens the table."""
        limits = self.rules.limits
        opened = coin.CoinTableOpened(self.rules.cite("limits"), limits.minimum, limits.maximum)
        self.opening = Entry("", THE_HOUSE, "open", self.done([opened]))

    def done(self, events: Sequence[Any]) -> tuple[Any, ...]:
        """Applies events that were decided, publishes seeds, and records the movements."""
        for event in events:
            self.fold(event)
        everything = (*events, *self.seeds.publish(self.coin, hidden=False, closed=False))
        self.record_moves(everything, self.moves(everything))
        return everything

    def moves(self, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """Returns the events that moved money, each with its movements."""
        known = [event for event in events if type(event) in MOVERS]
        return [(event, moved) for event in known if (moved := MOVERS[type(event)](None, self.state, event))]

    def fold(self, event: Any) -> None:
        """Applies one event."""
        if isinstance(event, PurseFilled):
            self.state.money[event.player] += event.amount
        elif isinstance(event, PurseTaken):
            self.state.money[event.player] -= event.amount
        elif not isinstance(event, LiveEvent):
            coin.apply(self.state, event)
        if isinstance(event, PurseFilled | coin.CoinPlayerJoined):
            self.present.add(event.player)
        elif isinstance(event, PurseTaken):
            self.present.discard(event.player)

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log."""
        for event in entry.events:
            self.fold(event)
            self.coin.hears(event)
            if isinstance(event, SeedCommitted):
                self.seeds.committed.add(event.seed)
            elif isinstance(event, SeedRevealed):
                self.coin.forget(event.seed)
        if entry.words == "open":
            self.opening = entry
        self.record_moves(entry.events, self.moves(entry.events))

    def carry_out(self, command: Command) -> Done:
        """Executes a command."""
        events = coin.decide(self.rules, self.state, command, self.coin.flip)
        return events if isinstance(events, Refusal) else self.done(events)

    def foresee(self, command: Command) -> Done:
        """Returns what a command would do, without the flip."""
        if isinstance(command, coin.Flip):
            return ()
        events = coin.decide(self.rules, deepcopy(self.state), command, lambda: 0)
        return events if isinstance(events, Refusal) else tuple(events)

    def buy_in(self, command: JoinTable) -> Done:
        """A player buys in."""
        kind = PurseFilled if command.player in self.state.money else coin.CoinPlayerJoined
        return self.done([kind((), command.player, command.money)])

    def leave(self, command: LeaveTable) -> Done:
        """A player cashes out."""
        player = command.player
        if player not in self.present or player in self.state.bets:
            return self.rules.refuse("flip", f"{player} has a wager, or is not at the table")
        return self.done([PurseTaken((), player, self.state.money[player])])

    def contribute(self, command: Contribute) -> Done:
        """A player adds to the next seed."""
        added = self.seeds.contribute(self.coin, command, self.present, self.rulebook)
        return added if isinstance(added, Refusal) else self.done(added)

    handlers: ClassVar[Mapping[type, Handler]] = {JoinTable: buy_in, LeaveTable: leave, Contribute: contribute}

    def purses(self) -> dict[str, int]:
        """Returns what each player holds."""
        return dict(self.state.money)

    def dues(self) -> tuple[Due, ...]:
        """The house flips when betting time is over."""
        if not self.state.bets:
            return ()
        seconds = self.spec.betting_seconds
        return (Due(f"flip {self.state.round}", (), "betting", coin.Flip(), self.rules.cite("flip"), seconds),)

    def card(self) -> CoinCard:
        """Returns what does not change."""
        return CoinCard(str(self.rules.terms.odds))

    def public_view(self) -> CoinView:
        """Returns the public view."""
        people = tuple(PersonView(name, self.state.money[name]) for name in sorted(self.present))
        return CoinView(version=self.version, round=self.state.round, people=people)

    def personal_view(self, actor: Actor) -> You:
        """Returns what concerns one person."""
        player = actor.role is Role.PLAYER
        money = self.state.money.get(actor.name, 0) if player else 0
        return You(name=actor.name, role=actor.role, money=money, at_table=player and actor.name in self.present)


class CoinPitWriter(PitWriter):
    """Writes the log as a ``.pit`` file."""

    grammar = coin.GRAMMAR

    def __init__(self, spec: TableSpec, rules: TableRules[Any]) -> None:
        super().__init__(spec, rules)
        self.state = coin.CoinState()
        self.sides: list[int] = []

    def follow(self, entry: Entry) -> bool:
        """Applies an entry; returns True where a round ended in it."""
        for event in entry.events:
            self.seeds.follow(event)
            self.follow_purse(event, self.state.money)
            if isinstance(event, coin.CoinPlayerJoined):
                self.bought_in[event.player] = event.money
            elif isinstance(event, coin.CoinFlipped):
                self.sides.append(event.side)
            if not isinstance(event, LiveEvent):
                coin.apply(self.state, event)
        self.round = self.state.round
        return any(isinstance(event, coin.CoinRoundEnded) for event in entry.events)

    def chance(self) -> list[str]:
        """Returns the listed sides."""
        return [f"spins: {' '.join(map(str, self.sides))}"] if self.sides else []

    def money(self) -> Mapping[str, int]:
        """Returns what each player holds or has cashed out."""
        return {name: cents + self.cashed_out.get(name, 0) for name, cents in self.state.money.items()}

    def records(self) -> list[FairnessRecord]:
        """Returns one record per flip."""
        return [
            self.seeds.record(f"flip {number}", "spins", [side], highest=1) for number, side in enumerate(self.sides)
        ]


class CoinPlay:
    """A ``.pit`` file in play."""

    def __init__(self, file: PitFile, rules: coin.CoinRules) -> None:
        self.rules = rules
        self.state = coin.CoinState()
        self.opening: list[coin.CoinEvent] = []
        self.sides = [int(word) for _, value in file.headers("spins") for word in value.split()]
        purses = read_players(file)
        actors = [line.act.actor for line in file.lines if isinstance(line, Does) and line.act.actor != "house"]
        for name in dict.fromkeys((*purses, *actors)):
            coin.apply(self.state, coin.CoinPlayerJoined((), name, purses.get(name, DEFAULT_PURSE)))

    def read(self, act: Act) -> Command:
        """Parses a line."""
        return coin.GRAMMAR.read(act)

    def does(self, command: Command) -> Sequence[coin.CoinEvent] | Refusal:
        """Executes a command."""
        events = coin.decide(self.rules, self.state, command, lambda: self.sides.pop(0))
        if not isinstance(events, Refusal):
            for event in events:
                coin.apply(self.state, event)
        return events

    def release_payment(self) -> Sequence[coin.CoinEvent]:
        """Returns no events: no payment waits for an attestation."""
        return ()

    def refusal(self, command: Command) -> Refusal | None:
        """Returns what forbids a command."""
        found = coin.decide(self.rules, deepcopy(self.state), command, lambda: 0)
        return found if isinstance(found, Refusal) else None

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Compares ``money NAME AMOUNT``."""
        if len(words) != 3 or words[0] != "money":
            raise ValueError("expected 'money NAME AMOUNT'")
        return amount_text(parse_amount(words[2])), amount_text(self.state.money[words[1]])


COIN = Game(
    name="coin",
    terms=coin.CoinTerms,
    grounds=coin.GROUNDS,
    events=coin.CoinEvent,
    sentences=coin.SENTENCES,
    codec=CoinTable.codec,
    table=CoinTable,
    pit_writer=CoinPitWriter,
    replay=CoinPlay,
    view=CoinView,
    card=CoinCard,
    round_ends=(coin.CoinRoundEnded,),
)
