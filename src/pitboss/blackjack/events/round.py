"""Events of a round: cards, turns, decisions, questions, irregularities, the end."""

from pitboss.blackjack.events.base import Event


class BetsClosed(Event, frozen=True, gc=False):
    """ "No more bets" is called; the first card comes from that side."""

    side: int = 0


class BetsReopened(Event, frozen=True, gc=False):
    """The cutting card came first: betting is open again until the next call."""


class RoundBegan(Event, frozen=True, gc=False):
    """The wagers are in play; these boxes get cards, and these players decide for them."""

    boxes: tuple[int, ...]
    callers: tuple[str, ...]


class DeterminantDrawn(Event, frozen=True, gc=False):
    """The card that decides from which side of a double shoe the round is dealt."""

    card: int
    drawn_from: int
    side: int


class CardDealt(Event, frozen=True, gc=False):
    """A card to a hand; its new total, said aloud where ``announced``."""

    box: int
    hand: int
    card: int
    total: int
    soft: bool
    announced: bool


class DealerDealt(Event, frozen=True, gc=False):
    """A card face up to the dealer's hand."""

    card: int


class HoleDealt(Event, frozen=True, gc=False):
    """The dealer's second card, face down."""

    card: int


class HoleDisclosed(Event, frozen=True, gc=False):
    """The dealer turns the hole card."""

    card: int


class ReaderChecked(Event, frozen=True, gc=False):
    """The hole card was read for a blackjack."""

    blackjack: bool


class DealerDone(Event, frozen=True, gc=False):
    """The dealer's hand is complete, and its total is said."""

    total: int
    soft: bool
    blackjack: bool


class NextDealerHand(Event, frozen=True, gc=False):
    """The first card stays for the dealer's next hand, the others go to the rack."""

    spot: int


class StageCame(Event, frozen=True, gc=False):
    """The round goes on to its next step."""

    stage: int


class TurnCame(Event, frozen=True, gc=False):
    """A hand is to be decided; its total is said."""

    box: int
    hand: int
    total: int
    soft: bool


class CardCalled(Event, frozen=True, gc=False):
    """A card is asked for to a hand."""

    box: int
    hand: int


class HandClosed(Event, frozen=True, gc=False):
    """Nothing more is decided for a hand."""

    box: int
    hand: int
    why: str


class HandDoubled(Event, frozen=True, gc=False):
    """One more card and no other."""

    box: int
    hand: int


class HandSurrendered(Event, frozen=True, gc=False):
    """Half the wager is given up."""

    box: int
    hand: int


class PairSplit(Event, frozen=True, gc=False):
    """A hand becomes two; the new one lies to the right of the old."""

    box: int
    hand: int
    new_hand: int


class HandCleared(Event, frozen=True, gc=False):
    """The cards of a hand go to the rack."""

    box: int
    hand: int


class OfferOpened(Event, frozen=True, gc=False):
    """A question to these people."""

    kind: str
    waiting: tuple[tuple[str, int], ...]
    hand: int = 0
    card: int = -1


class OfferAnswered(Event, frozen=True, gc=False):
    """Somebody has answered."""

    player: str
    box: int
    answer: str


class OfferClosed(Event, frozen=True, gc=False):
    """The question is closed."""

    kind: str


class CardExposed(Event, frozen=True, gc=False):
    """A card drawn in error lies face up."""

    card: int


class ExposedCardUsed(Event, frozen=True, gc=False):
    """It has found its place."""

    how: str


class CardRefused(Event, frozen=True, gc=False):
    """A box gets no more cards in this round."""

    box: int


class IrregularityNoted(Event, frozen=True, gc=False):
    """An irregularity was told; where ``waits``, its occasion is still to come."""

    kind: str
    waits: bool = False
    detail: str = ""


class IrregularityMet(Event, frozen=True, gc=False):
    """The occasion of one that waited has come."""

    kind: str


class EquipmentFailed(Event, frozen=True, gc=False):
    """The prize button or the card reader is out of order, or works again."""

    equipment: str
    working: bool = False


class HandsRebuilt(Event, frozen=True, gc=False):
    """A box is back at its initial cards; what it drew later are the next cards again."""

    box: int


class DeciderChanged(Event, frozen=True, gc=False):
    """Another bettor decides for the box."""

    box: int
    player: str


class RoundMisdealt(Event, frozen=True, gc=False):
    """All cards go to the rack and the hands are dealt again; the wagers stay."""

    reason: str


class RoundVoided(Event, frozen=True, gc=False):
    """The round is void and over."""

    reason: str


class RoundEnded(Event, frozen=True, gc=False):
    """All cards are in the rack."""
