"""Settings of a server."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.house.database import MEMORY, BadAddress
from pitboss.house.file_modes import create_private_folder, folder_open_to_others
from pitboss.house.keys import BadKey, KeyRing, find_keys, find_or_make_keys
from pitboss.house.retention import Retention

if TYPE_CHECKING:
    from pitboss.server.beacon import Beacon

#: Lifetime of a session by password, and of the tokens that `pitboss user add` prints.
SESSION_SECONDS = 12 * 3600
TOKEN_SECONDS = 365 * 24 * 3600

#: Enough for a class of thirty with two windows each.
CLIENTS_PER_ADDRESS = 60


class Rates(Struct, frozen=True):
    """Rate limits of a client: requests per second in the long run, and the burst."""

    requests: float = 40.0
    requests_burst: int = 200
    messages: float = 20.0
    messages_burst: int = 60
    #: Sign-in attempts for one name from one address, or from one known device.
    sign_ins: float = 0.2
    sign_ins_burst: int = 10
    #: Sign-in attempts for one name from all addresses; known devices are not counted.
    stranger_sign_ins: float = 1.0
    stranger_sign_ins_burst: int = 100
    #: Clients of one address: burst of new guests, open WebSockets, burst of sign-in attempts, and
    #: passwords in the queue.
    clients_per_address: int = CLIENTS_PER_ADDRESS
    #: Refills of practice chips for one guest.
    refills: float = 0.1
    refills_burst: int = 20
    #: New guests per second of one address: slow, because every account stays in the log.
    guests: float = 1 / 60


class Settings(Struct, frozen=True, kw_only=True):
    """Settings of a server."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8021
    #: A practice house: guests get practice chips, and every rulebook has a table.
    practice: bool = False
    practice_chips: int = 100_000
    #: Whether visitors who are not signed in may watch tables and see players; None: in a practice house only.
    public_tables: bool | None = None
    #: Guests with a session at the same time.
    most_guests: int = 5_000
    rates: Rates = Rates()
    #: Addresses and networks of the proxies whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are honoured.
    trusted_proxies: tuple[str, ...] = ()
    #: Host names and origins of pages that are accepted besides this server's own (see ``origin_guard``).
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    #: The bearer token for which ``/metrics`` answers a monitor; without one only an operator reads it.
    metrics_token: str = ""
    #: The path below which a proxy serves the house, such as ``/casino``.
    root_path: str = ""
    max_body: int = 65_536
    #: Timeout for a request body.
    body_seconds: float = 20.0
    #: Seconds after which a pending request checks whether the database accepts writes; if not, it fails.
    stall_seconds: float = 3.0
    max_message: int = 16_384
    session_seconds: int = SESSION_SECONDS
    #: Private practice rooms open at the same time, of one player and in total.
    rooms_per_player: int = 3
    most_rooms: int = 500
    #: A room in which nothing has happened for so long is closed.
    room_idle_seconds: float = 1800.0
    #: The pause before each command of a bot, so that people can follow.
    bot_seconds: float = 0.35
    #: The duties that persons attest at tables opened here: ``none``, ``all`` or names with commas.
    duties: str = "none"
    #: The keys that seal the secrets of tables; None: found in the environment, made for a practice house.
    keys: KeyRing | None = None
    #: Where signed heads of the logs are exported, a file or a URL that accepts them by POST; after how many entries.
    witness: str = ""
    witness_every: int = 1000
    #: Which entries of the logs stay as rows of the database; older ones are compressed into archives.
    retention: Retention = Retention()
    #: The external beacon for the tables that are opened with one.
    beacon: "Beacon | None" = None

    @property
    def tables_are_public(self) -> bool:
        """Whether visitors who are not signed in may watch tables and see players."""
        return self.practice if self.public_tables is None else self.public_tables


def keys_for(settings: Settings) -> KeyRing:
    """Returns the keys of a server. Raises BadKey where a house on real money has none."""
    if settings.keys is not None:
        return settings.keys
    if settings.practice:
        return KeyRing.ephemeral() if settings.database == MEMORY else find_or_make_keys()
    keys = find_keys()
    if keys is None:
        raise BadKey(
            "a house that is not for practice needs a key for the secrets of its tables: run pitboss key new, "
            "or set PITBOSS_KEY_FILE, PITBOSS_KEY or PITBOSS_KEY_COMMAND"
        )
    return keys


def data_folder() -> Path:
    """Returns the user's data folder, by the convention of the operating system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "pitboss"


def default_file() -> Path:
    """Returns the path of the default house."""
    return data_folder() / "house.db"


def default_database() -> str:
    """Returns the URL of the default SQLite database, and creates its folder if it is missing.

    Raises BadAddress if other users of the machine can read that folder.
    """
    file = default_file()
    create_private_folder(file.parent)
    if problem := folder_open_to_others(file.parent):
        raise BadAddress(problem)
    return f"sqlite:///{file}"
