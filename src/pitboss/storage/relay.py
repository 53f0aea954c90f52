"""What processes that share a database tell each other: the entries themselves, so that nobody need read them.

PostgreSQL carries notices to whoever listens when what they tell of is committed, and in the order of the commits. An
entry that is too long for a notice is told by the name of its log only.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Raw, Struct

from pitboss.storage.chain import Link

#: The most bytes of one notice; PostgreSQL takes fewer than 8000.
LONGEST: Final = 7900


class Notice(Struct, frozen=True, array_like=True):
    """Entries that were appended, and the logs to which something was that did not fit."""

    links: tuple[Link, ...] = ()
    names: tuple[str, ...] = ()


class _Told(Struct, frozen=True, array_like=True):
    links: list[Raw]
    names: list[str]


_encode: Final = msgspec.json.Encoder().encode
_decoder: Final = msgspec.json.Decoder(Notice)


def notices(origin: str, links: Iterable[Link]) -> list[str]:
    """What a process, by its name, tells the others of what it appends."""
    return [f"{origin} {_encode(told).decode()}" for told in _packed(links, LONGEST - len(origin) - 1)]


def _packed(links: Iterable[Link], room: int) -> Iterator[_Told]:
    fits: list[Raw] = []
    names: list[str] = []
    size = empty = len(_encode(_Told([], [])))
    for link in links:
        data = _encode(link)
        long = empty + len(data) > room
        need = 1 + (len(_encode(link.record.stream)) if long else len(data))
        if size + need > room:
            yield _Told(fits, names)
            fits, names, size = [], [], empty
        if long:
            names.append(link.record.stream)
        else:
            fits.append(Raw(data))
        size += need
    if fits or names:
        yield _Told(fits, names)


def from_another(origin: str, payload: str) -> Notice | None:
    """What another process tells; None where it was this one."""
    sender, _, told = payload.partition(" ")
    return None if sender == origin else _decoder.decode(told)
