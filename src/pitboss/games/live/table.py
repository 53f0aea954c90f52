"""Base class of tables: commands, money, seeds, and the log."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from pitboss.games.commands import (
    CORRECTIONS,
    TABLE_COMMANDS,
    Attest,
    CloseReveals,
    Command,
    JoinTable,
    LeaveTable,
    MixBeacon,
)
from pitboss.games.events import Codec
from pitboss.games.grammar import Grammar, bad_words, parse_act
from pitboss.games.live.base import (
    HOUSE,
    MOST_BROUGHT,
    OPENING,
    READING_ROLES,
    STAFF,
    THE_HOUSE,
    Actor,
    Due,
    Entry,
    Movement,
    Role,
    RolePlan,
    TableSpec,
    is_anonymous,
    is_bot,
)
from pitboss.games.live.corrections import CorrectionBook, KeptEntry, correct, effective_entries
from pitboss.games.live.duties import DutyBook
from pitboss.games.live.events import CorrectionProposed
from pitboss.games.live.fairness import Secret
from pitboss.games.live.game_table import Done, GameTable
from pitboss.games.live.history import History
from pitboss.games.live.seeds import CommittedSeeds
from pitboss.games.live.views import Shown
from pitboss.games.live.visible_events import visible_event
from pitboss.law import load_rulebook
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import Limits, TableRules
from pitboss.pit import Act

__all__ = ["SPECTATOR", "Done", "Handler", "ImpossibleOutcome", "Table"]

#: A viewer without a seat.
SPECTATOR: Final = Actor("", Role.SPECTATOR)
#: Verbs of players that need no chance.
_OF_PEOPLE: Final = frozenset(("join", "leave", "contribute", "commit", "reveal", "ready"))
#: The handler of a command that only tables have.
Handler = Callable[[Any, Any], Done]


class ImpossibleOutcome(ValueError):
    """The source of chance cannot give the entered outcome."""


class Table(GameTable):
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
    #: Opens tables for ``open``; set by `pitboss.tables`, because nothing below it draws a random number.
    opener: ClassVar[Callable[..., "Table | Refusal"]]
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

    @classmethod
    def open(
        cls,
        rulebook: str,
        choices: Mapping[str, str | int | bool] | None = None,
        limits: Limits | None = None,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        listed: str = "",
        chance: Any = None,
        cards_are_read: bool = False,
    ) -> "Table | Refusal":
        """Opens a table under a rulebook with these choices; returns it, or the refusal.

        The cards or numbers are random, or the same for the same ``seed``; derived from a ``secret`` of 32 bytes,
        provably fair; ``listed`` as in the header of a file (``cards: 8h Ks``); drawn from ``chance``, any object with
        the methods of the game's protocol; or entered by the dealer.
        Raises LawError for an unknown rulebook, ValueError for an invalid choice.
        """
        sources = {"seed": seed, "secret": secret, "listed": listed or None, "chance": chance}
        return Table.opener(rulebook, choices, limits, sources, cards_are_read=cards_are_read)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rulebook}, version {self.version}, money {self.purses()}>"

    def copy(self) -> Self:
        """Returns an independent copy with the same chance to come.

        It takes the same time at any length of the log: rules and log are shared.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.log = self.log.copy()
        other.proposed = dict(self.proposed)
        other.corrections = self.corrections.copy() if self.corrections is not None else None
        other.duties = self.duties.copy() if self.duties is not None else None
        other.seeds, other.present, other.ready = self.seeds.copy(), set(self.present), dict(self.ready)
        self.copy_into(other)
        return other

    # --- commands ------------------------------------------------------------------------------------------------

    def join(self, player: str, money: int) -> Done:
        """A player joins with money in cents, or adds to it."""
        return self.do(JoinTable(player=player, money=money))

    def do(self, command: Command, actor: Actor | None = None) -> Done:
        """Executes a command; returns its events, or the refusal with what would be allowed.

        With an ``actor`` the command must be one that this role may use. Raises TypeError for anything but a command
        of the game, and TypeError or ValueError for one that no log can hold: amounts that are not whole cents, or
        invalid names.
        """
        self.grammar.check(command)
        if actor is None:
            name = command.actor
            return self.perform(THE_HOUSE if name == HOUSE else Actor(name, Role.PLAYER), command)
        return self.permission(actor, command) or self.perform(actor, command)

    def say(self, actor: Actor, words: str) -> Done:
        """Executes a command in words; returns its events, or the refusal."""
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
        done = self.duties.follow(done, self._release)
        self.version = version + len(done)
        return done

    def _release(self) -> tuple[Any, ...]:
        """Pays what waited for an attestation, and adds its movements to those of the command."""
        moves, moved = self._moves, self.moved
        released = self.release_payment()
        if released:
            self._moves, self.moved = [*moves, *self._moves], (*moved, *self.moved)
        return released

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

    def changed_command(self, command: Command, becomes: str) -> Command | None:
        """Returns a command as a correction changes it, None where it strikes it; raises ValueError for bad words."""
        if becomes:
            raise ValueError(f"'{command.verb}' cannot be changed to '{becomes}': strike it, and enter it again")
        return None

    def correction_clauses(self, command: Command, reason: str) -> Clauses:
        """Returns the clauses that provide for a correction; none where it is the policy of the house."""
        return ()

    def absorb_duties(self, entry: Entry) -> None:
        """Applies the duties of an entry of the log."""
        if self.duties is not None:
            self.duties.apply_stored(entry.events)

    def execute(self, command: Command) -> Done:
        """Executes a command of the game, or one that only tables have."""
        handler = self.handlers.get(type(command))
        if handler is not None:
            return handler(self, command)
        return self.pending_outcome() or self.carry_out(command)

    def parse(self, actor: Actor, words: str) -> Command | Refusal:
        """Parses the words of an actor into a command that the role may use."""
        line = self.expand(actor, parse_act(actor, words))
        if isinstance(line, str):
            return bad_words(line, self.rulebook)
        if line.table and not self.numbered:
            return bad_words(f"'{line.table}': only a tournament has several tables", self.rulebook)
        if line.actor == HOUSE and line.verb in _OF_PEOPLE:
            return Refusal("role", f"'{line.verb}' is for players, and the house is none", (), self.rulebook)
        refusal = self._verb_refusal(actor, line.actor, line.verb)
        if refusal is not None:
            return refusal
        try:
            command = self.read(line)
        except ValueError as error:
            return bad_words(str(error), self.rulebook, self.suggestions(line.actor))
        return self.permission(actor, command) or command

    def _verb_refusal(self, actor: Actor, player: str, verb: str) -> Refusal | None:
        """Returns the refusal of a verb that the role may not use, for itself or for a player of the table.

        At a floor table the staff speaks for the anonymous players, and for nobody else.
        """
        if actor.role in STAFF and player not in ("", HOUSE):
            if not self.spec.floor:
                text = f"{actor.name} cannot act for {player}: only at a floor table a dealer enters what players say"
                return Refusal("role", text, (), self.rulebook)
            if not is_anonymous(player):
                text = f"{actor.name} cannot act for {player}, who decides with an account"
                return Refusal("role", text, (), self.rulebook)
            deals = bool(self.roles.verbs(actor.role))
            return self.roles.refusal(Actor(player, Role.PLAYER) if deals else actor, verb, self.rulebook)
        if actor.role is Role.PLAYER and self.spec.floor and is_anonymous(player) and verb != LeaveTable.verb:
            return Refusal("role", f"{player} is the name of an anonymous player", (), self.rulebook)
        return self.roles.refusal(actor, verb, self.rulebook)

    def expand(self, actor: Actor, line: Act | str) -> Act | str:
        """Expands a short line of a dealer at a floor table; returns a message for invalid words."""
        return line

    def words_of(self, actor: Actor, command: Command) -> str:
        """Returns the words by which an actor gives a command: ``parse`` reads them back."""
        name = f"{command.actor}: " if actor.role in STAFF | {Role.HOUSE} and command.actor != HOUSE else ""
        return f"{self.grammar.prefix(command)}{name}{self.grammar.words(command)}"

    def permission(self, actor: Actor, command: Command) -> Refusal | None:
        """Returns the refusal of a command that this actor may not use; None where they may."""
        player = self.player_of(command)
        if actor.role is Role.PLAYER and player not in ("", actor.name):
            return Refusal("role", f"{actor.name} cannot act for {player}", (), self.rulebook)
        if isinstance(command, JoinTable) and not 0 < command.money <= MOST_BROUGHT:
            return bad_words("expected 'join AMOUNT', in dollars, of more than nothing", self.rulebook)
        if isinstance(command, CloseReveals | MixBeacon) and actor.role is not Role.HOUSE:
            return Refusal("role", f"'{command.verb}' is for the clock of the house alone", (), self.rulebook)
        return self._verb_refusal(actor, command.actor, self.verb_of(command))

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
        done = self.open_duty(command) or (() if type(command) in self.handlers else self.foresee(command))
        return done if isinstance(done, Refusal) or self.duties is None else self.duties.copy().note(done)

    # --- practice ------------------------------------------------------------------------------------------------

    def people(self) -> set[str]:
        """Returns the players at the table who are not bots."""
        return {name for name in self.present if not is_bot(name)}

    @property
    def turn_seconds(self) -> int:
        """The seconds of a decision; 0, for no deadline, at a floor table and for one person at a practice table."""
        alone = self.spec.practice is not None and len(self.people()) <= 1
        return 0 if self.spec.floor or alone else self.spec.turn_seconds

    @property
    def betting_seconds(self) -> int:
        """The seconds of betting; 0, for no deadline, at a floor table and for one person at a practice table."""
        alone = self.spec.practice is not None and len(self.people()) <= 1
        return 0 if self.spec.floor or alone else self.spec.betting_seconds

    def all_ready(self, bettors: Iterable[str]) -> bool:
        """Whether every person with a wager is ready. Bots never delay a round, and never start one alone."""
        people = {name for name in bettors if not is_bot(name)}
        return not self.spec.floor and bool(people) and all(self.is_ready(name) for name in people)

    # --- the log -------------------------------------------------------------------------------------------------

    def events(self) -> Iterator[Any]:
        """Yields every event, from the opening on."""
        yield from self.opening.events
        for entry in self.log:
            yield from entry.events

    def log_pit(self, title: str = "") -> str:
        """Returns the play as a ``.pit`` file that replays to the same money; a title is one line without ``#``."""
        from pitboss.games.registry import find_game  # noqa: PLC0415 # the registry imports the games

        if title and (not title.isprintable() or not title.strip() or "#" in title):
            raise ValueError(f"a title is one line without #, not {title!r}")
        writer = find_game(self.game).pit_writer(self.spec, self.law)
        writer.read(effective_entries([self.opening, *self.log]))
        return writer.text(title or "Played at a table")

    @property
    def choices(self) -> dict[str, str]:
        """The choices of the operator, as the rulebook writes them."""
        return dict(self.spec.choices)

    def tell(self, item: int) -> tuple[Any, ...]:
        """Enters the next outcome of a table with ``cards_are_read``. Raises ImpossibleOutcome for an invalid one."""
        if not self.spec.cards_are_read:
            raise ValueError("this table has its own chance: only one that was opened with cards_are_read is told it")
        if type(item) is not int:
            raise TypeError(f"a card is its number from 0 to 51, and a prize is cents, not {item!r}")
        done = self.do(self.outcome_command(item))
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
        """Returns the words of an entry that the actor may see.

        Only the house sees the words of the house. Words that name a card, which may be face down, are hidden from all.
        """
        if entry.actor.role is Role.PLAYER:
            return entry.words
        line = parse_act(entry.actor, entry.words)
        hidden = isinstance(line, str) or line.verb in self.hidden_verbs
        return entry.words if actor.role in READING_ROLES and not hidden else ""

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
