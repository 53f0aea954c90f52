"""How many commands a second a house carries out: engine, log and ledger, each durable before its answer.

    python bench/house.py               a table
    python bench/house.py --json        for programs
    python bench/house.py --only memory --profile

The play is that of bench/engine.py: one player on one box bets, is dealt, decides as the dealer would, and is paid.
First without the loop of a server:

    engine      the engine alone, whose share is what all else is measured by
    memory      a command is read and played at each of some tables, all are chained to the logs and booked in the
                ledger, and the chains are kept: no SQL
    group       the same on a SQLite file, by two processes: one commit for a command at each of many tables, before the
                next at any of them

and then through a house, whose answers people and programs wait for:

    house       one that nobody stores: its loop, its writer, and SQLite in memory
    each        a SQLite file, and a commit for each command; many tables, one command in flight at each
    one         a SQLite file, and a commit for all that many tables bring while the disk is busy with the last
    two         the same by two processes on one file, each with as many tables

and beside a commit each what the disk itself does just before it: commits a second of a bare SQLite file that gets one
row a commit. Seconds are wall-clock, as the disk and the second core work beside the loop; CPU seconds are told too,
for busy machines.
"""

import argparse
import asyncio
import cProfile
import gc
import json
import platform
import pstats
import secrets
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from msgspec import Struct, to_builtins
from sqlalchemy.engine import Engine

from pitboss.games.blackjack.state import Stage
from pitboss.house.administration import CAPITAL, now_ms
from pitboss.house.audit.database import audit
from pitboss.house.database import connect, make_room
from pitboss.house.history import restore_table
from pitboss.house.house import CommandDone, House
from pitboss.house.ledger import CAGE, HOUSE, Books, Transfer, wallet
from pitboss.house.loaded_table import LoadedTable
from pitboss.house.log.chain import START, AppendRequest, Link, chained
from pitboss.house.log.read import StreamRow
from pitboss.house.log.sqlite_appender import create_appender
from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.server.run import SWITCH_INTERVAL, tune_garbage_collector
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, open_table

sys.path.insert(0, str(Path(__file__).parent))
from engine import Shoes, play, shuffled_shoes  # the neighbour's play
from uncited import load_engines

BOOK = "nz-blackjack"
WAYS = ("engine", "memory", "group", "house", "each", "one", "two")
BARS = {"memory": 20_000, "group": 20_000, "each": 2_000, "two": 20_000}
PURSE = 10_000_000_00
#: Tables of each process where a commit is for many, and the processes where there are several.
TABLES = 100
PROCESSES = 2


class Measured(Struct):
    """What one way brought."""

    way: str
    tables: int
    commands: int
    seconds: float
    cpu: float
    commits: int = 0
    bare: float = 0.0

    @property
    def a_second(self) -> int:
        """Commands a second by the clock on the wall."""
        return round(self.commands / self.seconds)

    @property
    def a_cpu_second(self) -> int:
        """Commands a CPU second, all threads."""
        return round(self.commands / self.cpu)


def measure_engine(rounds: int) -> Measured:
    """The engine alone."""
    rules = resolve(load_rulebook(BOOK), {})
    assert not isinstance(rules, Refusal)
    shoes, (engine, _) = Shoes(shuffled_shoes(rules.terms.decks)), load_engines()
    play(rules, shoes, rounds // 10 + 1, engine)
    wall = perf_counter()
    commands, _, cpu = play(rules, shoes, rounds, engine)
    return Measured("engine", 1, commands, perf_counter() - wall, cpu)


def measure_disk(path: Path, commits: int) -> float:
    """Commits a second of a bare SQLite file, as safe as a house's."""
    engine = connect(str(path))
    make_room(engine)
    connection = engine.raw_connection().cursor()
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)")
    started = perf_counter()
    for _ in range(commits):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t (b) VALUES (?)", (bytes(400),))
        connection.execute("COMMIT")
    seconds = perf_counter() - started
    engine.dispose()
    return commits / seconds


async def sit_down(house: House, tables: int) -> list[str]:
    """So many tables, with one player at each."""
    found = []
    for _ in range(tables):
        info = await house.open_table(THE_HOUSE, TableSpec(rulebook=BOOK, limits="10-1000"))
        assert not isinstance(info, Refusal), info
        name = f"p{info.id}"
        await house.deposit(name, PURSE, name)
        joined = await house.command(info.id, Actor(name, Role.PLAYER), "j", None, f"join {PURSE // 100}")
        assert isinstance(joined, CommandDone), joined
        found.append(info.id)
    return found


def next_words(state: Any) -> tuple[bool, str]:
    """What is said next at a table of one player, and whether the house says it."""
    if state.stage == Stage.BETTING:
        if state.cut_offer:
            return False, "decline"
        return (True, "deal") if state.bets else (False, "bet 1 10")
    if state.offer is not None:
        return False, "pass 1"
    return False, "hit 1" if state.turn is not None and state.turn.total < 17 else "stand 1"


