"""What every event has."""

from msgspec import Struct

from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """Something that has happened; it rests on these clauses."""

    clauses: Clauses
