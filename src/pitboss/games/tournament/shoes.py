"""Card sources of a tournament's tables: provably fair shoes, or cards that dealers enter."""

from collections.abc import Mapping, Sequence

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.fair_shoe import DRAWS, FairShoe
from pitboss.games.live.events import OutcomeAwaited
from pitboss.games.live.fairness import Secret
from pitboss.games.tournament.context import Chances
from pitboss.games.tournament.state import TournamentTable
from pitboss.law.resolve import BlackjackRules


class TournamentShoes:
    """The card sources of all tables. Everything but the secret is derived from the events."""

    def __init__(
        self, rules: BlackjackRules, secret: Secret, *, cards_are_read: bool, given: Chances | None = None
    ) -> None:
        self._rules = rules
        self._secret = secret
        self._read = cards_are_read
        self._given = given
        #: Whether the shoes are shuffled from seeds.
        self.fair = given is None and not cards_are_read
        self.shoes: dict[int, FairShoe] = {}
        self.readers: dict[int, EnteredShoe] = {}
        #: Tables shuffled at the end of the last session; the next session does not shuffle them again.
        self._already_shuffled: set[int] = set()

    def chance(self, table: int) -> Chance:
        """Returns the card source of a table."""
        if self._given is not None:
            return self._given(table)
        return self.readers.setdefault(table, EnteredShoe(self._rules)) if self._read else self.shoe(table)

    def shoe(self, table: int) -> FairShoe:
        """Returns the seeded shoe of a table."""
        if table not in self.shoes:
            self.shoes[table] = FairShoe(self._rules, self._secret, f"t{table} ")
        return self.shoes[table]

    def were_cut(self, table: int, event: happened.CardsCut) -> None:
        """Mix a cut into the seeds of a shoe, where it has seeds."""
        if self.fair:
            self.shoe(table).hears(event)

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
            self.readers[table].count_drawn(play.side, event.card)

    def align(self, tables: Mapping[int, TournamentTable], awaited: Mapping[int, OutcomeAwaited]) -> None:
        """Synchronise the shoes with the state after events were folded."""
        for number, shoe in self.shoes.items():
            if number in tables:
                shoe.align(tables[number].play)
        for number, reader in self.readers.items():
            reader.expect(awaited[number].kind if number in awaited else "", 0)
