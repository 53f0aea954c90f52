"""A run that can be taken up again: what it has counted so far, in a file that is whole at any moment.

Only pieces that were played to their end are kept. So a run that goes on counts what it would have counted without the
interruption, to the bit, also where it is to be longer than was asked for at first.
"""

import hashlib
import os
from functools import cache
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct

from pitboss.kernel.run import Game, Totals

#: Seconds between two writings.
EVERY = 5.0


class NotThisRun(ValueError):
    """A file that is no checkpoint, or that of another run."""


@cache
def sources() -> str:
    """A digest of everything that a result depends on: the code and the law of this installation."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for part in ("*.py", "atoms/**/*.py", "blackjack/**/*.py", "roulette/**/*.py", "law/**/*.py", "kernel/**/*.py"):
        for source in sorted(package.glob(part)):
            digest.update(source.relative_to(package).as_posix().encode() + source.read_bytes())
    for data in sorted(package.glob("rulebooks/**/*.toml")):
        digest.update(data.relative_to(package).as_posix().encode() + data.read_bytes())
    return digest.hexdigest()[:32]


class _Kept(Struct, forbid_unknown_fields=True):
    """The file."""

    pitboss_checkpoint: int
    sources: str
    game: str
    seed: int
    pieces: int
    seconds: float
    counters: dict[str, int]
    words: list[str]


class Checkpoint:
    """The file of one run. Use it as a context: at its end, however that comes about, the last state is written."""

    def __init__(self, path: Path, game: Game, seed: int) -> None:
        self._path, self._seed = path, seed
        self._game, self._counters = game.identity(), dict(game.counters)
        self._latest: Totals | None = None
        self._written: Totals | None = None
        self._at = monotonic()

    def start(self) -> Totals | None:
        """What the file holds, None where there is none; NotThisRun where it belongs to another run."""
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, OSError) as error:
            raise NotThisRun(f"{self._path} is no checkpoint: {error}") from None
        for what, there, here in (
            ("version of pitboss", kept.sources, sources()),
            ("game, strategy or wagers", kept.game, self._game),
            ("seed", kept.seed, self._seed),
            ("counters", kept.counters, self._counters),
        ):
            if there != here:
                raise NotThisRun(
                    f"{self._path} is the checkpoint of another run: its {what} differs{_tell(there, here)}"
                )
        return Totals(tuple(map(int, kept.words)), self._counters, kept.pieces, kept.seconds)

    def keep(self, totals: Totals) -> None:
        """Remembers what was counted, and writes it where the last writing is some seconds ago."""
        self._latest = totals
        if monotonic() - self._at >= EVERY:
            self.write()

    def write(self) -> None:
        """Writes what is remembered, so that at any moment there is the old file or the new one, whole."""
        totals = self._latest
        if totals is None or totals is self._written:
            return
        words = [str(word) for word in totals.words]  # which may be larger than other readers of JSON expect
        kept = _Kept(1, sources(), self._game, self._seed, totals.pieces, totals.seconds, self._counters, words)
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            with beside.open("wb") as file:
                file.write(msgspec.json.encode(kept))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)
        _sync_folder(self._path.absolute().parent)
        self._written, self._at = totals, monotonic()

    def __enter__(self) -> "Checkpoint":
        return self

    def __exit__(self, *_: object) -> None:
        self.write()


def _tell(there: object, here: object) -> str:
    short = all(isinstance(value, int) for value in (there, here))
    return f" ({there} there, {here} here)" if short else ""


def _sync_folder(folder: Path) -> None:
    """The name of the file is kept through a power cut too, where folders can be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
