"""Context of one command: the rules, the state, the card sources of the tables and the emitted events."""

from collections.abc import Callable, Sequence
from typing import Final

from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import apply as apply_blackjack
from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack.chance import Chance, UnknownOutcome
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.evolve import CHANGES
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import State, TournamentTable
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.tournament_terms import TournamentTerms

#: Lookup of a table's card source by its number.
Chances = Callable[[int], Chance]

#: Events of the blackjack tables that void or return a wager, or free a seat, by a decision of the tournament.
_BY_TOURNAMENT: Final = (
    happened.WagerVoided,
    happened.BetsTakenBack,
    happened.HandCleared,
    happened.SeatLeft,
    happened.PlayerExcluded,
)


def turn_rule(table: TournamentTable) -> str:
    """Returns the rule of who bets now: that of the first round of a session, or that of the later ones."""
    return "marker_moved" if table.rounds else "marker_start"


class CardAwaited(Exception):
    """The next card of a table is unknown. ``events`` happened before it; ``resume`` continues."""

    def __init__(self, unknown: UnknownOutcome, table: int, events: "Sequence[ev.Event]") -> None:
        super().__init__(str(unknown))
        self.unknown = unknown
        self.table = table
        self.events = events


class _AlreadyShuffled:
    """A card source whose shuffle is skipped: the last session ended with a shuffle, and no card was drawn since."""

    def __init__(self, chance: Chance) -> None:
        self.draw, self.restock, self.prize = chance.draw, chance.restock, chance.prize

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Keep the present order."""


class DirectorContext:
    """Shared by the handlers of a command.

    ``emit`` is the only way to change the tournament's state; the blackjack engine changes a table's.
    """

    __slots__ = ("chances", "cite", "events", "rules", "state", "terms")

    def __init__(self, rules: TournamentRules, state: State, chances: Chances) -> None:
        self.rules = rules
        self.terms: TournamentTerms = rules.law.terms
        self.cite = rules.law.clauses
        self.state = state
        self.chances = chances
        self.events: list[ev.Event] = []

    def emit(self, event: ev.Event) -> None:
        """Apply the event to the state and append it."""
        change = CHANGES.get(type(event))
        if change is not None:
            change(self.state, event)
        self.events.append(event)

    def record_procedure(self, name: str, detail: str = "", table: int = 0, rests: tuple[str, ...] = ()) -> None:
        """Record a prescribed step on the rule of its name, or on the rules ``rests``."""
        self.emit(ev.ProcedureDone(self.cite[rests or (name,)], name, detail, table))

    def open_table(self, table: TournamentTable, began: ev.SessionBegan) -> None:
        """Open a table for a session with a shuffle, unless the last session ended with one."""
        chance = self.chances(table.number)
        if table.play.round > 0 and table.play.shoe.drawn == 0:
            chance = _AlreadyShuffled(chance)
        self.emit(began)
        table.play, events = open_state(self.rules.table, chance)
        self.record_table_events(table, events)

    def record_table_events(
        self, table: TournamentTable, events: Sequence[happened.Event], decided_by: Clauses = ()
    ) -> None:
        """Append a table's events; the blackjack engine has already applied them.

        ``decided_by`` has the clauses of a decision of the tournament that voided or returned wagers at the table.
        """
        for event in events:
            clauses = event.clauses
            if type(event) is happened.BetPlaced:
                own = tuple(
                    clause for clause in clauses if ":" not in clause
                )  # what another document says is displaced
                clauses = merge_clauses(self.cite["wager_in_chips", "seat_given", turn_rule(table)], own)
            elif type(event) is happened.WagerAdded:
                clauses = merge_clauses(clauses, self.cite["wager_in_chips"])
            elif decided_by and isinstance(event, _BY_TOURNAMENT):
                clauses = decided_by
            self.events.append(ev.AtTable(clauses, table.number, event))

    def apply_at_table(self, table: TournamentTable, event: happened.Event) -> None:
        """Apply an event to a table by the tournament's own rules, without a command there."""
        apply_blackjack(table.play, event)
        self.record_table_events(table, (event,))

    def clear_seat(self, table: TournamentTable, player: str, clauses: Clauses) -> None:
        """Free the seat of a player who takes no further part, present or not, on these clauses."""
        self.apply_at_table(table, happened.SeatLeft(clauses, player, table.box_of(player)))

    def play(
        self, table: TournamentTable, command: at_table.Command, decided_by: Clauses = ()
    ) -> Sequence[happened.Event]:
        """Apply a command at a table. Raises CardAwaited if the next card is unknown."""
        try:
            events = act(self.rules.table, table.play, command, self.chances(table.number))
        except UnknownOutcome as unknown:
            self.record_table_events(table, unknown.events, decided_by)
            raise CardAwaited(unknown, table.number, self.events) from None
        assert not isinstance(events, Refusal), str(events)
        self.record_table_events(table, events, decided_by)
        return events
