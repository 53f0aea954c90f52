"""Keys that seal the secrets of tables at rest. They are stored outside the database and its backups.

The form of a sealed secret is specified in docs/reference/fairness.md: magic, key id, nonce, then AES-256-GCM with the
name of the table as associated data.
"""

import base64
import binascii
import os
import secrets
import shlex
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.house.file_modes import FILE_MODE, create_private_folder, open_to_others
from pitboss.house.file_sync import sync_path

#: The environment variables that hold the key, name its file, or name a command that prints it (an OS keyring).
KEY_VARIABLE: Final = "PITBOSS_KEY"
KEY_FILE_VARIABLE: Final = "PITBOSS_KEY_FILE"
KEY_COMMAND_VARIABLE: Final = "PITBOSS_KEY_COMMAND"

_PREFIX: Final = "pitboss-key-1:"
_KEY_BYTES: Final = 32
_ID_BYTES: Final = 8
_NONCE_BYTES: Final = 12
#: The first bytes of a sealed secret. The house log has a hash of each table's row: of a table that was opened with its
#: secret in the clear (MAGIC_CLEAR) it covers the secret, of any other it does not.
MAGIC: Final = b"PBS1"
MAGIC_CLEAR: Final = b"PBS0"
_MAGIC_BYTES: Final = 4
_HEAD: Final = _MAGIC_BYTES + _ID_BYTES + _NONCE_BYTES
assert len(MAGIC) == len(MAGIC_CLEAR) == _MAGIC_BYTES
#: Seconds in which the command of an OS keyring must answer.
_COMMAND_SECONDS: Final = 30


class BadKey(ValueError):
    """A key that cannot be read, or a secret that it does not open."""


class KeyMissing(BadKey):
    """A secret is sealed under a key that is not in the key ring."""


def new_key() -> str:
    """Returns a new random key as text."""
    return _PREFIX + base64.urlsafe_b64encode(secrets.token_bytes(_KEY_BYTES)).decode().rstrip("=")


def is_sealed(stored: bytes) -> bool:
    """Whether a stored secret is sealed."""
    return stored.startswith((MAGIC, MAGIC_CLEAR)) and len(stored) > _HEAD


def key_id_of(stored: bytes) -> str:
    """Returns the id of the key that a secret is sealed under."""
    return stored[_MAGIC_BYTES : _MAGIC_BYTES + _ID_BYTES].hex()


class KeyRing:
    """The keys of a house. The first key seals; every key opens what it sealed.

    ``reload`` reads the keys again: a running server then opens what ``pitboss key rotate`` sealed.
    """

    def __init__(self, text: str, source: str = "", reload: Callable[[], str] | None = None) -> None:
        self.source = source
        self._reload = reload
        self._keys: dict[str, bytes] = {}
        self._current = ""
        self._read(text)

    def __repr__(self) -> str:
        return f"<KeyRing {', '.join(self._keys)}>"  # never the keys

    def __getstate__(self) -> dict[str, object]:
        """Another process of the audit gets the keys, but not the way to read them again."""
        return {**vars(self), "_reload": None}

    @classmethod
    def ephemeral(cls) -> "KeyRing":
        """Returns a ring with a new key that lasts as long as this process."""
        return cls(new_key(), "this process")

    def _read(self, text: str) -> None:
        keys = [_parsed(word, self.source) for word in text.split()]
        if not keys:
            raise BadKey(f"{self.source or 'the key'} is empty: pitboss key new makes a key")
        self._keys = {_id_of(key): key for key in keys}
        self._current = _id_of(keys[0])

    @property
    def current(self) -> str:
        """The id of the key that seals."""
        return self._current

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all keys, the current one first."""
        return tuple(self._keys)

    def witness_key(self) -> bytes:
        """Returns the private key that signs the heads of the logs, derived from the current key."""
        return _witness_key(self._keys[self._current])

    def witness_keys(self) -> tuple[bytes, ...]:
        """Returns the private keys that sign, and that signed before a rotation; the current one first."""
        return tuple(map(_witness_key, self._keys.values()))

    def read_again(self) -> None:
        """Reads the keys where they came from: ``pitboss key rotate`` may have replaced them.

        Raises BadKey where that fails; the keys stay as they are.
        """
        if self._reload is not None:
            self._read(self._reload())

    def seal(self, table: str, secret: bytes, magic: bytes = MAGIC) -> bytes:
        """Returns the secret of a table, sealed under the current key."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        head = magic + bytes.fromhex(self._current) + nonce
        return head + AESGCM(self._keys[self._current]).encrypt(nonce, secret, _bound_to(table, magic))

    def open(self, table: str, sealed: bytes) -> bytes:
        """Returns the secret of a table. Raises KeyMissing without its key, BadKey where it was changed."""
        wanted = key_id_of(sealed)
        if wanted not in self._keys:
            with suppress(BadKey, OSError):
                self.read_again()
        key = self._keys.get(wanted)
        if key is None:
            raise KeyMissing(missing_key(table, wanted, self.ids))
        try:
            nonce, body = sealed[_HEAD - _NONCE_BYTES : _HEAD], sealed[_HEAD:]
            return AESGCM(key).decrypt(nonce, body, _bound_to(table, sealed[:_MAGIC_BYTES]))
        except InvalidTag:
            raise BadKey(f"the sealed secret of table {table} was changed, or belongs to another table") from None