async def play_at(house: House, table: str, commands: int) -> int:
    """As many commands at a table, each after the answer to the last; what was asked is never refused."""
    live = await house.live(table)
    assert live is not None
    state, me, do = live.state, Actor(f"p{table}", Role.PLAYER), house.command  # type: ignore[attr-defined] # blackjack has it
    for number in range(commands):
        is_house, words = next_words(state)
        done = await do(table, THE_HOUSE if is_house else me, f"c{number}", None, words)
        if not isinstance(done, CommandDone):
            raise SystemExit(f"{words} at {table}: {done}")
    return commands


def open_in_memory(number: int, books: Books) -> tuple[LoadedTable, Actor]:
    """A table that no database knows, with one player at it."""
    live = open_table(TableSpec(rulebook=BOOK, limits="10-1000"), secrets.token_bytes(32))
    assert not isinstance(live, Refusal), live
    stream = StreamRow(f"t{number}", "", live.game, b"", live.seeds.secret, 0, 0, 1, live.version, START)
    table, player = LoadedTable(stream, live, books), Actor(f"p{number}", Role.PLAYER)
    books.post([Transfer(CAGE, wallet(player.name), PURSE, "deposit")])
    words = f"join {PURSE // 100}"
    table.book(now_ms(), "j", player, words, done_at(table, player, words))
    return table, player


def play_and_book(at: list[tuple[LoadedTable, Actor]], command: str) -> list[AppendRequest]:
    """One command through engine, log and ledger at each table: all are played, then all are booked."""
    played = []
    for table, player in at:
        is_house, words = next_words(table.live.state)  # type: ignore[attr-defined] # blackjack has it
        actor = THE_HOUSE if is_house else player
        played.append((table, actor, words, done_at(table, actor, words)))
    return [table.book(now_ms(), command, actor, words, events) for table, actor, words, events in played]


def done_at(table: LoadedTable, actor: Actor, words: str) -> tuple[object, ...]:
    """What words bring, which are never refused."""
    events = table.live.say(actor, words)
    if isinstance(events, Refusal):
        raise SystemExit(f"{words} at {table.name}: {events}")
    return events


def measure_memory(tables: int, commands: int) -> Measured:
    """So many commands at each of so many tables in turn; every link of every chain is kept, and checked at the end."""
    books = Books()
    books.post([Transfer(CAGE, HOUSE, CAPITAL, "capital")])
    at = [open_in_memory(number, books) for number in range(1, tables + 1)]
    logs: list[list[Link]] = [[] for _ in at]
    heads = [table.head for table, _ in at]
    tune_garbage_collector()
    wall, cpu = perf_counter(), process_time()
    for number in range(commands):
        for append, log in zip(play_and_book(at, f"c{number}"), logs, strict=True):
            log.append(append.link)
    found = Measured("memory", tables, tables * commands, perf_counter() - wall, process_time() - cpu)
    gc.unfreeze()
    assert books.sum_is_zero()
    for before, log in zip(heads, logs, strict=True):
        head = before
        for link in log:
            head = chained(head, link.record)
            assert head == link.hash
    return found


async def measure_house(
    way: str, url: str, tables: int, commands: int, *, largest: int | None = None, ready: Callable[[], object] = int
) -> Measured:
    """So many commands at each of so many tables, all tables at once, from when others are ready too."""
    house = await House.open(url)
    names = await sit_down(house, tables)
    await house.make_room()  # as a server does
    if largest is not None:
        house.writer.max_batch = largest
    tune_garbage_collector()
    ready()
    commits, wall, cpu = house.writer.batches, perf_counter(), process_time()
    done = sum(await asyncio.gather(*(play_at(house, name, commands) for name in names)))
    found = Measured(way, tables, done, perf_counter() - wall, process_time() - cpu, house.writer.batches - commits)
    await house.close()
    gc.unfreeze()
    return found


def measure_alone(way: str, url: str, tables: int, commands: int, largest: int | None = None) -> Measured:
    """A house in this process, whose file is audited afterwards."""
    found = asyncio.run(measure_house(way, url, tables, commands, largest=largest))
    if url != "memory:":
        check(url)
    return found


def measure_by_several(way: str, url: str, commands: int, part: Callable[[str, int], Measured]) -> Measured:
    """Several processes on one file, which begin at once; the time is that of the last to be done."""
    context = get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context, _set_as_a_server, (context.Barrier(PROCESSES),)) as pool:
        parts = list(pool.map(part, [url] * PROCESSES, [commands] * PROCESSES))
    check(url)
    return Measured(
        way,
        sum(part.tables for part in parts),
        sum(part.commands for part in parts),
        max(part.seconds for part in parts),
        sum(part.cpu for part in parts),
        sum(part.commits for part in parts),
    )


_barrier: Any = None  # where the processes of one measurement wait for each other


def _set_as_a_server(barrier: Any = None) -> None:
    global _barrier  # noqa: PLW0603 # what a process of a pool is given stays there for its work
    _barrier = barrier
    sys.setswitchinterval(SWITCH_INTERVAL)
    if sys.platform != "win32":
        import uvloop  # noqa: PLC0415 # not there on Windows

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())


