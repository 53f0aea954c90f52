"""Base class of the events."""

from msgspec import Struct

from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """An event with its clauses. The class name is the tag of its serialized form."""

    clauses: Clauses
