"""Refusals and warnings as values: the message, its clauses, and the allowed alternatives."""

from msgspec import Struct

from pitboss.law.cite import Clauses, clause_list


class LawWarning(Struct, frozen=True):
    """A warning about a choice that this reading of the document allows and another reading forbids."""

    message: str
    clauses: Clauses
    rulebook: str

    def __str__(self) -> str:
        return f"{self.message} ({self.rulebook} {clause_list(self.clauses)})"


class RefusalError(ValueError):
    """A refusal as an exception, for programs that ask for one; ``refusal`` has the details."""

    def __init__(self, refusal: "Refusal", what: str = "") -> None:
        super().__init__(f"{what}: {refusal}" if what else str(refusal))
        self.refusal = refusal


class Refusal(Struct, frozen=True):
    """The refusal of a command or a choice: its kind, message and clauses. A refused command changes no state."""

    kind: str
    message: str
    clauses: Clauses = ()
    rulebook: str = ""
    allowed: tuple[str, ...] = ()

    def __str__(self) -> str:
        law = f" ({self.rulebook} {clause_list(self.clauses)})" if self.clauses else ""
        alternatives = f"; allowed: {', '.join(self.allowed)}" if self.allowed else ""
        return f"{self.message}{law}{alternatives}"
