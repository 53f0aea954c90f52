"""One command being carried out: the rules, the state, whoever knows the cards of each table, and the events so far."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pitboss.blackjack import act, open_state
from pitboss.blackjack import apply as apply_at_table
from pitboss.blackjack import commands as at_table
from pitboss.blackjack import events as happened
from pitboss.blackjack.chance import Chance, UnknownOutcome
from pitboss.law.refusal import Refusal
from pitboss.law.tournament_terms import TournamentTerms
from pitboss.tournament import events as ev
from pitboss.tournament.evolve import CHANGES
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.state import State, Table

#: Who knows the cards of a table, by its number.
Chances = Callable[[int], Chance]

#: What a wager at a table rests on beside the rules of the game: chips of the tournament, the own box, the turn to bet.
_WAGERS: Final[Mapping[type[happened.Event], tuple[str, ...]]] = {
    happened.BetPlaced: ("own_money", "own_box", "betting_turn"),
    happened.WagerAdded: ("own_money",),
}


class CardAwaited(Exception):
    """Nobody knows the next card of a table yet. ``events`` is what happened until then; ``resume`` goes on."""

    def __init__(self, message: str, table: int, events: "Sequence[ev.Event]") -> None:
        super().__init__(message)
        self.table = table
        self.events = events


class _AsItLies:
    """The cards of a table that were shuffled as the last session ended, and of which none has been drawn."""

    def __init__(self, chance: Chance) -> None:
        self.draw, self.restock, self.prize = chance.draw, chance.restock, chance.prize

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """They have their new order already."""


class Directing:
    """What the parts of a tournament share. Its own state changes only by ``emit``, a table's only by its engine."""

    __slots__ = ("chances", "cite", "events", "rules", "state", "terms")

    def __init__(self, rules: TournamentRules, state: State, chances: Chances) -> None:
        self.rules = rules
        self.terms: TournamentTerms = rules.law.terms
        self.cite = rules.law.clauses
        self.state = state
        self.chances = chances
        self.events: list[ev.Event] = []

    def emit(self, event: ev.Event) -> None:
        """It has happened."""
        change = CHANGES.get(type(event))
        if change is not None:
            change(self.state, event)
        self.events.append(event)

    def done(self, name: str, detail: str = "", table: int = 0, rests: tuple[str, ...] = ()) -> None:
        """A prescribed step, on the rule of its name or on others."""
        self.emit(ev.ProcedureDone(self.cite[rests or (name,)], name, detail, table))

    def open_table(self, table: Table, began: ev.SessionBegan) -> None:
        """A session begins at a table of blackjack with a shuffle, unless the cards were shuffled as the last ended."""
        chance = self.chances(table.number)
        if table.play.round > 0 and table.play.shoe.drawn == 0:
            chance = _AsItLies(chance)
        self.emit(began)
        table.play, events = open_state(self.rules.table, chance)
        self.note(table, events)

    def note(self, table: Table, events: Sequence[happened.Event]) -> None:
        """Takes over what happened at a table; its engine has changed the table's state already."""
        for event in events:
            grounds = _WAGERS.get(type(event))
            clauses = event.clauses + self.cite[grounds] if grounds else event.clauses
            self.events.append(ev.AtTable(clauses, table.number, event))

    def happens(self, table: Table, event: happened.Event) -> None:
        """Something that happens at a table by the tournament's own rules: nobody there is asked."""
        apply_at_table(table.play, event)
        self.note(table, (event,))

    def clear_seat(self, table: Table, player: str) -> None:
        """The seat of somebody who takes no further part is free, whether or not the player is there to leave it."""
        self.happens(table, happened.SeatLeft(self.rules.table.cite("who_decides"), player, table.box_of(player)))

    def play(self, table: Table, command: at_table.Command) -> Sequence[happened.Event]:
        """Carries a command out at a table."""
        try:
            events = act(self.rules.table, table.play, command, self.chances(table.number))
        except UnknownOutcome as unknown:
            self.note(table, unknown.events)
            raise CardAwaited(str(unknown), table.number, self.events) from None
        assert not isinstance(events, Refusal), str(events)
        self.note(table, events)
        return events
