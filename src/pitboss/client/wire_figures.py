"""Exact figures as they go over the wire: what is asked of the analyser, and what it finds."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field


class EdgeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, or one that is thought of; the strategy is the best by ``total`` or by ``composition``."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    strategy: Literal["total", "composition"] = "total"


class HandAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand of two or more cards against an up card, and cards that are known to be gone.

    Where the box was split, ``hands`` is into how many by now, and ``added`` whether splitting added this one's wager.
    """

    rulebook: str
    cards: tuple[str, ...]
    up: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    gone: tuple[str, ...] = ()
    hands: Annotated[int, Meta(ge=1, le=16)] = 1
    added: bool = False


class Worth(Struct, frozen=True):
    """What one unit on a wager is worth to the player, as a decimal and as the exact fraction."""

    expectation: float
    fraction: str
    deviation: float
    clauses: tuple[str, ...] = ()


class Chart(Struct, frozen=True):
    """Rows of ten codes, for a dealer's 2 to ace: hard totals from 4, soft totals from 12, pairs from the ace."""

    name: str
    hard: tuple[str, ...]
    soft: tuple[str, ...]
    pair: tuple[str, ...]
    insure: bool = False
    even_money: bool = False


class MainGame(Struct, frozen=True):
    """The main game per unit of the first wager."""

    expectation: float
    deviation: float
    insurance: float
    by_up: dict[str, dict[str, float]]
    outcomes: dict[str, float]
    chart: Chart | None = None


class Edges(Struct, frozen=True):
    """Every wager of a table; there is no main game at roulette."""

    rulebook: str
    strategy: str
    main: MainGame | None
    wagers: dict[str, Worth]


class HandWorth(Struct, frozen=True, kw_only=True):
    """What may be decided on a hand, per unit of the first wager: the best first, and what a mistake costs.

    A hand of a split box is counted for itself, per unit of its own wager.
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
    #: What a wager is worth that is not doubled with the hand: a back bettor's who does not follow.
    undoubled: float | None = None
