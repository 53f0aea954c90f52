"""The state of a blackjack table. Only events change it (``evolve``); only commands produce events (``decide``).

State is a plain value with copy, comparison and serialization. It holds the drawn cards and the discard rack; the
order of the undealt cards is not part of it.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct, field

from pitboss.atoms.hand import add_card, is_ace, is_ace_and_ten, points
from pitboss.law.cite import Clauses

T = TypeVar("T", bound=Struct)
#: The kinds of wager that the round settles; all others are side wagers.
OWN_KINDS = frozenset(("main", "double", "insurance", "ante"))


class Stage:
    """The stages of a round, in order. The table may wait for a decision at each of them.

    Plain integers instead of an Enum: every command compares them many times.
    """

    BETTING: Final = 0
    OPENING: Final = 1
    DEAL: Final = 2
    FIRST_PRIZES: Final = 3
    OFFERS: Final = 4
    PLAY: Final = 5
    DEALER: Final = 6
    LAST_PRIZES: Final = 7
    END: Final = 8
    CLOSED: Final = 9


class Hand(Struct, array_like=True):
    """A player's hand."""

    number: int
    box: int
    cards: list[int] = field(default_factory=list)
    total: int = 0
    soft: bool = False
    split: bool = False
    split_aces: bool = False
    doubled: bool = False
    called: bool = False
    closed: bool = False
    surrendered: bool = False
    cleared: bool = False
    timed_out: bool = False
    #: How often the hand was doubled again.
    redoubled: int = 0

    @property
    def blackjack(self) -> bool:
        """Whether the hand is an ace and a ten as the initial two cards of an unsplit hand."""
        return self.total == 21 and len(self.cards) == 2 and not self.split

    @property
    def bust(self) -> bool:
        """Whether the total exceeds 21."""
        return self.total > 21

    def _repr_html_(self) -> str:
        from pitboss.games.blackjack.picture import hand_html  # noqa: PLC0415 # it draws states

        return hand_html(self)


class Wager(Struct, array_like=True):
    """A wager on the layout; ``result`` is its net result once it is settled."""

    number: int
    player: str
    box: int
    kind: str
    amount: int
    hand: int = 0
    spot: int = 1
    original: bool = True
    result: int | None = None
    returned: int = 0

    @property
    def open(self) -> bool:
        """Whether the wager is not settled yet."""
        return self.result is None


class Offer(Struct, array_like=True):
    """A question to several players. They answer in any order; the last answer closes it."""

    kind: str
    waiting: list[tuple[str, int]]
    hand: int = 0
    card: int = -1
    clauses: Clauses = ()


class Shoe(Struct, array_like=True):
    """The public state of a shoe, or of one side of a double shoe."""

    drawn: int = 0
    rack: list[int] = field(default_factory=list)
    burns_due: int = 0
    cut_card_out: bool = False
    cut_card_at: int = -1
    #: The round of the first cutting card since the last full shuffle; 0 if there was none.
    cut_card_round: int = 0
    size: int = 0
    cards_in: int = 0


class HeldPayment(Struct, frozen=True, array_like=True):
    """A payment that waits until a person attests a step before it."""

    number: int
    box: int
    kind: str
    name: str
    detail: str
    clauses: Clauses


