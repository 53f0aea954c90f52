"""What people at a table may ask for. ``verb`` is the word of the notation."""

from typing import ClassVar

from msgspec import Struct

HOUSE = "house"


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """Something asked of the table by a player or by the house."""

    verb: ClassVar[str]

    @property
    def actor(self) -> str:
        """Who asks."""
        return getattr(self, "player", HOUSE)


class PlayerCommand(Command, frozen=True, kw_only=True):
    """Something that a player asks for on a box."""

    player: str
    box: int


# --- players -----------------------------------------------------------------------------------------------------


class PlaceBet(PlayerCommand, frozen=True, kw_only=True):
    """Main wager (one amount for each spot, 0 for none) and side wagers on a box, in place of what lies there."""

    verb: ClassVar[str] = "bet"
    amounts: tuple[int, ...]
    sides: tuple[tuple[str, int], ...] = ()
    unseated: bool = False


class Withdraw(PlayerCommand, frozen=True, kw_only=True):
    """Takes back all of the player's wagers on the box."""

    verb: ClassVar[str] = "withdraw"


class Sit(PlayerCommand, frozen=True, kw_only=True):
    """Takes the seat at the box."""

    verb: ClassVar[str] = "sit"


class Leave(PlayerCommand, frozen=True, kw_only=True):
    """Gives up the seat."""

    verb: ClassVar[str] = "leave"


class Insure(PlayerCommand, frozen=True, kw_only=True):
    """The insurance wager, one amount for each spot (0 for none)."""

    verb: ClassVar[str] = "insure"
    amounts: tuple[int, ...]


class TakeEvenMoney(PlayerCommand, frozen=True, kw_only=True):
    """Takes 1 to 1 for a blackjack."""

    verb: ClassVar[str] = "even"


class Pass(PlayerCommand, frozen=True, kw_only=True):
    """Neither insures nor takes even money."""

    verb: ClassVar[str] = "pass"


class Hit(PlayerCommand, frozen=True, kw_only=True):
    """Draws a card."""

    verb: ClassVar[str] = "hit"


class Stand(PlayerCommand, frozen=True, kw_only=True):
    """Draws no more."""

    verb: ClassVar[str] = "stand"


class Surrender(PlayerCommand, frozen=True, kw_only=True):
    """Gives up half the wager."""

    verb: ClassVar[str] = "surrender"


class SplitPair(PlayerCommand, frozen=True, kw_only=True):
    """Divides a pair into two hands."""

    verb: ClassVar[str] = "split"


class DoubleDown(PlayerCommand, frozen=True, kw_only=True):
    """Adds to the wager for one more card; without amounts, the full wager."""

    verb: ClassVar[str] = "double"
    amounts: tuple[int, ...] = ()


class Follow(PlayerCommand, frozen=True, kw_only=True):
    """A back bettor adds to his wager as the box did."""

    verb: ClassVar[str] = "follow"
    amount: int | None = None


class Keep(PlayerCommand, frozen=True, kw_only=True):
    """A back bettor does not, and after a split may say which of the two hands just formed holds his wager."""

    verb: ClassVar[str] = "keep"
    hand: int | None = None


class Press(PlayerCommand, frozen=True, kw_only=True):
    """Presses the prize button; the house may, where nobody else will."""

    verb: ClassVar[str] = "press"


class DeclinePrize(PlayerCommand, frozen=True, kw_only=True):
    """Leaves the button to another."""

    verb: ClassVar[str] = "decline"


class AcceptCard(PlayerCommand, frozen=True, kw_only=True):
    """Takes the card drawn in error and shown."""

    verb: ClassVar[str] = "accept"


class RefuseCard(PlayerCommand, frozen=True, kw_only=True):
    """Does not take it, and gets no more cards."""

    verb: ClassVar[str] = "refuse"


class CutCards(Command, frozen=True, kw_only=True):
    """Cuts the shuffled cards that deep."""

    verb: ClassVar[str] = "cut"
    player: str
    depth: int


class DeclineCut(Command, frozen=True, kw_only=True):
    """Does not cut."""

    verb: ClassVar[str] = "decline"
    player: str


# --- the house ---------------------------------------------------------------------------------------------------


class Deal(Command, frozen=True, kw_only=True):
    """Calls no more bets and makes the initial deal."""

    verb: ClassVar[str] = "deal"
    side: str = ""


class CloseOffer(Command, frozen=True, kw_only=True):
    """Ends an open offer."""

    verb: ClassVar[str] = "close"


class OrderShuffle(Command, frozen=True, kw_only=True):
    """Shuffles between rounds."""

    verb: ClassVar[str] = "shuffle"


class OfferCut(Command, frozen=True, kw_only=True):
    """Offers the cards for the cut."""

    verb: ClassVar[str] = "cut"


class ReplaceCards(Command, frozen=True, kw_only=True):
    """Replaces the cards between rounds."""

    verb: ClassVar[str] = "new_cards"


class ChangeDealer(Command, frozen=True, kw_only=True):
    """A new dealer comes to the table."""

    verb: ClassVar[str] = "dealer"


class AnnounceClosing(Command, frozen=True, kw_only=True):
    """Notice that the table closes after so many rounds."""

    verb: ClassVar[str] = "closing"
    rounds: int


class ChangeLimits(Command, frozen=True, kw_only=True):
    """Changes the posted limits, or those of one player on one box."""

    verb: ClassVar[str] = "limit"
    minimum: int
    maximum: int
    box: int = 0
    player_on_box: str = ""


class MarkAbsent(Command, frozen=True, kw_only=True):
    """A player is not there to decide until the round ends."""

    verb: ClassVar[str] = "absent"
    who: str


class VoidPlayer(Command, frozen=True, kw_only=True):
    """A player's wagers are void for a breach of the rules."""

    verb: ClassVar[str] = "void"
    who: str


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """A player is excluded for a breach of the rules."""

    verb: ClassVar[str] = "exclude"
    who: str


class HousePress(Command, frozen=True, kw_only=True):
    """The house presses the prize button."""

    verb: ClassVar[str] = "press"
    box: int


class ReportIrregularity(Command, frozen=True, kw_only=True):
    """Tells the table of an irregularity."""

    verb: ClassVar[str] = "irregularity"
    kind: str
    details: tuple[str, ...] = ()


class JoinTable(Command, frozen=True, kw_only=True):
    """Comes to the table with so much money."""

    verb: ClassVar[str] = "join"
    player: str
    money: int
