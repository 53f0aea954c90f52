"""The actor of a command line: the operating system account, as the house log stores it."""

import getpass
import os
import socket
import sys

from pitboss.tables.live import Actor, Role

if sys.platform != "win32":
    import pwd


def system_user() -> Actor:
    """Returns the account that runs this process as an actor with the role of the house.

    The means are ``cli USER@HOST``. Under `sudo` they also name the calling account, from the environment variable that
    sudo sets.
    """
    name = _account()
    called_by = os.environ.get("SUDO_USER", "")
    means = f"cli {name}@{socket.gethostname()}"
    if called_by and called_by != name:
        means += f", sudo by {called_by}"
    return Actor(_plain(name), Role.HOUSE, _plain(means))


def _account() -> str:
    """Looks the account up by user id: variables like LOGNAME can be set to anything."""
    if sys.platform == "win32":
        return getpass.getuser()
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container may run under an id without a name
        return f"uid {os.getuid()}"


def _plain(text: str) -> str:
    """Replaces all but printable ASCII, so that an entry stays one line in a printed log."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in text)[:120]
