"""Commands of a roulette table, each with its line in the notation."""

from typing import ClassVar

from pitboss.games import actors
from pitboss.games import commands as shared
from pitboss.games.grammar import AnyOrder, Flag, Keyed, Optional, Text
from pitboss.games.irregularities import kind_word
from pitboss.games.roulette.parts import COLOUR, DIRECTIONS, POCKET, PositionWords, ResultWords, StakeWords
from pitboss.games.words import Part, choice, money, number, player, word

Form = tuple[Part, ...]
HOUSE = actors.HOUSE
Command = shared.Command
JoinTable = shared.JoinTable


# --- players -----------------------------------------------------------------------------------------------------


class PlaceWager(Command, frozen=True, kw_only=True):
    """RouletteWager on a position, replacing the player's wager there: an amount, or a count of colour chips."""

    verb: ClassVar[str] = "bet"
    form: ClassVar[Form] = (PositionWords(), StakeWords())
    player: str
    kind: str
    place: str = ""
    amount: int = 0
    colour: str = ""
    count: int = 0


class WithdrawWager(Command, frozen=True, kw_only=True):
    """Take back a wager, or take up the stake of a paid one."""

    verb: ClassVar[str] = "withdraw"
    form: ClassVar[Form] = (PositionWords(),)
    player: str
    kind: str
    place: str = ""


class PlaceCall(Command, frozen=True, kw_only=True):
    """Call a bet: chips on each position of ``voisins``, ``tiers``, ``orphelins``, or of ``n17``: 17 and neighbours."""

    verb: ClassVar[str] = "call"
    form: ClassVar[Form] = (word("call", "CALL"), StakeWords())
    live: ClassVar[bool] = True
    player: str
    call: str
    amount: int = 0
    colour: str = ""
    count: int = 0


# --- the house ---------------------------------------------------------------------------------------------------


class GiveChips(Command, frozen=True, kw_only=True):
    """Assign a colour to a player at a value per chip. A value of 0 takes the colour in."""

    verb: ClassVar[str] = "chips"
    form: ClassVar[Form] = (player("who"), COLOUR, money("value", "VALUE"))
    who: str
    colour: str
    value: int


class CallNoMoreBets(Command, frozen=True, kw_only=True):
    """Close betting while the ball runs."""

    verb: ClassVar[str] = "no_more_bets"
    form: ClassVar[Form] = ()


_SPUN = AnyOrder(
    Keyed("turns", number("turns", "a number of turns", "N")),
    Keyed("wheel", choice("wheel", DIRECTIONS)),
    Keyed("ball", choice("ball", DIRECTIONS)),
    Flag("by_hand"),
)


class SpinBall(Command, frozen=True, kw_only=True):
    """Spin the ball; chance supplies the number. Omitted fields mean that nothing was irregular.

    ``by_hand`` leaves collecting and paying to the dealer. Otherwise the spin settles every wager.
    """

    verb: ClassVar[str] = "spin"
    form: ClassVar[Form] = (_SPUN,)
    turns: int | None = None
    wheel: str = ""
    ball: str = ""
    by_hand: bool = False


class CallNoSpin(Command, frozen=True, kw_only=True):
    """Declare a spin void, with the reason."""

    verb: ClassVar[str] = "no_spin"
    form: ClassVar[Form] = (kind_word("reason", "REASON"),)
    reason: str


class CollectLosers(Command, frozen=True, kw_only=True):
    """Collect all losing wagers."""

    verb: ClassVar[str] = "collect"
    form: ClassVar[Form] = ()


class PayWinners(Command, frozen=True, kw_only=True):
    """Pay one winning wager, or all that are unpaid."""

    verb: ClassVar[str] = "pay"
    form: ClassVar[Form] = (Optional(player("who"), PositionWords()),)
    who: str = ""
    kind: str = ""
    place: str = ""


class AdjustWager(Command, frozen=True, kw_only=True):
    """Give a settled wager the better result of another position, with a reason.

    The result is ``net``, or that of the position ``as_kind`` ``as_place``.
    """

    verb: ClassVar[str] = "adjust"
    form: ClassVar[Form] = (player("who"), PositionWords(), ResultWords(), Text("REASON", "reason"))
    who: str
    kind: str
    place: str = ""
    net: int = 0
    reason: str
    as_kind: str = ""
    as_place: str = ""


class ChangeBall(Command, frozen=True, kw_only=True):
    """Replace the ball."""

    verb: ClassVar[str] = "new_ball"
    form: ClassVar[Form] = ()


class ReportDisplay(Command, frozen=True, kw_only=True):
    """Report the number that the display shows, right or wrong."""

    verb: ClassVar[str] = "display"
    form: ClassVar[Form] = (number("number", "a number"),)
    number: int


class EnterNumber(SpinBall, frozen=True, kw_only=True):
    """Enters the number in which the ball of a physical wheel came to rest, with what else a spin reports."""

    verb: ClassVar[str] = "number"
    form: ClassVar[Form] = (POCKET, _SPUN)
    live: ClassVar[bool] = True
    number: int

    def spin(self) -> SpinBall:
        """Returns the spin without its number."""
        return SpinBall(turns=self.turns, wheel=self.wheel, ball=self.ball, by_hand=self.by_hand)
