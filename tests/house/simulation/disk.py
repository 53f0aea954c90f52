"""A simulated disk under SQLite: writes that tear, are lost before a sync, fail, or find the disk full.

The files are real, and SQLite's own code locks them and shares its WAL index. Beside each file the disk has what is
durable: the content of the last sync. The writes since then are in the cache of the operating system. They survive the
death of a process. A power failure keeps some of them, drops others, and tears others at a sector.
"""

import errno
import random
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import apsw
from msgspec import Struct

from pitboss.house.wal import used_length
from tests.house.simulation.loop import PROCESS, Host

SECTOR: Final = 512
VFS_NAME: Final = "simulated-disk"
_TRACKED: Final = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL


class ProcessKilled(BaseException):
    """The process was killed in the middle of a system call."""


def kill(host: Host | None) -> None:
    """Kills a process in the middle of its system call."""
    assert host is not None
    host.alive = False
    raise ProcessKilled(host.name)


class Change(Struct, frozen=True):
    """A write, or with ``data`` None a truncation, that is not synced."""

    offset: int
    data: bytes | None


class CachedFile:
    """The durable content of a file, and the changes since, in their order."""

    def __init__(self, content: bytes = b"") -> None:
        self.durable = bytearray(content)
        self.changes: list[Change] = []

    def sync(self) -> None:
        """Makes every change durable."""
        for change in self.changes:
            apply_change(self.durable, change)
        self.changes.clear()

    def survive(self, dice: random.Random) -> bytes:
        """Returns the content after a power failure: each change is there, lost, or torn."""
        content = bytearray(self.durable)
        kept = dice.choice((0.0, 0.5, 0.9))  # the disk wrote little or much of its cache
        for change in self.changes:
            if dice.random() >= kept:
                continue
            sectors = 0 if change.data is None else len(change.data) // SECTOR
            torn = sectors > 1 and dice.random() < 0.3
            data = change.data[: SECTOR * dice.randrange(1, sectors)] if torn and change.data else change.data
            apply_change(content, Change(change.offset, data))
        return bytes(content)


def apply_change(content: bytearray, change: Change) -> None:
    """Writes or truncates; a write behind the end fills the gap with zeros."""
    if change.data is None:
        del content[change.offset :]
        return
    if len(content) < change.offset:
        content.extend(bytes(change.offset - len(content)))
    content[change.offset : change.offset + len(change.data)] = change.data


class Faults:
    """What goes wrong at the disk of one process, by probabilities that a test sets and clears."""

    def __init__(self) -> None:
        self.write_error = 0.0
        self.sync_error = 0.0
        self.read_error = 0.0
        self.full = False
        self.kill_after: int | None = None  # so many more changes until the process is killed in one
        self.kill_in_sync = False


