"""Power failures right after a restart: what a restarted house shows is durable, also commits that it recovered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from pitboss.house import wal
from tests.house.simulation.disk import file_system
from tests.house.simulation.loop import PROCESS
from tests.house.simulation.scenario import RESTARTS, simulate
from tests.house.simulation.test_simulation import run_seeds

#: Seeds that fail where recovered commits are used as found, only synced, or only checkpointed.
EVERYDAY = range(4)
SOAK_CHUNK, SOAK = 100, 2_000


@pytest.mark.parametrize("seed", EVERYDAY)
def test_what_a_restarted_house_shows_survives_a_power_failure(seed: int) -> None:
    assert simulate(seed, RESTARTS).violation == ""


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(0, SOAK, SOAK_CHUNK))
def test_what_a_restarted_house_shows_survives_many_power_failures(first: int) -> None:
    run_seeds(first, first + SOAK_CHUNK, RESTARTS)


def use_as_found(_connection: Any, _wal: Path) -> None:
    """Reads what SQLite recovers."""


def sync_only(_connection: Any, log: Path) -> None:
    """Syncs the WAL, whose pages the operating system may take for clean after a failed sync."""
    disk = file_system().disk
    assert disk is not None
    try:
        disk.sync(disk.file(str(log)), PROCESS.get())
    except apsw.IOError as error:
        raise OSError(str(error)) from error


def checkpoint(connection: Any, _wal: Path) -> None:
    """Copies the WAL into the database, and leaves the WAL as it is."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


@pytest.mark.parametrize("settle", [use_as_found, sync_only, checkpoint])
def test_lesser_ways_to_settle_a_recovered_commit_are_found(
    settle: Callable[[Any, Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "settle", settle)
    violations = (simulate(seed, RESTARTS).violation for seed in EVERYDAY)
    assert any("chain" in violation or "durable" in violation for violation in violations)
