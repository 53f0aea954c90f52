"""Base class of tables: commands, money, seeds, and the log."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.display import rows_html
from pitboss.games.commands import (
    CORRECTIONS,
    TABLE_COMMANDS,
    Attest,
    Command,
    JoinTable,
)
from pitboss.games.events import Codec
from pitboss.games.grammar import Grammar
from pitboss.games.live.base import (
    HOUSE,
    OPENING,
    STAFF,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Movement,
    Role,
    RolePlan,
    TableSpec,
    is_bot,
)
from pitboss.games.live.cash import BUY_INS, purse_refusal
from pitboss.games.live.corrections import CorrectionBook, KeptEntry, correct, effective_entries
from pitboss.games.live.duties import DutyBook
from pitboss.games.live.event_log import EventLog
from pitboss.games.live.events import CorrectionProposed
from pitboss.games.live.fairness import Secret
from pitboss.games.live.game_table import Done, GameTable
from pitboss.games.live.history import History
from pitboss.games.live.opening import RulebookOpening
from pitboss.games.live.permissions import command_refusal, parse_words
from pitboss.games.live.seeds import CommittedSeeds
from pitboss.games.live.views import Shown
from pitboss.games.live.visible_events import visible_event, visible_words
from pitboss.law import load_rulebook
from pitboss.law.refusal import LawWarning, Refusal, RefusalError
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text
from pitboss.pit import Act

__all__ = ["SPECTATOR", "Done", "Handler", "ImpossibleOutcome", "Table"]

#: A viewer without a seat.
SPECTATOR: Final = Actor("", Role.SPECTATOR)
#: The handler of a command that only tables have.
Handler = Callable[[Any, Any], Done]


class ImpossibleOutcome(ValueError):
    """The source of chance cannot give the entered outcome."""


class Table(RulebookOpening, GameTable):
    """A table of any game. It does no input or output and reads no clock; chance is given to it.

    ``do`` executes a command of a program, ``say`` the words of an actor. Each returns events, or a refusal, which
    changes nothing. After an exception the table is invalid: restore it from its log.
    """

    game: ClassVar[str]
    codec: ClassVar[Codec]
    grammar: ClassVar[Grammar]
    #: Which role may use which verb.
    roles: ClassVar[RolePlan]
    #: The handlers of commands that only tables have.
    handlers: ClassVar[Mapping[type, Handler]]
    #: The verbs with which a dealer enters an outcome that may be face down.
    hidden_verbs: ClassVar[frozenset[str]] = frozenset()
    #: Whether a line may name one of several tables.
    numbered: ClassVar[bool] = False
    #: The rules and the state of the game.
    rules: Any
    state: Any

    def __init__(self, spec: TableSpec, law: TableRules[Any], secret: Secret) -> None:
        self.spec = spec
        self.law = law
        self.rulebook = law.rulebook
        self.seeds = CommittedSeeds(secret)
        self.version = 0
        #: The first entry of the log, and the movements of the last command.
        self.opening = Entry("", THE_HOUSE, OPENING, ())
        self.moved: tuple[Movement, ...] = ()
        self._moves: list[tuple[Any, tuple[Movement, ...]]] = []
        #: The executed commands, where the table keeps them; a house has them in its database.
        self.log: History[Entry] = History()
        self.keeps_log = False
        #: The players at the table: they bought in and did not cash out. For which round each was ready.
        self.present: set[str] = set()
        #: What each player has brought to the table in all, in cents.
        self.brought: Mapping[str, int] = {}
        self.ready: dict[str, str] = {}
        #: The duties that persons attest here; None where the house attests them all itself.
        self.duties = DutyBook(load_rulebook(law.rulebook), spec.duties) if spec.duties else None
        #: The types of event that may concern a duty.
        self._duty_moments = self.duties.moments(self.codec.kinds) if self.duties is not None else frozenset()
        #: The entries that can be corrected, at a floor table.
        self.corrections: CorrectionBook | None = None
        #: The corrections that wait for a second person, by the version of their entry.
        self.proposed: dict[int, CorrectionProposed] = {}
        if self.duties is not None:
            self.law = replace(law, attested_before_payment=self.duties.before_payment())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rulebook}, version {self.version}, money {self.purses()}>"

    def copy(self) -> Self:
        """Returns an independent copy with the same chance to come.

        It takes the same time at any length of the log: rules and log are shared.
        """
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        other.log = self.log.copy()
        other.seeds, other.present = self.seeds.copy(), self.present.copy()
        other.ready, other.proposed = self.ready.copy(), self.proposed.copy()
        if self.corrections is not None:
            other.corrections = self.corrections.copy()
        if self.duties is not None:
            other.duties = self.duties.copy()
        self.copy_into(other)
        return other

    # --- commands ------------------------------------------------------------------------------------------------

    def join(self, player: str, money: int) -> Done:
        """A player joins with money in cents, or adds to it."""
        return self.do(JoinTable(player=player, money=money))

    def do(self, command: Command, actor: Actor | None = None, *, strict: bool | None = None) -> Done:
        """Executes a command; returns its events, or the refusal with what would be allowed.

        With an ``actor`` the command must be one that this role may use. ``strict`` raises RefusalError for a refusal;
        without it the table's own ``strict`` counts. Raises TypeError for anything but a command
        of the game, and TypeError or ValueError for one that no log can hold: amounts that are not whole cents, or
        invalid names.
        """
        self.grammar.check(command)
        if actor is None:
            name = command.actor
            done = self.perform(THE_HOUSE if name == HOUSE else Actor(name, Role.PLAYER), command)
        else:
            done = self.permission(actor, command) or self.perform(actor, command)
        if isinstance(done, Refusal) and (self.strict if strict is None else strict):
            raise RefusalError(done)
        return done

    def say(self, actor: Actor, words: str) -> Done:
        """Executes a command in words; returns its events, or the refusal."""
        if not isinstance(actor, Actor):
            raise TypeError(f"who says something is an Actor: write Actor('ann', Role.PLAYER), not {actor!r}")
        if not isinstance(words, str):
            raise TypeError(f"what an actor says is text: write 'hit', not {words!r}")
        command = self.parse(actor, words)
        return command if isinstance(command, Refusal) else self.perform(actor, command)

    def perform(self, actor: Actor, command: Command) -> Done:
        """Executes a valid command that the actor may use."""
        done = self.confirmation(actor, command) or self.attend(actor, command)
        if self.keeps_log and not isinstance(done, Refusal):
            self.log.append(Entry("", actor, "", done, command))
        return done

    def repeat(self, actor: Actor, words: str) -> Done:
        """Executes the command of a log entry again, as an audit does, without asking for a confirmation."""
        command = self.parse(actor, words)
        return command if isinstance(command, Refusal) else self.attend(actor, command)

    def attend(self, actor: Actor, command: Command) -> Done:
        """Executes a command unless a duty is open before it, and keeps its entry for corrections."""
        if isinstance(command, CORRECTIONS):
            return correct(self, actor, command)
        done = self._attend(actor, command)
        if self.corrections is not None and not isinstance(done, Refusal):
            self.corrections.note(KeptEntry(self.version, actor, command, done, self.moved))
        return done

    def _attend(self, actor: Actor, command: Command) -> Done:
        """Executes a command unless a duty is open before it; what nobody attested is not stated as done."""
        version = self.version
        if isinstance(command, Attest):
            done: Done = (self.duties or self._assumed_duties()).attest(actor, command)
            if not isinstance(done, Refusal):
                self.record_moves(done, [])
        elif self.duties is None:
            return self.execute(command)
        else:
            done = self.open_duty(command) or self.execute(command)
        if isinstance(done, Refusal) or self.duties is None or self._duty_moments.isdisjoint(map(type, done)):
            return done
        done = self.duties.follow(done, partial(self.also, self.release_payment))
        self.version = version + len(done)
        return done

    def also(self, record: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """Records further events of the last command, and adds their movements to its own; returns these events."""
        moves, moved = self._moves, self.moved
        events = record()
        if events:
            self._moves, self.moved = [*moves, *self._moves], (*moved, *self.moved)
        return events

    def _assumed_duties(self) -> DutyBook:
        return DutyBook(load_rulebook(self.rulebook), "")

    def open_duty(self, command: Command) -> Refusal | None:
        """Returns the refusal of a command before which a duty is to be done."""
        if self.duties is None or self.verb_of(command) not in self.duties.verbs:
            return None
        return self.duties.refusal(command)

    def note_opening(self) -> None:
        """Makes duties of the steps of the opening."""
        if self.duties is not None:
            self.opening = replace(self.opening, events=self.duties.note(self.opening.events))
            self.version = len(self.opening.events)
        self.keep_entries()

    def keep_entries(self) -> None:
        """Begins to keep the entries of a floor table, whose entries may be corrected."""
        if self.spec.floor:
            self.corrections = CorrectionBook(self.copy())

    def booked(self, event: Any, moved: tuple[Movement, ...]) -> None:
        """Sets the movements of a correction as those of the last command."""
        self._moves, self.moved = [(event, moved)], moved

    def absorb_duties(self, entry: Entry) -> None:
        """Applies the duties of an entry of the log."""
        if self.duties is not None:
            self.duties.apply_stored(entry.events)

    def execute(self, command: Command) -> Done:
        """Executes a command of the game, or one that only tables have."""
        if not isinstance(command, JoinTable):
            return self._execute(command)
        return purse_refusal(self, command) or self._execute(command)

    def _execute(self, command: Command) -> Done:
        handler = self.handlers.get(type(command))
        if handler is not None:
            return handler(self, command)
        return self.pending_outcome(command) or self.carry_out(command)

    def parse(self, actor: Actor, words: str) -> Command | Refusal:
        """Parses the words of an actor into a command that the role may use."""
        return parse_words(self, actor, words)

    def words_of(self, actor: Actor, command: Command) -> str:
        """Returns the words by which an actor gives a command: ``parse`` reads them back."""
        name = f"{command.actor}: " if actor.role in STAFF | {Role.HOUSE} and command.actor != HOUSE else ""
        return f"{self.grammar.prefix(command)}{name}{self.grammar.words(command)}"

    def permission(self, actor: Actor, command: Command) -> Refusal | None:
        """Returns the refusal of a command that this actor may not use; None where they may."""
        return command_refusal(self, actor, command)

    def preview(self, actor: Actor, words: str) -> Done:
        """Returns the events that a command would have, as far as chance is not needed; changes nothing."""
        command = self.parse(actor, words)
        if isinstance(command, Refusal):
            return command
        unconfirmed = self.confirmation(actor, command)
        if unconfirmed is not None:
            return unconfirmed
        if isinstance(command, (*TABLE_COMMANDS, *CORRECTIONS)):
            return self.copy().attend(actor, command)
        done = self.open_duty(command) or self._foresee(command)
        return done if isinstance(done, Refusal) or self.duties is None else self.duties.copy().note(done)

    def _foresee(self, command: Command) -> Done:
        """Returns what `execute` would bring, refused alike while the dealer must enter an outcome."""
        return () if type(command) in self.handlers else self.pending_outcome(command) or self.foresee(command)

    # --- practice ------------------------------------------------------------------------------------------------

    def people(self) -> set[str]:
        """Returns the players at the table who are not bots."""
        return {name for name in self.present if not is_bot(name)}

    @property
    def turn_seconds(self) -> int:
        """The seconds of a decision; 0, for no deadline, at a floor table and for one person at a practice table."""
        return 0 if self._is_unhurried else self.spec.turn_seconds

    @property
    def betting_seconds(self) -> int:
        """The seconds of betting; 0, for no deadline, as for a decision."""
        return 0 if self._is_unhurried else self.spec.betting_seconds

    @property
    def _is_unhurried(self) -> bool:
        return self.spec.floor or (self.spec.practice is not None and len(self.people()) <= 1)

    def all_ready(self, bettors: Iterable[str]) -> bool:
        """Whether every person with a wager is ready. Bots never delay a round, and never start one alone."""
        people = {name for name in bettors if not is_bot(name)}
        return not self.spec.floor and bool(people) and all(self.is_ready(name) for name in people)

    # --- the log -------------------------------------------------------------------------------------------------

    def events(self) -> EventLog:
        """Returns every event, from the opening on, as a sequence; ``to_polars`` makes a data frame of them."""
        return EventLog((self.opening, *self.log))

    def _repr_html_(self) -> str:
        purses = [(name, amount_text(cents)) for name, cents in self.purses().items()]
        return rows_html(f"{self.rulebook}, version {self.version}", purses)

    def log_pit(self, title: str = "") -> str:
        """Returns the play as a ``.pit`` file that replays to the same money; a title is one line without ``#``."""
        from pitboss.games.registry import find_game  # noqa: PLC0415 # the registry imports the games

        if title and (not title.isprintable() or not title.strip() or "#" in title):
            raise ValueError(f"a title is one line without #, not {title!r}")
        writer = find_game(self.game).pit_writer(self.spec, self.law)
        writer.read(effective_entries([self.opening, *self.log]))
        return writer.text(title or "Played at a table")

    @property
    def warnings(self) -> tuple[LawWarning, ...]:
        """The warnings of the opening: choices that a reading of the document forbids, or that cannot work."""
        from pitboss.games.registry import find_game  # noqa: PLC0415 # the registry imports the games

        return find_game(self.game).warnings(self.law)

    @property
    def choices(self) -> dict[str, str]:
        """The choices of the operator, as the rulebook writes them."""
        return dict(self.spec.choices)

    def tell(self, item: int) -> tuple[Any, ...]:
        """Enters the next outcome of a table with ``cards_are_read``. Raises ImpossibleOutcome for an invalid one."""
        if not self.spec.cards_are_read:
            raise ValueError("this table has its own chance: only one that was opened with cards_are_read is told it")
        if type(item) not in (int, Card):
            raise TypeError(f"a card is its number from 0 to 51, and a prize is cents, not {item!r}")
        done = self.do(self.outcome_command(int(item)), strict=False)
        if isinstance(done, Refusal):
            raise ImpossibleOutcome(done.message)
        return done

    @property
    def money(self) -> dict[str, int]:
        """The money of each player at the table."""
        return self.purses()

    def shown(self, event: Any, actor: Actor) -> Shown | None:
        """Returns an event as this person may see it; face-down cards are hidden from all."""
        return visible_event(event)

    def visible_words(self, entry: Entry, actor: Actor) -> str:
        """Returns the words of an entry that the actor may see."""
        return visible_words(entry, actor, self.hidden_verbs)

    # --- money ---------------------------------------------------------------------------------------------------

    def movements(self, event: Any) -> tuple[Movement, ...]:
        """Returns the movements of an event of the last command."""
        for done, moved in self._moves:
            if done is event:
                return moved
        return ()

    def record_moves(self, events: Sequence[Any], moves: list[tuple[Any, tuple[Movement, ...]]]) -> None:
        """Records events and their movements, and advances the version."""
        self._moves = moves
        self.moved = tuple([movement for _, moved in moves for movement in moved])
        for movement in self.moved:
            if movement.kind in BUY_INS:  # a new dictionary, because copies share the old one
                name = movement.player
                self.brought = {**self.brought, name: self.brought.get(name, 0) + movement.amount}
        self.version += len(events)

    # --- what a game may change -----------------------------------------------------------------------------------

    def read(self, line: Act) -> Command:
        """Parses a line, whose box or table may be omitted; raises ValueError for invalid words."""
        return self.grammar.read(line, live=True)

    def player_of(self, command: Command) -> str:
        """Returns the player who acts, or is to act; empty for a command of the house."""
        return str(getattr(command, "player", ""))

    def verb_of(self, command: Command) -> str:
        """Returns the verb by which roles are told apart."""
        return command.verb

    def confirmation(self, actor: Actor, command: Command) -> Refusal | None:
        """Returns a refusal that asks for a confirmation; None if the command needs none."""
        return None

    def due(self) -> Due | None:
        """Returns the first deadline."""
        return next(iter(self.running_dues()), None)

    def running_dues(self) -> tuple[Due, ...]:
        """Returns the deadlines whose commands wait for no duty."""
        if self.duties is None:
            return self.dues()
        return tuple(due for due in self.dues() if due.command is None or self.open_duty(due.command) is None)

    def view(self, actor: Actor = SPECTATOR) -> dict[str, Any]:
        """Returns both views, as ``table`` and ``you``."""
        return {"table": self.public_view(), "you": self.personal_view(actor)}
