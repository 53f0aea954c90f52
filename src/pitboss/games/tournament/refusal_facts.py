"""The facts of commands that a tournament refuses, over which ``forbids`` and ``refuses`` are written.

Each is derived from the command and the state before it, apart from the code that refused the command.
"""

from typing import Any

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.facts import TournamentFacts
from pitboss.games.tournament.state import Phase, State, TournamentTable
from pitboss.law.conditions import fact
from pitboss.law.tournament_terms import TournamentTerms


class TournamentRefusalFacts(TournamentFacts):
    """The facts of one refused command; of a command at a table, those of the table's own command."""

    def __init__(self, terms: TournamentTerms, state: State, command: Any) -> None:
        inner = command.command if isinstance(command, cmd.PlayAtTable) else command
        super().__init__(terms, state, inner, refused=True)
        self._number = getattr(command, "table", 0)
        self._accepted = getattr(command, "accepted", False)

    @property
    def table(self) -> TournamentTable | None:
        """The table named, else the player's, else the first that is running, else the first."""
        named = self.state.tables.get(self._number) or self.state.table_of(self._player)
        running = [each for each in self.state.tables.values() if each.running]
        return named or next(iter([*running, *self.state.tables.values()]), None)

    @property
    def _player(self) -> str:
        return str(getattr(self.subject, "player", "") or getattr(self.subject, "who", ""))

    @property
    def _amount(self) -> int:
        return sum(getattr(self.subject, "amounts", ()) or ())

    # --- the player ------------------------------------------------------------------------------------------------

    @fact("")
    def phase(self) -> str:
        return self.state.phase.value

    @fact("the name is not a player of the tournament")
    def stranger(self) -> bool:
        return self._player not in self.state.players

    @fact("the name was entered before")
    def entered(self) -> bool:
        return self.state.known(self._player)

    @fact("the player is disqualified")
    def disqualified(self) -> bool:
        return self._player in self.state.disqualified

    @fact("the player did not go on to this session")
    def not_qualified(self) -> bool:
        return self.state.session > 0 and self._player not in self.state.in_play

    @fact("the player has no seat in this session")
    def seatless(self) -> bool:
        return self.state.table_of(self._player) is None

    @fact("the player is not in the play-off")
    def not_in_playoff(self) -> bool:
        return self.table is not None and self.table.playoff and self._player not in self.table.players

    @fact("the player is out of chips")
    def broke(self) -> bool:
        return self.table is not None and self.table.play.money.get(self._player, 1) == 0

    @fact("the player holds less than the minimum")
    def short(self) -> bool:
        table = self.table
        return table is not None and 0 < table.play.money.get(self._player, 0) < table.play.minimum

    @fact("the player was late")
    def late(self) -> bool:
        return self.table is not None and self._player in self.table.late

    # --- the wager -------------------------------------------------------------------------------------------------

    @fact("the box is another player's")
    def other_box(self) -> bool:
        return self.table is not None and getattr(self.subject, "box", 0) != self.table.box_of(self._player)

    @fact("the player of that box is out")
    def box_closed(self) -> bool:
        table = self.table
        holder = table.boxes.get(getattr(self.subject, "box", 0)) if table is not None else None
        return table is not None and holder is not None and holder not in table.able

    @fact("another player is to bet")
    def not_to_bet(self) -> bool:
        return self.table is not None and self.table.to_bet()[:1] not in ([], [self._player])

    @fact("the wager is placed")
    def bet_placed(self) -> bool:
        return self.table is not None and any(bet.player == self._player for bet in self.table.play.bets)

    @fact("no wager is made")
    def no_wager(self) -> bool:
        return not self._amount

    @fact("the amount is outside the limits")
    def outside_limits(self) -> bool:
        table = self.table
        return table is not None and not table.play.minimum <= self._amount <= table.play.maximum

    @fact("the amount is not the minimum")
    def not_the_minimum(self) -> bool:
        return self.table is not None and self._amount != self.table.play.minimum

    @fact("the amount is not a multiple of the increment or of the minimum")
    def off_step(self) -> bool:
        table, step = self.table, self.terms.increment
        return table is not None and bool(
            (step and self._amount % step) or (self.terms.multiples_of_minimum and self._amount % table.play.minimum)
        )

    @fact("the player holds fewer chips")
    def above_chips(self) -> bool:
        table = self.table
        held = table.play.money.get(self._player, 0) if table is not None else 0
        doubled = isinstance(self.subject, at_table.DoubleDown | at_table.SplitPair)
        return self._amount > held or (doubled and held < sum(self._staked))

    @property
    def _staked(self) -> list[int]:
        wagers = self.table.play.wagers if self.table is not None else []
        return [each.amount for each in wagers if each.player == self._player and each.kind == "main"]

    @fact("the wager is not only that of a main wager")
    def side_named(self) -> bool:
        return bool(getattr(self.subject, "sides", ()))

    # --- the session -----------------------------------------------------------------------------------------------

    @fact("the session has ended")
    def ended(self) -> bool:
        return self.table is not None and bool(self.table.ended_by)

    @fact("no session is in progress")
    def no_session(self) -> bool:
        return self.table is None or not self.table.running

    @fact("a session is in progress")
    def session_running(self) -> bool:
        return any(table.running for table in self.state.tables.values())

    @fact("a round is in progress")
    def in_round(self) -> bool:
        return self.table is not None and self.table.play.stage != Stage.BETTING

    @fact("the director is absent")
    def director_away(self) -> bool:
        return self.state.director_away

    @fact("there are fewer players than the terms and a table need")
    def too_few(self) -> bool:
        return len(self.state.in_play) < self.terms.min_players

    @fact("there are as many players as the terms allow")
    def full(self) -> bool:
        return self.terms.max_players is not None and len(self.state.players) >= self.terms.max_players

    @fact("the prizes do not use the pool")
    def pool_differs(self) -> bool:
        return self.terms.prizes is not None and sum(self.terms.prizes) != self.state.pool

    @fact("the tournament has begun")
    def begun(self) -> bool:
        return self.state.session > 0

    @fact("the tournament was cancelled")
    def cancelled(self) -> bool:
        return self.state.phase is Phase.CANCELLED

    @fact("not all players went out in the same round")
    def not_all_out(self) -> bool:
        table = self.table
        together = [name for name in table.went_out if name not in self.state.disqualified] if table is not None else []
        return table is None or table.tallied or bool(table.able) or len(together) < self.terms.playoff_players_least
