"""Blackjack table: executes commands and returns events. The state is a fold of the events."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
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
    release_payment,
)
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.allowed import allowed_now
from pitboss.games.blackjack.cash import CashFold
from pitboss.games.blackjack.chance import Chance, UnknownOutcome
from pitboss.games.blackjack.deadlines import dues_of
from pitboss.games.blackjack.drawing import draw_table
from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.fair_shoe import DRAWS, FairShoe
from pitboss.games.blackjack.floor import changed_command, correction_clauses, expand, next_card
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.live_events import apply_live_event
from pitboss.games.blackjack.outcome_entry import deferred, interrupts, may_precede, read_deferred, waiting_events
from pitboss.games.blackjack.payouts import settled_wagers
from pitboss.games.blackjack.personal_view import personal_view
from pitboss.games.blackjack.picture import table_html
from pitboss.games.blackjack.plan import phase
from pitboss.games.blackjack.roles import ROLES, dealer_refusal
from pitboss.games.blackjack.seen_cards import SeenCards, seen_cards
from pitboss.games.blackjack.shoe import decks_by_side
from pitboss.games.blackjack.shoe_source import ShoeSource
from pitboss.games.blackjack.shorthand import DEPENDING_ON_TABLE, read_line
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.table_commands import HANDLERS, with_chips
from pitboss.games.blackjack.verbs import PlayerVerbs
from pitboss.games.blackjack.view import BlackjackCard, BlackjackView, card_of, people_of, table_view
from pitboss.games.blackjack.view_cache import ViewCache
from pitboss.games.commands import CorrectEntry
from pitboss.games.events import Codec, leaves
from pitboss.games.grammar import Grammar, parse_act
from pitboss.games.live.base import (
    HOUSE,
    HOUSE_ROLES,
    OPENING,
    STAFF,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    RolePlan,
    TableSpec,
    is_anonymous,
)
from pitboss.games.live.contributions import REVEALS, Contributions
from pitboss.games.live.corrections import absorb_entry, is_correction
from pitboss.games.live.events import (
    LIVE_EVENTS,
    ContributionCommitted,
    DutyAttested,
    LiveEvent,
    OutcomeAwaited,
    PayoutCorrected,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedAdded,
)
from pitboss.games.live.fairness import Secret
from pitboss.games.live.payouts import SettledWager
from pitboss.games.live.seeds import AHEAD
from pitboss.games.live.table import Done, Handler, Table
from pitboss.games.live.views import You
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.limits import MAX_LINE
from pitboss.pit import Act

_CUTS: Final = (cmd.CutCards, cmd.DeclineCut, cmd.OfferCut)
#: Events of players who come, go, contribute or are ready: what the table waits for stays the same.
_ASIDE: Final = (ev.PlayerJoined, PurseFilled, PurseTaken, SeedAdded, PlayerReady, DutyAttested, ContributionCommitted)


@lru_cache(maxsize=8192)  # players repeat a few commands
def _parse_anywhere(actor: Actor, words: str) -> cmd.Command | None:
    """Parses words that mean the same at every table; None for other words, or where the role forbids them."""
    line = parse_act(actor, words)
    if isinstance(line, str) or line.table or line.verb in DEPENDING_ON_TABLE:
        return None
    if line.actor != HOUSE and actor.role in STAFF:
        return None  # a floor table decides about it
    if ROLES.refusal(actor, line.verb, "") is not None:
        return None
    try:
        return GRAMMAR.read(line)
    except ValueError:
        return None


_DRAWS: Final = frozenset(DRAWS)


class BlackjackTable(PlayerVerbs, Table):
    """A table of blackjack."""

    game: ClassVar[str] = "blackjack"
    codec: ClassVar[Codec] = Codec((*leaves(ev.Event), *LIVE_EVENTS))
    grammar: ClassVar[Grammar] = GRAMMAR
    roles: ClassVar[RolePlan] = ROLES
    hidden_verbs: ClassVar[frozenset[str]] = frozenset((cmd.EnterCard.verb, CorrectEntry.verb))

    def __init__(self, spec: TableSpec, rules: BlackjackRules, secret: Secret, chance: Chance | None = None) -> None:
        super().__init__(spec, rules, secret)
        self.rules: BlackjackRules = self.law
        rules = self.rules
        self.state = State()
        self._cash = CashFold()
        #: Created when the table is first viewed; a table that nobody views needs none.
        self._view_cache: ViewCache | None = None
        #: The outcome that the dealer enters next; None if the table does not wait for one.
        self.pending: OutcomeAwaited | None = None
        #: The command that is executed again once that outcome is known; None if the round only continues.
        self.again: cmd.Command | None = None
        fair = FairShoe(rules, secret, beacon=spec.beacon)
        self._use(chance or (EnteredShoe(rules) if spec.cards_are_read else fair))

    def _use(self, chance: Chance) -> None:
        self._source = ShoeSource(chance)
        self.chance, self.fair, self.reader = chance, self._source.fair, self._source.reader

    def open_now(self) -> None:
        """Opens the table: commits the first seeds and sets ``opening``."""
        fixed = self.seeds.commit(self.fair.wanted(AHEAD)) if self.fair is not None else []
        self.state, opening = open_state(self.rules, self.chance)
        self.opening = Entry("", THE_HOUSE, OPENING, self.record([*fixed, *opening]))

    def __repr__(self) -> str:
        state = self.state
        return f"<Table {self.rulebook}, round {state.round}, {phase(state)}, money {state.money}>"

    def copy_into(self, other: Self) -> None:
        other.state = self.state.copy()
        other._cash = self._cash.copy()
        other._view_cache = None
        other._source = source = self._source.copy(self.rules)
        other.chance, other.fair, other.reader = source.chance, source.fair, source.reader

    @property
    def limits(self) -> Limits:
        """The limits that are posted now."""
        return Limits(self.state.minimum, self.state.maximum, self.rules.limits.step)

    # --- for programs --------------------------------------------------------------------------------------------

    def decide_at(self, command: cmd.Command, *, strict: bool | None) -> Done:
        return self.do(command, strict=strict)

    def rules_and_state(self, player: str) -> tuple[BlackjackRules, State]:
        return self.rules, self.state

    def deal(self, side: str = "", *, strict: bool | None = None) -> Done:
        """Closes betting and deals; the determinant card of a double shoe comes from side ``a`` or ``b``."""
        return self.do(cmd.Deal(side=side), strict=strict)

    def seen_cards(self) -> SeenCards:
        """Returns the cards that every player has seen since the shuffle. The table must keep its log."""
        return seen_cards(self.rules, self.state, self.events())

    def svg(self) -> str:
        """Returns the table as a picture in SVG, without what is face down."""
        return draw_table(self.state).svg(f"{self.rulebook}, round {self.state.round}")

    def _repr_html_(self) -> str:
        return table_html(self.rules, self.state)

    # --- commands ------------------------------------------------------------------------------------------------

    def parse(self, actor: Actor, words: str) -> cmd.Command | Refusal:
        """Parses the words of an actor into a command that the role may use."""
        command = _parse_anywhere(actor, words) if len(words) <= MAX_LINE and not self.spec.floor else None
        return command if command is not None else super().parse(actor, words)

    def expand(self, actor: Actor, line: Act | str) -> Act | str:
        if not self.spec.floor or isinstance(line, str) or actor.role not in HOUSE_ROLES:
            return line
        try:
            return expand(self.rules, self.state, line)
        except ValueError as error:
            return str(error)

    def read(self, line: Act) -> cmd.Command:
        return read_line(self.rules, self.state, line)

    def pending_outcome(self, command: Any = None) -> Refusal | None:
        if self.pending is None or not self.pending.kind or interrupts(self, command):
            return None
        if self.pending.kind == REVEALS:
            return Refusal("reveals_awaited", f"the table waits for {self.pending.what}", (), self.rulebook)
        return Refusal("card_awaited", f"enter {self.pending.what} first", (), self.rulebook)

    def suggestions(self, player: str) -> tuple[str, ...]:
        return allowed_now(self.rules, self.state, player)

    def legal_actions(self) -> LegalActions:
        """Returns the decisions that are open to players; none during betting, since a bet is any amount on any box."""
        return legal_actions(self.rules, self.state)

    def permission(self, actor: Actor, command: cmd.Command) -> Refusal | None:
        return dealer_refusal(self.rules, actor, command, "supervisor") or super().permission(actor, command)

    @property
    def awaited(self) -> str:
        """The outcome that the table waits for, in words; empty where it waits for a command."""
        return self.pending.what if self.pending is not None and self.pending.kind != REVEALS else ""

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
        if self.spec.floor and is_anonymous(self.player_of(command)) and not isinstance(command, cmd.JoinTable):
            return with_chips(self, command)
        return self.carry_out_alone(command)

    def carry_out_alone(self, command: cmd.Command, before: Sequence[Any] = ()) -> Done:
        """Executes a command with the chips that the player has at the table; ``before`` are events that precede it."""
        events: list[Any] | Refusal
        waited = self.pending is not None
        try:
            events = act(self.rules, self.state, command, self.chance)
        except UnknownOutcome as unknown:
            return self.record([*before, *self.wait(unknown, deferred(self.rules, command))])
        if isinstance(events, Refusal):
            return replace(events, allowed=events.allowed or self.suggestions(command.actor))
        if self.fair is not None and isinstance(command, _CUTS):
            for event in events:
                self.fair.hears(event)
        done = self.record([*before, *events] if before else events)
        if waited and self.reader is not None and self.pending is None:  # a report has ended the deal that waited
            self._source.align(self.state, "")
        return done

    def release_payment(self) -> tuple[Any, ...]:
        """Pays what waited for an attestation; returns the events of that, none where nothing waited."""
        if self.state.held is None:
            return ()
        try:
            events: list[Any] = list(release_payment(self.rules, self.state, self.chance))
        except UnknownOutcome as unknown:
            events = self.wait(unknown)
        return self.record(events)

    def wait(self, unknown: UnknownOutcome, again: cmd.Command | None = None) -> list[Any]:
        """Returns the events of a command that waits for an outcome; ``again`` is executed once it is known."""
        self.again = again
        return waiting_events(self, unknown)

    def record(self, events: list[Any]) -> tuple[Any, ...]:
        """Records the events of a command; returns them with the seed events that must be published."""
        last = events[-1] if events else None
        self.pending = last if type(last) is OutcomeAwaited else None
        state, fair = self.state, self.fair
        closed = state.stage == Stage.CLOSED
        if fair is not None and (fair.changed or fair.discarded or closed):
            fair.changed = False
            events += self.seeds.publish(fair, hidden=state.stage != Stage.BETTING and not closed, closed=closed)
        self.record_moves(events, self._cash.all_moves(state, events))
        if self._view_cache is not None:
            self._view_cache.unseen.extend(events)
        return tuple(events)

    def record_live(self, *events: Any) -> tuple[Any, ...]:
        """Records events of the live table; a pending outcome stays pending."""
        pending = self.pending
        for event in events:
            if isinstance(event, PurseFilled | PurseTaken | PlayerReady | PayoutCorrected):
                self.apply_live(event)
        done = self.record(list(events))
        self.pending = pending
        return done

    # --- replay --------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log to the table, without executing its command again."""
        absorb_entry(self, entry, self._absorb)
        if is_correction(entry):
            self._view_cache = None

    def _absorb(self, entry: Entry) -> None:
        self.absorb_duties(entry)
        moves = []
        state, source = self.state, self._source
        for event in entry.events:
            if isinstance(event, LiveEvent):
                self.apply_live(event)
            else:
                drawn = [side.drawn for side in state.shoes] if type(event) in _DRAWS else None
                source.before(state, event)
                apply(state, event)
                if type(event) is ev.PlayerJoined:
                    self.present.add(event.player)
                if drawn is not None:
                    source.after(state, event, drawn)
            moved = self._cash.moves(state, event)
            if moved:
                moves.append((event, moved))
        self.record_moves(entry.events, moves)
        if self._view_cache is not None:
            self._view_cache.unseen.extend(entry.events)
        if entry.words == OPENING:
            self.opening = entry
        self._await(entry)

    def _await(self, entry: Entry) -> None:
        """Updates the pending outcome after an entry; players who come and go leave it pending."""
        found = [event for event in entry.events if type(event) is OutcomeAwaited]
        if found:
            self.pending, self.again = found[-1], read_deferred(found[-1])
        elif self.pending is not None and self.pending.kind == REVEALS:
            if self.fair is not None and not self.fair.contributions.waiting():
                self.pending = None
        elif self.pending is not None and not any(isinstance(event, _ASIDE) for event in entry.events):
            self.pending = None
        self._source.align(self.state, self.pending.kind if self.pending is not None else "")

    def apply_live(self, event: LiveEvent) -> None:
        """Applies an event of the live table: seeds, purses and players."""
        apply_live_event(self, event)

    def changed_command(self, command: cmd.Command, becomes: str) -> cmd.Command | None:
        return changed_command(self.rules, self.state, command, becomes) or super().changed_command(command, becomes)

    def correction_clauses(self, command: cmd.Command, reason: str) -> Clauses:
        return correction_clauses(self.rules, self.state, command, reason)

    def settled_wagers(self, events: tuple[Any, ...]) -> tuple[SettledWager, ...]:
        return settled_wagers(self.state, events)

    def contributed(self) -> tuple[Contributions, ...]:
        return () if self.fair is None else (self.fair.contributions,)

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
        return dues_of(self)

    def is_ready(self, player: str) -> bool:
        """Whether the player is ready for the deal."""
        return self.ready.get(player) == str(self.state.round)

    # --- views ---------------------------------------------------------------------------------------------------

    @property
    def _views(self) -> ViewCache:
        if self._view_cache is None:
            self._view_cache = ViewCache(self.rules)
        return self._view_cache

    def card(self) -> BlackjackCard:
        """Returns the constant part of the view: layout, pay tables, options."""
        return card_of(self.spec, self.rules, decks_by_side(self.rules))

    def public_view(self) -> BlackjackView:
        """Returns the public view; it is the same for all viewers at one version."""
        names = self.fair.wanted(1) if self.fair is not None else []
        return table_view(
            self.rules,
            self.state,
            version=self.version,
            boxes=self._views.boxes(self.state, self._cash.results),
            people=people_of(self.state, self.present, self.is_ready),
            awaited=self.awaited,
            waits_for=tuple(name for due in self.dues() for name in due.who),
            seeds=self.seeds.commitments(names),
            next_card=next_card(self.rules, self.state, self.again) if self.spec.floor and self.wants_card else None,
        )

    def personal_view(self, actor: Actor) -> You:
        """Returns the view of one person: their actions, each with the refusal that forbids it."""
        return personal_view(self, actor, self._views)

    def foresee(self, command: cmd.Command) -> Done:
        try:
            events = act(self.rules, self.state.copy(), command, EnteredShoe(self.rules))
        except UnknownOutcome as unknown:
            events = unknown.events
        return events if isinstance(events, Refusal) else tuple(takewhile(may_precede, events))

    handlers: ClassVar[Mapping[type, Handler]] = HANDLERS
