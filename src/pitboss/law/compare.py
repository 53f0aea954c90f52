"""Two rulebooks side by side: what each sets under the same name, and on which clauses."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.ledger import Part, Use, default_text, uses
from pitboss.law.load import Rulebook

#: What is compared, in the order in which it is shown. Constraints have no names of their own to meet under.
PARTS: tuple[Part, ...] = ("option", "setting", "ground", "variant", "wager", "irregularity")


class Side(Struct, frozen=True):
    """What one rulebook says; ``there`` is false where it says nothing."""

    there: bool
    value: str = ""
    clauses: Clauses = ()
    policy: str = ""


class Pair(Struct, frozen=True):
    """What two rulebooks say under one name."""

    part: Part
    name: str
    left: Side
    right: Side

    @property
    def same(self) -> bool:
        """Whether both say the same; that they rest on different clauses makes no difference."""
        return self.left.there == self.right.there and self.left.value == self.right.value


def compare(left: Rulebook, right: Rulebook) -> Iterator[Pair]:
    """Everything that either sets, in the order of the first and then of the second."""
    ours, theirs = _by_name(left), _by_name(right)
    for part in PARTS:
        for key in dict.fromkeys((*ours, *theirs)):
            if key[0] == part:
                yield Pair(part, key[1], _side(left, key, ours), _side(right, key, theirs))


def _by_name(book: Rulebook) -> dict[tuple[Part, str], Use]:
    """By part and name; what a variant sets is left out, since it holds only there."""
    return {(use.part, use.name): use for use in uses(book) if not use.variant or use.part == "variant"}


def _side(book: Rulebook, key: tuple[Part, str], found: dict[tuple[Part, str], Use]) -> Side:
    use = found.get(key)
    if use is None:
        value = default_text(book, key[1]) if key[0] == "setting" else ""
        return Side(bool(value), value)
    value = f"{use.value}; default {use.default}" if use.default else use.value
    return Side(True, value, use.clauses, use.policy)
