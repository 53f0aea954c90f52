"""A table of punto banco: executes commands, moves money, publishes seeds, and shows itself."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self

from pitboss.games.commands import Command, Contribute, DeclareReady, JoinTable, LeaveTable
from pitboss.games.events import Codec, leaves
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import (
    ALL_READY,
    OPENING,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Movement,
    Role,
    RolePlan,
    TableSpec,
)
from pitboss.games.live.cash import Moves, filled, joined, taken
from pitboss.games.live.events import (
    LIVE_EVENTS,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.forms import command_forms
from pitboss.games.live.table import Done, Handler, Table
from pitboss.games.live.views import BoardCard, BoardView, BoardYou
from pitboss.law import Refusal

from . import commands as cmd
from . import events as ev
from .chance import FairShoe, UnknownCard
from .decide import Chance, decide, refusal_of
from .state import State, apply
from .terms import PuntoRules
from .view import card_of, view_of


def _placed(till: Any, state: Any, event: ev.BetPlaced) -> Moves:
    return (Movement(event.player, "wager", event.amount, event.place, event.clauses),)


def _withdrawn(till: Any, state: Any, event: ev.BetWithdrawn) -> Moves:
    return (Movement(event.player, "back", event.amount, event.place, event.clauses),)


def _settled(till: Any, state: Any, event: ev.BetSettled) -> Moves:
    if event.net < 0:
        return (Movement(event.player, "lose", event.amount, event.place, event.clauses),)
    back = Movement(event.player, "back", event.amount, event.place, event.clauses)
    return (back, Movement(event.player, "win", event.net, event.place, event.clauses)) if event.net else (back,)


#: What each event moves.
MOVERS: Mapping[type, Callable[..., Moves]] = {
    ev.PlayerJoined: joined,
    PurseFilled: filled,
    PurseTaken: taken,
    ev.BetPlaced: _placed,
    ev.BetWithdrawn: _withdrawn,
    ev.BetSettled: _settled,
}


class PuntoTable(Table):
    """A table of punto banco."""

    game: ClassVar[str] = "punto_banco"
    codec: ClassVar[Codec] = Codec((*leaves(ev.PuntoEvent), *LIVE_EVENTS))
    grammar: ClassVar[Grammar] = cmd.GRAMMAR
    roles: ClassVar[RolePlan] = RolePlan(
        frozenset(("bet", "withdraw", "join", "leave", "contribute", "ready")),
        frozenset(("deal",)),
        frozenset(("deal",)),
    )

    def __init__(self, spec: TableSpec, rules: PuntoRules, secret: bytes, chance: Chance | None = None) -> None:
        if spec.cards_are_read:
            raise ValueError("a table of punto banco deals from its own shoe: cards cannot be entered")
        super().__init__(spec, rules, secret)
        self.rules: PuntoRules = rules
        self.state = State()
        self._use(chance or FairShoe(secret, rules.terms.decks))

    def _use(self, chance: Chance) -> None:
        self._chance = chance
        self._fair = chance if isinstance(chance, FairShoe) else None

    def copy_into(self, other: Self) -> None:
        """Gives a copy its own state and cards."""
        other.state = deepcopy(self.state)
        other._use(deepcopy(self._chance))

    def open_now(self) -> None:
        """Opens the table."""
        limits, terms = self.rules.limits, self.rules.terms
        opened = ev.TableOpened(self.rules.cite("decks"), limits.minimum, limits.maximum, terms.decks)
        self.opening = Entry("", THE_HOUSE, OPENING, self._done([opened]))

    def _done(self, events: Sequence[Any]) -> tuple[Any, ...]:
        """Applies events that were decided, publishes seeds, and records the movements."""
        for event in events:
            self._fold(event)
        seeds = self.seeds.publish(self._fair, hidden=False, closed=False) if self._fair is not None else []
        everything = (*events, *seeds)
        self.record_moves(everything, self._moves_of(everything))
        return everything

    def _moves_of(self, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        known = [event for event in events if type(event) in MOVERS]
        return [(event, moved) for event in known if (moved := MOVERS[type(event)](None, self.state, event))]

    def _fold(self, event: Any) -> None:
        """Applies one event."""
        match event:
            case PurseFilled():
                self.state.money[event.player] += event.amount
            case PurseTaken():
                self.state.money[event.player] -= event.amount
                self.present.discard(event.player)
            case PlayerReady():
                self.ready[event.player] = str(self.state.round)
            case ev.PuntoEvent():
                apply(self.state, event)
        if isinstance(event, PurseFilled | ev.PlayerJoined):
            self.present.add(event.player)

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log."""
        self.absorb_duties(entry)
        for event in entry.events:
            self._fold(event)
            if isinstance(event, SeedCommitted):
                self.seeds.committed.add(event.seed)
            elif self._fair is not None and isinstance(event, SeedRevealed):
                self._fair.forget(event.seed)
            elif self._fair is not None:
                self._fair.hears(event)
        if entry.words == OPENING:
            self.opening = entry
        self.record_moves(entry.events, self._moves_of(entry.events))

    # --- commands ------------------------------------------------------------------------------------------------

    def carry_out(self, command: Command) -> Done:
        """Executes a command of the game."""
        try:
            events = decide(self.rules, self.state, command, self._chance)
        except UnknownCard as unknown:
            return Refusal("card_awaited", str(unknown), (), self.rulebook)
        return events if isinstance(events, Refusal) else self._done(events)

    def foresee(self, command: Command) -> Done:
        """Returns the events of a command that need no card."""
        refusal = refusal_of(self.rules, self.state, command)
        if refusal is not None or isinstance(command, cmd.Deal):
            return refusal or ()
        events = decide(self.rules, self.state, command, self._chance)
        return events if isinstance(events, Refusal) else tuple(events)

    def _join(self, command: JoinTable) -> Done:
        kind: type[PurseFilled | ev.PlayerJoined] = (
            PurseFilled if command.player in self.state.money else ev.PlayerJoined
        )
        return self._done([kind((), command.player, command.money)])

    def _leave(self, command: LeaveTable) -> Done:
        """Withdraws the player's wagers and cashes out."""
        player = command.player
        if player not in self.present:
            return self.rules.refuse("own_money", f"{player} is not at the table")
        back = [
            ev.BetWithdrawn(self.rules.cite("withdrawal"), name, place, amount)
            for (name, place), amount in self.state.bets.items()
            if name == player
        ]
        money = self.state.money[player] + sum(event.amount for event in back)
        return self._done([*back, PurseTaken((), player, money)])

    def _contribute(self, command: Contribute) -> Done:
        if self._fair is None:
            return Refusal("seed", "the cards of this table are not drawn from seeds", (), self.rulebook)
        added = self.seeds.contribute(self._fair, command, self.present, self.rulebook)
        return added if isinstance(added, Refusal) else self._done(added)

    def _ready(self, command: DeclareReady) -> Done:
        if all(name != command.player for name, _ in self.state.bets):
            return self.rules.refuse("needs_wager", f"{command.player} has no wager for the next coup")
        return self._done([PlayerReady((), command.player)])

    handlers: ClassVar[Mapping[type, Handler]] = {
        JoinTable: _join,
        LeaveTable: _leave,
        Contribute: _contribute,
        DeclareReady: _ready,
    }

    # --- what others ask of a table ------------------------------------------------------------------------------

    def legal_actions(self) -> list[cmd.PlaceBet]:
        """Returns the least wager of every player on each place that is open to them."""
        bets = [
            cmd.PlaceBet(player=name, place=place.name, amount=self.rules.limits.minimum)
            for name in sorted(self.present)
            for place in self.card().places
        ]
        return [bet for bet in bets if refusal_of(self.rules, self.state, bet) is None]

    def purses(self) -> dict[str, int]:
        """Returns the money of each player at the table."""
        return dict(self.state.money)

    def is_ready(self, player: str) -> bool:
        """Whether the player is ready for the next coup."""
        return self.ready.get(player) == str(self.state.round)

    def dues(self) -> tuple[Due, ...]:
        """The house deals when betting time is over, or when every player with a wager is ready."""
        if not self.state.bets:
            return ()
        ready = self.all_ready(name for name, _ in self.state.bets)
        seconds: float = ALL_READY if ready else self.betting_seconds
        key = f"betting {self.state.round} {seconds}"
        return (Due(key, (), "betting", cmd.Deal(), self.rules.cite("first_cards"), seconds),)

    def card(self) -> BoardCard:
        """Returns the constant part of the view."""
        return card_of(self.rules)

    def public_view(self) -> BoardView:
        """Returns the public view."""
        seeds = self.seeds.commitments(self._fair.wanted(2)) if self._fair is not None else ()
        return view_of(self, seeds)

    def personal_view(self, actor: Actor) -> BoardYou:
        """Returns what concerns one person, with the form of each command."""
        player = actor.role is Role.PLAYER
        return BoardYou(
            name=actor.name,
            role=actor.role,
            money=self.state.money.get(actor.name, 0) if player else 0,
            at_table=player and actor.name in self.present,
            forms=command_forms(self, actor),
        )
