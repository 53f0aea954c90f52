"""Card-counting systems: the tag of each rank, the initial count, and how the count is read.

A balanced system sums to zero over a deck, and its running count is divided by the number of unseen decks: the true
count. An unbalanced system uses the running count. It starts below zero, so that it reaches its pivot when the
imbalance of all decks is made up.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import DECK_SIZE
from pitboss.strategy.count_settings import FLOOR, ROUND, RUNNING, TRUNCATE

#: The ranks as tags name them; T is every card of ten points.
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
#: The conversions of a running count, by the names of the command line.
WAYS: Final = {"floor": FLOOR, "trunc": TRUNCATE, "round": ROUND, "running": RUNNING}
#: Upper bound of the count of any shoe, with the largest tags.
MOST_COUNT: Final = 10**8
_TAG: Final = re.compile(r"([A-Z0-9]+)=([+-]?\d{1,3}(?:\.\d{1,2}|/\d{1,2})?)", re.ASCII)


class CountError(ValueError):
    """Raised for an invalid counting system or an invalid count."""


class CountSystem(Struct, frozen=True):
    """A counting system: the tag of each card in units of 1/``scale``, and the pivot of its running count."""

    name: str
    tags: tuple[int, ...]
    scale: int = 1
    pivot: int = 0

    @property
    def imbalance(self) -> int:
        """The sum of the tags of a deck, in units of 1/``scale``."""
        return sum(self.tags)

    @property
    def way(self) -> str:
        """The usual conversion of its count."""
        return "running" if self.imbalance else "floor"

    def start(self, decks: int) -> int:
        """Returns the initial running count of a shoe of ``decks`` decks, in units of 1/``scale``."""
        return self.pivot * self.scale - self.imbalance * decks if self.imbalance else 0


def _system(name: str, tags: str, *, pivot: int = 0) -> CountSystem:
    """Builds a system from the tags of A, 2 … 9, T in this order."""
    return from_tags(name, dict(zip(RANKS, map(Fraction, tags.split()), strict=True)), pivot=pivot)


def from_tags(name: str, tags: Mapping[str, Fraction], *, pivot: int = 0) -> CountSystem:
    """Builds a system from the tag of each rank."""
    scale = lcm(*(tag.denominator for tag in tags.values()))
    by_card = tuple(int(tags[RANKS[min(card // 4, 9)]] * scale) for card in range(DECK_SIZE))
    return CountSystem(name, by_card, scale, pivot)


def _red_seven() -> CountSystem:
    """Returns hi-lo with one for each red seven, which unbalances it by two per deck."""
    plain = _system("red-seven", "-1 1 1 1 1 1 0 0 0 -1")
    return replace(plain, tags=tuple(1 if card // 4 == 6 and card & 2 else tag for card, tag in enumerate(plain.tags)))


#: How digits in the names of systems are read.
_DIGITS: Final = {"1": "i", "2": "ii", "5": "five", "7": "seven"}
#: Further names of systems, as ``_letters`` writes them.
_OTHER_NAMES: Final = {
    "hi-lo": ("highlow", "plusminus"),
    "zen": ("zencount",),
    "halves": ("wonghalves",),
    "ko": ("knockout",),
}

#: Registry of systems by name.
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


def _letters(name: str) -> str:
    """Returns a name without case, spaces and hyphens, its digits as letters."""
    return "".join(_DIGITS.get(letter, letter) for letter in name.lower() if letter not in " -_")


def find_system(text: str) -> CountSystem:
    """Returns the system of that name, or parses the tags in the text; raises CountError if it is neither.

    Tags are ``A=-1 2=1 …`` or ten numbers from ace to ten.
    """
    if isinstance(text, str):
        letters = _letters(text)
        for name, system in SYSTEMS.items():
            if letters == _letters(name) or letters in _OTHER_NAMES.get(name, ()):
                return system
        numbers = text.replace(",", " ").split()
        if len(numbers) == len(RANKS) and "=" not in text:
            return read_system(" ".join(f"{rank}={number}" for rank, number in zip(RANKS, numbers, strict=True)))
        if "=" in text:
            return read_system(text)
    raise CountError(f"there is no count '{text}': write {', '.join(SYSTEMS)}, a file with tags, or tags like A=-1 2=1")


def read_system(text: str, name: str = "own tags") -> CountSystem:
    """Parses tags like ``A=-1 2=1 3=1 … T=-1``, one for each rank."""
    tags: dict[str, Fraction] = {}
    for word in " ".join(line.partition("#")[0] for line in text.splitlines()).replace(",", " ").split():
        match = _TAG.fullmatch(word)
        rank = {"10": "T"}.get(match[1], match[1]) if match else ""
        if match is None or rank not in RANKS or match[2].endswith(("/0", "/00")):
            raise CountError(
                f"{name}: '{word}' is not a tag: write a rank of {' '.join(RANKS)} and a number, like 5=1.5"
            )
        if rank in tags:
            raise CountError(f"{name}: the tag of {rank} is given twice")
        tags[rank] = Fraction(match[2])
    missing = [rank for rank in RANKS if rank not in tags]
    if missing:
        raise CountError(f"{name}: the tag of {', '.join(missing)} is missing")
    if not any(tags.values()):
        raise CountError(f"{name}: all tags are zero")
    return from_tags(name, tags)
