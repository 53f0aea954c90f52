"""Signed heads of the logs, kept outside the reach of the database's owner: a rewritten history contradicts them.

docs/reference/fairness.md specifies the bytes of a statement.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from pitboss.house.log.read import all_streams

_DOMAIN: Final = b"pitboss heads 1\n"


class HeadStatement(Struct, frozen=True, kw_only=True):
    """The heads of logs at one time: by log the position and the hash of its last entry.

    A statement lists the logs that changed since the statement before. ``chain`` names the process that signs,
    ``number`` counts its statements from 1, and ``previous`` is the hash of the one before.
    """

    chain: str
    number: int
    at: int
    #: Why it was made: ``start``, ``entries``, ``day`` or ``stop``.
    why: str
    heads: dict[str, tuple[int, str]]
    previous: str
    #: The public key, and the signature of everything else; hexadecimal.
    key: str
    signature: str = ""

    def signed_bytes(self) -> bytes:
        """Returns the bytes that are signed: the statement as JSON in the order of its fields, with no signature."""
        return _DOMAIN + msgspec.json.encode(replace(self, signature=""))

    def hash(self) -> str:
        """Returns the hash that the next statement names."""
        return sha256(self.signed_bytes()).hexdigest()

    def is_signed(self) -> bool:
        """Whether the signature is that of the key in the statement."""
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), self.signed_bytes())
        except (ValueError, InvalidSignature):
            return False
        return True


def public_keys(private_keys: Iterable[bytes]) -> tuple[str, ...]:
    """Returns the public keys of private ones, hexadecimal."""
    return tuple(_public_key(Ed25519PrivateKey.from_private_bytes(each)) for each in private_keys)


def _public_key(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


class HeadSigner:
    """Signs the heads of a database, each statement chained to the one before."""

    def __init__(self, private_key: bytes, chain: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_key)
        self._chain = chain
        self._number = 0
        self._previous = ""
        self._known: dict[str, tuple[int, str]] = {}

    @property
    def public_key(self) -> str:
        """The public key, hexadecimal."""
        return _public_key(self._key)

    def sign(self, heads: Mapping[str, tuple[int, str]], at: int, why: str) -> HeadStatement:
        """Returns a signed statement of the heads that changed since the last one."""
        changed = {name: head for name, head in sorted(heads.items()) if self._known.get(name) != head}
        self._number += 1
        statement = HeadStatement(
            chain=self._chain,
            number=self._number,
            at=at,
            why=why,
            heads=changed,
            previous=self._previous,
            key=self.public_key,
        )
        self._previous = statement.hash()
        self._known |= changed
        return replace(statement, signature=self._key.sign(statement.signed_bytes()).hex())


def heads_now(connection: Connection) -> dict[str, tuple[int, str]]:
    """Returns the position and the hash of the last entry of every log."""
    return {stream.name: (stream.seq, stream.head.hex()) for stream in all_streams(connection)}


def read_statements(data: bytes) -> tuple[list[HeadStatement], list[str]]:
    """Decodes a file of statements, one in a line; returns them, and what is wrong with each line that has none."""
    statements: list[HeadStatement] = []
    faults: list[str] = []
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            try:
                statements.append(msgspec.json.decode(line, type=HeadStatement))
            except msgspec.DecodeError as error:
                faults.append(f"line {number} is not a statement: {error}")
    return statements, faults


def statement_faults(statements: Sequence[HeadStatement], trusted: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yields what is wrong with statements: a signature, a key that is not a trusted one (none are named: any key), a
    gap in a chain, or two hashes for one entry."""
    last: dict[str, HeadStatement] = {}
    heads: dict[tuple[str, int], tuple[str, str]] = {}
    for statement in statements:
        row = f"{statement.chain} #{statement.number}"
        if not statement.is_signed():
            yield row, "its signature does not match it"
        elif trusted and statement.key not in trusted:
            yield row, f"it is signed by {statement.key}, not by {' or '.join(trusted)}"
        yield from ((row, what) for what in _chain_faults(statement, last.get(statement.chain)))
        last[statement.chain] = statement
        for name, (seq, hashed) in statement.heads.items():
            known, first = heads.setdefault((name, seq), (hashed, row))
            if known != hashed:
                yield row, f"it has another hash of {name} #{seq} than {first}"


def _chain_faults(statement: HeadStatement, before: HeadStatement | None) -> Iterator[str]:
    """Yields what is wrong between a statement and the one before it in its chain."""
    if before is None:
        if statement.number != 1 or statement.previous:
            yield "the statements before it are missing"
        return
    if (statement.number, statement.previous) != (before.number + 1, before.hash()):
        yield f"it does not follow #{before.number}: a statement is missing or was changed"
    if statement.key != before.key:
        yield f"it is signed by {statement.key}, but #{before.number} by {before.key}"


def unwitnessed(statements: Iterable[HeadStatement], heads: Mapping[str, tuple[int, str]]) -> int:
    """Returns how many entries are newer than every statement: of these nothing proves that they were not rewritten."""
    covered = {name: max(known) for name, known in witnessed_heads(statements).items()}
    return sum(max(0, seq - covered.get(name, 0)) for name, (seq, _) in heads.items())


def witnessed_heads(statements: Iterable[HeadStatement]) -> dict[str, dict[int, str]]:
    """Returns by log every position with its hash; of two hashes for one position the first counts."""
    found: dict[str, dict[int, str]] = {}
    for statement in statements:
        for name, (seq, hashed) in statement.heads.items():
            found.setdefault(name, {}).setdefault(seq, hashed)
    return found
