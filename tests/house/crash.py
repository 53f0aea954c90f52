"""Processes that are killed at any moment, and the commands that were acknowledged before."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct

from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.log.read import links
from pitboss.house.schema import streams

ROOT = Path(__file__).parents[2]
#: Commands that a process must have acknowledged before it is killed, however slow it is.
PLAYS = 2


class Acknowledged(Struct, frozen=True):
    """An acknowledged command."""

    table: str
    actor: str
    command: str
    version: int


def start(url: str, seed: int, *more: str) -> subprocess.Popen[bytes]:
    """A process that plays; with ``archive`` it archives all the time, too."""
    command = [sys.executable, "-m", "tests.house.worker", url, str(seed), *more]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)


def killed(processes: Sequence[subprocess.Popen[bytes]], dice: random.Random) -> list[Acknowledged]:
    """Kills them during play; returns every acknowledged command."""
    said: list[bytes] = []
    for process in processes:
        assert process.stdout is not None
        said.append(b"")
        while said[-1].count(b"\n") < PLAYS:
            part = os.read(process.stdout.fileno(), 1 << 16)
            assert part, "it ended before it played"
            said[-1] += part
    time.sleep(dice.uniform(0.05, 0.4))
    for process in processes:
        process.send_signal(signal.SIGKILL)
    found: list[Acknowledged] = []
    for process, first in zip(processes, said, strict=True):
        assert process.stdout is not None
        text = first + process.stdout.read()
        process.stdout.close()
        assert process.wait() == -signal.SIGKILL
        whole = text[: text.rfind(b"\n") + 1]  # the last line may be half written
        for line in whole.decode().splitlines():
            table, actor, command, version = line.split()
            found.append(Acknowledged(table, actor, command, int(version)))
    return found


def lost(url: str, told: Sequence[Acknowledged]) -> list[Acknowledged]:
    """What was acknowledged and is not in the log, or not at its version."""
    engine = connect(url)
    with engine.begin() as connection:
        names = connection.execute(sa.select(streams.c.name)).scalars().all()
        records = [link.record for name in names for link in links(connection, name)]
        stored = {Acknowledged(each.stream, each.actor, each.command, each.version) for each in records}
    engine.dispose()
    return [one for one in told if one not in stored]


def findings(url: str) -> list[str]:
    """What an audit finds."""
    engine = connect(url)
    try:
        return [str(finding) for finding in audit(engine).findings]
    finally:
        engine.dispose()
