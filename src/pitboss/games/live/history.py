"""An append-only sequence whose copies share their storage."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
_Node = tuple[Any, T] | None


class History(Sequence[T], Generic[T]):
    """A persistent linked list, read from the oldest item to the newest. Its items must not change.

    Appending, copying and reading the last item take constant time; any other index walks back from the newest item.
    A copy shares every node, and both sides append without touching each other.
    """

    __slots__ = ("_last", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._last: _Node[T] = None  # (the node before, the item)
        self._length = 0
        for item in items:
            self.append(item)

    def append(self, item: T) -> None:
        """Add an item at the end."""
        self._last = (self._last, item)
        self._length += 1

    def replace_last(self, item: T) -> None:
        """Replace the newest item; copies keep theirs."""
        if self._last is None:
            raise IndexError("the history is empty")
        self._last = (self._last[0], item)

    def copy(self) -> "History[T]":
        """Return a history with the same items that shares their storage."""
        other: History[T] = History.__new__(History)
        other._last, other._length = self._last, self._length
        return other

    def __deepcopy__(self, _: object) -> "History[T]":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (History, (list(self),))  # pickling node by node would recurse as deep as the history is long

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[T]:
        node = self._last
        while node is not None:
            before, item = node
            yield item
            node = before

    def __iter__(self) -> Iterator[T]:
        return iter(list(reversed(self))[::-1])

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if index == -1 and self._last is not None:
            item: T = self._last[1]
            return item
        return list(self)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (History, list)):
            return len(self) == len(other) and list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment] # it grows, as a list does

    def __repr__(self) -> str:
        return f"History({list(self)!r})"
