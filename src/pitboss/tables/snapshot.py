"""Snapshot of a table: its whole state as bytes, so that a start need not apply its log from the beginning.

A snapshot belongs to the code that made it: `code_fingerprint` changes with the sources of the games. It contains the
order of undealt cards, so it must be encrypted at rest. The secret of the table, its spec and its rules are left
out and given again when it is decoded.
"""

import importlib
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.games.copy_on_write import CopyOnWrite
from pitboss.games.live.duties import DutyBook
from pitboss.games.live.fairness import Secret, Stream
from pitboss.games.live.table import Table
from pitboss.tables.live import TableSpec, restore

#: Attributes of a table that derive from its spec, or are caches.
_DERIVED: Final = frozenset(
    (
        *("spec", "law", "rulebook", "rules", "duties"),
        *("log", "keeps_log", "moved", "_moves", "_duty_moments", "_view_cache"),
    )
)
#: The mutable state of a book of duties; the rest derives from the rulebook.
_OF_DUTIES: Final = ("open", "attested", "_first")
#: The packages whose classes a snapshot may contain, beside that of the table's own class.
_PACKAGES: Final = ("pitboss.games", "pitboss.law")

_LIST, _TUPLE, _DICT, _SET, _FROZENSET, _DEQUE, _COUNTER = range(7)
_STRUCT, _OBJECT, _ENUM, _GIVEN, _AGAIN, _STREAM, _SHARED = range(7, 14)
_MAPPINGS: Final[dict[type, int]] = {dict: _DICT, Counter: _COUNTER, CopyOnWrite: _SHARED}
_ATOMS: Final = frozenset((type(None), bool, int, float, str, bytes))


class NotSnapshottable(TypeError):
    """A table contains an object that a snapshot cannot hold; it is restored from its log instead."""


class BadSnapshot(ValueError):
    """The bytes are not a snapshot of this table by this code."""


@lru_cache(maxsize=8)
def code_fingerprint(module: str = "") -> str:
    """Returns the hash of the sources of the games, and of the package of a game from outside."""
    hashed = sha256(msgspec.__version__.encode())
    folders = [Path(__file__).parents[1] / "games", Path(__file__)]
    root = module.partition(".")[0]
    file = getattr(sys.modules.get(root), "__file__", None)
    if root != "pitboss" and file:
        folders.append(Path(file).parent)
    for folder in folders:
        for source in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            hashed.update(f"{source.name}\n".encode() + source.read_bytes())
    return hashed.hexdigest()


def encode_table(table: Table) -> bytes:
    """Returns the state of a table. Raises NotSnapshottable for a state that it cannot hold."""
    if table.corrections is not None:
        raise NotSnapshottable("a floor table is restored from its log, whose entries may be corrected")
    state = {name: value for name, value in vars(table).items() if name not in _DERIVED}
    duties = {name: getattr(table.duties, name) for name in _OF_DUTIES} if table.duties is not None else None
    encoder = _Encoder({key: name for name, key in _given(table)})
    return msgspec.msgpack.encode([code_fingerprint(type(table).__module__), encoder.encode([state, duties])])


def decode_table(spec: TableSpec, secret: Secret, data: bytes) -> Table:
    """Returns the table of a snapshot. Raises BadSnapshot for one of other code, or with anything unknown in it."""
    table = restore(spec, secret, ())
    try:
        fingerprint, body = msgspec.msgpack.decode(data, type=tuple[str, list[Any]])
    except msgspec.MsgspecError as error:
        raise BadSnapshot(f"the snapshot cannot be decoded: {error}") from None
    if fingerprint != code_fingerprint(type(table).__module__):
        raise BadSnapshot("the snapshot was made by other code")
    decoder = _Decoder(dict(_objects(table)), type(table).__module__.partition(".")[0])
    try:
        state, duties = decoder.decode(body)
    except (LookupError, TypeError, AttributeError, ImportError) as error:
        raise BadSnapshot(f"the snapshot cannot be decoded: {error!r}") from None
    vars(table).update(state)
    if table.duties is not None and duties is not None:
        vars(table.duties).update(duties)
    return table


def encode_state(value: object, given: dict[str, object]) -> bytes:
    """Returns any object of the games, such as a writer of a log, as bytes; what is ``given`` is left out by name."""
    names = {id(each): name for name, each in given.items()}
    return msgspec.msgpack.encode([code_fingerprint(type(value).__module__), _Encoder(names).encode(value)])


def decode_state(data: bytes, given: dict[str, object], package: str = "") -> Any:
    """Returns the object that ``encode_state`` encoded. Raises BadSnapshot for one of other code."""
    try:
        fingerprint, body = msgspec.msgpack.decode(data, type=tuple[str, Any])
        if fingerprint != code_fingerprint(package):
            raise BadSnapshot("the state was encoded by other code")
        return _Decoder(given, package.partition(".")[0] or "pitboss").decode(body)
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError, ImportError) as error:
        raise BadSnapshot(f"the state cannot be decoded: {error!r}") from None


def _objects(table: Table) -> Iterator[tuple[str, object]]:
    """Yields what is given to a table, by name: its secret, its rules and the parts of them."""
    yield "secret", table.seeds.secret
    yield "spec", table.spec
    for name in ("law", "rules"):
        rules = getattr(table, name)
        yield name, rules
        for field in getattr(rules, "__struct_fields__", ()):
            part = getattr(rules, field)
            if isinstance(part, Struct | dict):
                yield f"{name}.{field}", part


