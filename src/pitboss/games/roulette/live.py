"""Roulette table: executes commands and returns events. The state is a fold of the events."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar, Final, Self

from pitboss.display import rows_html
from pitboss.games.events import Codec, leaves
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import (
    ALL_READY,
    HOUSE_ROLES,
    OPENING,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Role,
    RolePlan,
    TableSpec,
    is_anonymous,
)
from pitboss.games.live.contributions import Contributions
from pitboss.games.live.corrections import absorb_entry
from pitboss.games.live.events import (
    LIVE_EVENTS,
    ChipsBrought,
    CorrectionProposed,
    LiveEvent,
    PayoutCorrected,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.fairness import Secret
from pitboss.games.live.payouts import SettledWager
from pitboss.games.live.seeds import (
    AHEAD,
    asked_of,
    close_commitments,
    leave_out,
    reveal_deadlines,
)
from pitboss.games.live.table import Done, Handler, Table
from pitboss.games.live.views import ActionView, PersonView, You
from pitboss.games.roulette import RouletteRules, State, act, apply, layout_of, legal_positions, open_state
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.cash import RouletteCash
from pitboss.games.roulette.chance import NOWHERE, Chance, UnknownNumber
from pitboss.games.roulette.drawing import draw_table
from pitboss.games.roulette.evolve import change_result
from pitboss.games.roulette.fair_wheel import DealerEnteredWheel, FairWheel
from pitboss.games.roulette.floor import arrivals, changed_command, expand, owner, settled_wagers, steps_of
from pitboss.games.roulette.grammar import GRAMMAR, check_reason
from pitboss.games.roulette.state import Stage, phase
from pitboss.games.roulette.table_commands import HANDLERS
from pitboss.games.roulette.view import ColourView, RouletteCard, RouletteView, actions_of, card_of, laid_of, settled_of
from pitboss.law.refusal import Refusal
from pitboss.money import amount_text, net_text
from pitboss.pit import Act

#: Seconds from the end of betting until the house lets the ball come to rest.
BALL_RUNS: Final = 4
#: How many past numbers the view lists: enough for hot and cold ones.
LAST_NUMBERS: Final = 120

_DEALER: Final = frozenset(
    ("chips", "no_more_bets", "spin", "no_spin", "collect", "pay", "new_ball", "display", "number", "undo")
)
ROLES: Final = RolePlan(
    frozenset(("bet", "call", "withdraw", "join", "leave", "contribute", "commit", "reveal", "ready")),
    _DEALER,
    _DEALER | {"adjust", "correct", "confirm_correction"},
)


#: The events by which a player is at the table.
_ARRIVES: Final = frozenset((ev.PlayerJoined, PurseFilled, ChipsBrought))


class RouletteTable(Table):
    """A table of roulette."""

    game: ClassVar[str] = "roulette"
    codec: ClassVar[Codec] = Codec((*leaves(ev.Event), *LIVE_EVENTS))
    grammar: ClassVar[Grammar] = GRAMMAR
    roles: ClassVar[RolePlan] = ROLES

    def __init__(self, spec: TableSpec, rules: RouletteRules, secret: Secret, chance: Chance | None = None) -> None:
        super().__init__(spec, rules, secret)
        self.rules: RouletteRules = rules
        self.state = State()
        #: The number of rounds begun, and the last winning numbers, the latest first.
        self.round = 0
        self.numbers: list[int] = []
        self._cash = RouletteCash()
        fair = FairWheel(secret, spec.spins_per_seed, beacon=spec.beacon)
        self._use(chance or (DealerEnteredWheel() if spec.cards_are_read else fair))

    def _use(self, chance: Chance) -> None:
        """Sets the source of numbers: a wheel from seeds, a wheel whose numbers are entered, or any other."""
        self.chance = chance
        self.fair = chance if isinstance(chance, FairWheel) else None
        self.reader = chance if isinstance(chance, DealerEnteredWheel) else None

    def open_now(self) -> None:
        """Opens the table: commits the first seeds and sets ``opening``."""
        fixed = self.seeds.commit(self.fair.wanted(AHEAD)) if self.fair is not None else []
        self.state, opening = open_state(self.rules)
        self.opening = Entry("", THE_HOUSE, OPENING, self.record([*fixed, *opening]))

    def copy_into(self, other: Self) -> None:
        other.state, other._cash = self.state.copy(), self._cash.copy()
        other._use(deepcopy(self.chance))

    # --- for programs --------------------------------------------------------------------------------------------

    def bet(self, player: str, kind: str, place: str = "", *, amount: int, strict: bool | None = None) -> Done:
        """Wagers an amount in cents on a position: ``bet("ann", "split", "17-20", amount=500)``."""
        return self.do(cmd.PlaceWager(player=player, kind=kind, place=place, amount=amount), strict=strict)

    def withdraw(self, player: str, kind: str, place: str = "", *, strict: bool | None = None) -> Done:
        """Takes back a wager."""
        return self.do(cmd.WithdrawWager(player=player, kind=kind, place=place), strict=strict)

    def no_more_bets(self, *, strict: bool | None = None) -> Done:
        """Closes betting."""
        return self.do(cmd.CallNoMoreBets(), strict=strict)

    def spin(self, *, strict: bool | None = None) -> Done:
        """Spins the ball and settles every wager."""
        return self.do(cmd.SpinBall(), strict=strict)

    def svg(self) -> str:
        """Returns the layout with its chips as a picture in SVG."""
        return draw_table(self.rules, self.state).svg(f"{self.rulebook}: {phase(self.state)}")

    def _repr_html_(self) -> str:
        state = self.state
        wagers = [
            (
                wager.player,
                f"{wager.kind} {wager.place}".strip(),
                amount_text(wager.amount),
                net_text(wager.result or 0),
            )
            for wager in (*state.wagers, *state.settled)
        ]
        numbers = " ".join(str(number) for number in state.display) or "no spin yet"
        purses = [(player, amount_text(cents)) for player, cents in state.money.items()]
        title = f"{self.rulebook}: {phase(state)}, last numbers {numbers}"
        return rows_html(title, wagers) + rows_html("money", purses)

    # --- commands ------------------------------------------------------------------------------------------------

    def expand(self, actor: Actor, line: Act | str) -> Act | str:
        if not self.spec.floor or isinstance(line, str) or actor.role not in HOUSE_ROLES:
            return line
        try:
            return expand(self.rules, line)
        except ValueError as error:
            return str(error)

    def read(self, line: Act) -> cmd.Command:
        command = GRAMMAR.read(line, live=True)
        check_reason(self.rules, command)
        return command

    def legal_actions(self) -> list[cmd.PlaceWager]:
        """Returns the least wager of every player on each position that is open to them."""
        found: list[cmd.PlaceWager] = []
        for player in self.state.money:
            legal = legal_positions(self.rules, self.state, player)
            found += [legal.wager_on(position) for position in legal]
        return found

    def carry_out(self, command: cmd.Command) -> Done:
        """Executes a command of the game; returns its events, or the refusal."""
        steps = steps_of(self.rules, self.state, command)
        if isinstance(steps, Refusal):
            return steps
        arrived = arrivals(self, steps) if len(steps) > 1 or (self.spec.floor and is_anonymous(owner(command))) else []
        if isinstance(arrived, Refusal):
            return arrived
        for event in arrived:
            self._apply(event)
        seed = self.fair.next_seed() if self.fair is not None else ""
        events = list(arrived)
        for step in steps:
            try:
                done = act(self.rules, self.state, step, self.chance)
            except UnknownNumber as unknown:
                return self._awaits(unknown)
            if isinstance(done, Refusal):
                return done
            events += done
        return self.record(self._with_contributions(seed, events))

    def _awaits(self, unknown: UnknownNumber) -> Refusal:
        if self.reader is None:
            return Refusal("number_awaited", str(unknown), (), self.rulebook, ("no_more_bets",))
        text = "the wheel is read by the dealer"
        return Refusal("number_awaited", text, (), self.rulebook, ("number 0", "number 36"))

    def _with_contributions(self, seed: str, events: list[Any]) -> list[Any]:
        """Closes the commitments to the next number with betting; leaves out who did not reveal before it came."""
        if self.fair is None or not seed:
            return events
        kinds = {type(event) for event in events}
        if ev.BallRested in kinds:
            return [*leave_out(self.fair, seed), *events]
        if ev.SpinVoided in kinds:
            self.fair.reopen()
        return [*events, *close_commitments(self.fair, seed)] if ev.BetsClosed in kinds else events

    def record(self, events: list[Any]) -> tuple[Any, ...]:
        """Records the events of a command; returns them with the seed events that must be published."""
        for event in events:
            self._keep_count(event)
        if self.fair is not None and self.fair.news():
            events += self.seeds.publish(self.fair, hidden=False, closed=False)
        self.record_moves(events, self._cash.all_moves(events))
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
        elif kind in _ARRIVES or (kind is ev.ChipsGiven and is_anonymous(event.player)):
            self.present.add(event.player)
        elif kind is PurseTaken:
            self.present.discard(event.player)

    def record_live(self, *events: LiveEvent) -> tuple[Any, ...]:
        """Applies and records events of the live table."""
        for event in events:
            self.apply_live(event)
        return self.record(list(events))

    def ready_refusal(self, player: str) -> Refusal | None:
        """Returns a refusal if the player has no wager for the next spin."""
        if self.state.stage == Stage.BETTING and any(wager.player == player for wager in self.state.wagers):
            return None
        return self.rules.refuse("betting_open", f"{player} has no wager for the next spin")

    def outcome_command(self, item: int) -> cmd.Command:
        return cmd.EnterNumber(number=item)

    # --- replay --------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log to the table, without executing its command again."""
        absorb_entry(self, entry, self._absorb)

    def _absorb(self, entry: Entry) -> None:
        self.absorb_duties(entry)
        for event in entry.events:
            self._apply(event)
            if self.fair is not None:
                self.fair.hears(event)
            self._keep_count(event)
        if entry.words == OPENING:
            self.opening = entry
        self.record_moves(entry.events, self._cash.all_moves(entry.events))

    def _apply(self, event: Any) -> None:
        if isinstance(event, LiveEvent):
            self.apply_live(event)
        else:
            apply(self.state, event)

    def changed_command(self, command: cmd.Command, becomes: str) -> cmd.Command | None:
        return changed_command(self.rules, command, becomes) or super().changed_command(command, becomes)

    def settled_wagers(self, events: tuple[Any, ...]) -> tuple[SettledWager, ...]:
        return settled_wagers(self.state, events)

    def apply_live(self, event: LiveEvent) -> None:
        """Applies an event of the live table: seeds, purses and players."""
        match event:
            case SeedCommitted():
                self.seeds.committed.add(event.seed)
            case SeedRevealed() if self.fair is not None:
                self.fair.forget(event.seed)
                self.seeds.committed.discard(event.seed)
            case PlayerReady():
                self.ready[event.player] = f"{self.round} {self.state.voided}"
            case CorrectionProposed():
                self.proposed[event.version] = event
            case PayoutCorrected():
                change_result(self.state, event.player, (event.wager, event.place), event.more)
            case PurseFilled() | ChipsBrought():
                for purse in (self.state.money, self.state.opening):
                    purse[event.player] = purse.get(event.player, 0) + event.amount
            case PurseTaken():
                self.state.money[event.player] -= event.amount
                self.state.opening[event.player] = 0
                if self.fair is not None:
                    self.fair.contributions.withdraw(event.player)

    def secrets_left(self) -> tuple[object, ...]:
        """Returns what is hidden from all players: the unrevealed seeds."""
        return self.fair.secrets_left() if self.fair is not None else ()

    def contributed(self) -> tuple[Contributions, ...]:
        return () if self.fair is None else (self.fair.contributions,)

    def purses(self) -> dict[str, int]:
        """Returns the money of each player at the table."""
        return dict(self.state.money)

    def dues(self) -> tuple[Due, ...]:
        """Returns the deadline of the table: the end of betting, the end of the spin, or the dealer's next step."""
        state, cite = self.state, self.rules.cite
        if state.stage == Stage.BETTING:
            if not state.wagers:
                return ()
            ready = self.all_ready(wager.player for wager in state.wagers)
            seconds: float = ALL_READY if ready else self.betting_seconds
            key = f"betting {self.round} {state.voided} {seconds}"
            return (Due(key, (), "betting", cmd.CallNoMoreBets(), cite("no_more_bets"), seconds),)
        if self.reader is not None or state.stage == Stage.SETTLING:
            return (Due(f"dealer {self.version}", ("dealer",), "number" if self.reader else "settling"),)
        if self.fair is not None and self.fair.contributions.beacon and self.fair.contributions.waiting():
            return tuple(reveal_deadlines(self.fair.contributions))  # the number waits for the beacon
        clauses = cite("respin" if state.voided else "wheel")
        return (Due(f"ball {self.round}", (), "spin", cmd.SpinBall(), clauses, BALL_RUNS),)

    def is_ready(self, player: str) -> bool:
        """Whether the player is ready for the spin."""
        return self.ready.get(player) == f"{self.round} {self.state.voided}"

    # --- views ---------------------------------------------------------------------------------------------------

    def card(self) -> RouletteCard:
        """Returns the constant part of the view: layout, wheel, options."""
        return card_of(self.spec, self.rules)

    def public_view(self) -> RouletteView:
        """Returns the public view; it is the same for all viewers at one version."""
        state = self.state
        seeds = self.fair.wanted(AHEAD) if self.fair is not None else []
        return RouletteView(
            version=self.version,
            phase=phase(state),
            round=self.round,
            minimum=state.minimum,
            maximum=state.maximum,
            people=tuple(
                PersonView(name, money, ready=self.is_ready(name))
                for name, money in state.money.items()
                if name in self.present
            ),
            colours=tuple(ColourView(name, chips.player, chips.value) for name, chips in state.colours.items()),
            wagers=laid_of(state, self._cash.on_layout),
            settled=settled_of(self._cash.settled),
            number=state.number,
            colour=layout_of(self.rules).colour(state.number) if state.number != NOWHERE else "",
            numbers=tuple(self.numbers),
            display=tuple(state.display),
            ball=state.ball,
            dolly=state.dolly,
            wheel=state.wheel,
            voided=state.voided,
            waits_for=tuple(name for due in self.dues() for name in due.who),
            seeds=self.seeds.commitments(seeds),
        )

    def personal_view(self, actor: Actor) -> You:
        """Returns the view of one person: their actions, each with the refusal that forbids it."""
        player = actor.role is Role.PLAYER
        actions = actions_of(self.rules, self.state, actor)
        if player and self.state.stage == Stage.BETTING and actor.name in self.state.money:
            actions = (*actions, ActionView("ready", "ready", 0, self.ready_refusal(actor.name)))
        commit, reveal = asked_of(self.fair if actor.name in self.present else None, actor.name)
        return You(
            name=actor.name,
            role=actor.role,
            money=self.state.money.get(actor.name, 0) if player else 0,
            at_table=player and actor.name in self.present,
            actions=actions,
            commit=commit,
            reveal=reveal,
        )

    def foresee(self, command: cmd.Command) -> Done:
        if isinstance(command, cmd.PlaceCall) or is_anonymous(owner(command)):
            return self.copy().carry_out(command)
        try:
            events = act(self.rules, self.state.copy(), command, DealerEnteredWheel())
        except UnknownNumber:
            return ()
        return events if isinstance(events, Refusal) else tuple(events)

    handlers: ClassVar[Mapping[type, Handler]] = HANDLERS
