"""What every side wager shares."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from pitboss.law.cite import together
from pitboss.law.resolve import SideTerms

if TYPE_CHECKING:  # the round calls the wagers, and they speak back to it
    from pitboss.blackjack.commands import PlaceBet
    from pitboss.blackjack.dealing import Dealing
    from pitboss.blackjack.state import State, Wager
    from pitboss.law.refusal import Refusal
    from pitboss.law.resolve import BlackjackRules


class Moment:
    """When a side wager is looked at."""

    BEGIN: Final = 0  # the wagers are in play, no card is out
    CARD: Final = 1  # a card was dealt to the box
    SECOND_CARDS: Final = 2  # every box has two cards
    STAND: Final = 3  # the first decision on the box was to take no card
    SPLIT: Final = 4  # the pair was split, no further card is out
    BOX_DONE: Final = 5  # nothing more is decided for the box
    PRIZES: Final = 6  # the first prizes are due, after the initial deal
    SETTLED: Final = 7  # the main wagers are settled
    LAST_PRIZES: Final = 8  # the last prizes are due, after everything else


class SideWager:
    """A way of playing a side wager."""

    #: When this wager brings presses of the prize button, if it does.
    prizes_at: ClassVar[int | None] = None
    #: Whether it may stay open from round to round.
    over_rounds: ClassVar[bool] = False
    #: How many of the first cards of a box can count for its line; 0 where no cards of the box decide it.
    cards_that_count: ClassVar[int] = 0

    def __init__(self, terms: SideTerms) -> None:
        self.terms = terms

    def check(self, rules: "BlackjackRules", state: "State", bet: "PlaceBet", amount: int) -> "Refusal | None":
        """What forbids such a wager besides what all side wagers share."""
        return None

    def line(self, cards: Sequence[int]) -> str:
        """The line of the pay table that the first cards of a box reach; empty where they reach none."""
        return ""

    def look(self, dealing: "Dealing", wager: "Wager", moment: int) -> None:
        """Settles the wager if this moment decides it."""

    def look_group(self, dealing: "Dealing", wagers: "list[Wager]", moment: int) -> None:
        """The same for all open wagers of this way of playing, where they bear on one another."""
        plays = side_plays(dealing.rules)
        for wager in wagers:
            plays[wager.kind].look(dealing, wager, moment)

    def wins_prize(self, wager: "Wager", cards: Sequence[int]) -> bool:
        """Whether the wager brings a press of the prize button."""
        return False

    def check_prize(self, prize: int) -> None:
        """UnknownOutcome where no display can show such a prize."""

    def pay_prize(self, dealing: "Dealing", wager: "Wager", prize: int) -> None:
        """Pays what the display showed; every wager with ``prizes_at`` says how."""
        raise NotImplementedError(f"{self.terms.play} brings prizes and does not say how they are paid")

    def pay_line(self, dealing: "Dealing", wager: "Wager", line: str) -> None:
        """Pays the wager by a line of its table, or collects it where the line is empty."""
        settled = self.terms.cite("settled")
        if not line:
            dealing.settle(wager, -wager.amount, "lost", self.terms.cite("settled", "lost"))
            return
        pays = self.terms.lines[line]
        clauses = together(pays.clauses, settled)
        if pays.odds is not None:
            dealing.pay(wager, pays.odds, line, clauses)
        else:
            dealing.settle(wager, pays.award - wager.amount, line, clauses)


PLAYS: dict[str, type[SideWager]] = {}


def side_plays(rules: "BlackjackRules") -> dict[str, SideWager]:
    """How this table plays each side wager of the rulebook."""
    found: dict[str, SideWager] | None = rules.memo.get("side_plays")
    if found is None:
        found = {name: PLAYS[terms.play](terms) for name, terms in rules.sides.items()}
        rules.memo["side_plays"] = found
    return found


_W = TypeVar("_W", bound=type[SideWager])


def plays(name: str) -> Callable[[_W], _W]:
    """Registers a way of playing under the name that the data cites."""

    def register(kind: _W) -> _W:
        PLAYS[name] = kind
        return kind

    return register
