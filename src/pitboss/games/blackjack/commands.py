"""Commands to a blackjack table, each with its line in the notation."""

from typing import ClassVar

from pitboss.games import actors
from pitboss.games import commands as shared
from pitboss.games.blackjack.parts import FROM_SIDE, ITEM, SIDE_WAGERS, IrregularityWords, LimitRange
from pitboss.games.grammar import Flag, Optional
from pitboss.games.words import Part, choice, money, number, player, spots
from pitboss.money import amount_text

Form = tuple[Part, ...]
HOUSE = actors.HOUSE
Command = shared.Command
JoinTable = shared.JoinTable


class PlayerCommand(Command, frozen=True, kw_only=True):
    """A player's command on a box."""

    form: ClassVar[Form] = (number("box", "a box"),)
    player: str
    box: int


# --- players -----------------------------------------------------------------------------------------------------


class PlaceBet(PlayerCommand, frozen=True, kw_only=True):
    """Places main wagers (one amount for each spot, 0 for none) and side wagers; replaces the player's earlier bet."""

    verb: ClassVar[str] = "bet"
    form: ClassVar[Form] = (*PlayerCommand.form, spots("amounts"), Optional(SIDE_WAGERS), Optional(Flag("unseated")))
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
    """Insures a box, one amount for each spot (0 for none)."""

    verb: ClassVar[str] = "insure"
    form: ClassVar[Form] = (*PlayerCommand.form, spots("amounts"))
    amounts: tuple[int, ...]


class TakeEvenMoney(PlayerCommand, frozen=True, kw_only=True):
    """Takes 1 to 1 for a blackjack."""

    verb: ClassVar[str] = "even"


class Pass(PlayerCommand, frozen=True, kw_only=True):
    """Declines insurance and even money."""

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
    """Doubles for one more card; without amounts, by the full wager."""

    verb: ClassVar[str] = "double"
    form: ClassVar[Form] = (*PlayerCommand.form, Optional(spots("amounts")))
    amounts: tuple[int, ...] = ()


class Follow(PlayerCommand, frozen=True, kw_only=True):
    """A back bettor follows the double or split of the box."""

    verb: ClassVar[str] = "follow"
    form: ClassVar[Form] = (*PlayerCommand.form, Optional(money("amount")))
    amount: int | None = None


class Keep(PlayerCommand, frozen=True, kw_only=True):
    """A back bettor does not follow; after a split ``hand`` chooses which new hand holds the wager."""

    verb: ClassVar[str] = "keep"
    form: ClassVar[Form] = (*PlayerCommand.form, Optional(number("hand", "a hand")))
    hand: int | None = None


class Press(PlayerCommand, frozen=True, kw_only=True):
    """Presses the prize button."""

    verb: ClassVar[str] = "press"


class DeclinePrize(PlayerCommand, frozen=True, kw_only=True):
    """Declines to press the prize button."""

    verb: ClassVar[str] = "decline"


class AcceptCard(PlayerCommand, frozen=True, kw_only=True):
    """Takes the exposed card that was drawn in error."""

    verb: ClassVar[str] = "accept"


class RefuseCard(PlayerCommand, frozen=True, kw_only=True):
    """Refuses the exposed card and gets no more cards."""

    verb: ClassVar[str] = "refuse"


class CutCards(Command, frozen=True, kw_only=True):
    """Cuts the shuffled cards at a depth."""

    verb: ClassVar[str] = "cut"
    form: ClassVar[Form] = (number("depth", "a number of cards"),)
    player: str
    depth: int


class DeclineCut(Command, frozen=True, kw_only=True):
    """Declines to cut the cards."""

    verb: ClassVar[str] = "decline"
    form: ClassVar[Form] = ()
    player: str


# --- the house ---------------------------------------------------------------------------------------------------


class Deal(Command, frozen=True, kw_only=True):
    """Closes betting and makes the initial deal."""

    verb: ClassVar[str] = "deal"
    form: ClassVar[Form] = (Optional(FROM_SIDE),)
    side: str = ""