def _part_of_two(url: str, commands: int) -> Measured:
    return asyncio.run(measure_house("", url, TABLES, commands, ready=_barrier.wait))


def _part_of_group(url: str, commands: int) -> Measured:
    names = asyncio.run(_seated(url))
    engine = connect(url)
    appender, books = create_appender(engine, "bench"), Books()
    at = [(open_from(engine, name, books), Actor(f"p{name}", Role.PLAYER)) for name in names]
    make_room(engine)  # as a server does
    tune_garbage_collector()
    _barrier.wait()
    wall, cpu = perf_counter(), process_time()
    for number in range(commands):
        batch = play_and_book(at, f"c{number}")
        with appender.write_lock:
            assert not appender.write(batch)
    found = Measured("", len(at), len(at) * commands, perf_counter() - wall, process_time() - cpu, commands)
    appender.close()
    engine.dispose()
    return found


async def _seated(url: str) -> list[str]:
    house = await House.open(url)
    names = await sit_down(house, TABLES)
    await house.close()
    return names


def open_from(engine: Engine, name: str, books: Books) -> LoadedTable:
    """A table as its log has it."""
    with engine.begin() as connection:
        found = restore_table(connection, name)
    assert found is not None
    for account, cents in found.holds.items():
        books.set(account, cents)
    return LoadedTable(found.stream, found.live, books)


def check(url: str) -> None:
    """The chains and the ledger of a file are whole."""
    engine = connect(url)
    assert audit(engine, replay=False).findings == []
    engine.dispose()


def measure_each(folder: Path, number: int, commands: int) -> Measured:
    """A commit for each command, beside what the disk does at that moment."""
    bare = measure_disk(folder / f"bare{number}.db", 300)
    found = measure_alone("each", str(folder / f"each{number}.db"), 8, commands, largest=1)
    found.bare = bare
    return found


def best(runs: int, measure: Callable[[int], Measured]) -> Measured:
    """The quickest of several runs, for the machine has other things to do."""
    return min((measure(number) for number in range(runs)), key=lambda found: found.seconds / found.commands)


def measure_all(only: str, runs: int, scale: int, folder: Path) -> list[Measured]:
    """Every way, or one."""
    ways: dict[str, Callable[[int], Measured]] = {
        "engine": lambda number: measure_engine(100 * scale),
        "memory": lambda number: measure_memory(20, 75 * scale),
        "group": lambda number: measure_by_several(
            "group", str(folder / f"group{number}.db"), 20 * scale, _part_of_group
        ),
        "house": lambda number: measure_alone("house", "memory:", 150, 10 * scale),
        "each": lambda number: measure_each(folder, number, 10 * scale),
        "one": lambda number: measure_alone("one", str(folder / f"one{number}.db"), TABLES, 20 * scale),
        "two": lambda number: measure_by_several("two", str(folder / f"two{number}.db"), 20 * scale, _part_of_two),
    }
    return [best(runs, measure) for way, measure in ways.items() if only in ("", way)]


def show(found: list[Measured]) -> None:
    """The table, with each way's share of the engine's speed, or of the bare file's."""
    engine = next((one for one in found if one.way == "engine"), None)
    head = f"{'way':<8} {'tables':>6} {'commands/s':>11} {'a CPU second':>13} {'a commit':>9}"
    print(f"{head} {'of the engine':>14} {'of a bare file':>15}  bar")
    for one in found:
        share = f"{one.a_second / engine.a_second:.2f}" if engine is not None else ""
        carried = f"{one.commands / one.commits:.1f}" if one.commits else ""
        bar = f"{BARS[one.way]:,}" if one.way in BARS else ""
        bare = f"{one.a_second / one.bare:.2f} of {one.bare:,.0f}" if one.bare else ""
        row = f"{one.way:<8} {one.tables:>6} {one.a_second:>11,} {one.a_cpu_second:>13,} {carried:>9}"
        print(f"{row} {share:>14} {bare:>15}  {bar}")


def main() -> None:
    """Measures, prints, and exits 1 where a way is below its bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", choices=["", *WAYS], help="one way")
    parser.add_argument("--runs", type=int, default=3, help="runs of each way, of which the best counts")
    parser.add_argument("--scale", type=int, default=20, help="how long a run is")
    parser.add_argument("--folder", type=Path, help="where the files are made: the disk that is measured")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--profile", action="store_true", help="show where the loop's time goes instead")
    chosen = parser.parse_args()
    _set_as_a_server()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as made:
        folder = Path(made)
        if chosen.profile:
            profiler = cProfile.Profile()
            profiler.runcall(measure_all, chosen.only, 1, chosen.scale, folder)
            pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(40)
            return
        found = measure_all(chosen.only, chosen.runs, chosen.scale, folder)
    if chosen.json:
        rows = [to_builtins(one) | {"commands_a_second": one.a_second} for one in found]
        machine = {"python": platform.python_version(), "machine": platform.machine()}
        print(json.dumps(machine | {"results": rows}))
    else:
        show(found)
    sys.exit(any(one.a_second < BARS.get(one.way, 0) for one in found))


if __name__ == "__main__":
    main()
