"""The facts of a tournament, over which the conditions of clauses are written (``applies``)."""

from typing import Any

from pitboss.games.blackjack.state import Stage
from pitboss.games.events import inner_event
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.state import State, TournamentTable
from pitboss.law.choices import ChipIssue
from pitboss.law.conditions import Facts, fact
from pitboss.law.tournament_terms import TournamentTerms


class TournamentFacts(Facts):
    """The facts of one event of a tournament, in the state before it; of an event at a table, the table's own event."""

    def __init__(self, terms: TournamentTerms, state: State, event: Any, *, refused: bool = False) -> None:
        super().__init__(inner_event(event), refused=refused)
        self.terms = terms
        self.state = state
        self._number = getattr(event, "table", 0)

    @property
    def table(self) -> TournamentTable | None:
        """The table of the event."""
        player = getattr(self.subject, "player", "")
        return self.state.tables.get(self._number) or self.state.table_of(player)

    @fact("")
    def step(self) -> str:
        return str(getattr(self.subject, "name", ""))

    @fact("there is an entry fee")
    def fee(self) -> bool:
        return self.terms.entry_fee > 0

    @fact("chips are sold at face value")
    def sold(self) -> bool:
        return self.terms.chip_issue is ChipIssue.FACE_VALUE

    @fact("it is the first round of the session")
    def first_round(self) -> bool:
        return self.table is not None and not self.table.rounds

    @fact("")
    def why(self) -> str:
        """The reason of a disqualification."""
        player = getattr(self.subject, "player", "")
        return str(getattr(self.subject, "reason", "")) or self.state.disqualified.get(player, "")

    @fact("a player was disqualified")
    def any_disqualified(self) -> bool:
        return bool(self.state.disqualified) or isinstance(self.subject, ev.PlayerDisqualified)

    @fact("the wager was below the minimum")
    def raised(self) -> bool:
        return isinstance(self.subject, ev.WagerCorrected) and self.subject.stands > self.subject.asked

    @fact("the wager was above the maximum")
    def lowered(self) -> bool:
        return isinstance(self.subject, ev.WagerCorrected) and self.subject.stands < self.subject.asked

    def _went_out(self) -> list[int]:
        table = self.table
        return [table.play.money[player] for player in table.went_out] if table is not None else []

    @fact("a player of those who went out together has no chips")
    def some_lost_all(self) -> bool:
        return 0 in self._went_out()

    @fact("a player of those who went out together holds less than the minimum")
    def some_short(self) -> bool:
        return any(self._went_out())

    @property
    def _chips(self) -> int:
        """What the player of the event holds at the table of the event."""
        return self.table.play.money.get(getattr(self.subject, "player", ""), 0) if self.table is not None else 0

    @fact("the player has no chips")
    def no_chips(self) -> bool:
        return self.table is not None and self._chips == 0

    @fact("the player holds less than the minimum")
    def short_stack(self) -> bool:
        return self.table is not None and 0 < self._chips < self.table.play.minimum

    @fact("at most one player can still bet")
    def one_left(self) -> bool:
        return self.table is not None and len(self.table.able) <= 1

    @fact("")
    def unit(self) -> str:
        return self.table.unit if self.table is not None else ""

    @fact("it is place {place}", neutral=True)
    def place(self) -> int:
        return int(getattr(self.subject, "place", 0))

    @fact("the conditions of entry provide for the place")
    def provided(self) -> bool:
        return self.terms.prizes is not None and self.place() <= len(self.terms.prizes)

    @property
    def _tallies(self) -> list[dict[str, int]]:
        """The chips of the final session and of each play-off after it."""
        tables = list(self.state.tables.values())
        return [dict(result.chips) for result in tables[0].results] if tables else []

    @property
    def _last_tally(self) -> int:
        """The number of the last tally that the player was in; 0 is the final session."""
        player = getattr(self.subject, "player", "")
        return max((number for number, chips in enumerate(self._tallies) if player in chips), default=0)

    @fact("the player was in a play-off")
    def in_playoff(self) -> bool:
        return self._last_tally > 0

    @fact("the player was last in the play-off for the win")
    def in_winner_playoff(self) -> bool:
        return self.in_playoff() and self._winner in self._tallies[self._last_tally]

    @fact("the player was last in the play-off for second place")
    def in_second_playoff(self) -> bool:
        return self.in_playoff() and self._winner not in self._tallies[self._last_tally]

    @property
    def _winner(self) -> str:
        return next((player for player, place in self.state.places.items() if place == 1), "")

    @fact("the session is a play-off")
    def playoff(self) -> bool:
        return bool(getattr(self.subject, "playoff", False)) or (self.table is not None and self.table.playoff)

    @fact("a round is in progress")
    def round_running(self) -> bool:
        return self.table is not None and self.table.play.stage != Stage.BETTING

    @fact("the time ran out during the last round")
    def timed_out(self) -> bool:
        return self.table is not None and self.table.time_up and self.table.play.last_round

    @fact("{level} share the place", neutral=True)
    def level(self) -> int:
        """How many players share the place of the prize."""
        places = list(self.state.places.values())
        return places.count(self.state.places.get(getattr(self.subject, "player", ""), 0))

    @fact("the terms send more than one on, or name alternates")
    def several_advance(self) -> bool:
        return self.terms.advance > 1 or self.terms.alternates > 0

    @fact("it is the final")
    def final(self) -> bool:
        return self.state.final
