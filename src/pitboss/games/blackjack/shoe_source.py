"""The source of cards of a table, and how it follows the events of a log."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.entered_shoe import EnteredShoe
from pitboss.games.blackjack.fair_shoe import FairShoe
from pitboss.law.resolve import BlackjackRules


class ShoeSource:
    """A source of cards: ``fair`` where they come from seeds, ``reader`` where a dealer enters them."""

    __slots__ = ("chance", "fair", "reader")

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.fair = chance if isinstance(chance, FairShoe) else None
        self.reader = chance if isinstance(chance, EnteredShoe) else None

    def copy(self, rules: BlackjackRules) -> "ShoeSource":
        """Returns an independent copy with the same cards to come; the rules are shared."""
        own = getattr(self.chance, "__deepcopy__", None)
        memo = {id(rules): rules}
        other = ShoeSource.__new__(ShoeSource)
        chance: Any = own(memo) if own is not None else deepcopy(self.chance, memo)
        other.chance = chance
        other.fair = chance if self.fair is not None else None
        other.reader = chance if self.reader is not None else None
        return other

    def before(self, state: State, event: Any) -> None:
        """Follows an event of the log before it changes the state."""
        if self.fair is not None:
            self.fair.before_event(state, event)
        elif type(event) is ev.Shuffled and self.reader is not None:
            self.reader.shuffle(event.side, None)

    def after(self, state: State, event: Any, drawn: Sequence[int]) -> None:
        """Follows one of DRAWS after it changed the state; ``drawn`` counts the cards of each side drawn before."""
        if self.fair is not None:
            self.fair.replay_draw(state, event, drawn)
        elif self.reader is not None:
            for side, shoe in enumerate(state.shoes):
                if shoe.drawn > drawn[side]:
                    self.reader.count_drawn(side, event.card)

    def align(self, state: State, wanted: str) -> None:
        """Synchronises the source with the state after an entry; ``wanted`` is the kind of outcome to enter next."""
        if self.fair is not None:
            self.fair.align(state)
        if self.reader is not None:
            self.reader.expect(wanted, state.side)

    def secrets_left(self) -> tuple[Any, ...]:
        """Returns everything that determines the next cards."""
        if self.fair is not None:
            return self.fair.secrets_left()
        return self.reader.seen() if self.reader is not None else ()
