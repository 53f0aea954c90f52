"""Side wagers that the cards of a box decide, as classes: what all of them together bring, found by their ``grade``.

Two cards give a class, one byte in a table. Where a wager waits for a third card, the class is only provisional, and a
table by the third card of the box gives the final one. The kernel counts classes; what they pay is known outside.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.blackjack import State
from pitboss.blackjack.chance import Chance
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers import over_under, pairs, sevens, suited
from pitboss.blackjack.wagers.base import side_plays
from pitboss.cards import DECK_SIZE
from pitboss.law.resolve import BlackjackRules, SideTerms

#: No class yet.
UNDECIDED: Final = 255
_WAITING: Final = 32


class SideClasses(Struct, frozen=True):
    """The classes and what each of the wagers nets in them, in cents."""

    nets: tuple[tuple[int, ...], ...]
    #: The line of each wager's pay table, by class.
    lines: tuple[tuple[str, ...], ...]
    tables: dict[str, NDArray[np.uint8]]
    #: Whether the wager that waits for a third card is settled by a split.
    paid_on_split: bool = False


def _two(terms: SideTerms, cards: Sequence[int]) -> str:
    """The line that the first two cards of a box reach, for the wagers that they decide."""
    if terms.play == "over_under":
        line = over_under.grade(cards)
        return line if line in terms.lines else ""
    return _GRADES[terms.play](terms, cards)


_GRADES: Final[Mapping[str, Callable[[SideTerms, Sequence[int]], str]]] = {
    "over_under": _two,
    "pairs": lambda terms, cards: pairs.grade(cards, terms.lines),
    "suited": lambda terms, cards: suited.grade(cards),
    "sevens": lambda terms, cards: sevens.grade(cards),
}
#: The ways of playing that the first three cards of a box decide.
DECIDED_BY_CARDS: Final = frozenset(_GRADES)


def _waits(terms: SideTerms, cards: Sequence[int]) -> bool:
    """Whether a third card of the box may still change the line."""
    return terms.play == "sevens" and sevens.grade(cards) not in ("", "one")


class _Payer:
    """What the engine pays on a line."""

    def __init__(self, rules: BlackjackRules, chance: Chance) -> None:
        self.rules = rules
        self.dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={"player": 0}), chance)
        self.known: dict[tuple[str, int, str], int] = {}

    def net(self, name: str, amount: int, line: str) -> int:
        """The net result of a wager of so much."""
        key = name, amount, line
        if key not in self.known:
            wager = Wager(0, "player", 1, name, amount)
            self.dealing.state.wagers = [wager]
            side_plays(self.rules)[name].pay_line(self.dealing, wager, line)
            self.known[key] = wager.result or 0
        return self.known[key]


def side_classes(rules: BlackjackRules, placed: Sequence[tuple[str, int]], chance: Chance) -> SideClasses:
    """The classes of these wagers together."""
    payer = _Payer(rules, chance)
    sides = [(rules.sides[name], amount) for name, amount in placed]
    found: dict[tuple[tuple[str, ...], int], int] = {}
    tables = {
        "class": np.full((64, 64), UNDECIDED, np.uint8),
        "waiting": np.zeros(256, np.uint8),
        "third": np.full((_WAITING, 64), UNDECIDED, np.uint8),
        "no_third": np.zeros(_WAITING, np.uint8),
    }
    waiting: dict[tuple[tuple[str, ...], int], int] = {}

    def number(lines: tuple[str, ...], place: int = 0) -> int:
        return found.setdefault((lines, place), len(found))

    for one in range(DECK_SIZE):
        for two in range(DECK_SIZE):
            lines = tuple(_two(terms, (one, two)) for terms, _ in sides)
            if not any(_waits(terms, (one, two)) for terms, _ in sides):
                tables["class"][one, two] = number(lines)
                continue
            # which third card brings what depends on the suits of the two
            place = waiting.setdefault((lines, (one & 3) * 4 + (two & 3)), len(waiting) + 1)
            provisional = number(lines, place)
            tables["class"][one, two] = provisional
            tables["waiting"][provisional] = place
            tables["no_third"][place] = number(lines)
            for three in range(DECK_SIZE):
                final = tuple(
                    sevens.grade((one, two, three)) if _waits(terms, (one, two)) else line
                    for (terms, _), line in zip(sides, lines, strict=True)
                )
                tables["third"][place, three] = number(final)
    by_number = sorted(found, key=found.__getitem__)
    lines_of = tuple(lines for lines, _ in by_number)
    nets = tuple(
        tuple(payer.net(terms.name, amount, line) for (terms, amount), line in zip(sides, lines, strict=True))
        for lines in lines_of
    )
    split = any(terms.details.get("paid_on_split") for terms, _ in sides)
    return SideClasses(nets, lines_of, tables, split)
