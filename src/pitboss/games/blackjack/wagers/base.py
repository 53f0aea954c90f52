"""Base class and registry of side wagers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from pitboss.law.cite import merge_clauses
from pitboss.law.resolve import SideTerms

if TYPE_CHECKING:  # avoids a circular import: the round imports the wagers
    from pitboss.games.blackjack.commands import PlaceBet
    from pitboss.games.blackjack.context import RoundContext
    from pitboss.games.blackjack.state import State, Wager
    from pitboss.law.refusal import Refusal
    from pitboss.law.resolve import BlackjackRules


class Moment:
    """The moments of a round at which side wagers are notified."""

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
    """Interface of a side wager. Subclasses implement ``line`` and ``notify``, or ``notify_group``."""

    #: The moment at which the prize button is pressed for this wager; None if it never is.
    prizes_at: ClassVar[int | None] = None
    #: Whether it may stay open from round to round.
    over_rounds: ClassVar[bool] = False
    #: The number of first cards of a box that can count for its line; 0 if the cards of the box do not decide it.
    cards_that_count: ClassVar[int] = 0

    def __init__(self, terms: SideTerms) -> None:
        self.terms = terms

    def check(self, rules: "BlackjackRules", state: "State", bet: "PlaceBet", amount: int) -> "Refusal | None":
        """Returns the refusal of such a wager beyond the checks common to all side wagers."""
        return None

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line of the pay table for the first cards of a box; empty for a losing wager."""
        return ""

    def reopens(self, initial: Sequence[int]) -> bool:
        """Returns whether cards after these two decide the wager, so that it reopens when the hand is rebuilt."""
        return False

    def notify(self, context: "RoundContext", wager: "Wager", moment: int) -> None:
        """Settles the wager if this moment decides it."""

    def notify_group(self, context: "RoundContext", wagers: "list[Wager]", moment: int) -> None:
        """Settles all open wagers of this kind together; override it if they depend on one another."""
        plays = side_plays(context.rules)
        for wager in wagers:
            plays[wager.kind].notify(context, wager, moment)

    def wins_prize(self, wager: "Wager", cards: Sequence[int]) -> bool:
        """Returns whether the prize button is pressed for the wager."""
        return False

    def check_prize(self, prize: int) -> None:
        """Raises UnknownOutcome if the display cannot show such a prize."""

    def pay_prize(self, context: "RoundContext", wager: "Wager", prize: int) -> bool:
        """Pays a prize; every wager with ``prizes_at`` implements it.

        Returns False while the payment waits for an attestation.
        """
        raise NotImplementedError(f"{self.terms.play} has prizes but does not implement pay_prize")

    def steps_attested(self, context: "RoundContext", wager: "Wager") -> bool:
        """Returns whether the steps before the payment of the settled round are done; False while one waits."""
        return True

    def apart(self, context: "RoundContext", wager: "Wager", *, wins: bool) -> tuple[str, ...]:
        """Returns the ground that keeps the wager apart from the player's main wager, which was settled otherwise."""
        mains = (
            other
            for other in context.state.wagers
            if other.kind == "main" and other.box == wager.box and other.player == wager.player
        )
        apart = any(main.result is not None and (main.result > 0) != wins for main in mains)
        return ("apart_paid",) if apart else ()

    def grounds(self, context: "RoundContext", wager: "Wager", line: str, moment: int) -> tuple[str, ...]:
        """Returns further parts of the terms to cite. It may read the whole table, for it decides no payment."""
        return ()

    def pay_line(self, context: "RoundContext", wager: "Wager", line: str, *grounds: str) -> None:
        """Pays the wager by a line of its pay table, or collects it if the line is empty.

        ``grounds`` are further parts of its terms that these cards bring in.
        """
        if not line:
            context.settle(wager, -wager.amount, "lost", self.terms.cite("lost", *grounds, "settled"))
            return
        pays = self.terms.lines[line]
        clauses = merge_clauses(pays.clauses, self.terms.cite(*grounds, "won", "settled"))
        if pays.odds is not None:
            context.pay(wager, pays.odds, line, clauses)
        else:
            context.settle(wager, pays.award - wager.amount, line, clauses)


PLAYS: dict[str, type[SideWager]] = {}


def side_plays(rules: "BlackjackRules") -> dict[str, SideWager]:
    """Returns the side wagers of the rulebook by name; cached in the rules."""
    by_name: dict[str, SideWager] | None = rules.memo.get("side_plays")
    if by_name is None:
        by_name = {name: PLAYS[terms.play](terms) for name, terms in rules.sides.items()}
        rules.memo["side_plays"] = by_name
    return by_name


_W = TypeVar("_W", bound=type[SideWager])


def plays(name: str) -> Callable[[_W], _W]:
    """Registers the decorated class under the ``play`` name of the rulebook data."""

    def register(kind: _W) -> _W:
        PLAYS[name] = kind
        return kind

    return register
