"""What people at a roulette table may ask for. ``verb`` is the word of the notation."""

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


# --- players -----------------------------------------------------------------------------------------------------


class JoinTable(Command, frozen=True, kw_only=True):
    """Comes to the table with so much money."""

    verb: ClassVar[str] = "join"
    player: str
    money: int


class PlaceWager(Command, frozen=True, kw_only=True):
    """A wager on a position, in place of what the player had there: an amount, or so many chips of a colour."""

    verb: ClassVar[str] = "bet"
    player: str
    kind: str
    place: str = ""
    amount: int = 0
    colour: str = ""
    count: int = 0


class WithdrawWager(Command, frozen=True, kw_only=True):
    """Takes a wager back from a position, or takes up one that has won and is paid."""

    verb: ClassVar[str] = "withdraw"
    player: str
    kind: str
    place: str = ""


# --- the house ---------------------------------------------------------------------------------------------------


class GiveChips(Command, frozen=True, kw_only=True):
    """Gives a player the chips of a colour at so much each; at nothing, takes them in again."""

    verb: ClassVar[str] = "chips"
    who: str
    colour: str
    value: int


class CallNoMoreBets(Command, frozen=True, kw_only=True):
    """Closes betting while the ball runs."""

    verb: ClassVar[str] = "no_more_bets"


class SpinBall(Command, frozen=True, kw_only=True):
    """A spin, with the number that chance gives; what is not told about it was as it should be.

    ``by_hand`` leaves it to the dealer to collect and pay; otherwise the table does both at once.
    """

    verb: ClassVar[str] = "spin"
    turns: int | None = None
    wheel: str = ""
    ball: str = ""
    by_hand: bool = False


class CallNoSpin(Command, frozen=True, kw_only=True):
    """Tells of a void spin and why."""

    verb: ClassVar[str] = "no_spin"
    reason: str


class CollectLosers(Command, frozen=True, kw_only=True):
    """Takes all losing wagers from the layout."""

    verb: ClassVar[str] = "collect"


class PayWinners(Command, frozen=True, kw_only=True):
    """Pays one winning wager, or all that are left."""

    verb: ClassVar[str] = "pay"
    who: str = ""
    kind: str = ""
    place: str = ""


class AdjustWager(Command, frozen=True, kw_only=True):
    """Gives a settled wager another net result, where its own would be unfair to the player."""

    verb: ClassVar[str] = "adjust"
    who: str
    kind: str
    place: str = ""
    net: int
    reason: str


class ChangeBall(Command, frozen=True, kw_only=True):
    """Takes another ball."""

    verb: ClassVar[str] = "new_ball"


class ReportDisplay(Command, frozen=True, kw_only=True):
    """Tells what the number display shows, wrongly perhaps."""

    verb: ClassVar[str] = "display"
    number: int
