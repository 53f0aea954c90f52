"""What clients record of a run: what they invoked and when, what they were answered, and what they saw."""

from typing import Any

from msgspec import Struct, field

from pitboss.tables.live import TableSpec


class Operation(Struct):
    """One command of a client, with all its attempts. ``outcome``: done, refused, stale, or unknown (no answer)."""

    client: str
    table: str
    id: str
    words: str
    seen: int | None
    invoked: float
    completed: float | None = None
    outcome: str = "unknown"
    version: int | None = None
    kind: str = ""
    message: str = ""
    processes: list[str] = field(default_factory=list)


class SeenEntry(Struct, frozen=True):
    """An update that a client was sent."""

    client: str
    connection: int
    at: float
    version: int
    actor: str
    words: str
    events: tuple[str, ...]


class SeenState(Struct, frozen=True):
    """A state that a client was sent, by its version."""

    client: str
    connection: int
    at: float
    version: int


class Fault(Struct, frozen=True):
    """What the test did to a process, for the timeline."""

    at: float
    what: str


class History(Struct):
    """The records of all clients at one table: with the wallet of each player before and after, and the last view."""

    table: str
    spec: TableSpec
    roles: dict[str, str]
    operations: list[Operation] = field(default_factory=list)
    entries: list[SeenEntry] = field(default_factory=list)
    states: list[SeenState] = field(default_factory=list)
    wallets: dict[str, tuple[int, int]] = field(default_factory=dict)
    last: Any = None
    faults: list[Fault] = field(default_factory=list)
