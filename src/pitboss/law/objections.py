"""Everything that forbids a thing, gathered into one refusal that names all its clauses."""

from typing import Any

from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules


class Objections:
    """The first one gives the refusal its name and message; all of them give it their clauses."""

    __slots__ = ("allowed", "clauses", "kind", "messages", "rules")

    def __init__(self, rules: TableRules[Any]) -> None:
        self.rules = rules
        self.kind = ""
        self.messages: list[str] = []
        self.clauses: list[str] = []
        self.allowed: tuple[str, ...] = ()

    def add(
        self, kind: str, message: str, *more: str, clauses: Clauses | None = None, allowed: tuple[str, ...] = ()
    ) -> None:
        """Objects on a rule (and further ones), or on clauses given, and says what would be allowed instead."""
        self.kind = self.kind or kind
        self.messages.append(message)
        self.clauses += self.rules.cite(kind, *more) if clauses is None else clauses
        self.allowed += allowed

    def join(self, others: "Objections") -> None:
        """Takes over what others objected."""
        self.kind = self.kind or others.kind
        self.messages += others.messages
        self.clauses += others.clauses
        self.allowed += others.allowed

    def __bool__(self) -> bool:
        return bool(self.kind)

    def refusal(self) -> Refusal | None:
        """The refusal, where anything was objected."""
        return self.the_refusal() if self.kind else None

    def the_refusal(self) -> Refusal:
        """The refusal, where something was."""
        messages = self.messages
        message = messages[0] if len(messages) == 1 else "; ".join(dict.fromkeys(messages))
        clauses, allowed = tuple(dict.fromkeys(self.clauses)), tuple(dict.fromkeys(self.allowed))
        return Refusal(self.kind, message, clauses, self.rules.rulebook, allowed)
