"""Systems by which players count cards: the tag of each rank, where the count starts, and how it is read.

A balanced system counts to nothing over a deck, and its running count is divided by the decks that are not seen: the
true count. An unbalanced one is read as it runs; it starts so far below that it reaches its pivot when a deck's
imbalance over all decks is made up.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import DECK_SIZE
from pitboss.kernel.classes import NotSimulable
from pitboss.kernel.count_settings import FLOOR, ROUND, RUNNING, TRUNCATE, Counting
from pitboss.kernel.program import Program
from pitboss.law.ways import ShoeKind

#: The ranks as tags name them; T stands for every card of ten points.
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
#: How a running count is read, by the names of the command line.
WAYS: Final = {"floor": FLOOR, "trunc": TRUNCATE, "round": ROUND, "running": RUNNING}
#: No count of any shoe is beyond this, with the largest tags.
MOST_COUNT: Final = 10**8
_TAG: Final = re.compile(r"([A-Z0-9]+)=([+-]?\d{1,3}(?:\.\d{1,2}|/\d{1,2})?)", re.ASCII)


class CountError(ValueError):
    """What is no system of counting, or no count of this game."""


class CountSystem(Struct, frozen=True):
    """A system: the tag of each card in ``scale`` parts of one, and the running count that it aims at."""

    name: str
    tags: tuple[int, ...]
    scale: int = 1
    pivot: int = 0

    @property
    def imbalance(self) -> int:
        """What a whole deck counts to, in the same parts."""
        return sum(self.tags)

    @property
    def way(self) -> str:
        """How its count is usually read."""
        return "running" if self.imbalance else "floor"

    def start(self, decks: int) -> int:
        """The running count of so many decks of which no card is seen, in the same parts."""
        return self.pivot * self.scale - self.imbalance * decks if self.imbalance else 0


def _system(name: str, tags: str, *, pivot: int = 0) -> CountSystem:
    """A system from the tags of A, 2 … 9, T in this order."""
    return from_tags(name, dict(zip(RANKS, map(Fraction, tags.split()), strict=True)), pivot=pivot)


def from_tags(name: str, tags: Mapping[str, Fraction], *, pivot: int = 0) -> CountSystem:
    """A system from the tag of each rank."""
    scale = lcm(*(tag.denominator for tag in tags.values()))
    by_card = tuple(int(tags[RANKS[min(card // 4, 9)]] * scale) for card in range(DECK_SIZE))
    return CountSystem(name, by_card, scale, pivot)


def _red_seven() -> CountSystem:
    """Hi-lo with one for each red seven, which unbalances it by two a deck."""
    plain = _system("red-seven", "-1 1 1 1 1 1 0 0 0 -1")
    return replace(plain, tags=tuple(1 if card // 4 == 6 and card & 2 else tag for card, tag in enumerate(plain.tags)))


#: The systems known by name.
SYSTEMS: Final = {
    system.name: system
    for system in (
        #                     A  2  3  4  5  6  7  8  9  T
        _system("hi-lo", "   -1  1  1  1  1  1  0  0  0 -1"),
        _system("hi-opt-i", " 0  0  1  1  1  1  0  0  0 -1"),
        _system("hi-opt-ii", "0  1  1  2  2  1  1  0  0 -2"),
        _system("omega-ii", " 0  1  1  2  2  2  1  0 -1 -2"),
        _system("zen", "     -1  1  1  2  2  2  1  0  0 -2"),
        _system("halves", "  -1 1/2 1 1 3/2 1 1/2 0 -1/2 -1"),
        _system("ace-five", "-1  0  0  0  1  0  0  0  0  0"),
        _system("ko", "      -1  1  1  1  1  1  1  0  0 -1", pivot=4),
        _red_seven(),
    )
}


def find_system(text: str) -> CountSystem:
    """The system of that name, or with the tags that the text gives; CountError where it is neither."""
    if text in SYSTEMS:
        return SYSTEMS[text]
    if "=" in text:
        return read_system(text)
    raise CountError(
        f"there is no count '{text}': there are {', '.join(SYSTEMS)}, a file with tags, or tags like A=-1 2=1"
    )


def read_system(text: str, name: str = "own tags") -> CountSystem:
    """The system with the tags of a text like ``A=-1 2=1 3=1 … T=-1``, one for each rank."""
    tags: dict[str, Fraction] = {}
    for word in " ".join(line.partition("#")[0] for line in text.splitlines()).replace(",", " ").split():
        found = _TAG.fullmatch(word)
        rank = {"10": "T"}.get(found[1], found[1]) if found else ""
        if found is None or rank not in RANKS or found[2].endswith(("/0", "/00")):
            raise CountError(
                f"{name}: '{word}' is no tag: expected a rank of {' '.join(RANKS)} and a number, like 5=1.5"
            )
        if rank in tags:
            raise CountError(f"{name}: the tag of {rank} is given twice")
        tags[rank] = Fraction(found[2])
    missing = [rank for rank in RANKS if rank not in tags]
    if missing:
        raise CountError(f"{name}: there is no tag for {', '.join(missing)}")
    if not any(tags.values()):
        raise CountError(f"{name}: all tags are nothing, and nothing is counted")
    return from_tags(name, tags)


def with_count(program: Program, system: CountSystem, way: str = "", insure_at: int | None = None) -> Program:
    """The program with somebody counting who wagers the same; NotSimulable where a count would say nothing.

    ``way`` is one of WAYS, by default the system's own. With ``insure_at`` insurance is taken where the count after the
    deal is as high as that; its chart must say that it insures. A chart that changes with the count is played so.
    """
    if way and way not in WAYS:
        raise CountError(f"'{way}' is no way to read a count: there are {', '.join(WAYS)}")
    _refuse(program)
    if insure_at is not None and abs(insure_at) > MOST_COUNT:
        raise CountError(f"insurance at a count of {insure_at}: no count is beyond {MOST_COUNT}")
    if len(program.stakes) > 1 and (insure_at is not None or program.chart.by_count):
        rules, what = program.rules, "a chart" if program.chart.by_count else "insurance"
        raise NotSimulable(f"{what} by the count on several dealer hands", rules.cite("spot_wagers"), rules.rulebook)
    if insure_at is not None and not program.words["insures"]:
        raise CountError(str(program.rules.refuse("insurance", "no insurance is taken on such a wager")))
    decks = len(program.cards) // DECK_SIZE
    counting = Counting(
        tags=system.tags,
        scale=system.scale,
        start=system.start(decks),
        way=WAYS[way or system.way],
        insure_at=insure_at,
    )
    return replace(program, count=counting)


def _refuse(program: Program) -> None:
    rules = program.rules
    if program.words["every_round"]:
        what = "a count where the cards are shuffled before every round: it says nothing"
        raise NotSimulable(what, rules.cite("shoe") if program.words["continuous"] else (), rules.rulebook)
    if rules.terms.shoe is ShoeKind.DOUBLE:
        raise NotSimulable("a count of two shoes at once", rules.cite("double_shoe"), rules.rulebook)
    lasting = [program.sides[streak.column - 1][0] for streak in program.streaks]
    if program.meter is not None:
        lasting.append(program.sides[program.meter.column - 1][0])
    if lasting:
        what = f"a count beside {lasting[0]}, which lasts for rounds or is paid from a meter"
        raise NotSimulable(what, rules.sides[lasting[0]].cite("offered", "settled"), rules.rulebook)