def missing_key(table: str, wanted: str, known: tuple[str, ...] = ()) -> str:
    """Returns the message for a secret whose key is missing."""
    have = f"this house has {', '.join(known)}" if known else "no key is given"
    return f"the secret of table {table} is sealed under key {wanted}, and {have}: set {KEY_FILE_VARIABLE}"


def _witness_key(key: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=b"pitboss witness 1").derive(key)


def _id_of(key: bytes) -> str:
    return sha256(b"pitboss key id\0" + key).hexdigest()[: 2 * _ID_BYTES]


def _bound_to(table: str, magic: bytes) -> bytes:
    """The associated data: a secret that is moved to another table does not open."""
    return b"pitboss table secret\0" + magic + table.encode()


def _parsed(word: str, source: str) -> bytes:
    body = word.removeprefix(_PREFIX)
    try:
        key = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        key = b""
    if body == word or len(key) != _KEY_BYTES:
        raise BadKey(f"{source or 'the key'} is not a key: expected {_PREFIX} and 43 characters, from pitboss key new")
    return key


# --- where the key is ------------------------------------------------------------------------------------------------


def default_key_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Returns the path of the default key file: in the folder of settings, apart from the folder of data."""
    base = environment.get("XDG_CONFIG_HOME") or environment.get("APPDATA") or Path.home() / ".config"
    return Path(base) / "pitboss" / "house.key"


def key_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Returns the path of the key file: the one that the environment names, or the default."""
    named = environment.get(KEY_FILE_VARIABLE)
    return Path(named).expanduser() if named else default_key_file(environment)


def find_keys(environment: Mapping[str, str] = os.environ) -> KeyRing | None:
    """Returns the keys that the environment holds or names, else those of the default file; None where there is none.

    Raises BadKey for a key that cannot be read, is malformed, or is open to other users.
    """
    if text := environment.get(KEY_VARIABLE):
        return KeyRing(text, f"${KEY_VARIABLE}")
    if command := environment.get(KEY_COMMAND_VARIABLE):
        return KeyRing(_printed_by(command), f"${KEY_COMMAND_VARIABLE}", lambda: _printed_by(command))
    file = key_file(environment)
    if not file.exists() and KEY_FILE_VARIABLE not in environment:
        return None
    return KeyRing(_read_file(file), str(file), lambda: _read_file(file))


def find_or_make_keys(environment: Mapping[str, str] = os.environ) -> KeyRing:
    """Returns the keys of a practice house; makes the default key file where there is no key."""
    found = find_keys(environment)
    if found is not None:
        return found
    with suppress(FileExistsError):  # another process was first
        write_key_file(key_file(environment), new_key(), new=True)
    found = find_keys(environment)
    assert found is not None
    return found


def write_key_file(file: Path, text: str, *, new: bool = False) -> None:
    """Writes a key file with mode 600, durably and at once. With ``new``, raises FileExistsError where it exists."""
    create_private_folder(file.parent)
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    try:
        with os.fdopen(handle, "w") as out:
            out.write("\n".join(text.split()) + "\n")
            out.flush()
            os.fsync(out.fileno())
        if new:
            os.link(part, file)
        else:
            part.replace(file)
        sync_path(file.parent)  # nothing may be sealed under a key that a power failure takes back
    finally:
        part.unlink(missing_ok=True)


def _read_file(file: Path) -> str:
    try:
        text = file.read_text()
    except FileNotFoundError:
        raise BadKey(f"there is no key file {file}: put a copy of it there; pitboss key new makes a key") from None
    except (OSError, UnicodeError) as error:
        raise BadKey(f"the key file {file} cannot be read: {error}") from None
    if problem := open_to_others(file, "it holds the key of the house"):
        raise BadKey(problem)
    return text


def _printed_by(command: str) -> str:
    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, text=True, check=False, timeout=_COMMAND_SECONDS
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise BadKey(f"${KEY_COMMAND_VARIABLE} cannot be run: {error}") from None
    if done.returncode:
        raise BadKey(f"${KEY_COMMAND_VARIABLE} failed with exit code {done.returncode}: {done.stderr.strip()[:200]}")
    return done.stdout
