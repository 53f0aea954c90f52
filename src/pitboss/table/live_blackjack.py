"""A live table of blackjack: people's words in, events out; everything else follows from the events."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from itertools import takewhile
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from pitboss.blackjack import State, act, apply, open_state, refusal_of, resume
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.blackjack.shoe import decks_by_side
from pitboss.blackjack.state import Stage
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.notation.pit import Act
from pitboss.notation.words import read_command
from pitboss.table.actions import actions_of, side_refusals
from pitboss.table.allowed import allowed_now
from pitboss.table.blackjack_roles import ROLES, not_the_dealers
from pitboss.table.blackjack_view import BlackjackCard, BlackjackView, card_of, people_of, table_view
from pitboss.table.chance import ReadCards, StrangeCard
from pitboss.table.dues import dues_of
from pitboss.table.fair_shoe import DRAWS, FairShoe
from pitboss.table.kept import Kept
from pitboss.table.live_base import (
    ALL_READY,
    LONGEST,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Role,
    RolePlan,
    TableSpec,
    bad_words,
    is_aside,
    spoken,
)
from pitboss.table.live_events import (
    LIVE_EVENTS,
    Codec,
    LiveEvent,
    OutcomeAwaited,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
    leaves,
)
from pitboss.table.live_game import AHEAD, Done, Live, Said
from pitboss.table.shared_views import ActionView, You
from pitboss.table.till import Till
from pitboss.table.told import Told, again_of, house_line, known_before, told_item
from pitboss.table.typed import is_whole, with_box

_CUTS: Final = (cmd.CutCards, cmd.DeclineCut, cmd.OfferCut)
#: The same words mean the same command.
_meaning = lru_cache(maxsize=8192)(read_command)


class LiveBlackjack(Live):
    """One table of blackjack."""

    game: ClassVar[str] = "blackjack"
    codec: ClassVar[Codec] = Codec((*leaves(ev.Event), *LIVE_EVENTS))
    roles: ClassVar[RolePlan] = ROLES

    def __init__(self, spec: TableSpec, rules: BlackjackRules, secret: bytes) -> None:
        super().__init__(spec, rules.rulebook, secret)
        self.rules = rules
        self.state = State()
        self._till = Till()
        self._shoe = FairShoe(rules, secret)
        self._reader = ReadCards(rules) if spec.cards_are_read else None
        self._chance: Any = self._reader or self._shoe
        #: What is to be told before anything else is done.
        self.awaited: OutcomeAwaited | None = None
        self._kept = Kept(rules)

    def open(self) -> None:
        """The first entry: the first seeds are fixed, and the table opens."""
        fixed = self._fix(self._shoe.wanted(AHEAD)) if self._reader is None else []
        self.state, opening = open_state(self.rules, self._chance)
        self.opening = Entry("", THE_HOUSE, "open", self._done([*fixed, *opening]))

    @property
    def limits(self) -> Limits:
        """What is posted now."""
        return Limits(self.state.minimum, self.state.maximum, self.rules.limits.step)

    # --- doing ---------------------------------------------------------------------------------------------------

    def do(self, actor: Actor, words: str) -> Done:
        """Carries the words out, or says what forbids them."""
        command = _always_meant(actor, words) if len(words) <= LONGEST else None
        if command is None or self.awaited is not None:
            return super().do(actor, words)
        return self.carry_out(command)

    def meant(self, line: Act) -> cmd.Command:
        """The command that a line means here, where the box may be left out; BadWords where it means none."""
        words = with_box(self.rules, self.state, line)
        return _meaning(line if words is line.words else replace(line, words=words))

    def _waits(self) -> Refusal | None:
        if self.awaited is None or not self.awaited.kind:
            return None
        return Refusal("card_awaited", f"first tell {self.awaited.what}", (), self.rulebook)

    def _allowed(self, player: str) -> tuple[str, ...]:
        return allowed_now(self.rules, self.state, player)

    def _not_theirs(self, actor: Actor, line: Act) -> Refusal | None:
        return not_the_dealers(self.rules, actor, line, "operator") or super()._not_theirs(actor, line)

    def carry_out(self, command: cmd.Command) -> Done:
        """A command of the game."""
        events: list[Any] | Refusal
        try:
            events = act(self.rules, self.state, command, self._chance)
        except UnknownOutcome as unknown:
            return self._done(self._wait(unknown, again_of(command)))
        if isinstance(events, Refusal):
            return replace(events, allowed=events.allowed or self._allowed(command.actor))
        if isinstance(command, _CUTS):
            for event in events:
                self._shoe.hears(event)
        return self._done(events)

    def _wait(self, unknown: UnknownOutcome, again: str = "") -> list[Any]:
        kind = self._reader.wanted if self._reader is not None else ""
        if not kind and self.state.pressed_by:
            kind = "prize"  # which no list of prizes gives
        return [*unknown.events, OutcomeAwaited((), kind, str(unknown), again=again)]

    def _done(self, events: list[Any]) -> tuple[Any, ...]:
        """Takes note of what happened, and says what everybody must learn of the seeds."""
        last = events[-1] if events else None
        self.awaited = last if type(last) is OutcomeAwaited else None
        state = self.state
        if self._reader is None and self._shoe.news(closed=state.stage == Stage.CLOSED):
            hidden = state.stage not in (Stage.BETTING, Stage.CLOSED)
            events += self._publish(self._shoe, hidden=hidden, closed=state.stage == Stage.CLOSED)
        self._note(events, self._till.all_moves(state, events))
        self._kept.hears(events)
        return tuple(events)

    # --- words of the live table ---------------------------------------------------------------------------------

    def _join(self, line: Act) -> Done:
        cents = self._brought(line)
        if isinstance(cents, Refusal):
            return cents
        if line.actor in self.state.excluded:
            return self.rules.refuse("exclude_player", f"{line.actor} is excluded from the game")
        if line.actor in self.state.money:
            return self._live(PurseFilled((), line.actor, cents))
        self.present.add(line.actor)
        awaited = self.awaited
        done = self.carry_out(cmd.JoinTable(player=line.actor, money=cents))
        if self.awaited is None:  # else it is told anew, and so the log has it
            self.awaited = awaited
        return done

    def _leave(self, line: Act) -> Done:
        """Takes back what lies, gives up the seats, and goes with the money."""
        player, state = line.actor, self.state
        if player not in self.present:
            return self.rules.refuse("own_money", f"{player} is not at the table")
        between = state.stage in (Stage.BETTING, Stage.CLOSED)
        if any(wager.player == player and (wager.open or not between) for wager in state.wagers):
            return self.rules.refuse("wager_stays", f"{player} has wagers that are not decided", "round_ended")
        events: list[Any] = []
        boxes = dict.fromkeys(bet.box for bet in state.bets if bet.player == player)
        commands: list[cmd.Command] = [cmd.Withdraw(player=player, box=box) for box in boxes]
        commands += [cmd.Leave(player=player, box=box) for box, name in state.seats.items() if name == player]
        refusals = [refusal_of(self.rules, state, command) for command in commands]
        for refusal in refusals:
            if refusal is not None:
                return refusal
        for command in commands:
            try:
                done = act(self.rules, state, command, self._chance)
            except UnknownOutcome as unknown:  # for which others wait, as they did before
                done = unknown.events
            assert not isinstance(done, Refusal), done
            events += done
        return self._live(*events, PurseTaken((), player, state.money[player]))

    def _contribute(self, line: Act) -> Done:
        if self._reader is not None:
            return Refusal("seed", "the cards of this table are shuffled by hand", (), self.rulebook)
        added = self._added(self._shoe, line)
        return added if isinstance(added, Refusal) else self._live(*added)

    def _ready(self, line: Act) -> Done:
        if line.words:
            return bad_words("expected 'ready'", self.rulebook)
        return self._not_ready(line.actor) or self._live(PlayerReady((), line.actor))

    def _not_ready(self, player: str) -> Refusal | None:
        """Only who has a wager lying may say that nothing else is to be waited for."""
        if self.state.stage == Stage.BETTING and any(bet.player == player for bet in self.state.bets):
            return None
        return self.rules.refuse("main_wager", f"{player} has no wager for the next round")

    def _live(self, *events: Any) -> tuple[Any, ...]:
        """What only the live table knows of; what is awaited stays so."""
        awaited = self.awaited
        for event in events:
            if isinstance(event, PurseFilled | PurseTaken | PlayerReady):
                self._apply_live(event)
        done = self._done(list(events))
        self.awaited = awaited
        return done

    def _tell(self, line: Act) -> Done:
        """A card of a physical shoe, or what a display shows."""
        if self.awaited is None or self.awaited.kind != line.verb:
            return Refusal("card_awaited", f"no {line.verb} is awaited", (), self.rulebook)
        try:
            item = told_item(line)
        except ValueError as error:
            return bad_words(str(error), self.rulebook)
        chance: Any = self._reader
        if self._reader is None:
            chance = Told(self._shoe, item)
        else:
            try:
                self._reader.tell(item)
            except StrangeCard as error:
                return Refusal("strange_card", str(error), (), self.rulebook)
        again = self.awaited.again
        try:
            if again:
                done = act(self.rules, self.state, self.meant(house_line(again)), chance)
                assert not isinstance(done, Refusal), done
            else:
                done = resume(self.rules, self.state, chance)
            events: list[Any] = list(done)
        except UnknownOutcome as unknown:
            events = self._wait(unknown, again)
        return self._done(events)

    # --- the fold ------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Folds an entry of the log onto the table. Nothing is decided again."""
        moves = []
        state, shoe = self.state, self._shoe
        for event in entry.events:
            if isinstance(event, LiveEvent):
                self._apply_live(event)
            else:
                drawn = [side.drawn for side in state.shoes]
                if self._reader is None:
                    shoe.before(state, event)
                elif type(event) is ev.Shuffled:
                    self._reader.shuffle(event.side, None)
                apply(state, event)
                if type(event) is ev.PlayerJoined:
                    self.present.add(event.player)
                if isinstance(event, DRAWS):
                    self._drawn(event, drawn)
            moved = self._till.moves(state, event)
            if moved:
                moves.append((event, moved))
        if self._reader is None:
            shoe.align(state)
        self._note(entry.events, moves)
        self._kept.hears(entry.events)
        if entry.words == "open":
            self.opening = entry
        self._await(entry)

    def _await(self, entry: Entry) -> None:
        """Whether the table waits for a card after an entry."""
        found = [event for event in entry.events if type(event) is OutcomeAwaited]
        if found:
            self.awaited = found[-1]
        elif not is_aside(entry.words):
            self.awaited = None
        if self._reader is not None:
            self._reader.wants(self.awaited.kind if self.awaited is not None else "", self.state.side)

    def _drawn(self, event: Any, before: Sequence[int]) -> None:
        if self._reader is None:
            self._shoe.follow(self.state, event, before)
            return
        for side, shoe in enumerate(self.state.shoes):
            if shoe.drawn > before[side]:
                self._reader.saw(side, event.card)

    def _apply_live(self, event: LiveEvent) -> None:
        match event:
            case SeedCommitted():
                self._fixed.add(event.seed)
            case SeedAdded():
                self._shoe.hears(event)
            case SeedRevealed():
                self._shoe.forget(event.seed)
            case PlayerReady():
                self.ready[event.player] = str(self.state.round)
            case PurseFilled():
                self.state.money[event.player] += event.amount
                self.present.add(event.player)
            case PurseTaken():
                self.state.money[event.player] -= event.amount
                self.present.discard(event.player)

    def secrets_left(self) -> tuple[Any, ...]:
        """What nobody at the table may know: the seeds that are not revealed, and the order of what is left."""
        return self._shoe.secrets_left() if self._reader is None else self._reader.seen()

    def purses(self) -> dict[str, int]:
        """What everybody holds."""
        return dict(self.state.money)

    def dues(self) -> tuple[Due, ...]:
        """Whom the table waits for, and what the house does when the time is over."""
        if self.awaited is not None and self.awaited.kind:
            key = f"told {self.version}"
            return (Due(key, ("dealer",), self.awaited.kind),)
        betting: float = ALL_READY if self._all_ready() else self.spec.betting_seconds
        return dues_of(self.rules, self.state, self.spec.turn_seconds, betting)

    def _all_ready(self) -> bool:
        bets = self.state.bets
        return bool(bets) and all(self.is_ready(bet.player) for bet in bets)

    def is_ready(self, player: str) -> bool:
        """Whether somebody waits no longer for the deal."""
        return self.ready.get(player) == str(self.state.round)

    # --- views ---------------------------------------------------------------------------------------------------

    def card(self) -> BlackjackCard:
        """The sign and the cloth."""
        return card_of(self.spec, self.rules, decks_by_side(self.rules))

    def public_view(self) -> BlackjackView:
        """What everybody may see."""
        names = self._shoe.wanted(1) if self._reader is None else []
        return table_view(
            self.rules,
            self.state,
            version=self.version,
            boxes=self._kept.boxes(self.state, self._till.results),
            people=people_of(self.state, self.present, self.is_ready),
            awaited=self.awaited.what if self.awaited is not None else "",
            waits_for=tuple(name for due in self.dues() for name in due.who),
            seeds=self._hashes(names),
        )

    def personal_view(self, actor: Actor) -> You:
        """Every button of a person, with what forbids it."""
        state, player = self.state, actor.role is Role.PLAYER
        actions, waits = actions_of(self.rules, state, actor, self._kept), self._waits()
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
            side_wagers=side_refusals(self.rules, state, actor.name, self._kept) if player else {},
        )

    def _foreseen(self, command: cmd.Command) -> Done:
        try:
            events = act(self.rules, deepcopy(self.state), command, ReadCards(self.rules))
        except UnknownOutcome as unknown:
            events = unknown.events
        return events if isinstance(events, Refusal) else tuple(takewhile(known_before, events))

    own_words: ClassVar[Mapping[str, Said]] = {
        "join": _join,
        "leave": _leave,
        "contribute": _contribute,
        "ready": _ready,
        "card": _tell,
        "prize": _tell,
    }


@lru_cache(maxsize=8192)  # people say the same few things over and over
def _always_meant(actor: Actor, words: str) -> cmd.Command | None:
    """The command that somebody's words mean at any table; None where a table has a say in it, or it is not theirs."""
    line = spoken(actor, words)
    if isinstance(line, str) or line.table or line.verb in LiveBlackjack.own_words or not is_whole(line):
        return None
    if line.verb == "irregularity" or ROLES.refusal(actor, line.verb, "") is not None:
        return None
    try:
        return read_command(line)
    except ValueError:
        return None
