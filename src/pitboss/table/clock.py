"""The clock of a table, as a plain value: what time does to whom the table waits for. It reads no watch itself."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pitboss.table.live_base import Due


class Running(Struct, frozen=True):
    """Something the table waits for, and when its time is over (0: never), in seconds of whatever watch is used."""

    due: Due
    ends: float

    def left(self, now: float) -> float:
        """The seconds that are left."""
        return max(0.0, self.ends - now) if self.ends else 0.0


Clock = tuple[Running, ...]
_NOTHING: Final[Mapping[str, float]] = MappingProxyType({})


def tick(clock: Clock, dues: Iterable[Due], now: float, gone: Mapping[str, float] = _NOTHING) -> Clock:
    """The clock after a look at the table: what was waited for already keeps its time, what is new gets its own.

    A clock that is lost, with a server that stops, begins anew, and nobody has less time for that; but for the times of
    which so many seconds were ``gone``, by their keys.
    """
    ends = {running.due.key: running.ends for running in clock}
    return tuple(Running(due, ends.get(due.key, _ends(due, now, gone.get(due.key, 0.0)))) for due in dues)


def _ends(due: Due, now: float, gone: float) -> float:
    return now + max(0.0, due.seconds - gone) if due.seconds else 0.0


def over(clock: Clock, now: float) -> tuple[Due, ...]:
    """Those whose time is over: the house says their words."""
    return tuple(running.due for running in clock if running.ends and running.due.words and running.ends <= now)


def next_end(clock: Clock) -> float | None:
    """When to look again; None where nobody's time runs, or nothing would be said when it is over."""
    return min((running.ends for running in clock if running.ends and running.due.words), default=None)
