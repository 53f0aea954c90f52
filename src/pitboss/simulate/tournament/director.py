"""Whole tournaments over compiled sessions: seats, qualifiers, play-offs, places and prizes by the engine's rules."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.games.tournament import refusal_of
from pitboss.games.tournament.commands import StartSession
from pitboss.games.tournament.ranking import places_of
from pitboss.games.tournament.results import order_at, payout, playoff_due, qualifiers, sole_places
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.seating import allocate, held_as_playoff, most_at_a_table
from pitboss.games.tournament.state import Phase, SessionChips, State, TournamentTable
from pitboss.law.choices import SessionUnit
from pitboss.simulate.tournament.tables import CompiledTables, PlayedRound, PlayedStyle, SessionPlayers


class NotHeld(ValueError):
    """The director refuses to begin a session."""


class PlayedSession(Struct, frozen=True):
    """A session at a table: its players and rounds, with a history of the rounds where one is kept."""

    session: int
    table: int
    players: tuple[str, ...]
    rounds: int
    playoff: bool = False
    history: tuple[PlayedRound, ...] = ()


class PlayedTournament(Struct, frozen=True):
    """The result of a tournament. ``state`` has tables with their tallies, places and prizes, as the engine's."""

    state: State
    sessions: list[PlayedSession]

    @property
    def rounds(self) -> int:
        """The number of rounds at all tables."""
        return sum(session.rounds for session in self.sessions)

    @property
    def playoffs(self) -> int:
        """The number of play-offs."""
        return sum(session.playoff for session in self.sessions)


class CompiledTournaments:
    """Tournaments of the same players on compiled tables.

    Raises NotSimulable for rules and styles that they do not play.
    """

    def __init__(
        self, rules: TournamentRules, styles: Sequence[PlayedStyle], players: Sequence[str], *, history: bool = False
    ) -> None:
        self.rules, self.players = rules, tuple(players)
        self.tables = CompiledTables(rules, styles, history=history)
        self._history = history
        #: The tables of the first session, and the numbers of players with which a session was begun before.
        self._first = len(allocate(self.players, {}, most_at_a_table(rules)))
        self._begun: set[tuple[bool, int]] = set()

    def play(self, seed: int, number: int, styles: Sequence[int]) -> PlayedTournament:
        """Plays the tournament of that number; ``styles`` has the number of each player's style.

        Raises NotHeld if the director refuses to begin a session.
        """
        fee = self.rules.terms.entry_fee
        retained = int(fee * self.rules.terms.entry_fee_retention)
        state = State(players=list(self.players), contribution=self.rules.terms.contribution)
        state.fees = dict.fromkeys(self.players, fee)
        state.retained = dict.fromkeys(self.players, retained)
        style_of = dict(zip(self.players, styles, strict=True))
        self.tables.open(seed, number, self._first)
        sessions: list[PlayedSession] = []
        while state.phase is not Phase.OVER:
            length, short = self._begin(state)
            for table in state.tables.values():
                self._play_table(state, table, length, style_of, sessions, short=short)
            self._finish(state)
        return PlayedTournament(state, sessions)

    def _begin(self, state: State) -> tuple[tuple[SessionUnit, int], bool]:
        """Seats the players of the next session; returns its length, and whether it is held as a play-off."""
        rules = self.rules
        begun = (state.session > 0, len(state.in_play))
        if begun not in self._begun:
            refusal = refusal_of(rules, state, StartSession())
            if refusal is not None:
                raise NotHeld(str(refusal))
            self._begun.add(begun)
        short = held_as_playoff(rules, state)
        tables = allocate(state.in_play, state.seats, most_at_a_table(rules))
        state.tables = {number: TournamentTable(number, boxes) for number, boxes in tables.items()}
        state.phase, state.session = Phase.SESSION, state.session + 1
        state.qualified = [name for boxes in tables.values() for name in boxes.values()]
        return rules.terms.playoff if short else rules.terms.session, short

    def _play_table(
        self,
        state: State,
        table: TournamentTable,
        length: tuple[SessionUnit, int],
        style_of: dict[str, int],
        sessions: list[PlayedSession],
        *,
        short: bool,
    ) -> None:
        """Plays the session of a table, and play-offs as long as they are due."""
        due, playoff = tuple(table.boxes.values()), False
        while due:
            seats = [(box, name) for box, name in table.boxes.items() if name in due]
            players = SessionPlayers(tuple(box for box, _ in seats), tuple(style_of[name] for _, name in seats))
            rounds, chips = self.tables.play(table.number, players, length)
            names = tuple(name for _, name in seats)
            history = tuple(self.tables.played) if self._history else ()
            sessions.append(PlayedSession(state.session, table.number, names, rounds, playoff, history))
            table.results.append(SessionChips(dict(zip(names, chips, strict=True))))
            table.tallied, table.playoff = True, playoff or short
            due, playoff, length = playoff_due(self.rules, state, table), True, self.rules.terms.playoff

    def _finish(self, state: State) -> None:
        """Ends a session: the players who go on, or the places and prizes of the final."""
        rules = self.rules
        if not state.final:
            state.phase, state.qualified = Phase.BETWEEN, list(qualifiers(rules, state))
            return
        (table,) = state.tables.values()
        order = order_at(state, table)
        state.places = places_of(order, sole=sole_places(rules))
        paid, state.left = payout(rules, state, order)
        state.prizes = {name: amount for name, amount in paid.items() if amount}
        state.phase = Phase.OVER
