"""Drills of the dealer school as values: the school makes them, and the wire format carries them. Money is in cents."""

from typing import Annotated

from msgspec import Meta, Struct


class DrillFault(Struct, frozen=True, forbid_unknown_fields=True):
    """A planted fault: an irregularity of the rulebook by its kind, or ``payment``, from a round on."""

    kind: Annotated[str, Meta(max_length=64)]
    round: Annotated[int, Meta(ge=1, le=100)] = 1


class DrillStep(Struct, frozen=True, kw_only=True):
    """What the trainee sees and is asked: ``watch``, ``remedy`` or ``payment``. ``picture`` is SVG.

    ``happened`` is since the last step, ``seen`` now. ``options`` are the remedies to choose from. ``laid`` is the
    payment laid out: negative is collected.
    """

    number: int
    round: int
    kind: str
    happened: tuple[str, ...]
    seen: str
    options: tuple[str, ...]
    laid: int
    picture: str


class Judgement(Struct, frozen=True, kw_only=True):
    """How an answer was judged: the lawful line, its outcome, and its clauses. ``fault`` is what was planted."""

    number: int
    round: int
    kind: str
    seen: str
    line: str
    correct: bool
    lawful: str
    explanation: tuple[str, ...]
    clauses: tuple[str, ...]
    fault: str


class DrillScore(Struct, frozen=True, kw_only=True):
    """The score: answers and those that were correct, in all and of each kind."""

    answers: int
    correct: int
    planted: int
    found: int
    false_alarms: int
    remedies: int
    remedies_right: int
    payments: int
    payments_right: int