class CloseOffer(Command, frozen=True, kw_only=True):
    """Closes an open offer."""

    verb: ClassVar[str] = "close"
    form: ClassVar[Form] = ()


class OrderShuffle(Command, frozen=True, kw_only=True):
    """Shuffles between rounds: at discretion, in doubt of the order, or because a card was seen before it."""

    verb: ClassVar[str] = "shuffle"
    form: ClassVar[Form] = (Optional(choice("reason", ("doubt", "exposed"))),)

    reason: str = ""


class OfferCut(Command, frozen=True, kw_only=True):
    """Offers the cards for the cut."""

    verb: ClassVar[str] = "cut"
    form: ClassVar[Form] = ()


class ReplaceCards(Command, frozen=True, kw_only=True):
    """Replaces the cards between rounds."""

    verb: ClassVar[str] = "new_cards"
    form: ClassVar[Form] = ()


class ChangeDealer(Command, frozen=True, kw_only=True):
    """A new dealer comes to the table."""

    verb: ClassVar[str] = "dealer"
    form: ClassVar[Form] = ()


class AnnounceClosing(Command, frozen=True, kw_only=True):
    """Announces that the table closes after a number of rounds."""

    verb: ClassVar[str] = "closing"
    form: ClassVar[Form] = (number("rounds", "a number of rounds"),)
    rounds: int


class ChangeLimits(Command, frozen=True, kw_only=True):
    """Changes the posted limits, or the maximum of one player on one box."""

    verb: ClassVar[str] = "limit"
    form: ClassVar[Form] = (LimitRange(),)
    minimum: int
    maximum: int
    box: int = 0
    player_on_box: str = ""

    @property
    def about(self) -> tuple[str, ...]:
        """The limits as a line writes them, and the player they are for."""
        return (f"{amount_text(self.minimum)}-{amount_text(self.maximum)}", self.player_on_box)


class MarkAbsent(Command, frozen=True, kw_only=True):
    """Marks a player as absent until the round ends."""

    verb: ClassVar[str] = "absent"
    form: ClassVar[Form] = (player("who"),)
    who: str


class CallTimeout(Command, frozen=True, kw_only=True):
    """Calls the timeout of the decision on a box."""

    verb: ClassVar[str] = "timeout"
    form: ClassVar[Form] = (number("box", "a box"),)
    box: int


class VoidPlayer(Command, frozen=True, kw_only=True):
    """Voids a player's wagers after a breach of the rules."""

    verb: ClassVar[str] = "void"
    form: ClassVar[Form] = (player("who"),)
    who: str


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Excludes a player after a breach of the rules."""

    verb: ClassVar[str] = "exclude"
    form: ClassVar[Form] = (player("who"),)
    who: str


class HousePress(Command, frozen=True, kw_only=True):
    """Presses the prize button for a box in place of the players."""

    verb: ClassVar[str] = "press"
    form: ClassVar[Form] = (number("box", "a box"),)
    box: int


class ReportIrregularity(Command, frozen=True, kw_only=True):
    """Reports an irregularity."""

    verb: ClassVar[str] = "irregularity"
    form: ClassVar[Form] = (IrregularityWords(),)
    kind: str
    details: tuple[str, ...] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """The kind of irregularity, and its details."""
        return (self.kind, *self.details)


# --- outcomes that a dealer enters -------------------------------------------------------------------------------


class EnterCard(Command, frozen=True, kw_only=True):
    """Enters the card that came out of a physical shoe, the cutting card or the empty shoe."""

    verb: ClassVar[str] = "card"
    form: ClassVar[Form] = (ITEM,)
    live: ClassVar[bool] = True
    card: int
    table: int = 0


class EnterPrize(Command, frozen=True, kw_only=True):
    """Enters the prize that a display shows."""

    verb: ClassVar[str] = "prize"
    form: ClassVar[Form] = (money("cents"),)
    live: ClassVar[bool] = True
    cents: int
    table: int = 0
