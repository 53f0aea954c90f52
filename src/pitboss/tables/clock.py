"""The deadlines of a table as an immutable value; the caller passes the current time."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pitboss.games.live.base import ALL_READY, Due


class Running(Struct, frozen=True):
    """A deadline and the time of its end in seconds of the caller's clock; 0: no end."""

    due: Due
    ends: float

    @property
    def expires(self) -> bool:
        """Whether the house must execute a command at the end."""
        return bool(self.ends) and self.due.command is not None

    def left(self, now: float) -> float:
        """Returns the remaining seconds."""
        return max(0.0, self.ends - now) if self.ends else 0.0


Clock = tuple[Running, ...]
_NOTHING: Final[Mapping[str, float]] = MappingProxyType({})
_SHOWN: Final[Mapping[int, float]] = MappingProxyType({})


def tick(
    clock: Clock,
    dues: Iterable[Due],
    now: float,
    gone: Mapping[str, float] = _NOTHING,
    *,
    shown: Mapping[int, float] = _SHOWN,
) -> Clock:
    """Returns the updated clock: a running deadline keeps its end, a new one starts now.

    If the table is still being shown, a new deadline starts when it is ``shown``, by the number of ``Due.table``. A
    server that restarts loses its clock: its deadlines start again, minus the seconds in ``gone``, by their keys.
    """
    ends = {running.due.key: running.ends for running in clock}

    def ends_anew(due: Due) -> float:
        return _ends(due, max(now, shown.get(due.table, 0.0)), gone.get(due.key, 0.0))

    return tuple(Running(due, ends.get(due.key, ends_anew(due))) for due in dues)


def still_shown(shown: Mapping[int, float], dues: Iterable[Due]) -> dict[int, float]:
    """Returns when tables are shown, without those whose players are all ready: they have seen the last round."""
    ready = {due.table for due in dues if due.seconds == ALL_READY}
    return {table: until for table, until in shown.items() if table not in ready}


def _ends(due: Due, start: float, gone: float) -> float:
    return start + max(0.0, due.seconds - gone) if due.seconds else 0.0


def over(clock: Clock, now: float) -> tuple[Due, ...]:
    """Returns the expired deadlines whose command the house must execute."""
    return tuple(running.due for running in clock if running.expires and running.ends <= now)


def next_end(clock: Clock) -> float | None:
    """Returns the end of the next deadline with a command; None where there is none."""
    return min((running.ends for running in clock if running.expires), default=None)
