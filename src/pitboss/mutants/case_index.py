"""The cases of all rulebooks, indexed by the clauses that they name, and replayed with a time limit."""

import signal
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType

from msgspec import Struct

from pitboss.law.cite import Clauses, covers
from pitboss.notation.cases import Case, read_cases
from pitboss.notation.replay import replay
from pitboss.pit import PitError

#: Seconds of processor time after which a case under a mutant counts as failed: a mutant may loop for ever.
SECONDS = 5.0


class IndexedCase(Struct, frozen=True):
    """A case of a rulebook with its place in the index."""

    number: int
    rulebook: str
    case: Case
    text: str

    @property
    def name(self) -> str:
        """``rulebook/case``."""
        return f"{self.rulebook}/{self.case.name}"

    def mentions(self, words: Iterable[str]) -> bool:
        """Returns whether the case contains any of these words."""
        return any(word in self.text for word in words)

    def names(self, clause: str) -> bool:
        """Returns whether the header of the case names the clause or the clause that contains it."""
        return any(covers(named, clause) for named in self.case.file.clauses)


class _TimeUp(BaseException):
    """The time limit of a case ran out. A BaseException, so that no handler of the engine catches it."""


def _time_up(_signal: int, _frame: FrameType | None) -> None:
    raise _TimeUp


class CaseIndex:
    """Every case of the rulebooks."""

    def __init__(self, rulebooks: Iterable[str]) -> None:
        found = [(name, case) for name in rulebooks for case in read_cases(name)]
        self.cases = tuple(IndexedCase(number, *pair, repr(pair[1].file)) for number, pair in enumerate(found))
        self.by_name = {case.name: case for case in self.cases}

    def of(self, rulebook: str) -> tuple[IndexedCase, ...]:
        """Returns the cases of one rulebook."""
        return tuple(case for case in self.cases if case.rulebook == rulebook)

    def naming(self, rulebook: str, clauses: Clauses) -> dict[str, tuple[IndexedCase, ...]]:
        """Returns the cases of the rulebook that name each of the clauses."""
        return {clause: tuple(case for case in self.of(rulebook) if case.names(clause)) for clause in clauses}


def fails(case: IndexedCase) -> bool:
    """Returns whether the case fails, cannot be played, crashes or does not end in time."""
    before = signal.signal(signal.SIGPROF, _time_up)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return not replay(case.case.file).passed
    except PitError:
        return True
    except (Exception, _TimeUp):  # a mutant may break the engine in any way, and each of them is a failing case
        return True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with suppress(TypeError):
            signal.signal(signal.SIGPROF, before)
