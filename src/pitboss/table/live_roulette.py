"""A live roulette table: people's words in, events out; everything else follows from the events."""

from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from pitboss.law.refusal import Refusal
from pitboss.notation.pit import Act
from pitboss.notation.roulette_words import read_command
from pitboss.roulette import RouletteRules, State, act, apply, layout_of, open_state
from pitboss.roulette import commands as cmd
from pitboss.roulette import events as ev
from pitboss.roulette.chance import NOWHERE, UnknownNumber
from pitboss.roulette.layout import NUMBERS
from pitboss.roulette.state import Stage
from pitboss.table.fair_wheel import FairWheel, ReadWheel
from pitboss.table.live_base import ALL_READY, THE_HOUSE, Actor, Due, Entry, Role, RolePlan, TableSpec, bad_words
from pitboss.table.live_events import (
    LIVE_EVENTS,
    Codec,
    LiveEvent,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedCommitted,
    SeedRevealed,
    leaves,
)
from pitboss.table.live_game import AHEAD, Done, Live, Said
from pitboss.table.roulette_view import (
    ColourView,
    RouletteCard,
    RouletteView,
    actions_of,
    card_of,
    laid_of,
    phase_of,
    settled_of,
)
from pitboss.table.shared_views import ActionView, PersonView, You
from pitboss.table.wheel_till import WheelTill

#: How long the ball runs before the house lets it come to rest, in seconds.
BALL_RUNS: Final = 4
#: How many of the last numbers are shown.
LAST_NUMBERS: Final = 20

_DEALER: Final = frozenset(
    ("chips", "no_more_bets", "spin", "no_spin", "collect", "pay", "new_ball", "display", "number")
)
ROLES: Final = RolePlan(
    frozenset(("bet", "withdraw", "join", "leave", "contribute", "ready")), _DEALER, _DEALER | {"adjust"}
)
#: The same words mean the same command.
_meaning = lru_cache(maxsize=8192)(read_command)


