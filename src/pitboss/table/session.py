"""A live table: its rules, its state, whoever knows the cards, and the log of all that was done."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy

from msgspec import Struct
from msgspec.structs import replace

from pitboss.blackjack import LegalActions, State, act, apply, legal_actions, open_state, resume
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import Chance, UnknownOutcome
from pitboss.blackjack.plan import phase
from pitboss.blackjack.shoe import decks_by_side
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.table.allowed import allowed_now
from pitboss.table.chance import ReadCards, Recorder, ShuffledShoe
from pitboss.table.log import Told, log_text
from pitboss.table.told import again_of


class Entry(Struct, frozen=True):
    """Something that was done, and what it brought."""

    command: cmd.Command
    events: tuple[ev.Event, ...]


class Table:
    """A blackjack table that is open for play: ``do`` commands, ``legal_actions`` says which decisions are open."""

    def __init__(self, rules: BlackjackRules, chance: Chance, choices: Mapping[str, str] | None = None) -> None:
        self.rules = rules
        self.choices = dict(choices or {})
        self.recorder = Recorder(chance, len(decks_by_side(rules)))
        self.log: list[Entry] = []
        #: What nobody knows, and why the table does not go on; empty where it waits for a person.
        self.awaited = ""
        #: A command that does nothing before its card is known, and everything then.
        self._again: cmd.Command | None = None
        self._reader = chance if isinstance(chance, ReadCards) else None
        self._money_before: dict[str, int] = {}
        self.state, opening = open_state(rules, self.recorder)
        self.opening = tuple(opening)

    def __repr__(self) -> str:
        return f"<Table {self.rules.rulebook}, round {self.state.round}, {phase(self.state)}, money {self.state.money}>"

    @classmethod
    def open(
        cls,
        rulebook: str,
        choices: Mapping[str, str | int | bool] | None = None,
        limits: Limits | None = None,
        *,
        seed: int | None = None,
        cards_are_read: bool = False,
    ) -> "Table | Refusal":
        """A table under a rulebook with these choices, or the refusal of them.

        LawError where there is no such rulebook, ValueError where a choice cannot be read or the game is another.
        """
        book = load_rulebook(rulebook)
        if book.about.game != "blackjack":
            raise ValueError(
                f"{rulebook} is a rulebook of {book.about.game}, and this table plays blackjack: "
                "pitboss.table.live.open_table opens tables of every game"
            )
        written = {name: _written(value) for name, value in (choices or {}).items()}
        rules = resolve(book, written, limits)
        if isinstance(rules, Refusal):
            return rules
        chance: Chance = ReadCards(rules) if cards_are_read else ShuffledShoe(rules, seed)
        return cls(rules, chance, written)

    def copy(self) -> "Table":
        """Another table that stands as this one does, with the same cards to come."""
        kept = (self.rules, self.opening, *self.log)  # which never change
        return deepcopy(self, {id(thing): thing for thing in kept})

    def legal_actions(self) -> LegalActions:
        """The decisions that are open to players now; none while bets are open, for a bet is any amount on any box."""
        return legal_actions(self.rules, self.state)

    def join(self, player: str, money: int) -> list[ev.Event] | Refusal:
        """Somebody comes to the table with so much money."""
        return self.do(cmd.JoinTable(player=player, money=money))

    def do(self, command: cmd.Command) -> list[ev.Event] | Refusal:
        """Carries a command out, or says what forbids it and what would be allowed.

        Where the next card is not known yet, the events end there and ``awaited`` says what is to be told.
        TypeError for what is no command of ``pitboss.blackjack.commands``.
        """
        if not isinstance(command, cmd.Command):
            raise TypeError(f"{command!r} is no command: pitboss.blackjack.commands has them, such as Hit(player, box)")
        if self._reader is not None and self._reader.wanted:
            return Refusal("card_awaited", f"first tell {self.awaited}", (), self.rules.rulebook)
        self.awaited, money = "", dict(self.state.money)
        try:
            events = act(self.rules, self.state, command, self.recorder)
        except UnknownOutcome as unknown:
            self.awaited, events = str(unknown), unknown.events
            self._again = command if again_of(command) else None
        if isinstance(events, Refusal):
            return replace(events, allowed=allowed_now(self.rules, self.state, command.actor))
        self.log.append(Entry(command, tuple(events)))
        self._money_before = money
        return events

    def tell(self, item: int) -> list[ev.Event]:
        """What came out of the physical shoe, or what the display shows; StrangeCard where that cannot be."""
        if self._reader is None:
            raise ValueError("this table has its own cards: only one that was opened with cards_are_read is told them")
        self._reader.tell(item)
        self.awaited = ""
        events: list[ev.Event]
        try:
            if self._again is not None:
                done = act(self.rules, self.state, self._again, self.recorder)
                assert not isinstance(done, Refusal), done
                events, self._again = done, None
            else:
                events = resume(self.rules, self.state, self.recorder)
        except UnknownOutcome as unknown:
            self.awaited, events = str(unknown), unknown.events
        last = self.log[-1]
        self.log[-1] = Entry(last.command, (*last.events, *events))
        return events

    @property
    def wants_card(self) -> bool:
        """Whether a card is to be told before anything else is done."""
        return self._reader is not None and self._reader.wanted == "card"

    @property
    def wants_prize(self) -> bool:
        """Whether it is a prize and not a card that is to be told."""
        return self._reader is not None and self._reader.wanted == "prize"

    def events(self) -> Iterator[ev.Event]:
        """All that has happened, from the opening on."""
        yield from self.opening
        for entry in self.log:
            yield from entry.events

    def log_pit(self, title: str = "") -> str:
        """The play so far as a ``.pit`` file that replays to the same money."""
        told = Told(tuple(tuple(map(tuple, orders)) for orders in self.recorder.orders), tuple(self.recorder.prizes))
        commands = [entry.command for entry in self.log]
        money = self.state.money
        if self.awaited:
            # a command that waits for a card cannot be replayed yet
            commands, money = commands[:-1], self._money_before
        return log_text(self.rules, self.choices, commands, told, money=money, title=title)


def _written(value: str | int | bool) -> str:
    """A choice as it is written in a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def fold(events: Iterable[ev.Event]) -> State:
    """The state that these events make: a table is its events."""
    state = State()
    for event in events:
        apply(state, event)
    return state
