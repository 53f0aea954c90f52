"""The events of a table as a sequence, and as a data frame."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

import msgspec

from pitboss.cards import Card
from pitboss.display import rows_html
from pitboss.extras import require
from pitboss.games.live.base import Entry

if TYPE_CHECKING:
    import polars

#: How many events a notebook shows, the latest ones.
_SHOWN = 40


class EventLog(Sequence[Any]):
    """Every event of a table, from the opening on."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)
        self._events = tuple(chain.from_iterable(entry.events for entry in self._entries))

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._events)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._events[index]

    def __repr__(self) -> str:
        return f"<{len(self)} events>"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields each event as a row: its index, that of its command, the actor, type, sentence, clauses and fields.

        Cards are written as names. Fields that are neither a number nor a text are JSON. A field with the name of
        one of the first columns is called ``NAME_value``.
        """
        from pitboss.games.describe import tell  # noqa: PLC0415 # it imports the games

        index = 0
        for command, entry in enumerate(self._entries):
            for event in entry.events:
                kind, text, clauses = type(event).__name__, tell(event), list(event.clauses)
                row = {"index": index, "command": command, "actor": entry.actor.name}
                row |= {"event": kind, "text": text, "clauses": clauses}
                for name in event.__struct_fields__:
                    if name != "clauses":
                        row[f"{name}_value" if name in row else name] = _value(name, getattr(event, name))
                yield row
                index += 1

    def to_polars(self) -> "polars.DataFrame":
        """Returns a data frame with a row for each event. Raises MissingExtra unless polars is installed."""
        require("report", "polars")
        import polars  # noqa: PLC0415 # an optional dependency

        rows = list(self.rows())
        mixed = _mixed_columns(rows)
        if mixed:
            rows = [
                {name: str(value) if name in mixed and value is not None else value for name, value in row.items()}
                for row in rows
            ]
        return polars.from_dicts(rows, infer_schema_length=None)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Exports the data frame to any library that reads Arrow: ``pyarrow.table(events)``."""
        return self.to_polars().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        told = [row for row in self.rows() if row["text"]]
        shown = ((str(row["index"]), row["text"], ", ".join(row["clauses"])) for row in told[-_SHOWN:])
        return rows_html(repr(self).strip("<>"), shown, ("", "event", "clauses"))


def _value(name: str, value: Any) -> Any:
    if name == "card":
        return str(Card(value)) if value >= 0 else None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return msgspec.json.encode(value).decode()


def _mixed_columns(rows: Iterable[dict[str, Any]]) -> set[str]:
    """Returns the columns whose values have several types; they become text."""
    kinds: dict[str, set[type]] = {}
    for row in rows:
        for name, value in row.items():
            if value is not None:
                kinds.setdefault(name, set()).add(type(value))
    return {name for name, found in kinds.items() if len(found) > 1}
