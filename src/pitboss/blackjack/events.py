"""What has happened at a table. Each event carries the clauses that it rests on, taken from the rulebook."""

from msgspec import Struct

from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """Something that has happened."""

    clauses: Clauses


# --- the table ---------------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True, gc=False):
    """The table opens with these limits and so many cards in the shoe, or in each side of it."""

    minimum: int
    maximum: int
    cards_in: tuple[int, ...]
    meter: int = 0


class ProcedureDone(Event, frozen=True, gc=False):
    """A prescribed step that moves neither cards nor money."""

    name: str
    detail: str = ""


class Announced(Event, frozen=True, gc=False):
    """The dealer says it aloud."""

    word: str
    box: int = 0
    detail: str = ""


class PlayerJoined(Event, frozen=True, gc=False):
    """Somebody comes to the table with so much money."""

    player: str
    money: int


class SeatTaken(Event, frozen=True, gc=False):
    """A player sits down at a box."""

    player: str
    box: int


class SeatLeft(Event, frozen=True, gc=False):
    """A player gives up the seat."""

    player: str
    box: int


class LimitsChanged(Event, frozen=True, gc=False):
    """Other limits are posted, or a box gets a maximum of its own."""

    minimum: int
    maximum: int
    box: int = 0
    player: str = ""


class ClosingAnnounced(Event, frozen=True, gc=False):
    """The table closes after so many rounds."""

    rounds: int


class TableClosed(Event, frozen=True, gc=False):
    """No more rounds are dealt."""


class PlayerWarned(Event, frozen=True, gc=False):
    """Further wagers below the minimum will be returned."""

    player: str


class PlayerExcluded(Event, frozen=True, gc=False):
    """May take no further part."""

    player: str


class PlayerAbsent(Event, frozen=True, gc=False):
    """Not there to decide until the round ends."""

    player: str


# --- wagers ------------------------------------------------------------------------------------------------------


class BetPlaced(Event, frozen=True, gc=False):
    """A wager lies on the layout before the deal."""

    player: str
    box: int
    kind: str
    amount: int
    spot: int = 1


class BetsTakenBack(Event, frozen=True, gc=False):
    """All of a player's wagers on a box, or those of one kind, go back to him before the deal."""

    player: str
    box: int
    kind: str = ""


class WagerAdded(Event, frozen=True, gc=False):
    """A wager made during the round: insurance, a double, the second hand of a split."""

    player: str
    box: int
    kind: str
    amount: int
    hand: int
    spot: int = 1


class WagerMoved(Event, frozen=True, gc=False):
    """A wager belongs to another hand of the split."""

    number: int
    hand: int


class WagerSettled(Event, frozen=True, gc=False):
    """A wager is paid, collected or returned; ``net`` is what its owner won or lost by it."""

    number: int
    player: str
    box: int
    kind: str
    net: int
    outcome: str


class WagerVoided(Event, frozen=True, gc=False):
    """A wager is returned whatever became of it, also when it was settled already."""

    number: int
    player: str
    box: int
    kind: str
    reason: str


class WagerReopened(Event, frozen=True, gc=False):
    """A wager that was settled is in play again, for the hand is dealt again."""

    number: int


class ButtonPressed(Event, frozen=True, gc=False):
    """Somebody presses the prize button for a box."""

    box: int
    player: str


class PrizeShown(Event, frozen=True, gc=False):
    """The display shows a prize."""

    box: int
    player: str
    prize: int


class PressDeclined(Event, frozen=True, gc=False):
    """Somebody leaves the prize button to another."""

    box: int
    player: str


class PrizesDue(Event, frozen=True, gc=False):
    """On these boxes the prize button is to be pressed, in order."""

    boxes: tuple[int, ...]


class BoxPrizeDone(Event, frozen=True, gc=False):
    """The prize of a box is settled."""

    box: int


class MeterMoved(Event, frozen=True, gc=False):
    """The progressive meter shows another amount."""

    meter: int


class StreakMoved(Event, frozen=True, gc=False):
    """The lammer of a box moves: so many hands have been won in a row."""

    box: int
    wins: int


# --- the shoe ----------------------------------------------------------------------------------------------------


class Shuffled(Event, frozen=True, gc=False):
    """The cards of a side are shuffled and the rack is empty; with ``discards``, only what lay there."""

    side: int
    reason: str
    discards: bool = False
    burns: int = 0


class RackReturned(Event, frozen=True, gc=False):
    """The used cards go back into the continuous shuffler."""

    side: int


class CuttingCardReached(Event, frozen=True, gc=False):
    """The cutting card shows before the next card; ``at`` is the box it appears on, 0 the dealer."""

    side: int
    at: int


class ShuffleDue(Event, frozen=True, gc=False):
    """The cards are to be shuffled at the end of the round."""

    reason: str


class CardBurned(Event, frozen=True, gc=False):
    """A card goes from the shoe to the rack without being used."""

    card: int
    reason: str
    side: int = 0


class BurnsDue(Event, frozen=True, gc=False):
    """So many cards are to be burnt before the next one is dealt."""

    side: int
    burns: int


class CutOffered(Event, frozen=True, gc=False):
    """The cards are offered for the cut to these players, one after the other."""

    players: tuple[str, ...]


class CutDeclined(Event, frozen=True, gc=False):
    """A player does not cut."""

    player: str


class CardsCut(Event, frozen=True, gc=False):
    """The cards are cut."""

    by: str
    depth: int


# --- the round ---------------------------------------------------------------------------------------------------


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
