"""A live tournament: its tables, its players' money, and the director's words."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Final

from pitboss.blackjack import events as happened
from pitboss.blackjack.state import Stage
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules
from pitboss.law.tournament_terms import TournamentTerms
from pitboss.money import amount_text
from pitboss.notation.pit import Act
from pitboss.notation.tournament_words import HOUSE_VERBS, read_command
from pitboss.notation.words import PLAYER_VERBS, BadWords
from pitboss.table.blackjack_roles import ROLES as AT_TABLE
from pitboss.table.blackjack_roles import not_the_dealers
from pitboss.table.chance import StrangeCard
from pitboss.table.cup_dues import cup_dues, session_due
from pitboss.table.cup_shoes import CupShoes
from pitboss.table.cup_till import CupTill, not_paid
from pitboss.table.live_base import HOUSE, THE_HOUSE, Actor, Due, Entry, Role, RolePlan, TableSpec, bad_words, spoken
from pitboss.table.live_events import (
    Codec,
    LiveEvent,
    OutcomeAwaited,
    PurseFilled,
    PurseTaken,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)
from pitboss.table.live_game import Done, Live, Said
from pitboss.table.shared_views import PersonView, You
from pitboss.table.till import Till
from pitboss.table.told import again_of, house_line, told_item
from pitboss.table.tournament_codec import TournamentCodec
from pitboss.table.tournament_view import (
    TournamentCard,
    TournamentView,
    actions_of,
    card_of,
    entries_of,
    leaders_of,
    table_of,
)
from pitboss.tournament import (
    CardAwaited,
    State,
    TournamentRules,
    act,
    apply,
    open_tournament,
    refusal_of,
    resume,
    tournament_rules,
)
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.betting import table_for
from pitboss.tournament.state import Phase

ROLES: Final = RolePlan(
    PLAYER_VERBS | {"join", "enter", "redeem", "contribute"},
    AT_TABLE.dealer,
    AT_TABLE.operator | HOUSE_VERBS,
)


#: Which movements fill somebody's purse, and which empty it.
_INTO_PURSE: Final = {"join": 1, "back": 1, "win": 1, "leave": -1, "wager": -1, "unwin": -1}


class LiveTournament(Live):
    """One tournament."""

    game: ClassVar[str] = "tournament"
    codec: ClassVar[Codec] = TournamentCodec()
    roles: ClassVar[RolePlan] = ROLES
    numbered: ClassVar[bool] = True

    def __init__(self, spec: TableSpec, law: TableRules[TournamentTerms], secret: bytes) -> None:
        super().__init__(spec, law.rulebook, secret)
        rules = tournament_rules(law)
        if isinstance(rules, Refusal):
            raise ValueError(str(rules))
        self.rules: TournamentRules = rules
        self.state = State()
        #: The money that people have brought, beside their chips.
        self.purse: dict[str, int] = {}
        #: At which tables a card is to be told.
        self.awaited: dict[int, OutcomeAwaited] = {}
        self._till = CupTill()
        self._tills: dict[int, Till] = {}
        #: The version at which the session of each table began.
        self._began: dict[int, int] = {}
        self._cards = CupShoes(rules.table, secret, cards_are_read=spec.cards_are_read)

    def open(self) -> None:
        """The first entry: the conditions are settled, and entries are taken."""
        self.state, opening = open_tournament(self.rules)
        self.opening = Entry("", THE_HOUSE, "open", self._done(list(opening)))

    # --- doing ---------------------------------------------------------------------------------------------------

    def meant(self, line: Act) -> cmd.Command:
        """The command that a line means; a player enters for himself."""
        if line.verb == "enter" and line.actor != HOUSE:
            if line.words:
                raise BadWords("expected 'enter': everybody enters for himself")
            line = Act(HOUSE, "enter", (line.actor,))
        return read_command(line, self.state)

    def _not_theirs(self, actor: Actor, line: Act) -> Refusal | None:
        return not_the_dealers(self.rules.table, actor, line, "director") or super()._not_theirs(actor, line)

    def carry_out(self, command: cmd.Command) -> Done:
        """A command of the tournament."""
        refusal = self._forbids(command)
        if refusal is not None:
            return refusal
        try:
            events = act(self.rules, self.state, command, self._cards.chance)
        except CardAwaited as awaited:
            again = again_of(command.command) if isinstance(command, cmd.PlayAtTable) else ""
            return self._done(self._wait(awaited, again))
        if isinstance(events, Refusal):
            return events
        for event in events:
            if isinstance(event, ev.AtTable) and type(event.event) is happened.CardsCut:
                self._cards.were_cut(event.table, event.event)
        return self._done(list(events))

    def _first_told(self, command: cmd.Command) -> Refusal | None:
        """At a table that waits for a card nothing else is done, and by the director nothing at all."""
        if not self.awaited:
            return None
        table = table_for(self.state, command) if isinstance(command, cmd.PlayAtTable) else None
        number = table.number if table is not None else next(iter(self.awaited))
        awaited = self.awaited.get(number)
        if awaited is None or isinstance(command, cmd.AcceptEntry):
            return None
        return Refusal("card_awaited", f"first tell {awaited.what} at table {number}", (), self.rulebook)

    def _forbids(self, command: cmd.Command) -> Refusal | None:
        """What forbids a command here: the rules, else a card to be told first, or a purse that holds too little."""
        return (
            refusal_of(self.rules, self.state, command)
            or self._first_told(command)
            or not_paid(self.rules, self.state, self.purse, command)
        )

    def _wait(self, awaited: CardAwaited, again: str = "") -> list[Any]:
        reader = self._cards.readers.get(awaited.table)
        kind = reader.wanted if reader is not None else ""
        return [*awaited.events, OutcomeAwaited((), kind, str(awaited), awaited.table, again)]

    def _done(self, events: list[Any]) -> tuple[Any, ...]:
        last = events[-1] if events else None
        if isinstance(last, OutcomeAwaited):
            self.awaited[last.table] = last
        if not self.spec.cards_are_read:
            for number, shoe in self._cards.shoes.items():
                table = self.state.tables.get(number)
                over = table is None or self.state.phase in (Phase.OVER, Phase.CANCELLED)
                if shoe.news(closed=over and bool(shoe.rest())):
                    hidden = not over and table is not None and table.play.stage not in (Stage.BETTING, Stage.CLOSED)
                    events += self._publish(shoe, hidden=hidden, closed=over)
        self._follow_money(events)
        return tuple(events)

    def _follow_money(self, events: Sequence[Any]) -> None:
        """Purses change by what is moved and by nothing else."""
        for event in events:
            if isinstance(event, ev.AtTable):
                play = self.state.tables[event.table].play
                self._tills.setdefault(event.table, Till()).moves(play, event.event)
        self._note(events, self._till.all_moves(events))
        self._began |= {event.table: self.version for event in events if isinstance(event, ev.SessionBegan)}
        for movement in self.moved:
            into = _INTO_PURSE.get(movement.kind, 0)
            if into:
                self.purse[movement.player] = self.purse.get(movement.player, 0) + into * movement.amount

    # --- words of the live table ---------------------------------------------------------------------------------

    def _join(self, line: Act) -> Done:
        cents = self._brought(line)
        if isinstance(cents, Refusal):
            return cents
        self.present.add(line.actor)
        return self._done([PurseFilled((), line.actor, cents)])

    def _leave(self, line: Act) -> Done:
        held = self.purse.get(line.actor, 0)
        if not held:
            return Refusal("own_money", f"{line.actor} has no money here beside the chips", (), self.rulebook)
        self.present.discard(line.actor)
        return self._done([PurseTaken((), line.actor, held)])

    def _contribute(self, line: Act) -> Done:
        table = self.state.table_of(line.actor)
        if table is None or not table.unit or self.spec.cards_are_read:
            return Refusal("seed", f"{line.actor} sits at no table whose cards come from a seed", (), self.rulebook)
        self.present.add(line.actor)
        added = self._added(self._cards.shoe(table.number), line)
        return added if isinstance(added, Refusal) else self._done(list(added))

    def _tell(self, line: Act) -> Done:
        number = int(line.table[1:]) if line.table else next(iter(self.awaited), 0)
        awaited, reader = self.awaited.get(number), self._cards.readers.get(number)
        if awaited is None or reader is None or awaited.kind != line.verb:
            return Refusal("card_awaited", f"no {line.verb} is awaited at table {number}", (), self.rulebook)
        try:
            reader.tell(told_item(line))
        except StrangeCard as error:
            return Refusal("strange_card", str(error), (), self.rulebook)
        except ValueError as error:
            return bad_words(str(error), self.rulebook)
        del self.awaited[number]
        try:
            if awaited.again:
                line = house_line(f"t{number} {awaited.again}")
                done = act(self.rules, self.state, self.meant(line), self._cards.chance)
                assert not isinstance(done, Refusal), done
            else:
                done = resume(self.rules, self.state, number, self._cards.chance)
            events: list[Any] = list(done)
        except CardAwaited as unknown:
            events = self._wait(unknown, awaited.again)
        return self._done(events)

    # --- the fold ------------------------------------------------------------------------------------------------

    def absorb(self, entry: Entry) -> None:
        """Folds an entry of the log onto the tournament. Nothing is decided again."""
        line = spoken(entry.actor, entry.words)
        if isinstance(line, Act) and line.verb in ("card", "prize") and self.awaited:
            del self.awaited[int(line.table[1:]) if line.table else next(iter(self.awaited))]
        for event in entry.events:
            if isinstance(event, LiveEvent):
                self._apply_live(event)
            else:
                self._fold(event)
        self._cards.align(self.state.tables, self.awaited)
        if isinstance(line, Act) and line.verb == "contribute":
            self.present.add(line.actor)
        if entry.words == "open":
            self.opening = entry
        self._follow_money(entry.events)

    def _fold(self, event: Any) -> None:
        """One event of the tournament, and what it means for the shoe of its table."""
        if isinstance(event, ev.SessionBegan):
            self._cards.session_begins(event.table, self.state.tables[event.table].play)
        if not isinstance(event, ev.AtTable):
            apply(self.state, event)
            return
        number, inner = event.table, event.event
        play = self.state.tables[number].play
        drawn = [side.drawn for side in play.shoes]
        self._cards.before(number, play, inner)
        apply(self.state, event)
        self._cards.after(number, play, inner, drawn)

    def _apply_live(self, event: LiveEvent) -> None:
        match event:
            case SeedCommitted():
                self._fixed.add(event.seed)
            case SeedAdded():
                self._cards.of_seed(event.seed).hears(event)
            case SeedRevealed():
                self._cards.of_seed(event.seed).forget(event.seed)
            case OutcomeAwaited():
                self.awaited[event.table] = event
            case PurseFilled():
                self.present.add(event.player)
            case PurseTaken():
                self.present.discard(event.player)

    def secrets_left(self) -> tuple[object, ...]:
        """What nobody may know."""
        return self._cards.secrets_left()

    def purses(self) -> dict[str, int]:
        """The money that people have here beside their chips."""
        return dict(self.purse)

    # --- whom it waits for ---------------------------------------------------------------------------------------

    def owed(self) -> tuple[str, ...]:
        """Chips that were bought and kept are changed back into money."""
        kept = [(player, cents) for player, cents in self.state.kept.items() if cents]
        return tuple(f"{player}: redeem {amount_text(cents)}" for player, cents in kept)

    def plays_for_chips(self) -> bool:
        """Whether cards lie at any of its tables."""
        between = (Stage.BETTING, Stage.CLOSED)
        return any(table.running and table.play.stage not in between for table in self.state.tables.values())

    def dues(self) -> tuple[Due, ...]:
        """Whom each table waits for, else the director."""
        found: list[Due] = []
        for table in self.state.tables.values():
            awaited = self.awaited.get(table.number)
            if awaited is not None:
                found.append(Due(f"t{table.number} told {self.version}", ("dealer",), awaited.kind))
            elif table.running and self.state.director_away and table.play.stage == Stage.BETTING:
                found.append(Due(f"t{table.number} director", ("director",), "director"))  # nobody may bet meanwhile
            elif table.running:
                found += cup_dues(self.rules, table, self.state.session, self.spec)
            since = self._began.get(table.number, 0)
            found += session_due(self.rules, table, self.state.session, since, told=not self.awaited)
        return tuple(found) or (Due(f"director {self.state.phase} {self.state.session}", ("director",), "director"),)

    # --- views ---------------------------------------------------------------------------------------------------

    def card(self) -> TournamentCard:
        """The conditions of entry."""
        return card_of(self.spec, self.rules)

    def public_view(self) -> TournamentView:
        """What everybody may see."""
        state = self.state
        names = [name for shoe in self._cards.shoes.values() for name in shoe.wanted(1)]
        return TournamentView(
            version=self.version,
            phase=state.phase.value,
            session=state.session,
            final=state.final,
            pool=state.pool,
            left=state.left,
            people=tuple(PersonView(name, cents) for name, cents in self.purse.items() if name in self.present),
            entries=entries_of(self.rules, state),
            tables=tuple(
                table_of(
                    self.rules,
                    state,
                    table,
                    self._tills[table.number].results if table.number in self._tills else {},
                    self.awaited[table.number].what if table.number in self.awaited else "",
                )
                for table in state.tables.values()
            ),
            leaders=leaders_of(state),
            qualified=tuple(state.qualified),
            director_away=state.director_away,
            writing=state.writing,
            delay=state.delay,
            waits_for=tuple(dict.fromkeys(name for due in self.dues() for name in due.who)),
            seeds=self._hashes(names),
        )

    def personal_view(self, actor: Actor) -> You:
        """Every button of a person, with what forbids it."""
        player = actor.role is Role.PLAYER
        table = self.state.table_of(actor.name) if player else None
        return You(
            name=actor.name,
            role=actor.role,
            money=self.purse.get(actor.name, 0) if player else 0,
            at_table=player and actor.name in self.present,
            boxes=(table.box_of(actor.name),) if table is not None else (),
            actions=actions_of(self.rules, self.state, actor, self._forbids),
        )

    def _foreseen(self, command: cmd.Command) -> Done:
        refusal = self._forbids(command)
        if refusal is not None:
            return refusal
        blind = CupShoes(self.rules.table, self.secret, cards_are_read=True)
        try:
            events = act(self.rules, deepcopy(self.state), command, blind.chance)
        except CardAwaited as awaited:
            return tuple(awaited.events)
        return events if isinstance(events, Refusal) else tuple(events)

    own_words: ClassVar[Mapping[str, Said]] = {
        "join": _join,
        "leave": _leave,
        "contribute": _contribute,
        "card": _tell,
        "prize": _tell,
    }
