"""Wire structs of the dealer school. Money is in cents, times are Unix seconds."""

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.client.wire import UserName
from pitboss.limits import MAX_LINE

Name = Annotated[str, Meta(max_length=64)]


class DrillFault(Struct, frozen=True, forbid_unknown_fields=True):
    """A planted fault: an irregularity of the rulebook by its kind, or ``payment``, from a round on."""

    kind: Name
    round: Annotated[int, Meta(ge=1, le=100)] = 1


class DrillRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A drill for a trainee. Without a seed the house chooses one."""

    trainee: UserName
    rulebook: Name
    choices: dict[str, str] = {}
    limits: Name = ""
    boxes: Annotated[int, Meta(ge=1, le=100)] = 3
    rounds: Annotated[int, Meta(ge=1, le=100)] = 3
    faults: Annotated[tuple[DrillFault, ...], Meta(max_length=100)] = ()
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class DrillAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The trainee's answer to a step: ``go on``, ``irregularity KIND …``, a remedy, or ``pay AMOUNT``."""

    step: Annotated[int, Meta(ge=1, le=2**31)]
    line: Annotated[str, Meta(min_length=1, max_length=MAX_LINE)]


class FaultChoices(Struct, frozen=True):
    """A rulebook with drills, and the kinds of fault that may be planted there."""

    rulebook: str
    name: str
    kinds: tuple[str, ...]


class FaultKind(Struct, frozen=True):
    """An irregularity that a trainee may report, and the form of the words after it."""

    kind: str
    details: str = ""


class DrillSummary(Struct, frozen=True, kw_only=True):
    """A drill in a list."""

    number: int
    trainee: str
    set_by: str
    at: float
    rulebook: str
    rounds: int
    answers: int
    correct: int
    finished: bool


class DrillStep(Struct, frozen=True, kw_only=True):
    """What the trainee sees and is asked: ``watch``, ``remedy`` or ``payment``. ``picture`` is SVG."""

    number: int
    round: int
    kind: str
    happened: tuple[str, ...]
    seen: str
    options: tuple[str, ...]
    laid: int
    picture: str


class DrillJudgement(Struct, frozen=True, kw_only=True):
    """How an answer was judged: the lawful line, what it brings, its clauses, what was planted, and the time taken."""

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
    seconds: float


class DrillCounts(Struct, frozen=True, kw_only=True):
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


class DrillPage(Struct, frozen=True, kw_only=True):
    """A drill: its present step (null at the end), its judgements and its score.

    ``yours``: the caller is the trainee. The trainee sees ``faults`` and ``seed`` once the drill is over; ``waiting``
    are the faults for which there was no occasion.
    """

    number: int
    trainee: str
    set_by: str
    at: float
    rulebook: str
    boxes: int
    rounds: int
    yours: bool
    kinds: tuple[FaultKind, ...]
    step: DrillStep | None
    judgements: tuple[DrillJudgement, ...]
    score: DrillCounts
    faults: tuple[DrillFault, ...] = ()
    waiting: tuple[DrillFault, ...] = ()
    seed: int | None = None
