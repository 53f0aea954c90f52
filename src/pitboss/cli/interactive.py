"""What the terminals of all games share: reading lines, and saving the play as a file."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from pitboss.cli.screen import Screen
from pitboss.tables import Table


def read_lines(screen: Screen, prompt: Callable[[], str]) -> Iterator[str]:
    """Yields the lines of the standard input without spaces around them; those of a pipe are printed."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    if interactive:
        with suppress(ImportError):
            import readline  # noqa: F401 # arrow keys and history, if available
    while True:
        if interactive:
            yield input(f"{prompt()}> ").strip()
            continue
        line = sys.stdin.readline()
        if not line:
            return
        screen.say(f"> {line.rstrip()}")
        yield line.strip()


class LogSaver:
    """Saves the play of a table as a ``.pit`` file. It replaces no file but its own."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self._table, self._screen = table, screen
        self._saved: set[str] = set()

    def save(self, name: str) -> None:
        """Writes the file and says so, or why it cannot be written."""
        if not name:
            self._screen.wrong("save needs a file name: save evening.pit")
            return
        if name not in self._saved and Path(name).exists():
            self._screen.wrong(f"{name} already exists: choose another name")
            return
        try:
            Path(name).write_text(self._table.log_pit(), encoding="utf-8")
        except OSError as error:
            self._screen.wrong(f"{name} cannot be written: {error.strerror}")
        else:
            self._saved.add(name)
            self._screen.say(f"Saved. `pitboss replay {shlex.quote(name)}` replays it.")
