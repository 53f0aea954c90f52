"""Builder that collects all objections to a command into one refusal with all their clauses."""

from typing import Any

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules


class RefusalBuilder(Struct):
    """Collects objections. The first sets the kind of the refusal; all contribute messages and clauses."""

    rules: TableRules[Any]
    kind: str = ""
    messages: list[str] = []
    clauses: list[str] = []
    allowed: tuple[str, ...] = ()

    def add(
        self, kind: str, message: str, *more: str, clauses: Clauses | None = None, allowed: tuple[str, ...] = ()
    ) -> None:
        """Adds an objection with the clauses of its rules, or with explicit clauses, and the allowed alternatives."""
        self.kind = self.kind or kind
        self.messages.append(message)
        self.clauses += self.rules.cite(kind, *more) if clauses is None else clauses
        self.allowed += allowed

    def join(self, other: "RefusalBuilder") -> None:
        """Adds all objections of another builder."""
        self.kind = self.kind or other.kind
        self.messages += other.messages
        self.clauses += other.clauses
        self.allowed += other.allowed

    def __bool__(self) -> bool:
        return bool(self.kind)

    def refusal(self) -> Refusal | None:
        """Returns the refusal, or None if there is no objection."""
        return self.build() if self.kind else None

    def build(self) -> Refusal:
        """Returns the refusal; call it only after an objection was added."""
        messages = self.messages
        message = messages[0] if len(messages) == 1 else "; ".join(dict.fromkeys(messages))
        clauses, allowed = tuple(dict.fromkeys(self.clauses)), tuple(dict.fromkeys(self.allowed))
        return Refusal(self.kind, message, clauses, self.rules.rulebook, allowed)
