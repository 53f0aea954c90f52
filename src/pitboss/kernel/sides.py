"""Side wagers that the cards of a box decide, as classes: what all of them together bring, found by their ``grade``.

Two cards give a class, one byte in a table. Where a wager waits for more (a third card, the aces that follow two, the
prize button), the class is only provisional, and a further table gives the final one. Where a round is dealt again,
what was decided stays: the box is then graded by another table of two cards. The kernel counts classes; what they pay
is known outside.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.blackjack import State
from pitboss.blackjack.chance import Chance
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers import over_under, pairs, progressive, sevens, suited
from pitboss.blackjack.wagers.base import side_plays
from pitboss.cards import DECK_SIZE
from pitboss.law.resolve import BlackjackRules, SideTerms

#: No class yet; the numbers from FIRST_UNDECIDED to this one say by which table of two cards it will be found.
UNDECIDED: Final = 255
FIRST_UNDECIDED: Final = 252
#: Ways in which a box may be graded once more.
WAYS: Final = UNDECIDED - FIRST_UNDECIDED + 1
# What a class waits for: a third card in the places below the first of these, then aces, then a prize.
ACES: Final = 64
PRIZES: Final = 128
#: Places of each kind at most.
PLACES: Final = 32

STREAK: Final = "streak"
_PRIZE: Final = "prize"


class SideClasses(Struct, frozen=True):
    """The classes and what each of the wagers nets in them, in cents."""

    nets: tuple[tuple[int, ...], ...]
    #: The line of each wager's pay table, by class.
    lines: tuple[tuple[str, ...], ...]
    tables: dict[str, NDArray[np.uint8]]
    #: Whether the wager that waits for a third card is settled by a split.
    paid_on_split: bool = False
    #: For each place that waits for a prize: the classes to which its tickets lead, and how many tickets each.
    prizes: tuple[tuple[tuple[int, int], ...], ...] = ()

    @property
    def top(self) -> int:
        """The class in which a box wins the meter; UNDECIDED where there is none."""
        found = (number for number, lines in enumerate(self.lines) if progressive.TOP in lines)
        return next(found, UNDECIDED)


def _over_under(terms: SideTerms, cards: Sequence[int]) -> str:
    line = over_under.grade(cards)
    return line if line in terms.lines else ""


def _nothing(terms: SideTerms, cards: Sequence[int]) -> str:
    return ""


_GRADES: Final[Mapping[str, Callable[[SideTerms, Sequence[int]], str]]] = {
    "over_under": _over_under,
    "pairs": lambda terms, cards: pairs.grade(cards, terms.lines),
    "suited": lambda terms, cards: suited.grade(cards),
    "sevens": lambda terms, cards: sevens.grade(cards),
    "progressive": lambda terms, cards: progressive.grade(cards),
    # a prize is not known by the cards, and a streak not by one round
    "prize_per_dollar": _nothing,
    "prize_for_one": _nothing,
    STREAK: _nothing,
}
#: The ways of playing that are simulated.
SIMULATED: Final = frozenset(_GRADES)


class _Payer:
    """What the engine pays on a line."""

    def __init__(self, rules: BlackjackRules, chance: Chance) -> None:
        self.rules = rules
        self.dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={"player": 0}), chance)
        self.known: dict[tuple[str, int, str], int] = {}

    def net(self, name: str, amount: int, line: str) -> int:
        """The net result of a wager of so much; nothing for a streak, which no single round settles."""
        if self.rules.sides[name].play == STREAK:
            return 0
        key = name, amount, line
        if key not in self.known:
            wager = Wager(0, "player", 1, name, amount)
            self.dealing.state.wagers = [wager]
            play = side_plays(self.rules)[name]
            if line.startswith(_PRIZE):
                play.pay_prize(self.dealing, wager, int(line.removeprefix(_PRIZE)))
            else:
                play.pay_line(self.dealing, wager, line)
            self.known[key] = wager.result or 0
        return self.known[key]


class _Grading:
    """The tables as far as they are made."""

    def __init__(self, rules: BlackjackRules, placed: Sequence[tuple[str, int]], *, dealt_again: bool) -> None:
        self.rules, self.placed, self.dealt_again = rules, placed, dealt_again
        self.sides = [rules.sides[name] for name, _ in placed]
        self.plays = [side_plays(rules)[name] for name, _ in placed]
        #: The ways of grading: for each wager the line that stays, or None where two cards give it.
        self.ways: list[tuple[str | None, ...]] = [(None,) * len(placed)]
        self.found: dict[tuple[tuple[str, ...], int], int] = {}
        self.places: dict[int, dict[tuple[object, ...], int]] = {0: {}, ACES: {}, PRIZES: {}}
        self.prizes: list[tuple[tuple[int, int], ...]] = []
        self.two = np.full((WAYS, 64, 64), UNDECIDED, np.int64)
        self.waiting, self.again = np.zeros(4096, np.int64), np.zeros(4096, np.int64)
        self.third = np.full((PLACES, 64), UNDECIDED, np.int64)
        self.no_third = np.zeros(PLACES, np.int64)
        self.aces = np.zeros((PLACES, PLACES), np.int64)

    def number(self, lines: tuple[str, ...], place: int = 0) -> int:
        """The class of these lines, and of what they wait for."""
        return self.found.setdefault((lines, place), len(self.found))

    def grade_all(self) -> None:
        """Every way of grading, those that turn up on the way too."""
        graded = 0
        while graded < len(self.ways):
            for one, two in product(range(DECK_SIZE), repeat=2):
                self.two[graded, one, two] = self._grade(self.ways[graded], (one, two))
            graded += 1

    def _waits(self, number: int, cards: tuple[int, int]) -> int | None:
        """What the wager of that number still waits for with two such cards."""
        terms, play = self.sides[number], self.plays[number]
        if terms.play == "sevens":
            return 0 if sevens.grade(cards) not in ("", "one") else None
        if terms.play == "progressive":
            return ACES if progressive.grade(cards) else None
        if play.prizes_at is not None and play.wins_prize(Wager(0, "", 1, terms.name, self.placed[number][1]), cards):
            return PRIZES
        return None

    def _grade(self, way: tuple[str | None, ...], cards: tuple[int, int]) -> int:
        lines = tuple(
            _GRADES[terms.play](terms, cards) if stays is None else stays
            for terms, stays in zip(self.sides, way, strict=True)
        )
        waits = {
            number: kind
            for number, stays in enumerate(way)
            if stays is None and (kind := self._waits(number, cards)) is not None
        }
        if not waits:
            return self.number(lines)
        place = self._place(lines, waits, cards)
        provisional = self.number(lines, place)
        self.waiting[provisional] = place
        if self.dealt_again:
            after = tuple(
                None if number in waits or self.sides[number].play == STREAK else line
                for number, line in enumerate(lines)
            )
            if after not in self.ways:
                self.ways.append(after)
            self.again[provisional] = self.ways.index(after)
        return provisional

    def _place(self, lines: tuple[str, ...], waits: dict[int, int], cards: tuple[int, int]) -> int:
        """Where it is found what becomes of the class. No two cards let wagers wait for different things."""
        kind, suits = next(iter(waits.values())), (cards[0] & 3) * 4 + (cards[1] & 3)
        places = self.places[kind]
        key = lines, tuple(waits), 0 if kind == PRIZES else suits
        if key in places:
            return places[key]
        row = len(places) + (1 if kind == 0 else 0)
        places[key] = kind + row
        if kind == 0:
            self._third(row, lines, waits, cards)
        elif kind == ACES:
            self._aces(row, lines, waits, cards)
        else:
            self._prize(lines, next(iter(waits)))
        return places[key]

    def _final(self, lines: tuple[str, ...], waits: dict[int, int], cards: Sequence[int]) -> int:
        return self.number(
            tuple(
                _GRADES[terms.play](terms, cards) if number in waits else line
                for number, (terms, line) in enumerate(zip(self.sides, lines, strict=True))
            )
        )

    def _third(self, row: int, lines: tuple[str, ...], waits: dict[int, int], cards: tuple[int, int]) -> None:
        self.no_third[row] = self.number(lines)
        for three in range(DECK_SIZE):
            self.third[row, three] = self._final(lines, waits, (*cards, three))

    def _aces(self, row: int, lines: tuple[str, ...], waits: dict[int, int], cards: tuple[int, int]) -> None:
        """By the suits of a third and a fourth card; 4 where it is no ace, or does not come."""
        for third, fourth in product(range(5), repeat=2):
            self.aces[row, third * 5 + fourth] = self._final(lines, waits, (*cards, third, fourth))

    def _prize(self, lines: tuple[str, ...], number: int) -> None:
        name, amount = self.placed[number]
        self.prizes.append(
            tuple(
                (self.number((*lines[:number], f"{_PRIZE} {prize}", *lines[number + 1 :])), tickets)
                for prize, tickets in prize_awards(self.rules, name, amount)
            )
        )

    def tables(self) -> Iterator[tuple[str, NDArray[np.uint8]]]:
        """As bytes; ValueError where they do not fit."""
        most = {"classes": (len(self.found), FIRST_UNDECIDED), "ways": (len(self.ways), WAYS)}
        most |= {f"places from {kind}": (len(places) + 1, PLACES) for kind, places in self.places.items()}
        for what, (there, room) in most.items():
            if there > room:
                raise ValueError(f"{there} {what} of side wagers: there is room for {room}")
        yield "class", self.two.astype(np.uint8)
        yield "waiting", self.waiting[:256].astype(np.uint8)
        yield "again", self.again[:256].astype(np.uint8)
        yield "third", self.third.astype(np.uint8)
        yield "no_third", self.no_third.astype(np.uint8)
        yield "aces", self.aces.astype(np.uint8)


def side_classes(
    rules: BlackjackRules, placed: Sequence[tuple[str, int]], chance: Chance, *, dealt_again: bool = False
) -> SideClasses:
    """The classes of these wagers together; ValueError where there are more than the kernel has room for."""
    payer, grading = _Payer(rules, chance), _Grading(rules, placed, dealt_again=dealt_again)
    grading.grade_all()
    tables = dict(grading.tables())
    lines_of = tuple(lines for lines, _ in sorted(grading.found, key=grading.found.__getitem__))
    nets = tuple(
        tuple(payer.net(name, amount, line) for (name, amount), line in zip(placed, lines, strict=True))
        for lines in lines_of
    )
    split = any(terms.details.get("paid_on_split") for terms in grading.sides)
    return SideClasses(nets, lines_of, tables, split, tuple(grading.prizes))