def _given(table: Table) -> Iterator[tuple[str, int]]:
    return ((name, id(value)) for name, value in _objects(table))


def _name_of(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _slots(kind: type) -> list[str]:
    found: list[str] = []
    for each in kind.__mro__:
        own = each.__dict__.get("__slots__", ())
        found += [own] if isinstance(own, str) else own
    return found


class _Encoder:
    """Encodes a graph of objects as nested lists. An object that occurs again is written once."""

    def __init__(self, given: dict[int, str]) -> None:
        self._given = given
        self._seen: dict[int, int] = {}
        self._held: list[object] = []  # so that no id is used again

    def encode(self, value: Any) -> Any:
        kind = type(value)
        name = self._given.get(id(value))
        if name is not None and (kind is not int and kind is not str):
            return [_GIVEN, name]
        if kind in _ATOMS:
            return value
        if isinstance(value, tuple):  # of clauses too: what a policy settled is not in the log either
            return [_TUPLE, *map(self.encode, value)]
        if kind is frozenset:
            return [_FROZENSET, *map(self.encode, sorted(value, key=repr))]
        if isinstance(value, Enum):
            return [_ENUM, _name_of(kind), value.value]
        if id(value) in self._seen:
            return [_AGAIN, self._seen[id(value)]]
        self._seen[id(value)] = len(self._seen)
        self._held.append(value)
        if kind is list or kind is deque:
            return [_LIST if kind is list else _DEQUE, *map(self.encode, value)]
        if kind in _MAPPINGS:
            items = (self.encode(part) for item in value.items() for part in item)
            return [_MAPPINGS[kind], *items]
        if kind is set:
            return [_SET, *map(self.encode, sorted(value, key=repr))]
        if kind is Stream:
            return [_STREAM, value._key]
        return self._object(kind, value)

    def _object(self, kind: type, value: Any) -> list[Any]:
        if isinstance(value, type) or callable(value) or isinstance(value, DutyBook | Iterator):
            raise NotSnapshottable(f"a snapshot cannot hold {kind.__module__}.{kind.__qualname__}")
        if isinstance(value, Struct):
            return [_STRUCT, _name_of(kind), *(self.encode(getattr(value, name)) for name in value.__struct_fields__)]
        state = dict(getattr(value, "__dict__", {}))
        state |= {name: getattr(value, name) for name in _slots(kind) if hasattr(value, name)}
        if not state and kind.__module__ == "builtins":
            raise NotSnapshottable(f"a snapshot cannot hold {kind.__qualname__}")
        return [_OBJECT, _name_of(kind), *(part for name, each in state.items() for part in (name, self.encode(each)))]


class _Decoder:
    """Builds the graph of objects again. It makes objects of the games' classes alone, and calls no code of theirs."""

    def __init__(self, given: dict[str, object], package: str) -> None:
        self._given = given
        self._packages = (*_PACKAGES, package) if package != "pitboss" else _PACKAGES
        self._made: list[Any] = []
        self._builders: dict[int, Callable[[list[Any]], Any]] = {
            _LIST: lambda body: self._filled([], body),
            _DEQUE: lambda body: self._filled(deque(), body),
            _DICT: lambda body: self._mapping({}, body),
            _COUNTER: lambda body: self._mapping(Counter(), body),
            _SHARED: lambda body: self._mapping(CopyOnWrite(), body),
            _SET: self._set,
            _TUPLE: lambda body: tuple(map(self.decode, body)),
            _FROZENSET: lambda body: frozenset(map(self.decode, body)),
            _ENUM: lambda body: self._class(body[0], Enum)(body[1]),
            _GIVEN: lambda body: self._given[body[0]],
            _AGAIN: lambda body: self._made[body[0]],
            _STREAM: self._stream,
            _STRUCT: self._struct,
            _OBJECT: self._object,
        }

    def decode(self, value: Any) -> Any:
        return self._builders[value[0]](value[1:]) if type(value) is list else value

    def _filled(self, made: Any, body: list[Any]) -> Any:
        self._made.append(made)
        made.extend(map(self.decode, body))
        return made

    def _mapping(self, made: Any, body: list[Any]) -> Any:
        self._made.append(made)
        for name, value in zip(body[::2], body[1::2], strict=True):
            key = self.decode(name)
            made[key] = self.decode(value)
        return made

    def _set(self, body: list[Any]) -> set[Any]:
        made: set[Any] = set()
        self._made.append(made)
        made.update(map(self.decode, body))
        return made

    def _stream(self, body: list[Any]) -> Stream:
        made = Stream.__new__(Stream)
        self._made.append(made)
        made._key = body[0]
        return made.at(0)

    def _struct(self, body: list[Any]) -> Struct:
        place = len(self._made)
        self._made.append(None)
        kind = self._class(body[0], Struct)
        fields = dict(zip(kind.__struct_fields__, map(self.decode, body[1:]), strict=True))
        made: Struct = kind(**fields)
        self._made[place] = made
        return made

    def _object(self, body: list[Any]) -> object:
        made = object.__new__(self._class(body[0], object))
        self._made.append(made)
        for name, value in zip(body[1::2], body[2::2], strict=True):
            object.__setattr__(made, name, self.decode(value))
        return made

    def _class(self, name: str, base: type) -> Any:
        module, _, path = name.partition(":")
        if not any(module == package or module.startswith(f"{package}.") for package in self._packages):
            raise LookupError(f"{name} is not a class of the games")
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
        if not (isinstance(found, type) and issubclass(found, base)):
            raise LookupError(f"{name} is not a class that a snapshot may hold")
        return found
