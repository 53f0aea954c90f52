"""Wire structs of the dealer school. Money is in cents, times are Unix seconds."""

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.client.wire import UserName
from pitboss.drills import DrillFault, DrillScore, DrillStep, Judgement
from pitboss.limits import MAX_LINE

Name = Annotated[str, Meta(max_length=64)]


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


class DrillJudgement(Judgement, frozen=True, kw_only=True):
    """How an answer was judged: the lawful line, its outcome, its clauses, what was planted, and the time taken."""

    seconds: float


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
    score: DrillScore
    faults: tuple[DrillFault, ...] = ()
    waiting: tuple[DrillFault, ...] = ()
    seed: int | None = None
