"""Classes of side wagers: the cards of a box map to a class, which stands for the result of all its side wagers.

Two cards give a class, one byte in a table. If a wager waits for more (a third card, the aces that follow two, the
prize button), the class is provisional, and a further table gives the final one. If a round is dealt again, decided
wagers stay decided: another table of two cards then grades the box. The kernel counts classes; the payments are applied
afterwards.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.atoms.fit import fit
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers import progressive
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.side_pays import SidePayProbe

#: No class yet; a number from FIRST_UNDECIDED to this one selects the table of two cards for the class.
UNDECIDED: Final = 255
FIRST_UNDECIDED: Final = 252
#: The number of tables of two cards.
WAYS: Final = UNDECIDED - FIRST_UNDECIDED + 1
# The offsets of what a class waits for: a third card below the first of these, then aces, then a prize.
ACES: Final = 64
PRIZES: Final = 128
#: The maximum number of places of each kind.
PLACES: Final = 32

fit("the places that wait for a third card", PLACES, ACES + 1)
fit("the places that wait for aces", ACES + PLACES, PRIZES + 1)
fit("the places that wait for a prize", PRIZES + PLACES, 256 + 1)
fit("two suits of aces, or of none", 4 * 5 + 4, PLACES)

STREAK: Final = "streak"
_PRIZE: Final = "prize"


def _empty() -> NDArray[np.uint8]:
    return np.zeros(0, np.uint8)


class SideClasses(Struct, frozen=True):
    """The classes, and the net results of the wagers in each, in cents."""

    nets: tuple[tuple[int, ...], ...]
    #: The line of each wager's pay table, by class.
    lines: tuple[tuple[str, ...], ...]
    tables: dict[str, NDArray[np.uint8]]
    #: Whether a split settles the wager that waits for a third card.
    paid_on_split: bool = False
    #: For each place that waits for a prize, the classes of its tickets and the number of tickets of each.
    prizes: tuple[tuple[tuple[int, int], ...], ...] = ()
    #: For wagers that read the dealer's cards: classes by two cards of the box and the dealer's first card, and final
    #: classes by such a class, the total of the dealer's hand and its number of cards.
    deals: NDArray[np.uint8] = field(default_factory=_empty)
    finals: NDArray[np.uint8] = field(default_factory=_empty)

    @property
    def top(self) -> int:
        """The class in which a box wins the meter, or UNDECIDED."""
        classes = (number for number, lines in enumerate(self.lines) if progressive.TOP in lines)
        return next(classes, UNDECIDED)


class _SideClassBuilder:
    """Builder of the tables."""

    def __init__(self, rules: BlackjackRules, placed: Sequence[tuple[str, int]], *, dealt_again: bool) -> None:
        self.rules, self.placed, self.dealt_again = rules, placed, dealt_again
        self.sides = [rules.sides[name] for name, _ in placed]
        self.plays = [side_plays(rules)[name] for name, _ in placed]
        #: The ways of grading: for each wager the line that stays, or None if two cards decide it.
        self.ways: list[tuple[str | None, ...]] = [(None,) * len(placed)]
        self.classes: dict[tuple[tuple[str, ...], int], int] = {}
        self.places: dict[int, dict[tuple[object, ...], int]] = {0: {}, ACES: {}, PRIZES: {}}
        self.prizes: list[tuple[tuple[int, int], ...]] = []
        self.two = np.full((WAYS, 64, 64), UNDECIDED, np.int64)
        self.waiting, self.again = np.zeros(4096, np.int64), np.zeros(4096, np.int64)
        self.third = np.full((PLACES, 64), UNDECIDED, np.int64)
        self.no_third = np.zeros(PLACES, np.int64)
        self.aces = np.zeros((PLACES, PLACES), np.int64)

    def number(self, lines: tuple[str, ...], place: int = 0) -> int:
        """Returns the class of these lines and of the place that they wait in."""
        return self.classes.setdefault((lines, place), len(self.classes))

    def grade_all(self) -> None:
        """Fills the tables of all ways of grading, including those that are added on the way."""
        graded = 0
        while graded < len(self.ways):
            for one, two in product(range(DECK_SIZE), repeat=2):
                self.two[graded, one, two] = self._grade(self.ways[graded], (one, two))
            graded += 1

    def _waits(self, number: int, cards: tuple[int, int]) -> int | None:
        """Returns the kind of thing that this wager waits for with two such cards, or None."""
        terms, play = self.sides[number], self.plays[number]
        if terms.play == "sevens":
            return 0 if play.line(cards) not in ("", "one") else None
        if terms.play == "progressive":
            return ACES if play.line(cards) else None
        if play.prizes_at is not None and play.wins_prize(Wager(0, "", 1, terms.name, self.placed[number][1]), cards):
            return PRIZES
        return None

    def _grade(self, way: tuple[str | None, ...], cards: tuple[int, int]) -> int:
        lines = tuple(play.line(cards) if stays is None else stays for play, stays in zip(self.plays, way, strict=True))
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
        """Returns the place of the final class's lookup. No two cards let wagers wait for different things."""
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
                play.line(cards) if number in waits else line
                for number, (play, line) in enumerate(zip(self.plays, lines, strict=True))
            )
        )

    def _third(self, row: int, lines: tuple[str, ...], waits: dict[int, int], cards: tuple[int, int]) -> None:
        self.no_third[row] = self.number(lines)
        for three in range(DECK_SIZE):
            self.third[row, three] = self._final(lines, waits, (*cards, three))

    def _aces(self, row: int, lines: tuple[str, ...], waits: dict[int, int], cards: tuple[int, int]) -> None:
        """Fills the row by the suits of a third and a fourth card; 4 if the card is not an ace or is missing."""
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
        """Iterates over the tables as bytes; raises ValueError if they do not fit."""
        most = {"classes": (len(self.classes), FIRST_UNDECIDED), "ways": (len(self.ways), WAYS)}
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


def net_of_line(rules: BlackjackRules, name: str, amount: int) -> Callable[[str], int]:
    """Returns a function of the net result on a line or with a prize; 0 for a streak, which no single round settles."""
    pays = SidePayProbe(rules, name, amount)

    @cache
    def net(line: str) -> int:
        if pays.play.over_rounds:
            return 0
        prize = isinstance(line, str) and line.startswith(_PRIZE)  # code of a house may return anything
        return pays.on_prize(int(line.removeprefix(_PRIZE))) if prize else pays.on_line(line)

    return net


def side_classes(rules: BlackjackRules, placed: Sequence[tuple[str, int]], *, dealt_again: bool = False) -> SideClasses:
    """Builds the classes of these wagers; raises ValueError if there are more than the kernel has room for."""
    grading = _SideClassBuilder(rules, placed, dealt_again=dealt_again)
    grading.grade_all()
    tables = dict(grading.tables())
    lines_of = tuple(lines for lines, _ in sorted(grading.classes, key=grading.classes.__getitem__))
    net_of = [net_of_line(rules, name, amount) for name, amount in placed]
    nets = tuple(tuple(net(line) for net, line in zip(net_of, lines, strict=True)) for lines in lines_of)
    split = any(terms.details.get("paid_on_split") for terms in grading.sides)
    return SideClasses(nets, lines_of, tables, split, tuple(grading.prizes))
