"""Load and validate rulebooks, and resolve an operator's choices into the rules of one table."""

from pitboss.law.errors import LawError
from pitboss.law.load import Rulebook, add_rulebooks, load_rulebook, remove_rulebooks, rulebook_ids
from pitboss.law.refusal import LawWarning, Refusal, RefusalError
from pitboss.law.resolve import Limits, TableRules, resolve

__all__ = [
    "LawError",
    "LawWarning",
    "Limits",
    "Refusal",
    "RefusalError",
    "Rulebook",
    "TableRules",
    "add_rulebooks",
    "load_rulebook",
    "remove_rulebooks",
    "resolve",
    "rulebook_ids",
]
