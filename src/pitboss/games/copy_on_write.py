"""A dictionary whose copies share its values until one of them changes a value."""

from typing import Protocol, Self, TypeVar


class Copyable(Protocol):
    """A mutable value that can copy itself."""

    def copy(self) -> Self:
        """Returns an independent copy."""


K = TypeVar("K")
V = TypeVar("V", bound=Copyable)


class CopyOnWrite(dict[K, V]):
    """Mutable values by key. A copy shares them; ``own`` returns a value to change, and copies it first where shared.

    A copy takes the same time whatever the size of the values. Readers use it as any dictionary.
    """

    __slots__ = ("_shared",)
    _shared: frozenset[K]

    def __init__(self, values: dict[K, V] | tuple[()] = ()) -> None:
        super().__init__(values)
        #: The keys whose values another dictionary may hold too.
        self._shared = frozenset()

    def copy(self) -> "CopyOnWrite[K, V]":
        """Returns a dictionary with the same values, which both now share."""
        other: CopyOnWrite[K, V] = CopyOnWrite(self)
        self._shared = other._shared = frozenset(self)
        return other

    def __deepcopy__(self, _: object) -> "CopyOnWrite[K, V]":
        return self.copy()

    def own(self, key: K) -> V:
        """Returns the value of a key, to be changed. Raises KeyError without one."""
        value = self[key]
        if key in self._shared:
            value = self[key] = value.copy()
            self._shared -= {key}
        return value

    def own_all(self) -> None:
        """Copies every shared value."""
        for key in self._shared & self.keys():
            self.own(key)
