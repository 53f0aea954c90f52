"""Compare two rulebooks: the value and the clauses of each entry, matched by name."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.clause_ledger import ClauseUse, Part, clause_uses, default_text
from pitboss.law.load import Rulebook

#: The kinds of entries to compare, in display order. Constraints have no names, so they cannot be matched.
PARTS: tuple[Part, ...] = ("option", "setting", "ground", "variant", "wager", "irregularity")


class ComparedValue(Struct, frozen=True):
    """The value of an entry in one rulebook; ``there`` is false if the rulebook has no such entry."""

    there: bool
    value: str = ""
    clauses: Clauses = ()
    policy: str = ""


class ComparedRule(Struct, frozen=True):
    """The values of one entry in two rulebooks."""

    part: Part
    name: str
    left: ComparedValue
    right: ComparedValue

    @property
    def same(self) -> bool:
        """Whether both values are equal; the clauses are not compared."""
        return self.left.there == self.right.there and self.left.value == self.right.value


def compare(left: Rulebook, right: Rulebook) -> Iterator[ComparedRule]:
    """Yields the entries of both rulebooks, in the order of the first and then of the second."""
    ours, theirs = _by_name(left), _by_name(right)
    for part in PARTS:
        for key in dict.fromkeys((*ours, *theirs)):
            if key[0] == part:
                yield ComparedRule(part, key[1], _side(left, key, ours), _side(right, key, theirs))


def _by_name(book: Rulebook) -> dict[tuple[Part, str], ClauseUse]:
    """Returns an index by part and name, without the entries of variants."""
    return {(use.part, use.name): use for use in clause_uses(book) if not use.variant or use.part == "variant"}


def _side(book: Rulebook, key: tuple[Part, str], index: dict[tuple[Part, str], ClauseUse]) -> ComparedValue:
    use = index.get(key)
    if use is None:
        value = default_text(book, key[1]) if key[0] == "setting" else ""
        return ComparedValue(bool(value), value)
    value = f"{use.value}; default {use.default}" if use.default else use.value
    return ComparedValue(True, value, use.clauses, use.policy)
