"""Idempotency: the command ids that were executed at a table, by actor."""

from collections import deque
from collections.abc import Collection
from typing import Final

import numpy as np
from msgspec import Struct

#: How many recent commands are in memory with their words; older ones are in the log.
RECENT: Final = 1024
#: Ids are added to the filter in batches: one by one they would cost some percent of a command.
_BATCH: Final = 256
#: A Bloom filter with 40 bits an id and 8 probes has one false positive in a million.
_BITS_AN_ID: Final = 40
_PROBES: Final = 8
#: The filter grows by parts: their sizes in bits; the last size repeats.
_SIZES: Final = (1 << 14, 1 << 17, 1 << 20, 1 << 23)
assert all(size & (size - 1) == 0 for size in _SIZES), "a part is addressed by a mask"
assert _SIZES[0] // _BITS_AN_ID >= _BATCH, "a batch goes into one part"

Key = tuple[str, str]


class ExecutedCommand(Struct, frozen=True, gc=False):
    """The words of an executed command, and the table's version after it."""

    words: str
    version: int


class IdFilter:
    """Bloom filter of used ids, five bytes an id: no false negatives."""

    __slots__ = ("_left", "_parts")

    def __init__(self) -> None:
        self._parts: list[tuple[bytearray, int]] = []
        self._left = 0

    def add(self, keys: Collection[Key]) -> None:
        """Adds ids, at most one batch."""
        if self._left < len(keys):
            size = _SIZES[min(len(self._parts), len(_SIZES) - 1)]
            self._parts.append((bytearray(size >> 3), size - 1))
            self._left = size // _BITS_AN_ID
        self._left -= len(keys)
        bits, mask = self._parts[-1]
        hashed = np.fromiter(map(hash, keys), np.int64, len(keys))
        places = (hashed[:, None] + ((hashed >> 32) | 1)[:, None] * np.arange(_PROBES)) & mask
        np.bitwise_or.at(np.frombuffer(bits, np.uint8), places >> 3, (1 << (places & 7)).astype(np.uint8))

    def __contains__(self, key: Key) -> bool:
        hashed = hash(key)
        step = (hashed >> 32) | 1
        for bits, mask in self._parts:
            place = hashed
            for _ in range(_PROBES):
                place &= mask
                if not bits[place >> 3] >> (place & 7) & 1:
                    break
                place += step
            else:
                return True
        return False


class CommandIds:
    """The ids that each actor has used at a table. An empty id is not recorded.

    Recent commands are in memory with their words. Older ids are in the filter: nearly every command is new, and the
    filter proves it without a query. On a positive answer the caller searches the log.
    """

    __slots__ = ("_filter", "_order", "_recent")

    def __init__(self) -> None:
        self._recent: dict[Key, ExecutedCommand] = {}
        self._order: deque[Key] = deque()
        self._filter = IdFilter()

    def add(self, actor: str, command: str, words: str, version: int) -> None:
        """Records an executed command."""
        if not command:
            return
        key = (actor, command)
        self._recent[key] = ExecutedCommand(words, version)
        self._order.append(key)
        if len(self._order) >= RECENT + _BATCH:
            oldest = [self._order.popleft() for _ in range(_BATCH)]
            self._filter.add(oldest)
            for old in oldest:
                self._recent.pop(old, None)

    def find(self, actor: str, command: str) -> ExecutedCommand | None:
        """Returns a recent command by actor and id."""
        return self._recent.get((actor, command))

    def may_be_old(self, actor: str, command: str) -> bool:
        """Returns whether an id that is not recent may have been used; then only the log can decide."""
        return bool(command) and (actor, command) in self._filter

    def forget(self, actor: str, command: str) -> None:
        """Removes a command that was not appended. The filter may still have it; the log then decides."""
        if self._recent.pop((actor, command), None) is not None:
            self._order.remove((actor, command))
