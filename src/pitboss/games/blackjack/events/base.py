"""Base class of the events."""

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """An event with its clauses. The class name is the tag of its serialized form."""

    clauses: Clauses

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_text(name, getattr(self, name))}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({fields})"


def _text(name: str, value: object) -> str:
    """Returns a field as text: a card by its name."""
    return str(Card(value)) if name == "card" and isinstance(value, int) and value >= 0 else repr(value)
