"""Events of a round: cards, turns, decisions, offers, irregularities, the end."""

from pitboss.games.blackjack.events.base import Event


class BetsClosed(Event, frozen=True, gc=False):
    """ "No more bets" is called; the first card comes from this side of the shoe."""

    side: int = 0


class BetsReopened(Event, frozen=True, gc=False):
    """Betting is open again, because the cutting card came before the first card."""


class RoundBegan(Event, frozen=True, gc=False):
    """The wagers are in play. ``callers`` are the deciders of the boxes, in the same order."""

    boxes: tuple[int, ...]
    callers: tuple[str, ...]


class DeterminantDrawn(Event, frozen=True, gc=False):
    """The determinant card sets the side of a double shoe for the round."""

    card: int
    drawn_from: int
    side: int


class CardDealt(Event, frozen=True, gc=False):
    """A card is dealt to a hand; ``announced`` if the dealer announces the new total."""

    box: int
    hand: int
    card: int
    total: int
    soft: bool
    announced: bool


class DealerDealt(Event, frozen=True, gc=False):
    """A card is dealt face up to the dealer's hand."""

    card: int


class HoleDealt(Event, frozen=True, gc=False):
    """The dealer's second card is dealt face down."""

    card: int


class HoleDisclosed(Event, frozen=True, gc=False):
    """The dealer turns the hole card."""

    card: int


class ReaderChecked(Event, frozen=True, gc=False):
    """The card reader has checked the hole card for a blackjack."""

    blackjack: bool


class DealerDone(Event, frozen=True, gc=False):
    """The dealer's hand is complete and its total announced."""

    total: int
    soft: bool
    blackjack: bool


class NextDealerHand(Event, frozen=True, gc=False):
    """The dealer's next hand begins with the same first card; the other cards go to the rack."""

    spot: int


class StageCame(Event, frozen=True, gc=False):
    """The round advances to a stage."""

    stage: int


class TurnCame(Event, frozen=True, gc=False):
    """A hand is in turn; its total is announced."""

    box: int
    hand: int
    total: int
    soft: bool


class CardCalled(Event, frozen=True, gc=False):
    """The player calls for a card to a hand."""

    box: int
    hand: int


class HandClosed(Event, frozen=True, gc=False, omit_defaults=True):
    """A hand needs no further decision; ``why`` is the reason, ``place`` that of the hand on a box that was split."""

    box: int
    hand: int
    why: str
    place: int = 0


class HandTimedOut(Event, frozen=True, gc=False):
    """The timeout of a decision has passed: the house plays this hand, and no other."""

    box: int
    hand: int


class HandDoubled(Event, frozen=True, gc=False):
    """A hand is doubled and gets exactly one more card."""

    box: int
    hand: int


class HandSurrendered(Event, frozen=True, gc=False):
    """A hand is surrendered for half the wager."""

    box: int
    hand: int


class PairSplit(Event, frozen=True, gc=False):
    """A hand is split in two; the new hand is to the right of the old one."""

    box: int
    hand: int
    new_hand: int


class HandCleared(Event, frozen=True, gc=False):
    """The cards of a hand go to the rack."""

    box: int
    hand: int


class OfferOpened(Event, frozen=True, gc=False):
    """An offer to these players is open."""

    kind: str
    waiting: tuple[tuple[str, int], ...]
    hand: int = 0
    card: int = -1


class OfferAnswered(Event, frozen=True, gc=False):
    """A player has answered the open offer."""

    player: str
    box: int
    answer: str


class OfferClosed(Event, frozen=True, gc=False):
    """The offer is closed."""

    kind: str


class CardExposed(Event, frozen=True, gc=False):
    """A card drawn in error is face up."""

    card: int


class ExposedCardUsed(Event, frozen=True, gc=False):
    """The exposed card is used; ``how`` is ``burned`` if it goes to the rack."""

    how: str


class CardRefused(Event, frozen=True, gc=False):
    """A box gets no more cards in this round."""

    box: int


class IrregularityNoted(Event, frozen=True, gc=False):
    """An irregularity is reported; it is pending if ``waits``."""

    kind: str
    waits: bool = False
    detail: str = ""


class IrregularityMet(Event, frozen=True, gc=False):
    """A pending irregularity takes effect."""

    kind: str


class EquipmentFailed(Event, frozen=True, gc=False):
    """The prize button or the card reader is out of order, or works again."""

    equipment: str
    working: bool = False


class HandsRebuilt(Event, frozen=True, gc=False):
    """A box is back at its initial cards; its later cards are the next cards to be dealt."""

    box: int


class DeciderChanged(Event, frozen=True, gc=False):
    """Another bettor decides for the box."""

    box: int
    player: str


class RoundMisdealt(Event, frozen=True, gc=False):
    """All cards go to the rack for a redeal; the wagers stay."""

    reason: str


class RoundVoided(Event, frozen=True, gc=False):
    """The round is void and over."""

    reason: str


class RoundEnded(Event, frozen=True, gc=False):
    """The round is over; all cards are in the rack."""
