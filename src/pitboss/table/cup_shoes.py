"""The cards of a tournament's tables: every shoe from seeds of its own, or read by the dealer of its table."""

from collections.abc import Mapping, Sequence

from pitboss.blackjack import State
from pitboss.blackjack import events as happened
from pitboss.blackjack.chance import Chance
from pitboss.law.resolve import BlackjackRules
from pitboss.table.chance import ReadCards
from pitboss.table.fair_shoe import DRAWS, FairShoe
from pitboss.table.live_events import OutcomeAwaited
from pitboss.tournament.state import Table


class CupShoes:
    """Chance for all tables of a tournament. What it holds besides the secret follows from the events."""

    def __init__(self, rules: BlackjackRules, secret: bytes, *, cards_are_read: bool) -> None:
        self._rules = rules
        self._secret = secret
        self._read = cards_are_read
        self.shoes: dict[int, FairShoe] = {}
        self.readers: dict[int, ReadCards] = {}
        #: Tables whose cards were shuffled as the last session ended, so that the next does not shuffle them again.
        self._as_it_lies: set[int] = set()

    def chance(self, table: int) -> Chance:
        """Who knows the cards of a table."""
        return self.readers.setdefault(table, ReadCards(self._rules)) if self._read else self.shoe(table)

    def shoe(self, table: int) -> FairShoe:
        """The shoe of a table whose cards come from seeds."""
        if table not in self.shoes:
            self.shoes[table] = FairShoe(self._rules, self._secret, f"t{table} ")
        return self.shoes[table]

    def were_cut(self, table: int, event: happened.CardsCut) -> None:
        """A cut adds to the seeds of a shoe; cards that are read have none."""
        if not self._read:
            self.shoe(table).hears(event)

    def of_seed(self, seed: str) -> FairShoe:
        """The shoe that a seed belongs to: ``t2 shoe 0``."""
        return self.shoe(int(seed.partition(" ")[0][1:]))

    def secrets_left(self) -> tuple[object, ...]:
        """What nobody may know."""
        shoes = {number: shoe.secrets_left() for number, shoe in self.shoes.items()}
        return (shoes, {number: reader.seen() for number, reader in self.readers.items()})

    # --- the fold ------------------------------------------------------------------------------------------------

    def session_begins(self, table: int, play: State) -> None:
        """Cards of which none was drawn since their shuffle stay as they lie."""
        if play.round > 0 and play.shoe.drawn == 0:
            self._as_it_lies.add(table)

    def before(self, table: int, play: State, event: happened.Event) -> None:
        """What an event that is about to change a table means for its shoe."""
        if type(event) is happened.Shuffled and table in self._as_it_lies:
            self._as_it_lies.discard(table)
        elif not self._read:
            self.shoe(table).before(play, event)
        elif type(event) is happened.Shuffled:
            self.chance(table).shuffle(event.side, None)

    def after(self, table: int, play: State, event: happened.Event, drawn: Sequence[int]) -> None:
        """What it meant for it; ``drawn`` is what each side had given before."""
        if not isinstance(event, DRAWS):
            return
        if not self._read:
            self.shoe(table).follow(play, event, drawn)
        elif play.shoe.drawn > drawn[play.side]:
            self.readers[table].saw(play.side, event.card)

    def align(self, tables: Mapping[int, Table], awaited: Mapping[int, OutcomeAwaited]) -> None:
        """After events that were folded: as many cards are out, and those are wanted, that the state says."""
        for number, shoe in self.shoes.items():
            if number in tables:
                shoe.align(tables[number].play)
        for number, reader in self.readers.items():
            reader.wants(awaited[number].kind if number in awaited else "", 0)
