"""The last commands of a table by their ids: what is sent again is not done again."""

from collections import deque
from typing import Final

from msgspec import Struct

#: How many of its last commands a table knows by their ids. Who sends an older one again has seen an older version.
REMEMBERED: Final = 1024


class Said(Struct, frozen=True, gc=False):
    """What was said under an id, and the version that it brought."""

    words: str
    version: int


class Remembered:
    """Which ids somebody has used; an empty one is none."""

    __slots__ = ("_order", "_said")

    def __init__(self) -> None:
        self._said: dict[tuple[str, str], Said] = {}
        self._order: deque[tuple[str, str]] = deque()

    def add(self, actor: str, command: str, words: str, version: int) -> None:
        """A command was carried out."""
        if not command:
            return
        key = (actor, command)
        self._said[key] = Said(words, version)
        self._order.append(key)
        if len(self._order) > REMEMBERED:
            self._said.pop(self._order.popleft(), None)

    def find(self, actor: str, command: str) -> Said | None:
        """What this command was, if it was carried out already."""
        return self._said.get((actor, command))

    def forget(self, actor: str, command: str) -> None:
        """It was not carried out after all."""
        if self._said.pop((actor, command), None) is not None:
            self._order.remove((actor, command))
