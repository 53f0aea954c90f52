"""State of a tournament: a plain value that only ``evolve`` changes.

``evolve`` replaces lists and dictionaries and never changes them in place, so copies share them. The tables, which the
blackjack engine changes in place, are copied on write: ``State.own``.
"""

from copy import copy
from enum import StrEnum

from msgspec import Struct, field

from pitboss.games.blackjack import State as Play
from pitboss.games.blackjack.state import Stage
from pitboss.games.copy_on_write import CopyOnWrite


class Phase(StrEnum):
    """Phases of a tournament."""

    ENTRY = "entry"
    SESSION = "session"
    BETWEEN = "between"
    OVER = "over"
    CANCELLED = "cancelled"


class SessionChips(Struct):
    """The tally of a session or play-off. ``on_top``: it was played by those who went out in the same round."""

    chips: dict[str, int]
    on_top: bool = False


class TournamentTable(Struct):
    """A table, and its present session or play-off."""

    number: int
    boxes: dict[int, str]
    play: Play = field(default_factory=Play)
    playoff: bool = False
    reissued: bool = False
    players: list[str] = field(default_factory=list)
    stack: int = 0
    unit: str = ""
    count: int = 0
    rounds: int = 0
    shoe: int = 0
    marker: int = 0
    able: list[str] = field(default_factory=list)
    went_out: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    vacant: bool = False
    time_up: bool = False
    #: The rules that ended the session; empty while it is in progress.
    ended_by: list[str] = field(default_factory=list)
    tallied: bool = False
    results: list[SessionChips] = field(default_factory=list)
    #: Results announced so far: the qualifiers, and the players of a due play-off.
    announced_qualifiers: list[str] = field(default_factory=list)
    announced_playoff: list[str] = field(default_factory=list)

    def copy(self) -> "TournamentTable":
        """Returns an independent copy."""
        other = copy(self)
        other.play = self.play.copy()
        return other

    def box_of(self, player: str) -> int:
        """Returns a player's box, or 0 if the player does not sit here."""
        return next((box for box, name in self.boxes.items() if name == player), 0)

    @property
    def running(self) -> bool:
        """Whether a session is in progress."""
        return bool(self.unit) and not self.ended_by

    @property
    def untouched(self) -> bool:
        """Whether no card of the session has been dealt."""
        return self.play.round == 0 and self.play.stage == Stage.BETTING

    def order(self) -> list[str]:
        """Returns the players who can bet, clockwise from the marker."""
        boxes = sorted(self.boxes)
        turned = [box for box in boxes if box >= self.marker] + [box for box in boxes if box < self.marker]
        return [self.boxes[box] for box in turned if self.boxes[box] in self.able]

    def to_bet(self) -> list[str]:
        """Returns the players who can bet and have not, in turn."""
        down = {bet.player for bet in self.play.bets}
        return [player for player in self.order() if player not in down]


class State(Struct):
    """The state of a tournament."""

    phase: Phase = Phase.ENTRY
    players: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    disqualified: dict[str, str] = field(default_factory=dict)
    # money
    fees: dict[str, int] = field(default_factory=dict)
    retained: dict[str, int] = field(default_factory=dict)
    refunds: dict[str, int] = field(default_factory=dict)
    contribution: int = 0
    prizes: dict[str, int] = field(default_factory=dict)
    left: int = 0
    # bought chips
    bought: dict[str, int] = field(default_factory=dict)
    kept: dict[str, int] = field(default_factory=dict)
    redeemed: dict[str, int] = field(default_factory=dict)
    # sessions
    session: int = 0
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)
    tables: dict[int, TournamentTable] = field(default_factory=dict)
    qualified: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    # the director
    director_away: bool = False
    writing: bool = False
    delay: int = 0

    def __post_init__(self) -> None:
        self.set_tables(self.tables)

    def copy(self) -> "State":
        """Returns an independent copy; the tables are shared until one of the two changes them."""
        other = copy(self)
        other.tables = self.tables.copy()
        return other

    def set_tables(self, tables: dict[int, TournamentTable]) -> None:
        """Sets the tables, as values that copies share."""
        self.tables = CopyOnWrite(tables)

    def own(self, number: int) -> TournamentTable:
        """Returns a table to be changed: a copy of it where another state shares it."""
        return self._shared_tables.own(number)

    def own_all(self) -> None:
        """Copies every table that another state shares."""
        self._shared_tables.own_all()

    @property
    def _shared_tables(self) -> CopyOnWrite[int, TournamentTable]:
        assert isinstance(self.tables, CopyOnWrite)
        return self.tables

    def __deepcopy__(self, _: object) -> "State":
        return self.copy()

    @property
    def pool(self) -> int:
        """The prize pool: the fees that stay in, and what the operator adds."""
        fees = sum(self.fees.values()) - sum(self.retained.values()) - sum(self.refunds.values())
        return fees + self.contribution

    @property
    def final(self) -> bool:
        """Whether the session is the final: it is held at one table."""
        return len(self.tables) == 1

    @property
    def in_play(self) -> list[str]:
        """The players of the next session, or of the one in progress."""
        names = self.qualified if self.session else self.players
        return [name for name in names if name not in self.disqualified]

    def table_of(self, player: str) -> TournamentTable | None:
        """Returns a player's table, or None."""
        return next((table for table in self.tables.values() if table.box_of(player)), None)

    def known(self, name: str) -> bool:
        """Returns whether the name applied or played."""
        return name in self.players or name in self.refused or name in self.withdrawn

    def chips(self, player: str) -> int:
        """Returns a player's chips: at the table during a session, else those bought and kept."""
        table = self.table_of(player)
        if table is not None and not table.tallied and player in table.play.money:
            return table.play.money[player]
        return self.kept.get(player, 0)

    def out(self, player: str) -> bool:
        """Returns whether the player is eliminated or below the minimum."""
        table = self.table_of(player)
        if player in self.disqualified or not self.session:
            return False
        return player in self.players and (table is None or (player in table.players and player not in table.able))
