"""Wire structs of the exact analyser: requests and results."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field


class EdgeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules to analyse, and the kind of best strategy: by hand ``total`` or by card ``composition``."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    strategy: Literal["total", "composition"] = "total"


class HandRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand of two or more cards, the dealer's up card, and the cards known to be out of the shoe.

    For a split box ``hands`` is its number of hands, and ``added`` whether this hand's wager was added by the split.
    """

    rulebook: str
    cards: tuple[str, ...]
    up: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    gone: tuple[str, ...] = ()
    hands: Annotated[int, Meta(ge=1, le=16)] = 1
    added: bool = False


class WagerValue(Struct, frozen=True):
    """Expected value of one unit on a wager, as a decimal and as the exact fraction.

    ``source`` says how it was computed; the fraction is empty unless it is ``exact``.
    """

    expectation: float
    fraction: str
    deviation: float
    clauses: tuple[str, ...] = ()
    source: Literal["exact", "conventional", "simulated", "unverified"] = "exact"


class ChartInfo(Struct, frozen=True):
    """A strategy chart: rows of ten codes, for a dealer's 2 to ace.

    Hard totals start at 4, soft totals at 12, pairs at the ace.
    """

    name: str
    hard: tuple[str, ...]
    soft: tuple[str, ...]
    pair: tuple[str, ...]
    insure: bool = False
    even_money: bool = False


class MainGameEdge(Struct, frozen=True):
    """The main game, per unit of the first wager."""

    expectation: float
    deviation: float
    insurance: float
    by_up: dict[str, dict[str, float]]
    outcomes: dict[str, float]
    chart: ChartInfo | None = None


class EdgeReport(Struct, frozen=True):
    """The value of every wager of a table. ``main`` is null at roulette."""

    rulebook: str
    strategy: str
    main: MainGameEdge | None
    wagers: dict[str, WagerValue]


class HandAnalysis(Struct, frozen=True, kw_only=True):
    """The value of each action per unit of the first wager, the best one, and the cost of every other.

    A hand of a split box is analysed alone, per unit of its own wager.
    """

    rulebook: str
    cards: str
    up: str
    total: int
    soft: bool
    actions: dict[str, float]
    best: str
    costs: dict[str, float]
    insurance: float | None = None
    dealer_blackjack: float = 0.0
    #: The value of a wager on this hand that is not doubled with it: a back bettor's who does not follow.
    undoubled: float | None = None


#: Chips in cents.
_Chips = Annotated[int, Meta(ge=0, le=10**10)]


class WagerAdviceRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament table in its last rounds, at which a player is to bet. Amounts are cents.

    ``chips`` are those of two to four players with their wagers, ``order`` their places in it in the order of betting,
    from 1, and ``placed`` the wagers made so far in that order. ``prizes`` are what the places are worth, ``rounds``
    the rounds left with this one (two for two players alone), and ``wager`` one more wager to value.
    """

    rulebook: str
    chips: tuple[_Chips, ...]
    order: tuple[Annotated[int, Meta(ge=1)], ...]
    placed: tuple[_Chips, ...] = ()
    prizes: tuple[_Chips, ...] = (1,)
    rounds: Annotated[int, Meta(ge=1, le=2)] = 1
    wager: _Chips = 0
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""


class ComparedWager(Struct, frozen=True):
    """A wager that was compared with others, and what it is worth in prizes."""

    wager: int
    value: float


class WagerAdvice(Struct, frozen=True):
    """What each compared wager of the player to bet is worth in prizes, if those behind reply as they should."""

    rulebook: str
    #: The place of the player in ``chips``, from 1.
    player: int
    wager: int
    value: float
    #: The smallest first.
    wagers: tuple[ComparedWager, ...]
    #: The steps of the compared wagers.
    step: int
