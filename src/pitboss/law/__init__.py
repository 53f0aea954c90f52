"""How a rulebook is read: its data checked, its layers laid, an operator's choices resolved into one table's rules."""

from pitboss.law.load import LawError, Rulebook, load_rulebook, rulebook_ids
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import Limits, TableRules, resolve

__all__ = [
    "LawError",
    "Limits",
    "Refusal",
    "Rulebook",
    "TableRules",
    "load_rulebook",
    "resolve",
    "rulebook_ids",
]
