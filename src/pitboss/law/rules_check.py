"""The check of an argument that must be the rules of a table."""

from typing import Any

from msgspec import Struct

from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules


def require_rules(rules: Any, terms: type[Struct]) -> None:
    """Raises TypeError unless these are rules with such terms; the message says why a table was refused."""
    if isinstance(rules, Refusal):
        raise TypeError(f"there are no rules, as the table was refused: {rules}")
    if not isinstance(rules, TableRules):
        raise TypeError(f"{rules!r} is not the rules of a table: write resolve(load_rulebook(NAME), {{}})")
    if not isinstance(rules.terms, terms):
        raise TypeError(
            f"the rules of {rules.rulebook} have {type(rules.terms).__name__}: write rules with {terms.__name__}"
        )
