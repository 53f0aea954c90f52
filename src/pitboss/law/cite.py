"""Clause ids: compare them, merge them, and format them for a sentence."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

Clauses = tuple[str, ...]

_PART = re.compile(r"#\w+")
_DEFINED = re.compile(r"(\d[\d.]*): ([^\"]+)")
_TERM = re.compile(r'^([A-Z]\w*) "([^"]+)"$')


class CitedEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the entries of rulebook data that cite one clause or several."""

    clause: str | Clauses

    @property
    def clauses(self) -> Clauses:
        """The cited clauses as a tuple."""
        return (self.clause,) if isinstance(self.clause, str) else tuple(self.clause)


def covers(named: str, clause: str) -> bool:
    """Returns whether ``named`` is the clause or contains it: 5.8 covers 5.8(a), 3.1 does not cover 3.10.

    Both spellings of a definition match: ``1.0: Session`` and ``1.0 "Session"``, ``Terms: Void`` and ``Terms "Void"``.
    """
    named = _TERM.sub(r"\1: \2", _DEFINED.sub(r'\1 "\2"', named))
    return clause == named or (clause.startswith(named) and clause[len(named)] in "(. #:")


def any_covered(named: str, clauses: Iterable[str]) -> bool:
    """Returns whether ``named`` covers any of the clauses."""
    return any(covers(named, clause) for clause in clauses)


def without_number(clause: str) -> str:
    """Returns the clause id for citation: without the ``#n`` that the ledger adds to distinguish parts of a clause."""
    return _PART.sub("", clause)


def merge_clauses(*groups: Clauses) -> Clauses:
    """Returns the clauses of all groups in order, without duplicates."""
    return tuple(dict.fromkeys(clause for group in groups for clause in group))


class PolicyClauses(tuple[str, ...]):
    """No clause, and the rules that a policy settles instead, by name. It equals an empty tuple of clauses."""

    rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: "str | Clauses") -> "PolicyClauses":
        """Returns the empty tuple that names these rules."""
        found = cls()
        found.rules = (names,) if isinstance(names, str) else names
        return found


def policy_rules(clauses: Clauses) -> tuple[str, ...]:
    """Returns the rules on which an event or refusal without a clause rests, by name."""
    return clauses.rules if isinstance(clauses, PolicyClauses) else ()


def ground_key(*names: str) -> str:
    """Returns one key for several rule names. A string keeps its hash, so it is a faster key than a tuple."""
    return "+".join(names)


class Citations(dict["str | Clauses", Clauses]):
    """Index from rule names to clauses; the key is one name, a tuple of names or a ``ground_key``. Merges are cached.

    Where several rules cite a clause and a part of it, only the part is cited.
    A rule without a clause gives an empty tuple that names the rule, so that its policy can be looked up.
    """

    __slots__ = ("frequent",)

    def __init__(self, clauses: "Mapping[str | Clauses, Clauses] | Mapping[str, Clauses]") -> None:
        #: The clauses that a game keeps ready for its frequent events.
        self.frequent: Any = None
        super().__init__((name, each or PolicyClauses.of(name)) for name, each in clauses.items())

    def __missing__(self, names: "str | Clauses") -> Clauses:
        listed = tuple(names.split("+")) if isinstance(names, str) else names
        if listed == (names,):
            raise KeyError(f"no rule '{names}'")
        merged = dict.fromkeys(clause for name in listed for clause in self[name])
        narrowest = tuple([one for one in merged if not any(one != each and covers(one, each) for each in merged)])
        self[names] = narrowest or PolicyClauses.of(listed)
        return self[names]


def clause_list(clauses: Iterable[str]) -> str:
    """Returns clauses formatted for a sentence: ``12.4(a)``, ``5.5(a) and 8.2``, ``a, b and c``."""
    *most, last = list(clauses) or [""]
    return f"{', '.join(most)} and {last}" if most else last
