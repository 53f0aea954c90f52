"""Wire structs of the hold report. Money is in cents; theoretical figures are exact expectations, in cents."""

from msgspec import Struct


class WagerRow(Struct, frozen=True, kw_only=True):
    """A wager of a finished round. ``staked`` is the first stake, ``turnover`` with raises, ``win`` the house's.

    ``theoretical`` is the house's expectation for the stake under the table's rules, ``deviation`` its standard
    deviation; both are 0 where the wager has no exact price.
    """

    table: str
    round: int
    at: float
    shift: str
    dealer: str
    player: str
    wager: str
    place: str
    staked: int
    turnover: int
    win: int
    theoretical: float
    deviation: float
    priced: bool


class HoldRow(Struct, frozen=True, kw_only=True):
    """A group of wagers. ``sigmas`` is the priced win less the theoretical win, in standard deviations.

    ``unpriced`` is the stake on wagers without an exact price; ``win`` includes them, ``priced_win`` does not.
    """

    key: str
    rounds: int
    wagers: int
    staked: int
    turnover: int
    win: int
    priced_win: int
    theoretical: float
    deviation: float
    sigmas: float
    unpriced: int


class HoldReport(Struct, frozen=True):
    """The hold of a gaming day, grouped by table, dealer, shift, player, wager or round; all days have a total.

    ``unpriced_tables`` have no exact figures, and why.
    """

    day: str
    by: str
    total: HoldRow
    rows: tuple[HoldRow, ...]
    unpriced_tables: dict[str, str] = {}
