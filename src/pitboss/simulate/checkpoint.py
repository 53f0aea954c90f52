"""Checkpoint of a run: its counters in a file that is replaced atomically.

Only complete pieces are stored. So a resumed run returns the same counters as one without the interruption, also if it
is extended.
"""

import hashlib
import os
from functools import cache
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct

from pitboss.simulate.run import SimulatedGame, Totals

#: Seconds between two writes.
WRITE_INTERVAL = 5.0


class CheckpointMismatch(ValueError):
    """Raised for a file that is not a checkpoint, or is that of another run."""


@cache
def sources() -> str:
    """Returns a hash of the code and the rulebooks that a result depends on."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for part in (
        "*.py",
        "atoms/**/*.py",
        "compiled/**/*.py",
        "games/blackjack/**/*.py",
        "games/roulette/**/*.py",
        "law/**/*.py",
        "simulate/**/*.py",
        "strategy/**/*.py",
    ):
        for source in sorted(package.glob(part)):
            digest.update(source.relative_to(package).as_posix().encode() + source.read_bytes())
    for data in sorted(package.glob("rulebooks/**/*.toml")):
        digest.update(data.relative_to(package).as_posix().encode() + data.read_bytes())
    return digest.hexdigest()[:32]


class _CheckpointFile(Struct, forbid_unknown_fields=True):
    """Schema of the file."""

    pitboss_checkpoint: int
    sources: str
    game: str
    seed: int
    pieces: int
    seconds: float
    counters: dict[str, int]
    words: list[str]


class Checkpoint:
    """The checkpoint file of one run. As a context manager it writes the last state on exit."""

    def __init__(self, path: Path, game: SimulatedGame, seed: int) -> None:
        self._path, self._seed = path, seed
        self._game, self._counters = game.identity(), dict(game.counters)
        self._latest: Totals | None = None
        self._written: Totals | None = None
        self._at = monotonic()

    def start(self) -> Totals | None:
        """Returns the stored totals, or None without a file; raises CheckpointMismatch for that of another run."""
        try:
            stored = msgspec.json.decode(self._path.read_bytes(), type=_CheckpointFile)
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, OSError) as error:
            raise CheckpointMismatch(f"{self._path} is not a checkpoint: {error}") from None
        for what, there, here in (
            ("version of pitboss", stored.sources, sources()),
            ("game, strategy or wagers", stored.game, self._game),
            ("seed", stored.seed, self._seed),
            ("counters", stored.counters, self._counters),
        ):
            if there != here:
                raise CheckpointMismatch(
                    f"{self._path} is the checkpoint of another run: its {what} differs{_differing_values(there, here)}"
                )
        return Totals(tuple(map(int, stored.words)), self._counters, stored.pieces, stored.seconds)

    def keep(self, totals: Totals) -> None:
        """Stores the totals in memory and writes them if the last write is older than ``WRITE_INTERVAL`` seconds."""
        self._latest = totals
        if monotonic() - self._at >= WRITE_INTERVAL:
            self.write()

    def write(self) -> None:
        """Writes the latest totals to a temporary file and replaces the checkpoint atomically."""
        totals = self._latest
        if totals is None or totals is self._written:
            return
        words = [str(word) for word in totals.words]  # as text: the integers may exceed the range of other JSON parsers
        stored = _CheckpointFile(
            1, sources(), self._game, self._seed, totals.pieces, totals.seconds, self._counters, words
        )
        temporary = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            with temporary.open("wb") as file:
                file.write(msgspec.json.encode(stored))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self._path)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_folder(self._path.absolute().parent)
        self._written, self._at = totals, monotonic()

    def __enter__(self) -> "Checkpoint":
        return self

    def __exit__(self, *_: object) -> None:
        self.write()


def _differing_values(there: object, here: object) -> str:
    short = all(isinstance(value, int) for value in (there, here))
    return f" ({there} there, {here} here)" if short else ""


def _sync_folder(folder: Path) -> None:
    """Flushes the folder entry to disk, if the platform allows opening folders."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
