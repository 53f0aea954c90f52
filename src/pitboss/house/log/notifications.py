"""Payloads of the notifications between processes that share a PostgreSQL database.

A payload carries the appended entries themselves, so that the receiver need not read them. PostgreSQL delivers it at
the commit, in commit order. An entry that is too long for a payload is announced by the name of its log.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Raw, Struct

from pitboss.house.log.chain import Link

#: The most bytes of one payload; PostgreSQL's own limit is 8000.
MAX_PAYLOAD: Final = 7900


class Notification(Struct, frozen=True, array_like=True):
    """Entries that another process appended, and the names of the logs whose entries were too long."""

    links: tuple[Link, ...] = ()
    names: tuple[str, ...] = ()


class _Payload(Struct, frozen=True, array_like=True):
    links: list[Raw]
    names: list[str]


_encode: Final = msgspec.json.Encoder().encode
_decoder: Final = msgspec.json.Decoder(Notification)


def encode_payloads(origin: str, links: Iterable[Link]) -> list[str]:
    """Packs the entries that the process ``origin`` appends into as few payloads as possible."""
    return [f"{origin} {_encode(payload).decode()}" for payload in _packed(links, MAX_PAYLOAD - len(origin) - 1)]


def _packed(links: Iterable[Link], room: int) -> Iterator[_Payload]:
    fits: list[Raw] = []
    names: list[str] = []
    size = empty = len(_encode(_Payload([], [])))
    for link in links:
        data = _encode(link)
        too_long = empty + len(data) > room
        need = 1 + (len(_encode(link.record.stream)) if too_long else len(data))
        if size + need > room:
            yield _Payload(fits, names)
            fits, names, size = [], [], empty
        if too_long:
            names.append(link.record.stream)
        else:
            fits.append(Raw(data))
        size += need
    if fits or names:
        yield _Payload(fits, names)


def decode_payload(origin: str, payload: str) -> Notification | None:
    """Decodes a payload; None where the process ``origin`` itself sent it."""
    sender, _, body = payload.partition(" ")
    return None if sender == origin else _decoder.decode(body)
