"""What a house of many rounds costs: its start, its history pages, its size on disk and its audit.

    python bench/years.py --rounds 200000          makes the house by bots, then measures it
    python bench/years.py --rounds 200000 --keep FILE   keeps the file; a later run measures it again
    python bench/years.py --json

The play is that of bench/house.py: one player on one box at each table. Old entries are archived as a server does it,
and a server process is then started on the file, twice: the first start compiles the modules, as an installation does,
and the second is measured. CPU seconds and the greatest memory are those of that process until
it answers; the pages are the first requests of each kind after the start, by the clock on the wall.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent))
from house import next_words, sit_down  # the neighbour's play

from pitboss.house.house import CommandDone, House
from pitboss.house.keys import KeyRing, new_key
from pitboss.house.retention import Retention
from pitboss.server.run import tune_garbage_collector
from pitboss.tables.live import THE_HOUSE, Actor, Role

BARS = {"start_cpu": 1.0, "start_mb": 200, "rounds_ms": 100, "fairness_ms": 100, "kb_a_round": 1.2}


async def make(file: Path, key: str, rounds: int, tables: int) -> None:
    """A house in which each table has played its share of the rounds."""
    house = await House.open(str(file), keys=KeyRing(key), retention=Retention())
    names = await sit_down(house, tables)
    await house.make_room()
    tune_garbage_collector()
    await asyncio.gather(*(play_rounds(house, name, rounds // tables) for name in names))
    assert house.archiver is not None
    for name in names:
        while await house.archiver.archive(name):
            pass
    await house.create_user("olga", Role.OPERATOR)
    await house.close()


async def play_rounds(house: House, table: str, rounds: int) -> None:
    """Plays so many rounds at a table."""
    live = await house.live(table)
    assert live is not None
    state, me, number = live.state, Actor(f"p{table}", Role.PLAYER), 0
    while state.round < rounds or state.stage:
        is_house, words = next_words(state)
        number += 1
        done = await house.command(table, THE_HOUSE if is_house else me, f"c{number}", None, words)
        if not isinstance(done, CommandDone):
            raise SystemExit(f"{words} at {table}: {done}")
        if number % 5000 == 0 and table == "t1":
            print(f"{state.round} rounds at each table", file=sys.stderr)


def measure_start(file: Path, key: str) -> dict[str, float]:
    """Starts a server and asks for the pages of the first table."""
    command = [sys.executable, "-m", "pitboss", "serve", "--database", str(file), "--port", "0", "--public-tables"]
    environment = {**os.environ, "PITBOSS_KEY": key}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = ""
        while "http" not in address:
            address = process.stdout.readline()
            assert address, "the server ended"
        found = _usage(process.pid)
        base = "http" + address.partition("http")[2].split()[0]
        for page in ("rounds", "fairness"):
            found[f"{page}_ms"] = _timed(f"{base}/api/tables/t1/{page}")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    return found


def _usage(pid: int) -> dict[str, float]:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]
    ticks = int(fields[11]) + int(fields[12])
    return {"start_cpu": ticks / os.sysconf("SC_CLK_TCK"), "start_mb": int(peak) / 1024}


def _timed(url: str) -> float:
    began = time.perf_counter()
    with urllib.request.urlopen(url) as answer:
        assert answer.read()
    return (time.perf_counter() - began) * 1000


def measure_audit(file: Path, key: str) -> dict[str, float]:
    """Audits the file with the command of the package."""
    before, wall = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "pitboss", "audit", "--database", str(file)]
    subprocess.run(command, env={**os.environ, "PITBOSS_KEY": key}, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"audit_cpu": cpu, "audit_wall": time.perf_counter() - wall}


def measure_size(file: Path, rounds: int) -> dict[str, float]:
    """The size on disk, and what of it is archives."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        rows = connection.execute(sa.text("SELECT count(*) FROM entries")).scalar_one()
        archived = connection.execute(sa.text("SELECT coalesce(sum(last - first + 1), 0) FROM archives")).scalar_one()
        free = connection.execute(sa.text("PRAGMA freelist_count")).scalar_one()
        page = connection.execute(sa.text("PRAGMA page_size")).scalar_one()
    engine.dispose()
    size = sum(each.stat().st_size for each in (file, Path(f"{file}-wal")) if each.exists()) - free * page
    return {"rows": rows, "archived": archived, "kb_a_round": size / rounds / 1024}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="the file of the house; made where it does not exist")
    parser.add_argument("--audit", action="store_true", help="audit it, too")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file: Path = options.keep or Path(folder) / "house.db"
        key_file = Path(f"{file}.key")
        if not file.exists():
            key_file.write_text(new_key())
            began = getrusage(RUSAGE_SELF).ru_utime
            asyncio.run(make(file, key_file.read_text(), options.rounds, options.tables))
            print(f"made in {getrusage(RUSAGE_SELF).ru_utime - began:.0f} CPU seconds", file=sys.stderr)
        key = key_file.read_text()
        found: dict[str, Any] = {"rounds": options.rounds, "tables": options.tables}
        measure_start(file, key)  # compiles the modules
        found |= measure_size(file, options.rounds) | measure_start(file, key)
        if options.audit:
            found |= measure_audit(file, key)
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        bar = f"  (bar {BARS[name]})" if name in BARS else ""
        print(f"{name:<12} {value:>12,.2f}{bar}")


if __name__ == "__main__":
    main()
