"""Wire structs of the pages for learners: a player's own rounds and decisions."""

from msgspec import Struct


class DecisionInfo(Struct, frozen=True):
    """A decision on a hand as a request to the analyser, what was possible, and what the player did.

    ``kind`` is ``play`` or ``insurance``; ``stake`` is in cents.
    """

    kind: str
    box: int
    cards: tuple[str, ...]
    up: str
    gone: tuple[str, ...]
    hands: int
    added: bool
    stake: int
    did: str
    open: tuple[str, ...]


class MyRound(Struct, frozen=True, kw_only=True):
    """A finished round of the caller: net result and first stake of each wager in cents, decisions and clauses."""

    table: str
    title: str
    rulebook: str
    choices: dict[str, str]
    limits: str
    round: int
    time: float
    net: int
    stakes: dict[str, int]
    decisions: tuple[DecisionInfo, ...]
    split: bool
    clauses: tuple[str, ...]
