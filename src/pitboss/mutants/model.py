"""A mutant, the verdict of the cases on it, and its reason where it survives."""

from msgspec import Struct

from pitboss.law.cite import Clauses


class Mutant(Struct, frozen=True, kw_only=True):
    """One change of one value or of one expression. ``key`` identifies it across runs."""

    key: str
    #: ``value`` or ``code``.
    kind: str
    #: The rulebook of a value; empty for code, which every rulebook shares.
    rulebook: str
    where: str
    change: str
    #: The clauses that the changed value or code rests on, by rulebook.
    clauses: dict[str, Clauses]

    @property
    def own_clauses(self) -> Clauses:
        """The clauses of the mutant's own rulebook."""
        return self.clauses.get(self.rulebook, ())


class Verdict(Struct, frozen=True, kw_only=True):
    """What the cases made of a mutant."""

    key: str
    #: The case that failed, by ``rulebook/case``, for each ``rulebook:clause`` that the case names.
    killers: dict[str, str] = {}
    #: A failing case where none that names a clause of the mutant fails.
    other: str = ""
    #: How many cases were replayed.
    runs: int = 0

    @property
    def killed(self) -> bool:
        """Whether any case failed."""
        return bool(self.killers or self.other)

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases that failed."""
        return tuple(dict.fromkeys((*self.killers.values(), *((self.other,) if self.other else ()))))
