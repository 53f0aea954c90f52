"""Clauses by name: which one covers which, and how several are written."""

import re
from collections.abc import Iterable

from msgspec import Struct

Clauses = tuple[str, ...]

_PART = re.compile(r"#\w+")
_DEFINED = re.compile(r"(\d[\d.]*): ([^\"]+)")
_TERM = re.compile(r'^([A-Z]\w*) "([^"]+)"$')


class Cited(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something in a rulebook's data that rests on a clause, or on several."""

    clause: str | Clauses

    @property
    def clauses(self) -> Clauses:
        """The clauses that it rests on."""
        return (self.clause,) if isinstance(self.clause, str) else tuple(self.clause)


def covers(named: str, clause: str) -> bool:
    """Whether a clause that is named covers another: itself and its parts (5.8 covers 5.8(a), 3.1 not 3.10).

    A definition may be named ``1.0: Session`` or ``1.0 "Session"``, ``Terms: Void`` or ``Terms "Void"``, as one likes.
    """
    named = _TERM.sub(r"\1: \2", _DEFINED.sub(r'\1 "\2"', named))
    return clause == named or (clause.startswith(named) and clause[len(named)] in "(. #:")


def meets(named: str, clauses: Iterable[str]) -> bool:
    """Whether any of the clauses is the one named or a part of it."""
    return any(covers(named, clause) for clause in clauses)


def without_number(clause: str) -> str:
    """The clause as it is cited: the ledger's ``#n``, which tells the parts of one clause apart, is never written."""
    return _PART.sub("", clause)


def together(*groups: Clauses) -> Clauses:
    """Several clauses as one list, each once."""
    return tuple(dict.fromkeys(clause for group in groups for clause in group))


class Citations(dict["str | Clauses", Clauses]):
    """The clauses on which rules rest, by the name of one rule or by several names: in order, and once each."""

    def __missing__(self, names: "str | Clauses") -> Clauses:
        if isinstance(names, str):
            raise KeyError(f"no rule '{names}'")
        found = tuple(dict.fromkeys(clause for name in names for clause in self[name]))
        self[names] = found
        return found


def clause_list(clauses: Iterable[str]) -> str:
    """Clauses for a sentence: ``12.4(a)``, ``5.5(a) and 8.2``, ``a, b and c``."""
    *most, last = list(clauses) or [""]
    return f"{', '.join(most)} and {last}" if most else last