class LiveRoulette(Live):
    """One roulette table."""

    game: ClassVar[str] = "roulette"
    codec: ClassVar[Codec] = Codec((*leaves(ev.Event), *LIVE_EVENTS))
    roles: ClassVar[RolePlan] = ROLES

    def __init__(self, spec: TableSpec, rules: RouletteRules, secret: bytes) -> None:
        super().__init__(spec, rules.rulebook, secret)
        self.rules = rules
        self.state = State()
        #: How many rounds have begun, and the last winning numbers, the latest first.
        self.round = 0
        self.numbers: list[int] = []
        self._till = WheelTill()
        self._wheel = FairWheel(secret)
        self._reader = ReadWheel() if spec.cards_are_read else None

    def open(self) -> None:
        """The first entry: the first seeds are fixed, and the table opens."""
        fixed = self._fix(self._wheel.wanted(AHEAD)) if self._reader is None else []
        self.state, opening = open_state(self.rules)
        self.opening = Entry("", THE_HOUSE, "open", self._done([*fixed, *opening]))

    # --- doing ---------------------------------------------------------------------------------------------------

    def meant(self, line: Act) -> cmd.Command:
        """The command that a line means; ValueError where it means none."""
        return _meaning(line)

    def carry_out(self, command: cmd.Command) -> Done:
        """A command of the game."""
        try:
            events = act(self.rules, self.state, command, self._reader or self._wheel)
        except UnknownNumber:
            text = "the wheel is read by the dealer"
            return Refusal("number_awaited", text, (), self.rulebook, ("number 0", "number 36"))
        return events if isinstance(events, Refusal) else self._done(list(events))

    def _done(self, events: list[Any]) -> tuple[Any, ...]:
        for event in events:
            self._keep_count(event)
        if self._reader is None and self._wheel.news():
            events += self._publish(self._wheel, hidden=False, closed=False)
        self._note(events, self._till.all_moves(events))
        return tuple(events)

    def _keep_count(self, event: Any) -> None:
        kind = type(event)
        if kind is ev.RoundBegan:
            self.round += 1
        elif kind is ev.BallRested:
            self.numbers = [event.number, *self.numbers][:LAST_NUMBERS]
        elif kind is ev.SpinVoided:
            self.ready.clear()  # the wagers may be changed again
            if event.rested != NOWHERE and self.numbers[:1] == [event.rested]:
                self.numbers = self.numbers[1:]
        elif kind is ev.PlayerJoined or kind is PurseFilled:
            self.present.add(event.player)
        elif kind is PurseTaken:
            self.present.discard(event.player)

    # --- words of the live table ---------------------------------------------------------------------------------

    def _join(self, line: Act) -> Done:
        cents = self._brought(line)
        if isinstance(cents, Refusal):
            return cents
        if line.actor not in self.state.money:
            return self.carry_out(cmd.JoinTable(player=line.actor, money=cents))
        return self._live(PurseFilled((), line.actor, cents))

    def _live(self, *events: LiveEvent) -> tuple[Any, ...]:
        for event in events:
            self._apply_live(event)
        return self._done(list(events))

    def _leave(self, line: Act) -> Done:
        """Takes back what lies, hands the chips in, and goes with the money."""
        player, state = line.actor, self.state
        if player not in self.present:
            return self.rules.refuse("wager_in_chips", f"{player} is not at the table")
        playing = any(wager.player == player for wager in (*state.wagers, *state.settled))
        if playing and state.stage != Stage.BETTING:
            return self.rules.refuse("wager_stays", f"{player} has wagers that are not decided", "bets_closed")
        own = [wager for wager in state.wagers if wager.player == player]
        commands: list[cmd.Command] = [
            cmd.WithdrawWager(player=player, kind=wager.kind, place=wager.place) for wager in own
        ]
        colours = [name for name, colour in state.colours.items() if colour.player == player]
        commands += [cmd.GiveChips(who=player, colour=colour, value=0) for colour in colours]
        events: list[Any] = []
        for command in commands:
            done = act(self.rules, state, command, self._wheel)
            assert not isinstance(done, Refusal), done
            events += done
        gone = PurseTaken((), player, state.money[player])
        self._apply_live(gone)
        return self._done([*events, gone])

    def _contribute(self, line: Act) -> Done:
        if self._reader is not None:
            return Refusal("seed", "the ball of this table is spun by hand", (), self.rulebook)
        added = self._added(self._wheel, line)
        return added if isinstance(added, Refusal) else self._done(list(added))

    def _ready(self, line: Act) -> Done:
        if line.words:
            return bad_words("expected 'ready'", self.rulebook)
        return self._not_ready(line.actor) or self._live(PlayerReady((), line.actor))

    def _not_ready(self, player: str) -> Refusal | None:
        """Only who has a wager lying may say that nothing else is to be waited for."""
        if self.state.stage == Stage.BETTING and any(wager.player == player for wager in self.state.wagers):
            return None
        return self.rules.refuse("betting_open", f"{player} has no wager for the next spin")

    def _number(self, line: Act) -> Done:
        """Where the ball of a physical wheel came to rest; ``spin``'s own words may follow."""
        if self._reader is None:
            return Refusal("number_awaited", "no number is awaited", (), self.rulebook, ("spin",))
        known = {str(number): number for number in NUMBERS}
        if not line.words or line.words[0] not in known:
            return bad_words("expected 'number N', 0 to 36", self.rulebook)
        try:
            command = read_command(replace(line, verb=cmd.SpinBall.verb, words=line.words[1:]))
        except ValueError as error:
            return bad_words(str(error), self.rulebook)
        self._reader.told = known[line.words[0]]
        done = self.carry_out(command)
        self._reader.told = None
        return done

    # --- the fold ------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Folds an entry of the log onto the table. Nothing is decided again."""
        for event in entry.events:
            if isinstance(event, LiveEvent):
                self._apply_live(event)
            else:
                apply(self.state, event)
            if self._reader is None:
                self._wheel.hears(event)
            self._keep_count(event)
        if entry.words == "open":
            self.opening = entry
        self._note(entry.events, self._till.all_moves(entry.events))

    def _apply_live(self, event: LiveEvent) -> None:
        match event:
            case SeedCommitted():
                self._fixed.add(event.seed)
            case SeedRevealed():
                self._wheel.forget(event.seed)
            case PlayerReady():
                self.ready[event.player] = f"{self.round} {self.state.voided}"
            case PurseFilled():
                for purse in (self.state.money, self.state.opening):
                    purse[event.player] = purse.get(event.player, 0) + event.amount
            case PurseTaken():
                self.state.money[event.player] -= event.amount
                self.state.opening[event.player] = 0

    def secrets_left(self) -> tuple[object, ...]:
        """What nobody at the table may know."""
        return self._wheel.secrets_left() if self._reader is None else ()

    def purses(self) -> dict[str, int]:
        """What everybody holds."""
        return dict(self.state.money)

    def dues(self) -> tuple[Due, ...]:
        """Betting closes, and the ball comes to rest."""
        state, cite = self.state, self.rules.cite
        if state.stage == Stage.BETTING:
            if not state.wagers:
                return ()
            everybody = all(self.is_ready(wager.player) for wager in state.wagers)
            seconds: float = ALL_READY if everybody else self.spec.betting_seconds
            key = f"betting {self.round} {state.voided} {seconds}"
            return (Due(key, (), "betting", "no_more_bets", cite("no_more_bets"), seconds),)
        if self._reader is not None or state.stage == Stage.SETTLING:
            return (Due(f"dealer {self.version}", ("dealer",), "number" if self._reader else "settling"),)
        return (Due(f"ball {self.round}", (), "spin", "spin", cite("respin" if state.voided else "wheel"), BALL_RUNS),)

    def is_ready(self, player: str) -> bool:
        """Whether somebody waits no longer for the spin."""
        return self.ready.get(player) == f"{self.round} {self.state.voided}"

    # --- views ---------------------------------------------------------------------------------------------------

    def card(self) -> RouletteCard:
        """The sign, the wheel and the cloth."""
        return card_of(self.spec, self.rules)

    def public_view(self) -> RouletteView:
        """What everybody may see."""
        state = self.state
        seeds = self._wheel.wanted(AHEAD) if self._reader is None else []
        return RouletteView(
            version=self.version,
            phase=phase_of(state),
            round=self.round,
            minimum=state.minimum,
            maximum=state.maximum,
            people=tuple(
                PersonView(name, money, ready=self.is_ready(name))
                for name, money in state.money.items()
                if name in self.present
            ),
            colours=tuple(ColourView(name, chips.player, chips.value) for name, chips in state.colours.items()),
            wagers=laid_of(state, self._till.lying),
            settled=settled_of(self._till.settled),
            number=state.number,
            colour=layout_of(self.rules).colour(state.number) if state.number != NOWHERE else "",
            numbers=tuple(self.numbers),
            display=tuple(state.display),
            ball=state.ball,
            dolly=state.dolly,
            wheel=state.wheel,
            voided=state.voided,
            waits_for=tuple(name for due in self.dues() for name in due.who),
            seeds=self._hashes(seeds),
        )

    def personal_view(self, actor: Actor) -> You:
        """Every button of a person, with what forbids it."""
        player = actor.role is Role.PLAYER
        actions = actions_of(self.rules, self.state, actor)
        if player and self.state.stage == Stage.BETTING and actor.name in self.state.money:
            actions = (*actions, ActionView("ready", "ready", 0, self._not_ready(actor.name)))
        return You(
            name=actor.name,
            role=actor.role,
            money=self.state.money.get(actor.name, 0) if player else 0,
            at_table=player and actor.name in self.present,
            actions=actions,
        )

    def _foreseen(self, command: cmd.Command) -> Done:
        try:
            events = act(self.rules, deepcopy(self.state), command, ReadWheel())
        except UnknownNumber:
            return ()
        return events if isinstance(events, Refusal) else tuple(events)

    own_words: ClassVar[Mapping[str, Said]] = {
        "join": _join,
        "leave": _leave,
        "contribute": _contribute,
        "number": _number,
        "ready": _ready,
    }
