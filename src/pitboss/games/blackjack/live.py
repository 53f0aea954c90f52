"""Blackjack table: executes commands and returns events. The state is a fold of the events."""

from collections.abc import Mapping
from copy import deepcopy
from itertools import takewhile
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from pitboss.games.blackjack import (
    LegalActions,
    State,
    act,
    apply,
    legal_actions,
    open_state,
    refusal_of,
    release_payment,
    resume,
)
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.actions import actions_of, side_refusals
from pitboss.games.blackjack.allowed import allowed_now
from pitboss.games.blackjack.cash import CashFold
from pitboss.games.blackjack.chance import Chance, UnknownOutcome
from pitboss.games.blackjack.deadlines import deadlines_of
from pitboss.games.blackjack.entered_shoe import EnteredShoe, ImpossibleCard
from pitboss.games.blackjack.fair_shoe import FairShoe
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.outcome_entry import EnteredPrize, deferred_command, deferred_words, may_precede
from pitboss.games.blackjack.plan import phase
from pitboss.games.blackjack.roles import ROLES, dealer_refusal
from pitboss.games.blackjack.shoe import decks_by_side
from pitboss.games.blackjack.shoe_source import ShoeSource
from pitboss.games.blackjack.shorthand import parse_anywhere, read_line
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.view import BlackjackCard, BlackjackView, card_of, people_of, table_view
from pitboss.games.blackjack.view_cache import ViewCache
from pitboss.games.commands import Contribute, DeclareReady, LeaveTable
from pitboss.games.events import Codec, leaves
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import (
    ALL_READY,
    OPENING,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Role,
    RolePlan,
    TableSpec,
)
from pitboss.games.live.events import (
    LIVE_EVENTS,
    DutyAttested,
    LiveEvent,
    OutcomeAwaited,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.seeds import AHEAD
from pitboss.games.live.table import Done, Handler, Table
from pitboss.games.live.views import ActionView, You
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.limits import MAX_LINE
from pitboss.pit import Act

_CUTS: Final = (cmd.CutCards, cmd.DeclineCut, cmd.OfferCut)
#: Events of players who come, go, contribute or are ready: what the table waits for stays the same.
_ASIDE: Final = (ev.PlayerJoined, PurseFilled, PurseTaken, SeedAdded, PlayerReady, DutyAttested)


class BlackjackTable(Table):
    """A table of blackjack."""

    game: ClassVar[str] = "blackjack"
    codec: ClassVar[Codec] = Codec((*leaves(ev.Event), *LIVE_EVENTS))
    grammar: ClassVar[Grammar] = GRAMMAR
    roles: ClassVar[RolePlan] = ROLES
    hidden_verbs: ClassVar[frozenset[str]] = frozenset((cmd.EnterCard.verb,))

    def __init__(self, spec: TableSpec, rules: BlackjackRules, secret: bytes, chance: Chance | None = None) -> None:
        super().__init__(spec, rules, secret)
        self.rules: BlackjackRules = self.law
        rules = self.rules
        self.state = State()
        self._cash = CashFold()
        self._view_cache = ViewCache(rules)
        #: The outcome that the dealer enters next; None if the table does not wait for one.
        self.pending: OutcomeAwaited | None = None
        self._use(chance or (EnteredShoe(rules) if spec.cards_are_read else FairShoe(rules, secret)))

    def _use(self, chance: Chance) -> None:
        self._source = ShoeSource(chance)
        self._chance, self._fair, self._reader = chance, self._source.fair, self._source.reader

    def open_now(self) -> None:
        """Opens the table: commits the first seeds and sets ``opening``."""
        fixed = self.seeds.commit(self._fair.wanted(AHEAD)) if self._fair is not None else []
        self.state, opening = open_state(self.rules, self._chance)
        self.opening = Entry("", THE_HOUSE, OPENING, self._done([*fixed, *opening]))

    def __repr__(self) -> str:
        state = self.state
        return f"<Table {self.rulebook}, round {state.round}, {phase(state)}, money {state.money}>"

    def copy_into(self, other: Self) -> None:
        other.state = self.state.copy()
        other._cash = self._cash.copy()
        other._view_cache = ViewCache(self.rules)
        other._use(deepcopy(self._chance, {id(self.rules): self.rules}))

    @property
    def limits(self) -> Limits:
        """Returns the limits that are posted now."""
        return Limits(self.state.minimum, self.state.maximum, self.rules.limits.step)

    # --- commands ------------------------------------------------------------------------------------------------

    def parse(self, actor: Actor, words: str) -> cmd.Command | Refusal:
        """Parses the words of an actor into a command that the role may use."""
        command = parse_anywhere(actor, words) if len(words) <= MAX_LINE else None
        return command if command is not None else super().parse(actor, words)

    def read(self, line: Act) -> cmd.Command:
        return read_line(self.rules, self.state, line)

    def pending_outcome(self) -> Refusal | None:
        if self.pending is None or not self.pending.kind:
            return None
        return Refusal("card_awaited", f"first tell {self.pending.what}", (), self.rulebook)

    def suggestions(self, player: str) -> tuple[str, ...]:
        return allowed_now(self.rules, self.state, player)

    def legal_actions(self) -> LegalActions:
        """Returns the decisions that are open to players; none during betting, since a bet is any amount on any box."""
        return legal_actions(self.rules, self.state)

    def permission(self, actor: Actor, command: cmd.Command) -> Refusal | None:
        return dealer_refusal(self.rules, actor, command, "operator") or super().permission(actor, command)

    @property
    def awaited(self) -> str:
        """The outcome that the table waits for, in words; empty where it waits for a command."""
        return self.pending.what if self.pending is not None else ""

    @property
    def wants_card(self) -> bool:
        """Whether a card must be entered before the next command."""
        return self.pending is not None and self.pending.kind == "card"

    @property
    def wants_prize(self) -> bool:
        """Whether a prize must be entered before the next command."""
        return self.pending is not None and self.pending.kind == "prize"

    def outcome_command(self, item: int) -> cmd.Command:
        return cmd.EnterPrize(cents=item) if self.wants_prize else cmd.EnterCard(card=item)

    def carry_out(self, command: cmd.Command) -> Done:
        """Executes a command of the game; returns its events, or the refusal."""
        events: list[Any] | Refusal
        try:
            events = act(self.rules, self.state, command, self._chance)
        except UnknownOutcome as unknown:
            return self._done(self._wait(unknown, deferred_words(command)))
        if isinstance(events, Refusal):
            return replace(events, allowed=events.allowed or self.suggestions(command.actor))
        if self._fair is not None and isinstance(command, _CUTS):
            for event in events:
                self._fair.hears(event)
        return self._done(events)

    def release_payment(self) -> tuple[Any, ...]:
        """Pays what waited for an attestation; returns the events of that, none where nothing waited."""
        if self.state.held is None:
            return ()
        try:
            events: list[Any] = list(release_payment(self.rules, self.state, self._chance))
        except UnknownOutcome as unknown:
            events = self._wait(unknown)
        return self._done(events)

    def _wait(self, unknown: UnknownOutcome, again: str = "") -> list[Any]:
        kind = self._reader.wanted if self._reader is not None else ""
        if not kind and self.state.pressed_by:
            kind = "prize"  # no list of prizes gives it: the dealer enters it
        return [*unknown.events, OutcomeAwaited((), kind, str(unknown), again=again)]

    def _done(self, events: list[Any]) -> tuple[Any, ...]:
        """Records the events of a command; returns them with the seed events that must be published."""
        last = events[-1] if events else None
        self.pending = last if type(last) is OutcomeAwaited else None
        state = self.state
        if self._fair is not None and self._fair.news(closed=state.stage == Stage.CLOSED):
            hidden = state.stage not in (Stage.BETTING, Stage.CLOSED)
            events += self.seeds.publish(self._fair, hidden=hidden, closed=state.stage == Stage.CLOSED)
        self.record_moves(events, self._cash.all_moves(state, events))
        self._view_cache.invalidate(events)
        return tuple(events)

    # --- commands of the live table ------------------------------------------------------------------------------

    def _join(self, command: cmd.JoinTable) -> Done:
        player, pending = command.player, self.pending
        if player in self.state.excluded:
            return self.rules.refuse("exclude_player", f"{player} is excluded from the game")
        if player in self.state.money:
            return self._live(PurseFilled((), player, command.money))
        self.present.add(player)
        done = self.carry_out(command)
        if self.pending is None:  # otherwise the new OutcomeAwaited event replaces it in the log
            self.pending = pending
        return done

    def _leave(self, command: LeaveTable) -> Done:
        """Withdraws the player's wagers, gives up their boxes and cashes out."""
        player, state = command.player, self.state
        if player not in self.present:
            return self.rules.refuse("own_money", f"{player} is not at the table")
        between = state.stage in (Stage.BETTING, Stage.CLOSED)
        if any(wager.player == player and (wager.open or not between) for wager in state.wagers):
            return self.rules.refuse("wager_stays", f"{player} has wagers that are not decided", "round_ended")
        events: list[Any] = []
        boxes = dict.fromkeys(bet.box for bet in state.bets if bet.player == player)
        steps: list[cmd.Command] = [cmd.Withdraw(player=player, box=box) for box in boxes]
        steps += [cmd.Leave(player=player, box=box) for box, name in state.seats.items() if name == player]
        for refusal in [refusal_of(self.rules, state, step) for step in steps]:
            if refusal is not None:
                return refusal
        for step in steps:
            try:
                done = act(self.rules, state, step, self._chance)
            except UnknownOutcome as unknown:  # the awaited outcome stays pending
                done = unknown.events
            assert not isinstance(done, Refusal), done
            events += done
        return self._live(*events, PurseTaken((), player, state.money[player]))

    def _contribute(self, command: Contribute) -> Done:
        if self._fair is None:
            return Refusal("seed", "the cards of this table are not shuffled from seeds", (), self.rulebook)
        added = self.seeds.contribute(self._fair, command, self.present, self.rulebook)
        return added if isinstance(added, Refusal) else self._live(*added)

    def _ready(self, command: DeclareReady) -> Done:
        return self._not_ready(command.player) or self._live(PlayerReady((), command.player))

    def _not_ready(self, player: str) -> Refusal | None:
        """Returns a refusal if the player has no wager for the next round."""
        if self.state.stage == Stage.BETTING and any(bet.player == player for bet in self.state.bets):
            return None
        return self.rules.refuse("main_wager", f"{player} has no wager for the next round")

    def _live(self, *events: Any) -> tuple[Any, ...]:
        """Records events of the live table; a pending outcome stays pending."""
        pending = self.pending
        for event in events:
            if isinstance(event, PurseFilled | PurseTaken | PlayerReady):
                self._apply_live(event)
        done = self._done(list(events))
        self.pending = pending
        return done

    def _enter(self, command: cmd.EnterCard | cmd.EnterPrize) -> Done:
        """Enters a card of a physical shoe or a prize of a display, and resumes the round."""
        if self.pending is None or self.pending.kind != command.verb:
            return Refusal("card_awaited", f"no {command.verb} is awaited", (), self.rulebook)
        item = command.card if isinstance(command, cmd.EnterCard) else command.cents
        chance = self._chance
        if self._reader is None:
            chance = EnteredPrize(self._chance, item)
        else:
            try:
                self._reader.enter(item)
            except ImpossibleCard as error:
                return Refusal("strange_card", str(error), (), self.rulebook)
        again = self.pending.again
        try:
            if again:
                done = act(self.rules, self.state, deferred_command(again), chance)
                assert not isinstance(done, Refusal), done
            else:
                done = resume(self.rules, self.state, chance)
            events: list[Any] = list(done)
        except UnknownOutcome as unknown:
            events = self._wait(unknown, again)
        return self._done(events)

    # --- replay --------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log to the table, without executing its command again."""
        self.absorb_duties(entry)
        moves = []
        state, source = self.state, self._source
        for event in entry.events:
            if isinstance(event, LiveEvent):
                self._apply_live(event)
            else:
                drawn = [side.drawn for side in state.shoes]
                source.before(state, event)
                apply(state, event)
                if type(event) is ev.PlayerJoined:
                    self.present.add(event.player)
                source.after(state, event, drawn)
            moved = self._cash.moves(state, event)
            if moved:
                moves.append((event, moved))
        self.record_moves(entry.events, moves)
        self._view_cache.invalidate(entry.events)
        if entry.words == OPENING:
            self.opening = entry
        self._await(entry)

    def _await(self, entry: Entry) -> None:
        """Updates the pending outcome after an entry; players who come and go leave it pending."""
        found = [event for event in entry.events if type(event) is OutcomeAwaited]
        if found:
            self.pending = found[-1]
        elif not any(isinstance(event, _ASIDE) for event in entry.events):
            self.pending = None
        self._source.align(self.state, self.pending.kind if self.pending is not None else "")

    def _apply_live(self, event: LiveEvent) -> None:
        match event:
            case SeedCommitted():
                self.seeds.committed.add(event.seed)
            case SeedAdded() if self._fair is not None:
                self._fair.hears(event)
            case SeedRevealed() if self._fair is not None:
                self._fair.forget(event.seed)
            case PlayerReady():
                self.ready[event.player] = str(self.state.round)
            case PurseFilled():
                self.state.money[event.player] += event.amount
                self.present.add(event.player)
            case PurseTaken():
                self.state.money[event.player] -= event.amount
                self.present.discard(event.player)

    def posted_limits(self) -> Limits:
        """Returns the limits that are posted now."""
        return self.limits

    def boxes_taken(self) -> int:
        """Returns how many boxes have a player."""
        return len(self.state.seats)

    def accept_any_amount(self, *, accepted: bool) -> None:
        """Turns the checks of amounts off or on, for the audit of logs of earlier releases."""
        if self.rules.any_amount != accepted:
            self.rules = replace(self.rules, any_amount=accepted)

    def secrets_left(self) -> tuple[Any, ...]:
        """Returns what is hidden from all players: the unrevealed seeds and the order of the remaining cards."""
        return self._source.secrets_left()

    def purses(self) -> dict[str, int]:
        """Returns the money of each player at the table."""
        return dict(self.state.money)

    def dues(self) -> tuple[Due, ...]:
        """Returns the deadlines of the table, each with the command that the house executes on expiry."""
        if self.pending is not None and self.pending.kind:
            key = f"told {self.version}"
            return (Due(key, ("dealer",), self.pending.kind),)
        ready = self.all_ready(bet.player for bet in self.state.bets)
        betting: float = ALL_READY if ready else self.betting_seconds
        return deadlines_of(self.rules, self.state, self.turn_seconds, betting)

    def is_ready(self, player: str) -> bool:
        """Whether the player is ready for the deal."""
        return self.ready.get(player) == str(self.state.round)

    # --- views ---------------------------------------------------------------------------------------------------

    def card(self) -> BlackjackCard:
        """Returns the constant part of the view: layout, pay tables, options."""
        return card_of(self.spec, self.rules, decks_by_side(self.rules))

    def public_view(self) -> BlackjackView:
        """Returns the public view; it is the same for all viewers at one version."""
        names = self._fair.wanted(1) if self._fair is not None else []
        return table_view(
            self.rules,
            self.state,
            version=self.version,
            boxes=self._view_cache.boxes(self.state, self._cash.results),
            people=people_of(self.state, self.present, self.is_ready),
            awaited=self.awaited,
            waits_for=tuple(name for due in self.dues() for name in due.who),
            seeds=self.seeds.commitments(names),
        )

    def personal_view(self, actor: Actor) -> You:
        """Returns the view of one person: their actions, each with the refusal that forbids it."""
        state, player = self.state, actor.role is Role.PLAYER
        actions, waits = actions_of(self.rules, state, actor, self._view_cache), self.pending_outcome()
        if waits is not None:
            actions = tuple([replace(action, refusal=action.refusal or waits) for action in actions])
        if player and state.stage == Stage.BETTING and actor.name in state.money:
            actions = (*actions, ActionView("ready", "ready", 0, self._not_ready(actor.name)))
        return You(
            name=actor.name,
            role=actor.role,
            money=state.money.get(actor.name, 0) if player else 0,
            at_table=player and actor.name in self.present,
            boxes=tuple(sorted([box for box, name in state.seats.items() if name == actor.name])) if player else (),
            actions=actions,
            side_wagers=side_refusals(self.rules, state, actor.name, self._view_cache) if player else {},
        )

    def foresee(self, command: cmd.Command) -> Done:
        try:
            events = act(self.rules, self.state.copy(), command, EnteredShoe(self.rules))
        except UnknownOutcome as unknown:
            events = unknown.events
        return events if isinstance(events, Refusal) else tuple(takewhile(may_precede, events))

    handlers: ClassVar[Mapping[type, Handler]] = {
        cmd.JoinTable: _join,
        LeaveTable: _leave,
        Contribute: _contribute,
        DeclareReady: _ready,
        cmd.EnterCard: _enter,
        cmd.EnterPrize: _enter,
    }
