"""What a server is started with."""

import os
import sys
from pathlib import Path

from msgspec import Struct

#: How long a session lasts: a long evening for people, a year for the tokens that `pitboss user add` prints.
SESSION_SECONDS = 12 * 3600
TOKEN_SECONDS = 365 * 24 * 3600


class Rates(Struct, frozen=True):
    """How much one client may ask: so many a second in the long run, and so many at once."""

    requests: float = 40.0
    requests_burst: int = 200
    messages: float = 20.0
    messages_burst: int = 60
    sign_ins: float = 0.2
    sign_ins_burst: int = 10
    #: A class sits down at once; but an account stays, so that nobody is to make them without end.
    guests: float = 1 / 60
    guests_burst: int = 30
    sockets_each: int = 20


class Settings(Struct, frozen=True, kw_only=True):
    """A server's settings."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8021
    #: Guests may sit down, with practice chips, and there is a table of every rulebook.
    practice: bool = False
    practice_chips: int = 100_000
    #: So many guests at most have a session at once.
    most_guests: int = 5_000
    rates: Rates = Rates()
    max_body: int = 65_536
    #: Within how many seconds a body is there: it is small, and a slow line is quicker.
    body_seconds: float = 20.0
    max_message: int = 16_384
    session_seconds: int = SESSION_SECONDS


def data_folder() -> Path:
    """Where this user's programs keep their data, by the custom of the system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "pitboss"


def default_file() -> Path:
    """Where the house is that is meant where none is named."""
    return data_folder() / "house.db"


def default_database() -> str:
    """The embedded default: a SQLite file in the user's data folder, which is made where it is missing."""
    file = default_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{file}"
