"""Tournament: its tables, the purses of its players, and the commands of the director."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from pitboss.display import rows_html
from pitboss.games.blackjack import State as TableState
from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack import legal_actions
from pitboss.games.blackjack.cash import CashFold
from pitboss.games.blackjack.chance import RevealsAwaited
from pitboss.games.blackjack.floor import changed_command
from pitboss.games.blackjack.outcome_entry import deferred, words_of_deferred
from pitboss.games.blackjack.roles import dealer_refusal
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.verbs import PlayerVerbs
from pitboss.games.copy_on_write import CopyOnWrite
from pitboss.games.events import Codec
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import OPENING, THE_HOUSE, Actor, Due, Entry, Role, RolePlan, TableSpec, is_bot
from pitboss.games.live.contributions import REVEALS, Contributions
from pitboss.games.live.corrections import absorb_entry
from pitboss.games.live.events import (
    LiveEvent,
    OutcomeAwaited,
)
from pitboss.games.live.fairness import Secret
from pitboss.games.live.seeds import close_commitments
from pitboss.games.live.table import Done, Handler, Table
from pitboss.games.live.views import You
from pitboss.games.tournament import (
    CardAwaited,
    Chances,
    State,
    TournamentRules,
    act,
    apply,
    open_tournament,
    refusal_of,
    tournament_rules,
)
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.betting import table_for
from pitboss.games.tournament.cash import TournamentCash, move_purses, not_paid
from pitboss.games.tournament.codec import TournamentCodec
from pitboss.games.tournament.confirm import CONFIRMED, to_confirm
from pitboss.games.tournament.deadlines import dues_of
from pitboss.games.tournament.grammar import GRAMMAR, check_reason, read_line
from pitboss.games.tournament.live_events import apply_live_event
from pitboss.games.tournament.public_view import public_view
from pitboss.games.tournament.roles import ROLES
from pitboss.games.tournament.shoes import TournamentShoes
from pitboss.games.tournament.state import Phase
from pitboss.games.tournament.table_commands import HANDLERS
from pitboss.games.tournament.view import (
    TournamentCard,
    TournamentView,
    actions_of,
    card_of,
)
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, TableRules
from pitboss.law.tournament_terms import TournamentTerms
from pitboss.money import amount_text
from pitboss.pit import Act


class TournamentTables(PlayerVerbs, Table):
    """A tournament."""

    game: ClassVar[str] = "tournament"
    codec: ClassVar[Codec] = TournamentCodec()
    grammar: ClassVar[Grammar] = GRAMMAR
    roles: ClassVar[RolePlan] = ROLES
    hidden_verbs: ClassVar[frozenset[str]] = frozenset((cmd.EnterCard.verb,))
    numbered: ClassVar[bool] = True

    def __init__(
        self, spec: TableSpec, law: TableRules[TournamentTerms], secret: Secret, chance: Chances | None = None
    ) -> None:
        super().__init__(spec, law, secret)
        rules = tournament_rules(law)
        if isinstance(rules, Refusal):
            raise ValueError(str(rules))
        self.rules: TournamentRules = rules
        self.state = State()
        #: The money of each player, apart from their tournament chips.
        self.purse: dict[str, int] = {}
        #: The outcome that the dealer enters next, by table number.
        self.pending: dict[int, OutcomeAwaited] = {}
        #: The command at a table that is executed again once its outcome is known; None if the round only continues.
        self.again: dict[int, at_table.Command | None] = {}
        self._cash = TournamentCash()
        self._cash_at: CopyOnWrite[int, CashFold] = CopyOnWrite()
        #: The version at which the session of each table began.
        self.began: dict[int, int] = {}
        read, beacon = spec.cards_are_read, spec.beacon
        self.cards = TournamentShoes(rules.table, secret, cards_are_read=read, beacon=beacon, given=chance)

    def open_now(self) -> None:
        """Opens the tournament for entries and sets ``opening``."""
        self.state, opening = open_tournament(self.rules)
        self.opening = Entry("", THE_HOUSE, OPENING, self.record(list(opening)))

    # --- for programs --------------------------------------------------------------------------------------------

    def enter(self, player: str, *, strict: bool | None = None) -> Done:
        """Accepts the entry of a player, who pays the fee."""
        return self.do(cmd.AcceptEntry(player=player), strict=strict)

    def start(self, *, confirmed: bool = False, strict: bool | None = None) -> Done:
        """Allocates the players to tables and begins the session."""
        return self.do(cmd.StartSession(confirmed=confirmed), strict=strict)

    def deal(self, table: int = 1, *, strict: bool | None = None) -> Done:
        """Makes the initial deal at a table."""
        return self.do(cmd.PlayAtTable(command=at_table.Deal(), table=table), strict=strict)

    def decide_at(self, command: at_table.Command, *, strict: bool | None) -> Done:
        seated = self.state.table_of(self.player_of(command))
        number = seated.number if seated is not None else 0
        return self.do(cmd.PlayAtTable(command=command, table=number), strict=strict)

    def rules_and_state(self, player: str) -> tuple[BlackjackRules, Any]:
        seated = self.state.table_of(player)
        if seated is None:
            raise ValueError(f"{player} sits at no table")
        return self.rules.table, seated.play

    def _repr_html_(self) -> str:
        state = self.state
        rows = [
            (f"table {table.number}, box {box}", player, amount_text(state.chips(player)), "out" * state.out(player))
            for table in state.tables.values()
            for box, player in sorted(table.boxes.items())
        ]
        return rows_html(f"{self.rulebook}: {state.phase.value}, session {state.session}", rows)

    # --- commands ------------------------------------------------------------------------------------------------

    def copy_into(self, other: Self) -> None:
        other.state, other.purse = self.state.copy(), self.purse.copy()
        other.pending, other.again = self.pending.copy(), self.again.copy()
        other._cash, other._cash_at = self._cash.copy(), self._cash_at.copy()
        other.began, other.cards = self.began.copy(), self.cards.copy()

    def read(self, line: Act) -> cmd.Command:
        command = read_line(line, self.state)
        check_reason(self.rules, command)
        return command

    def player_of(self, command: cmd.Command) -> str:
        return super().player_of(command.command if isinstance(command, cmd.PlayAtTable) else command)

    def verb_of(self, command: cmd.Command) -> str:
        return command.command.verb if isinstance(command, cmd.PlayAtTable) else command.verb

    def words_of(self, actor: Actor, command: cmd.Command) -> str:
        """Returns the words by which an actor gives a command; a player enters without a name."""
        own = actor.role is Role.PLAYER and isinstance(command, cmd.AcceptEntry)
        return command.verb if own else super().words_of(actor, command)

    def permission(self, actor: Actor, command: cmd.Command) -> Refusal | None:
        inner = command.command if isinstance(command, cmd.PlayAtTable) else command
        return dealer_refusal(self.rules.table, actor, inner, "director") or super().permission(actor, command)

    def confirmation(self, actor: Actor, command: cmd.Command) -> Refusal | None:
        """Returns a refusal that asks for a confirmation; None if the command needs none or is refused anyway."""
        if not isinstance(command, CONFIRMED) or self._forbids(command) is not None:
            return None
        return to_confirm(self.rules, self.state, actor, command)

    @property
    def awaited(self) -> str:
        """The outcome that a table waits for, in words; empty where all tables wait for commands."""
        waits = ((self.awaited_at(number), number) for number in self.pending)
        return next((f"{what} at table {number}" for what, number in waits if what), "")

    def awaited_at(self, number: int) -> str:
        """Returns the outcome that a dealer enters next at one of the tables, in words; empty where there is none."""
        awaited = self.pending.get(number)
        return awaited.what if awaited is not None and awaited.kind != REVEALS else ""

    @property
    def wants_card(self) -> bool:
        """Whether a card must be entered at a table."""
        return any(awaited.kind != REVEALS for awaited in self.pending.values())

    def outcome_command(self, item: int) -> cmd.Command:
        return cmd.EnterCard(card=item, table=next(iter(self.pending), 0))

    def legal_actions(self) -> list[cmd.PlayAtTable]:
        """Returns the decisions that are open to players at every table."""
        found = [
            cmd.PlayAtTable(command=command, table=table.number)
            for table in self.state.tables.values()
            if table.running
            for command in legal_actions(self.rules.table, table.play)
        ]
        return [command for command in found if self._forbids(command) is None]

    def carry_out(self, command: cmd.Command) -> Done:
        """Executes a command of the tournament; returns its events, or the refusal."""
        refusal = self._forbids(command)
        if refusal is not None:
            return refusal
        try:
            events = act(self.rules, self.state, command, self.cards.chance)
        except CardAwaited as awaited:
            again = deferred(self.rules.table, command.command) if isinstance(command, cmd.PlayAtTable) else None
            return self.record(self.wait(awaited, again))
        if isinstance(events, Refusal):
            return events
        for event in events:
            if isinstance(event, ev.AtTable) and type(event.event) is happened.CardsCut:
                self.cards.were_cut(event.table, event.event)
            elif isinstance(event, ev.SessionBegan):
                self.cards.seats_given(event.table, event.players)
        return self.record(list(events))

    def _first_told(self, command: cmd.Command) -> Refusal | None:
        """Returns a refusal while a card is awaited at a table that the command concerns."""
        if not self.pending or isinstance(command, cmd.AcceptEntry):
            return None
        number = next((number for number in self._concerned(command) if number in self.pending), None)
        if number is None:
            return None
        awaited = self.pending[number]
        if awaited.kind == REVEALS:
            text = f"table {number} waits for {awaited.what}"
            return Refusal("reveals_awaited", text, (), self.rulebook)
        return Refusal("card_awaited", f"enter {awaited.what} at table {number} first", (), self.rulebook)

    def _concerned(self, command: cmd.Command) -> Collection[int]:
        """Returns the tables that a command concerns: the one it names, and that of its player; else all."""
        if isinstance(command, cmd.PlayAtTable):
            table = table_for(self.state, command)
            return [table.number] if table is not None else list(self.pending)
        seat = self.state.table_of(getattr(command, "player", ""))
        numbers = {getattr(command, "table", 0), seat.number if seat is not None else 0} - {0}
        return sorted(numbers) or list(self.pending)

    def _forbids(self, command: cmd.Command) -> Refusal | None:
        """Returns the refusal of a command by the rules, a pending card or an insufficient purse; None if legal."""
        return (
            refusal_of(self.rules, self.state, command)
            or self._first_told(command)
            or not_paid(self.rules, self.state, self.purse, command)
        )

    def wait(self, awaited: CardAwaited, again: at_table.Command | None = None) -> list[Any]:
        """Returns the events of a command that waits for a card; ``again`` is executed once it is known."""
        self.again[awaited.table] = again
        if isinstance(awaited.unknown, RevealsAwaited):
            closed = close_commitments(self.cards.shoe(awaited.table), awaited.unknown.seed)
            waits = OutcomeAwaited((), REVEALS, str(awaited), awaited.table, words_of_deferred(again))
            return [*awaited.events, *closed, waits]
        reader = self.cards.readers.get(awaited.table)
        kind = reader.wanted if reader is not None else ""
        return [*awaited.events, OutcomeAwaited((), kind, str(awaited), awaited.table, words_of_deferred(again))]

    def record(self, events: list[Any]) -> tuple[Any, ...]:
        """Records the events of a command; returns them with the seed events that must be published."""
        last = events[-1] if events else None
        if isinstance(last, OutcomeAwaited):
            self.pending[last.table] = last
        if self.cards.fair:
            for number in tuple(self.cards.shoes):
                events += self._published(number)
        self._follow_money(events)
        return tuple(events)

    def _published(self, number: int) -> list[LiveEvent]:
        """Returns the seed events that a table must publish now."""
        table, shoe = self.state.tables.get(number), self.cards.shoes[number]
        over = table is None or self.state.phase in (Phase.OVER, Phase.CANCELLED)
        if not (shoe.changed or shoe.discarded or (over and shoe.rest())):
            return []
        shoe = self.cards.shoe(number)
        shoe.changed = False
        hidden = not over and table is not None and table.play.stage not in (Stage.BETTING, Stage.CLOSED)
        return self.seeds.publish(shoe, hidden=hidden, closed=over)

    def _follow_money(self, events: Sequence[Any]) -> None:
        """Updates the purses with the movements of the events."""
        for event in events:
            if isinstance(event, ev.AtTable):
                play = self.state.tables[event.table].play
                self._cash_at.setdefault(event.table, CashFold())
                self._cash_at.own(event.table).moves(play, event.event)
        self.record_moves(events, self._cash.all_moves(events))
        self.began |= {event.table: self.version for event in events if isinstance(event, ev.SessionBegan)}
        move_purses(self.purse, self.moved)

    # --- replay --------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Applies an entry of the log to the tournament, without executing its command again."""
        absorb_entry(self, entry, self._absorb)

    def _absorb(self, entry: Entry) -> None:
        self.absorb_duties(entry)
        for number in [event.table for event in entry.events if isinstance(event, ev.AtTable)]:
            self.pending.pop(number, None)  # a table that waits does nothing but what the entered card brings about
        for event in entry.events:
            if isinstance(event, LiveEvent):
                apply_live_event(self, event)
            else:
                self._fold(event)
        self.cards.align(self.state.tables, self.pending)
        if entry.words == OPENING:
            self.opening = entry
        self._follow_money(entry.events)

    def _fold(self, event: Any) -> None:
        """Applies one event to the tournament and to the shoe of its table."""
        if isinstance(event, ev.SessionBegan):
            self.cards.session_begins(event.table, self.state.tables[event.table].play)
            self.cards.seats_given(event.table, event.players)
        if not isinstance(event, ev.AtTable):
            apply(self.state, event)
            return
        number, inner = event.table, event.event
        play = self.state.own(number).play
        drawn = [side.drawn for side in play.shoes]
        self.cards.before(number, play, inner)
        apply(self.state, event)
        self.cards.after(number, play, inner, drawn)

    def changed_command(self, command: cmd.Command, becomes: str) -> cmd.Command | None:
        play, rules = TableState(), self.rules.table
        if isinstance(command, cmd.EnterCard):
            card = changed_command(rules, play, at_table.EnterCard(card=command.card), becomes)
            if isinstance(card, at_table.EnterCard):
                return replace(command, card=card.card)
        elif isinstance(command, cmd.PlayAtTable):
            inner = changed_command(rules, play, command.command, becomes)
            if inner is not None:
                return replace(command, command=inner)
        return super().changed_command(command, becomes)

    def accept_any_amount(self, *, accepted: bool) -> None:
        """Turns the checks of amounts off or on, for the audit of logs of earlier releases."""
        if self.rules.table.any_amount != accepted:
            self.rules = replace(self.rules, table=replace(self.rules.table, any_amount=accepted))

    def secrets_left(self) -> tuple[object, ...]:
        """Returns what is hidden from all players: the unrevealed seeds and the order of the remaining cards."""
        return self.cards.secrets_left()

    def purses(self) -> dict[str, int]:
        """Returns the money of each player, without their tournament chips."""
        return dict(self.purse)

    def contributed(self) -> tuple[Contributions, ...]:
        return tuple(shoe.contributions for shoe in self.cards.shoes.values())

    # --- deadlines -----------------------------------------------------------------------------------------------

    def owed(self) -> tuple[cmd.Command, ...]:
        """Returns the commands that redeem the chips which players bought and kept."""
        kept = [(player, cents) for player, cents in self.state.kept.items() if cents]
        return tuple(cmd.RedeemChips(player=player, amount=cents) for player, cents in kept)

    def plays_for_chips(self) -> bool:
        """Whether a round is in progress at any table."""
        between = (Stage.BETTING, Stage.CLOSED)
        return any(table.running and table.play.stage not in between for table in self.state.tables.values())

    def people(self) -> set[str]:
        """Returns the persons at the tournament: those who entered, and those with money here."""
        return super().people() | {name for name in self.state.players if not is_bot(name)}

    def dues(self) -> tuple[Due, ...]:
        """Returns the deadlines of all tables; that of the director if no table has one."""
        return dues_of(self)

    # --- views ---------------------------------------------------------------------------------------------------

    def card(self) -> TournamentCard:
        """Returns the constant part of the view: the conditions of entry."""
        return card_of(self.spec, self.rules)

    def public_view(self) -> TournamentView:
        """Returns the public view; it is the same for all viewers at one version."""
        settled = {number: cash.results for number, cash in self._cash_at.items()}
        return public_view(self, settled)

    def personal_view(self, actor: Actor) -> You:
        """Returns the view of one person: their actions, each with the refusal that forbids it."""
        player = actor.role is Role.PLAYER
        table = self.state.table_of(actor.name) if player else None
        commit, reveal = self.cards.asked_of(actor.name, table) if player else ((), ())
        return You(
            name=actor.name,
            role=actor.role,
            money=self.purse.get(actor.name, 0) if player else 0,
            at_table=player and actor.name in self.present,
            boxes=(table.box_of(actor.name),) if table is not None else (),
            actions=actions_of(
                self.rules,
                self.state,
                actor,
                lambda command: self._forbids(command) or to_confirm(self.rules, self.state, actor, command),
            ),
            commit=commit,
            reveal=reveal,
        )

    def foresee(self, command: cmd.Command) -> Done:
        refusal = self._forbids(command)
        if refusal is not None:
            return refusal
        blind = TournamentShoes(self.rules.table, self.seeds.secret, cards_are_read=True)
        try:
            events = act(self.rules, self.state.copy(), command, blind.chance)
        except CardAwaited as awaited:
            return tuple(awaited.events)
        return events if isinstance(events, Refusal) else tuple(events)

    handlers: ClassVar[Mapping[type, Handler]] = HANDLERS
