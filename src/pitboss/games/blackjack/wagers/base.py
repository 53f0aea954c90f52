"""Base class and registry of side wagers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar

from msgspec import Struct

from pitboss.atoms.hand import add_card
from pitboss.games.outside_code import Registry
from pitboss.law.cite import merge_clauses
from pitboss.law.errors import LawError
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


class DealerHand(NamedTuple):
    """The dealer's final hand, as a side wager reads it: its total and its number of cards."""

    total: int
    cards: int

    @property
    def bust(self) -> bool:
        """Whether the total is over 21."""
        return self.total > 21

    @property
    def blackjack(self) -> bool:
        """Whether the hand is a blackjack: 21 with two cards."""
        return self.total == 21 and self.cards == 2


def dealer_hand_of(cards: Sequence[int]) -> DealerHand:
    """Returns the dealer's final hand of these cards."""
    total, soft = 0, False
    for card in cards:
        total, soft = add_card(total, soft, card)
    return DealerHand(total, len(cards))


class Reads(Struct, frozen=True):
    """What a side wager reads of the round. ``line`` gets exactly this: one argument for each field, in this order."""

    #: The number of first cards of the box. The argument is a tuple of cards.
    box: int = 0
    #: The dealer's first card.
    up_card: bool = False
    #: The dealer's second card, whether it was dealt face down or after the players' decisions.
    hole_card: bool = False
    #: The dealer's final hand, a ``DealerHand``. The dealer draws to the end while such a wager is open.
    dealer_hand: bool = False
    #: The dealer's cards one by one, a tuple in the order dealt. The dealer draws to the end, too.
    dealer_cards: bool = False
    #: The number of cards of the box's first hand at the end of the round.
    card_count: bool = False
    #: The outcome of the player's main wagers on the box, including doubles and splits: won, lost or stand_off.
    outcome: bool = False

    @property
    def beyond_up_card(self) -> bool:
        """Whether the wager reads the dealer's cards after the first."""
        return self.hole_card or self.final_hand

    @property
    def final_hand(self) -> bool:
        """Whether the wager reads the dealer's cards to the end of the hand."""
        return self.dealer_hand or self.dealer_cards

    @property
    def after_play(self) -> bool:
        """Whether the wager is decided after the players' decisions."""
        return self.beyond_up_card or self.card_count or self.outcome or self.box > 2

    @property
    def box_alone(self) -> bool:
        """Whether the wager reads the cards of its box and nothing else."""
        return self.box > 0 and not (self.up_card or self.beyond_up_card or self.card_count or self.outcome)


class SideWager:
    """Interface of a side wager. A subclass declares ``reads`` and implements ``line``.

    Wagers that are settled at another moment, or together, override ``notify`` or ``notify_group``.
    """

    #: The moment at which the prize button is pressed for this wager; None if it never is.
    prizes_at: ClassVar[int | None] = None
    #: Whether it may stay open from round to round.
    over_rounds: ClassVar[bool] = False
    #: What ``line`` gets; empty if the round does not decide the wager by a line.
    reads: ClassVar[Reads] = Reads()

    def __init__(self, terms: SideTerms) -> None:
        self.terms = terms

    def check(self, rules: "BlackjackRules", state: "State", bet: "PlaceBet", amount: int) -> "Refusal | None":
        """Returns the refusal of such a wager beyond the checks common to all side wagers."""
        return None

    def line(self, *read: Any, **_: Any) -> str:
        """Returns the line of the pay table for what the wager reads; empty for a losing wager. A pure function."""
        return ""

    def check_line(self, line: Any) -> None:
        """Raises LawError for anything but a line of the pay table, or the empty line of a losing wager."""
        if not isinstance(line, str) or (line and line not in self.terms.lines):
            lines = ", ".join(self.terms.lines)
            raise LawError(
                f"the wager on {self.terms.name}: its code returned {line!r}, which is no line of its pay table: "
                f"return one of {lines}, or '' for a loss"
            )

    def read(self, state: "State", wager: "Wager") -> tuple[Any, ...]:
        """Returns the arguments of ``line``: what the wager declares, and nothing else."""
        reads, values = self.reads, list[Any]()
        if reads.box:
            values.append(tuple(state.dealt[wager.box][: reads.box]))
        if reads.up_card:
            values.append(state.dealer[0][0])
        if reads.hole_card:
            values.append(state.dealer[0][1])
        if reads.dealer_hand:
            values.append(dealer_hand_of(state.dealer[0]))
        if reads.dealer_cards:
            values.append(tuple(state.dealer[0]))
        if reads.card_count:
            values.append(len(state.hands[wager.box][0].cards))
        if reads.outcome:
            values.append(_outcome(state, wager))
        return tuple(values)

    def reopens(self, initial: Sequence[int]) -> bool:
        """Returns whether cards after these two decide the wager, so that it reopens when the hand is rebuilt."""
        return False

    def notify(self, context: "RoundContext", wager: "Wager", moment: int) -> None:
        """Settles the wager by its line at the first moment when all that it reads is known."""
        if self.reads != _NOTHING and moment == (Moment.SETTLED if self.reads.after_play else Moment.SECOND_CARDS):
            self.pay_line(context, wager, self.line(*self.read(context.state, wager)))

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

        ``grounds`` are further parts of its terms that these cards bring in. Raises LawError as ``check_line``.
        """
        self.check_line(line)
        if not line:
            context.settle(wager, -wager.amount, "lost", self.terms.cite("lost", *grounds, "settled"))
            return
        pays = self.terms.lines[line]
        clauses = merge_clauses(pays.clauses, self.terms.cite(*grounds, "won", "settled"))
        if pays.odds is not None:
            context.pay(wager, pays.odds, line, clauses)
        else:
            context.settle(wager, pays.award - wager.amount, line, clauses)


_NOTHING: Final = Reads()
#: The kinds of wager whose results are the outcome of the main game on a box.
_MAIN: Final = ("main", "double")


def _outcome(state: "State", wager: "Wager") -> str:
    """Returns the outcome of the main wagers of the wager's player on its box."""
    net = sum(
        other.result or 0
        for other in state.wagers
        if other.kind in _MAIN and other.box == wager.box and other.player == wager.player
    )
    return "won" if net > 0 else "lost" if net < 0 else "stand_off"


PLAYS: Registry[type[SideWager]] = Registry()


def side_plays(rules: "BlackjackRules") -> dict[str, SideWager]:
    """Returns the side wagers of the rulebook by name; cached in the rules."""
    by_name: dict[str, SideWager] | None = rules.memo.get("side_plays")
    if by_name is None:
        by_name = {name: _find(rules.rulebook, terms.play)(terms) for name, terms in rules.sides.items()}
        rules.memo["side_plays"] = by_name
    return by_name


def _find(rulebook: str, name: str) -> type[SideWager]:
    """Returns the class of a play, which a module outside the package may have."""
    from pitboss.games.blackjack.wager_modules import find_play  # noqa: PLC0415 # it imports this module

    return find_play(rulebook, name)


_W = TypeVar("_W", bound=type[SideWager])


def plays(name: str) -> Callable[[_W], _W]:
    """Registers the decorated class under the ``play`` name of the rulebook data."""

    def register(kind: _W) -> _W:
        PLAYS.register(name, kind)
        return kind

    return register
