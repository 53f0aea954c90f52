"""Roulette table: executes commands and returns events. The state is a fold of the events."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar, Final, Self

from pitboss.games.commands import (
    CloseReveals,
    CommitContribution,
    Contribute,
    DeclareReady,
    LeaveTable,
    MixBeacon,
    RevealContribution,
)
from pitboss.games.events import Codec, leaves
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import ALL_READY, OPENING, THE_HOUSE, Actor, Due, Entry, Role, RolePlan, TableSpec
from pitboss.games.live.events import (
    LIVE_EVENTS,
    LiveEvent,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.games.live.fairness import Secret
from pitboss.games.live.seeds import (
    AHEAD,
    asked_of,
    close_commitments,
    commit_contribution,
    end_contribution,
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
from pitboss.games.roulette.fair_wheel import DealerEnteredWheel, FairWheel
from pitboss.games.roulette.grammar import GRAMMAR, check_reason
from pitboss.games.roulette.state import Stage, phase
from pitboss.games.roulette.view import ColourView, RouletteCard, RouletteView, actions_of, card_of, laid_of, settled_of
from pitboss.law.refusal import Refusal
from pitboss.pit import Act

#: Seconds from the end of betting until the house lets the ball come to rest.
BALL_RUNS: Final = 4
#: How many past numbers the view lists: enough for hot and cold ones.
LAST_NUMBERS: Final = 120

_DEALER: Final = frozenset(
    ("chips", "no_more_bets", "spin", "no_spin", "collect", "pay", "new_ball", "display", "number")
)
ROLES: Final = RolePlan(
    frozenset(("bet", "withdraw", "join", "leave", "contribute", "commit", "reveal", "ready")),
    _DEALER,
    _DEALER | {"adjust"},
)


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
        self._chance = chance
        self.fair = chance if isinstance(chance, FairWheel) else None
        self._reader = chance if isinstance(chance, DealerEnteredWheel) else None

    def open_now(self) -> None:
        """Opens the table: commits the first seeds and sets ``opening``."""
        fixed = self.seeds.commit(self.fair.wanted(AHEAD)) if self.fair is not None else []
        self.state, opening = open_state(self.rules)
        self.opening = Entry("", THE_HOUSE, OPENING, self._done([*fixed, *opening]))

    def copy_into(self, other: Self) -> None:
        other.state, other._cash = deepcopy(self.state), deepcopy(self._cash)
        other._use(deepcopy(self._chance))

    # --- commands ------------------------------------------------------------------------------------------------

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
        fair = self.fair
        seed = fair.next_seed() if fair is not None else ""
        try:
            events = act(self.rules, self.state, command, self._chance)
        except UnknownNumber as unknown:
            if self._reader is None:
                return Refusal("number_awaited", str(unknown), (), self.rulebook, ("no_more_bets",))
            text = "the wheel is read by the dealer"
            return Refusal("number_awaited", text, (), self.rulebook, ("number 0", "number 36"))
        if isinstance(events, Refusal):
            return events
        return self._done(self._with_contributions(seed, list(events)))

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

    def _done(self, events: list[Any]) -> tuple[Any, ...]:
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
        elif kind is ev.PlayerJoined or kind is PurseFilled:
            self.present.add(event.player)
        elif kind is PurseTaken:
            self.present.discard(event.player)

    # --- commands of the live table ------------------------------------------------------------------------------

    def _join(self, command: cmd.JoinTable) -> Done:
        if command.player not in self.state.money:
            return self.carry_out(command)
        return self._live(PurseFilled((), command.player, command.money))

    def _live(self, *events: LiveEvent) -> tuple[Any, ...]:
        for event in events:
            self._apply_live(event)
        return self._done(list(events))

    def _leave(self, command: LeaveTable) -> Done:
        """Withdraws the player's wagers, returns their colour chips and cashes out."""
        player, state = command.player, self.state
        if player not in self.present:
            return self.rules.refuse("wager_in_chips", f"{player} is not at the table")
        playing = any(wager.player == player for wager in (*state.wagers, *state.settled))
        if playing and state.stage != Stage.BETTING:
            return self.rules.refuse("wager_stays", f"{player} has wagers that are not decided", "bets_closed")
        own = [wager for wager in state.wagers if wager.player == player]
        steps: list[cmd.Command] = [
            cmd.WithdrawWager(player=player, kind=wager.kind, place=wager.place) for wager in own
        ]
        colours = [name for name, colour in state.colours.items() if colour.player == player]
        steps += [cmd.GiveChips(who=player, colour=colour, value=0) for colour in colours]
        events: list[Any] = []
        for step in steps:
            done = act(self.rules, state, step, self._chance)
            assert not isinstance(done, Refusal), done
            events += done
        gone = PurseTaken((), player, state.money[player])
        self._apply_live(gone)
        return self._done([*events, gone])

    def _contribute(self, command: Contribute) -> Done:
        if self.fair is None:
            return Refusal("seed", "the numbers of this table are not drawn from seeds", (), self.rulebook)
        added = self.seeds.contribute(self.fair, command, self.present, self.rulebook)
        return added if isinstance(added, Refusal) else self._done(list(added))

    def _commit(self, command: CommitContribution) -> Done:
        if self.fair is None:
            return Refusal("seed", "the numbers of this table are not drawn from seeds", (), self.rulebook)
        done = commit_contribution(self.fair, command, self.present, self.rulebook)
        return done if isinstance(done, Refusal) else self._done(list(done))

    def _reveal(self, command: RevealContribution | MixBeacon | CloseReveals) -> Done:
        if self.fair is None:
            return Refusal("seed", "the numbers of this table are not drawn from seeds", (), self.rulebook)
        done = end_contribution(self.fair, command, self.rulebook)
        return done if isinstance(done, Refusal) else self._done(list(done))

    def _ready(self, command: DeclareReady) -> Done:
        return self._not_ready(command.player) or self._live(PlayerReady((), command.player))

    def _not_ready(self, player: str) -> Refusal | None:
        """Returns a refusal if the player has no wager for the next spin."""
        if self.state.stage == Stage.BETTING and any(wager.player == player for wager in self.state.wagers):
            return None
        return self.rules.refuse("betting_open", f"{player} has no wager for the next spin")

    def _number(self, command: cmd.EnterNumber) -> Done:
        """Enters the winning number of a physical wheel."""
        if self._reader is None:
            return Refusal("number_awaited", "no number is awaited", (), self.rulebook, ("spin",))
        self._reader.entered = command.number
        done = self.carry_out(command.spin())
        self._reader.entered = None
        return done

    def outcome_command(self, item: int) -> cmd.Command:
        return cmd.EnterNumber(number=item)

    # --- replay --------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log to the table, without executing its command again."""
        self.absorb_duties(entry)
        for event in entry.events:
            if isinstance(event, LiveEvent):
                self._apply_live(event)
            else:
                apply(self.state, event)
            if self.fair is not None:
                self.fair.hears(event)
            self._keep_count(event)
        if entry.words == OPENING:
            self.opening = entry
        self.record_moves(entry.events, self._cash.all_moves(entry.events))

    def _apply_live(self, event: LiveEvent) -> None:
        match event:
            case SeedCommitted():
                self.seeds.committed.add(event.seed)
            case SeedRevealed() if self.fair is not None:
                self.fair.forget(event.seed)
                self.seeds.committed.discard(event.seed)
            case PlayerReady():
                self.ready[event.player] = f"{self.round} {self.state.voided}"
            case PurseFilled():
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
        if self._reader is not None or state.stage == Stage.SETTLING:
            return (Due(f"dealer {self.version}", ("dealer",), "number" if self._reader else "settling"),)
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
            actions = (*actions, ActionView("ready", "ready", 0, self._not_ready(actor.name)))
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
        try:
            events = act(self.rules, deepcopy(self.state), command, DealerEnteredWheel())
        except UnknownNumber:
            return ()
        return events if isinstance(events, Refusal) else tuple(events)

    handlers: ClassVar[Mapping[type, Handler]] = {
        cmd.JoinTable: _join,
        LeaveTable: _leave,
        Contribute: _contribute,
        CommitContribution: _commit,
        RevealContribution: _reveal,
        MixBeacon: _reveal,
        CloseReveals: _reveal,
        DeclareReady: _ready,
        cmd.EnterNumber: _number,
    }