class State(Struct, array_like=True):
    """The state of one table."""

    stage: int = Stage.BETTING
    money: dict[str, int] = field(default_factory=dict)
    house: int = 0
    opening: dict[str, int] = field(default_factory=dict)
    began: dict[str, int] = field(default_factory=dict)
    minimum: int = 0
    maximum: int = 0
    own_maximum: dict[int, tuple[str, int]] = field(default_factory=dict)
    seats: dict[int, str] = field(default_factory=dict)
    arrivals: list[str] = field(default_factory=list)
    bets: list[Wager] = field(default_factory=list)
    # the round
    round: int = 0
    wagers: list[Wager] = field(default_factory=list)
    sided: bool = False
    boxes: list[int] = field(default_factory=list)
    deciders: dict[int, str] = field(default_factory=dict)
    hands: dict[int, list[Hand]] = field(default_factory=dict)
    hand_count: int = 0
    dealt: dict[int, list[int]] = field(default_factory=dict)
    dealer: list[list[int]] = field(default_factory=list)
    hole: int = -1
    spot: int = 1
    turn_box: int = 0
    turn_hand: int = 0
    decided: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    offer: Offer | None = None
    presses: list[int] = field(default_factory=list)
    pressed_by: str = ""
    #: The prize that the display shows and that is not paid yet; -1 if there is none.
    prize: int = -1
    #: The payment that waits for a person's attestation, and the steps attested in this round: name and wager.
    held: HeldPayment | None = None
    attested: list[tuple[str, int]] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    # the cards
    shoes: list[Shoe] = field(default_factory=lambda: [Shoe()])
    side: int = 0
    exposed: int = -1
    returned: list[int] = field(default_factory=list)
    #: The kinds that wait for their remedy, each with the round in which it was reported.
    pending_irregularities: list[tuple[str, int]] = field(default_factory=list)
    #: The clauses under which the last exposed card was exposed.
    exposed_clauses: Clauses = ()
    shuffle_due: str = ""
    last_shuffle: str = "start"
    cut_offer: list[str] = field(default_factory=list)
    last_cutter: str = ""
    shoe_players: list[str] = field(default_factory=list)
    #: Of this shoe: who wagered on its first round, who wagered on any, and who left one out after that.
    shoe_first: list[str] = field(default_factory=list)
    shoe_bettors: list[str] = field(default_factory=list)
    shoe_missed: list[str] = field(default_factory=list)
    shoe_rounds: int = 0
    # the table over rounds
    warned: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    rounds_left: int = -1
    last_round: bool = False
    meter: int = 0
    streaks: dict[int, int] = field(default_factory=dict)
    reader_failed: bool = False
    button_failed: bool = False

    def copy(self) -> "State":
        """Returns an independent copy.

        Only the containers that ``evolve`` changes in place are copied. All others it replaces, so copies share them.
        """
        other = _copy_fields(self)
        other.money = self.money.copy()
        other.bets = [*map(_copy_wager, self.bets)] if self.bets else []
        other.wagers = [*map(_copy_wager, self.wagers)]
        other.hands, other.dealt = hands, dealt = {}, {}
        for box, held in self.hands.items():
            hands[box], dealt[box] = [*map(_copy_hand, held)], self.dealt[box].copy()
        other.dealer = [*map(_copy_list, self.dealer)]
        if self.offer is not None:
            other.offer = offer = _copy_offer(self.offer)
            offer.waiting = offer.waiting.copy()
        other.shoes = [*map(_copy_shoe, self.shoes)]
        return other

    def __deepcopy__(self, _: object) -> "State":
        return self.copy()

    @property
    def shoe(self) -> Shoe:
        """The shoe, or the side of a double shoe, in use."""
        return self.shoes[self.side]

    def place_of(self, box: int, number: int) -> int:
        """Returns the place of a hand on a box that was split, from the left; 0 where the box has one hand."""
        hands = self.hands.get(box, ())
        if len(hands) < 2:
            return 0
        return next((place for place, hand in enumerate(hands, 1) if hand.number == number), 0)

    def hand_of(self, box: int, number: int) -> Hand:
        """Returns the hand with this number on the box; raises KeyError if there is none."""
        hands = self.hands[box]
        if hands[0].number == number:
            return hands[0]
        for hand in hands:
            if hand.number == number:
                return hand
        raise KeyError(f"box {box} has no hand {number}")

    @property
    def turn(self) -> Hand | None:
        """The hand in turn; None if no hand is in turn."""
        return self.hand_of(self.turn_box, self.turn_hand) if self.turn_box else None

    @property
    def shows_ace(self) -> bool:
        """Whether the dealer's first card is an ace."""
        return is_ace(self.dealer[0][0]) if self.dealer and self.dealer[0] else False

    def on_table(self) -> int:
        """Returns the sum of all open wagers in cents."""
        return sum(wager.amount for wager in self.wagers if wager.result is None) + sum(
            wager.amount for wager in self.bets
        )


def _shallow(kind: type[T]) -> Callable[[T], T]:
    """Returns the shallow copy of a struct, as ``copy.copy`` finds it."""
    copied: Callable[[T], T] = kind.__copy__  # type: ignore[attr-defined] # the stubs of msgspec leave it out
    return copied


_copy_fields: Final = _shallow(State)
_copy_offer: Final = _shallow(Offer)
_copy_wager: Final = _shallow(Wager)
_copy_hand_fields: Final = _shallow(Hand)
_copy_shoe_fields: Final = _shallow(Shoe)
_copy_list: Final = list[int].copy


def _copy_hand(hand: Hand) -> Hand:
    other = _copy_hand_fields(hand)
    other.cards = hand.cards.copy()
    return other


def _copy_shoe(shoe: Shoe) -> Shoe:
    other = _copy_shoe_fields(shoe)
    other.rack = shoe.rack.copy()
    return other


def points_of(cards: list[int]) -> tuple[int, bool]:
    """Returns the total of some cards, and whether it is soft."""
    total, soft = 0, False
    for card in cards:
        total, soft = add_card(total, soft, card)
    return total, soft


def ace_or_ten(card: int) -> bool:
    """Returns whether a blackjack is possible with this first card."""
    return is_ace(card) or points(card) == 10


def dealer_blackjack(cards: list[int]) -> bool:
    """Returns whether the dealer's two cards are an ace and a ten."""
    return len(cards) == 2 and is_ace_and_ten(cards[0], cards[1])