class SimulatedDisk:
    """The files of one machine."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder = folder
        self.dice = dice
        self.files: dict[str, CachedFile] = {}
        self.faults: dict[Host, Faults] = {}
        self.abandoning = False  # the connections of a killed process are being closed
        self.changes = 0  # counts every change and every recovery, for those who look whether there was any
        self.log: list[str] = []

    def file(self, path: str) -> CachedFile:
        """Returns the state of a file, which is durable as found."""
        found = self.files.get(path)
        if found is None:
            there = Path(path)
            found = self.files[path] = CachedFile(there.read_bytes() if there.exists() else b"")
        return found

    def lose_power(self) -> None:
        """Replaces every file by what survives. No process may have it open."""
        for path, file in sorted(self.files.items()):
            content = file.survive(self.dice)
            if Path(path).exists():
                Path(path).write_bytes(content)
        self.files.clear()
        for index in self.folder.glob("*-shm"):
            index.unlink()

    def rewrite(self, wal: Path) -> None:
        """Stands in for `pitboss.house.wal.rewrite`: writes the used part of a file over itself and syncs it."""
        host, file = PROCESS.get(), self.file(str(wal))
        with wal.open("rb") as opened:
            end = used_length(opened)
            opened.seek(0)
            content = opened.read(end)
        try:
            for start in range(0, end, SECTOR * 8):
                self.check(host, "write")
                self._count(host, None)
                self.changes += 1
                file.changes.append(Change(start, content[start : start + SECTOR * 8]))
            self.sync(file, host)
        except apsw.IOError as error:
            raise OSError(errno.EIO, str(error)) from error

    def sync(self, file: CachedFile, host: Host | None) -> None:
        """Makes the changes of a file durable, unless that fails. What a failed sync leaves is not synced later: the
        operating system takes the pages for clean, as Linux does."""
        try:
            self.check(host, "sync")
        except apsw.IOError:
            if self.dice.random() < 0.5:
                file.changes.clear()
            raise
        self._count(host, file)
        file.sync()

    def _count(self, host: Host | None, synced: CachedFile | None) -> None:
        """Kills the process in this system call if it is time; a sync may have been done before."""
        faults = self.faults.get(host) if host is not None else None
        if faults is None:
            return
        if faults.kill_after is not None:
            faults.kill_after -= 1
        due = faults.kill_after is not None and faults.kill_after < 0
        if due or (synced is not None and faults.kill_in_sync):
            if synced is not None and self.dice.random() < 0.5:
                synced.sync()
            kill(host)

    def check(self, host: Host | None, kind: str) -> None:
        """Raises what goes wrong at this system call, if anything."""
        if self.abandoning:
            raise apsw.IOError("the process is dead")
        if host is None:
            return
        if not host.alive:
            raise apsw.IOError("the process is dead")
        faults = self.faults.get(host)
        if faults is None:
            return
        odds = {"write": faults.write_error, "sync": faults.sync_error, "read": faults.read_error}[kind]
        if odds and self.dice.random() < odds:
            raise apsw.IOError(f"simulated {kind} error")


class SimulatedFile(apsw.VFSFile):
    """An open file of a process, which is the one that opened it."""

    def __init__(self, disk: SimulatedDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._host = PROCESS.get()
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._file = disk.file(path) if path and flags[0] & _TRACKED else None
        self._is_wal = bool(flags[0] & apsw.SQLITE_OPEN_WAL)
        super().__init__("unix", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:
        """Reads, unless that fails."""
        if self._file is not None:
            self._disk.check(self._host, "read")
        if self._is_wal and offset == 0:  # SQLite recovers the WAL: a commit that died before its end becomes visible
            self._disk.changes += 1
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:
        """Writes into the cache, unless that fails."""
        if self._file is None:
            super().xWrite(data, offset)
            return
        self._disk.check(self._host, "write")
        faults = self._disk.faults.get(self._host) if self._host is not None else None
        if faults is not None and faults.full and offset + len(data) > super().xFileSize():
            raise apsw.FullError("simulated: the disk is full")
        data = bytes(data)
        if faults is not None and faults.kill_after is not None:
            faults.kill_after -= 1
            if faults.kill_after < 0:
                self._change(data[: self._disk.dice.randrange(len(data) + 1)], offset)
                kill(self._host)
        self._change(data, offset)

    def _change(self, data: bytes, offset: int) -> None:
        assert self._file is not None
        self._disk.changes += 1
        self._file.changes.append(Change(offset, data))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        """Truncates in the cache, unless that fails."""
        if self._file is not None:
            self._disk.check(self._host, "write")
            self._disk.changes += 1
            self._file.changes.append(Change(size, None))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        """Makes the changes of the file durable, unless that fails."""
        if self._file is not None:
            self._disk.sync(self._file, self._host)


class SimulatedFileSystem(apsw.VFS):
    """SQLite's file system on the disk of the current simulation."""

    def __init__(self) -> None:
        self.disk: SimulatedDisk | None = None
        super().__init__(VFS_NAME, base="unix")

    def xOpen(self, name: Any, flags: list[int]) -> SimulatedFile:
        """Opens a file for the process that runs."""
        assert self.disk is not None
        host = PROCESS.get()
        if host is not None and not host.alive:
            raise apsw.CantOpenError("the process is dead")
        return SimulatedFile(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Deletes a file. A killed process deletes nothing."""
        assert self.disk is not None
        if self.disk.abandoning:
            return
        self.disk.files.pop(filename, None)
        super().xDelete(filename, syncdir)


@lru_cache(maxsize=1)
def file_system() -> SimulatedFileSystem:
    """Returns SQLite's simulated file system, which is registered once."""
    return SimulatedFileSystem()


def rewrite(wal: Path) -> None:
    """Writes a WAL over itself on the disk of the current simulation."""
    disk = file_system().disk
    assert disk is not None
    disk.rewrite(wal)
