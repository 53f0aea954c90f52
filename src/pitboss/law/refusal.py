"""A refusal is a value: what was asked, which rule forbids it on which clauses, and what would be allowed."""

from msgspec import Struct

from pitboss.law.cite import Clauses, clause_list


class Refusal(Struct, frozen=True):
    """Why something may not be done. Nothing has changed."""

    kind: str
    message: str
    clauses: Clauses = ()
    rulebook: str = ""
    allowed: tuple[str, ...] = ()

    def __str__(self) -> str:
        law = f" ({self.rulebook} {clause_list(self.clauses)})" if self.clauses else ""
        ways = f"; allowed: {', '.join(self.allowed)}" if self.allowed else ""
        return f"{self.message}{law}{ways}"
