"""Card sources of a tournament's tables: provably fair shoes, or cards that dealers enter."""

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.fair_shoe import DRAWS, FairShoe
from pitboss.games.copy_on_write import CopyOnWrite
from pitboss.games.live.contributions import Contributions, word_of_seed
from pitboss.games.live.events import OutcomeAwaited
from pitboss.games.live.fairness import Secret
from pitboss.games.live.seeds import asked_of
from pitboss.games.tournament.context import Chances
from pitboss.games.tournament.state import TournamentTable
from pitboss.law.resolve import BlackjackRules


class TournamentShoes:
    """The card sources of all tables. Everything but the secret is derived from the events."""

    def __init__(
        self,
        rules: BlackjackRules,
        secret: Secret,
        *,
        cards_are_read: bool,
        beacon: bool = False,
        given: Chances | None = None,
    ) -> None:
        self._rules = rules
        self._secret = secret
        self._read = cards_are_read
        self._beacon = beacon
        self._given = given
        #: Whether the shoes are shuffled from seeds.
        self.fair = given is None and not cards_are_read
        self.shoes: CopyOnWrite[int, FairShoe] = CopyOnWrite()
        self.readers: CopyOnWrite[int, EnteredShoe] = CopyOnWrite()
        #: Tables shuffled at the end of the last session; the next session does not shuffle them again.
        self._already_shuffled: set[int] = set()

    def copy(self) -> "TournamentShoes":
        """Returns an independent copy with the same cards to come."""
        other = TournamentShoes.__new__(TournamentShoes)
        other.__dict__ = self.__dict__.copy()
        other.shoes, other.readers = self.shoes.copy(), self.readers.copy()
        other._already_shuffled = self._already_shuffled.copy()
        if self._given is not None:
            other._given = deepcopy(self._given, {id(self._rules): self._rules})
        return other

    def chance(self, table: int) -> Chance:
        """Returns the card source of a table, to draw from."""
        if self._given is not None:
            return self._given(table)
        return self.reader(table) if self._read else self.shoe(table)

    def reader(self, table: int) -> EnteredShoe:
        """Returns the shoe of a table whose cards are entered, to be changed."""
        if table not in self.readers:
            self.readers[table] = EnteredShoe(self._rules)
        return self.readers.own(table)

    def shoe(self, table: int) -> FairShoe:
        """Returns the seeded shoe of a table, to be changed."""
        if table not in self.shoes:
            self.shoes[table] = FairShoe(self._rules, self._secret, f"t{table} ", beacon=self._beacon)
        return self.shoes.own(table)

    def contributions(self, table: int) -> Contributions:
        """Returns the contributions to the seeds of a table, to be read."""
        return (self.shoes[table] if table in self.shoes else self.shoe(table)).contributions

    def were_cut(self, table: int, event: happened.CardsCut) -> None:
        """Mix a cut into the seeds of a shoe, where it has seeds."""
        if self.fair:
            self.shoe(table).hears(event)

    def seats_given(self, table: int, players: Collection[str]) -> None:
        """Withdraws the commitments of those who no longer sit at a table, where a session begins."""
        if self.fair:
            self.shoe(table).contributions.withdraw_all_but(players)

    def table_of_seed(self, word: str) -> int | None:
        """Returns the table of a seed that a command names, such as ``t2_shoe_0``; None for any other."""
        found = (number for number, shoe in self.shoes.items() if word.startswith(word_of_seed(shoe.prefix)))
        return next(found, None)

    def asked_of(self, player: str, table: TournamentTable | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Returns the seeds of the player's table to commit to, and those of any table to reveal for."""
        if not self.fair:
            return (), ()
        own = self.shoes.get(table.number) if table is not None and table.running else None
        commit, _ = asked_of(own, player)
        return commit, tuple(word for shoe in self.shoes.values() for word in asked_of(shoe, player)[1])

    def of_seed(self, seed: str) -> FairShoe:
        """Returns the shoe of a seed such as ``t2 shoe 0``."""
        return self.shoe(int(seed.partition(" ")[0][1:]))

    def secrets_left(self) -> tuple[object, ...]:
        """Returns everything that determines the next cards."""
        shoes = {number: shoe.secrets_left() for number, shoe in self.shoes.items()}
        return (shoes, {number: reader.seen() for number, reader in self.readers.items()})

    # --- the fold ------------------------------------------------------------------------------------------------

    def session_begins(self, table: int, play: State) -> None:
        """Remember a table whose cards are already shuffled for the session."""
        if play.round > 0 and play.shoe.drawn == 0:
            self._already_shuffled.add(table)

    def before(self, table: int, play: State, event: happened.Event) -> None:
        """Update the shoe before an event changes its table."""
        if type(event) is happened.Shuffled and table in self._already_shuffled:
            self._already_shuffled.discard(table)
        elif not self._read:
            self.shoe(table).before_event(play, event)
        elif type(event) is happened.Shuffled:
            self.chance(table).shuffle(event.side, None)

    def after(self, table: int, play: State, event: happened.Event, drawn: Sequence[int]) -> None:
        """Update the shoe after an event. ``drawn`` has the earlier number of drawn cards of each side."""
        if not isinstance(event, DRAWS):
            return
        if not self._read:
            self.shoe(table).replay_draw(play, event, drawn)
        elif play.shoe.drawn > drawn[play.side]:
            self.reader(table).count_drawn(play.side, event.card)

    def align(self, tables: Mapping[int, TournamentTable], awaited: Mapping[int, OutcomeAwaited]) -> None:
        """Synchronise the shoes with the state after events were folded."""
        for number, shoe in self.shoes.items():
            if number in tables and not shoe.is_aligned(tables[number].play):
                self.shoes.own(number).align(tables[number].play)
        for number, reader in self.readers.items():
            kind = awaited[number].kind if number in awaited else ""
            if not reader.expects(kind, 0):
                self.readers.own(number).expect(kind, 0)
