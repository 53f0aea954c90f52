"""One simulated evening in the house: clients play while processes, network and disk fail, all of it from one seed."""

import asyncio
import hashlib
import logging
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from msgspec import Struct

from pitboss.house.database import connection_errors
from pitboss.house.house import HouseError
from pitboss.house.keys import KeyRing
from pitboss.tables.live import Actor
from tests.house.simulation.client import SeenMessage, SimulatedClient, _decoder
from tests.house.simulation.disk import Faults, SimulatedDisk, file_system
from tests.house.simulation.invariants import LogChecker, Violation
from tests.house.simulation.loop import SimulatedLoop
from tests.house.simulation.network import Network
from tests.house.simulation.process import KEY, SimulatedProcess, connect_engine, simulated
from tests.house.simulation.sqlite_driver import DriverConnection
from tests.house.simulation.template import PEOPLE, TABLES, scratch, template, token_of

#: A day, by which the clock of a machine may jump.
DAY = 86_400.0
#: Seconds within which everything is answered once nothing fails any more.
RECOVERY = 120.0
#: The families of seeds: faults of every kind, and power failures right after a restart.
EVENINGS, RESTARTS = "house", "restart"
FAMILIES = (EVENINGS, RESTARTS)
#: In every so many evenings, from this one on, the house seals its secrets, archives entries and stores snapshots.
ARCHIVES_EVERY, ARCHIVES_FIRST = 4, 3


class Outcome(Struct, frozen=True):
    """The outcome of a seed. ``digest`` covers every entry and the number of steps: equal for equal runs."""

    seed: int
    digest: str
    commands: int
    refused: int
    unanswered: int
    kills: int
    steps: int
    checks: int
    trace: tuple[str, ...]
    violation: str = ""


class Simulation:
    """The machine, its processes and its clients."""

    def __init__(self, seed: int, folder: Path, family: str = EVENINGS) -> None:
        self.seed = seed
        self.family = family
        self.dice = random.Random(f"{family} {seed}")
        self.loop = SimulatedLoop(self.dice)
        self.disk = SimulatedDisk(folder, self.dice)
        self.url = f"sqlite:///{folder / 'house.db'}"
        self.network = Network(self.loop, self.dice)
        self.network.on_sent = self._check_sent
        self.checker = LogChecker()
        self._checker_connections: list[DriverConnection] = []
        self.processes: list[SimulatedProcess] = []
        self.count = 1 if self.dice.random() < 0.3 else 2
        self.archives = family == EVENINGS and seed % ARCHIVES_EVERY == ARCHIVES_FIRST
        self.failing = True  # the machine may still fail
        self.kills = 0
        self.trace: list[str] = []
        self.problem: BaseException | None = None
        self._changes = -1
        self._incarnation = 0
        (folder / "house.db").write_bytes(template())

    # --- processes ---------------------------------------------------------------------------------------------------

    def note(self, what: str) -> None:
        """Adds a line to the trace."""
        self.trace.append(f"{self.loop.now:9.4f} {what}")

    def start_process(self) -> None:
        """Starts one more process."""
        self._incarnation += 1
        process = SimulatedProcess(f"p{self._incarnation}", self.url, archives=self.archives)
        self.disk.faults[process] = Faults()
        self.processes.append(process)
        self.note(f"{process.name} starts")
        task = process.spawn(process.start())
        task.add_done_callback(lambda done: self._started(process, done))

    def _started(self, process: SimulatedProcess, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and task.exception() is not None and process.alive:
            error = task.exception()
            self.note(f"{process.name} does not start: {error!r}")
            if not isinstance(error, connection_errors()):
                self.problem = self.problem or error
            process.alive = False

    def reap(self) -> None:
        """Closes the files of the killed processes, and starts others after a while."""
        for process in [process for process in self.processes if not process.alive]:
            self.processes.remove(process)
            del self.disk.faults[process]
            process.abandon_connections(self.disk)
            self.kills += 1
            self.note(f"{process.name} is dead")
            self.network.outside.call(self.loop.now + self.dice.choice((0.01, 0.3, 1.0)), self.start_process)
        if not any(process.connections for process in self.processes):
            self.close_checker()  # its lock would keep SQLite from recovering the file

    def lose_power(self) -> None:
        """Kills every process and loses what was not synced."""
        self.note("power failure")
        for process in self.processes:
            process.alive = False
        self.close_checker()
        self.reap()
        self.disk.lose_power()

    # --- checks ------------------------------------------------------------------------------------------------------

    def close_checker(self) -> None:
        """Closes the checker's connection without a change of the files, so that SQLite recovers them."""
        self.disk.abandoning = True
        for connection in self._checker_connections:
            connection.abandon()
        self.disk.abandoning = False
        self._checker_connections.clear()
        self.checker.engine = None

    def follow(self) -> None:
        """Checks the log."""
        if self.checker.engine is None:
            self.checker.engine = connect_engine(self.url, KeyRing(KEY), opened=self._checker_connections)
        self.checker.follow()

    def after_step(self) -> None:
        """Checks the invariants, if the step changed the disk; buries the dead.

        While no process is ready nobody is answered: what a dead one left may still disappear.
        """
        if self.problem is not None:
            raise self.problem
        if any(not process.alive for process in self.processes):
            self.reap()
        if self.disk.changes != self._changes and any(process.ready for process in self.processes):
            self._changes = self.disk.changes
            self.follow()
            if self.checker.checks % 8 == 0:
                self.check_processes()

    def check_processes(self) -> None:
        """Compares the tables of all processes with the log."""
        for process in self.processes:
            self.checker.check_process(process)

    def _check_sent(self, client: str, process: SimulatedProcess, text: str) -> None:
        message: SeenMessage = _decoder.decode(text)
        if message.type == "done" and message.id.startswith("c-"):
            assert message.version is not None
            self.checker.check_done(message.table, client, message.id, message.version)
        elif message.version is not None:
            self.checker.check_sent(message.table, message.version, f"{message.type} to {client}")

    def exception(self, _loop: Any, context: dict[str, Any]) -> None:
        """Records an unhandled exception; a violation ends the run."""
        error = context.get("exception")
        if isinstance(error, Violation):
            self.problem = self.problem or error
        elif isinstance(error, Exception) and not isinstance(error, connection_errors(HouseError)):
            self.note(f"unhandled: {context.get('message')} {error!r}")

    def logged(self, _logger: Any, _name: str, event: Any) -> Any:
        """Takes a message of the server's log; an error that is not the database's is a violation."""
        error = event.get("exc_info")
        if isinstance(error, Violation):
            self.problem = self.problem or error
        elif isinstance(error, Exception) and not isinstance(error, connection_errors(HouseError)):
            self.note(f"log: {event}")
            if self.problem is None and not self.loop.ended:
                self.problem = Violation(f"log: {event['event']}: {error!r}")
                self.problem.__cause__ = error
        raise structlog.DropEvent

    # --- the run -----------------------------------------------------------------------------------------------------

    async def run(self) -> list[SimulatedClient]:
        """Plays the evening; returns the clients."""
        self.follow()
        for _ in range(self.count):
            self.start_process()
        clients = [
            SimulatedClient(Actor(name, role, "token"), token_of(name), self.network, self.checker, self.dice)
            for name, role in PEOPLE.items()
        ]
        plays = [asyncio.create_task(self._play(client)) for client in clients]
        plays.append(asyncio.create_task(self._cashier()))
        nemesis = asyncio.create_task((Nemesis if self.family == EVENINGS else RestartNemesis)(self).run())
        await asyncio.wait([nemesis])
        nemesis.result()
        self.failing = False
        ended = asyncio.gather(*plays)
        try:
            await asyncio.wait_for(ended, RECOVERY)
        except TimeoutError:
            raise Violation("answer: a request is not answered although nothing fails any more") from None
        await self._converge()
        return clients

    async def _play(self, client: SimulatedClient) -> None:
        for number in range(self.dice.randrange(6, 14)):
            table = self.dice.choice(TABLES)
            if number % 3 == 0:
                await client.watch(self.processes, table)
            await client.play_once(self.processes, table, 4 if self.failing else 60)
            await asyncio.sleep(self.dice.choice((0.0, 0.0, 0.01, 0.2)))

    async def _cashier(self) -> None:
        """Pays players in and out, each transfer once, however often it is asked for."""
        for number in range(self.dice.randrange(1, 5)):
            await asyncio.sleep(self.dice.uniform(0, 0.8))
            name = self.dice.choice(("ann", "bob", "cyd"))
            kind, cents = self.dice.choice(("deposit", "withdraw")), self.dice.randrange(1, 200_000)
            for _ in range(3 if self.failing else 40):
                if await self._transfer(kind, name, cents, f"cash-{number}"):
                    break

    async def _transfer(self, kind: str, name: str, cents: int, transfer: str) -> bool:
        ready = [process for process in self.processes if process.ready and process.alive]
        if not ready:
            await asyncio.sleep(0.3)
            return False
        process = self.dice.choice(ready)
        assert process.house is not None
        task = process.spawn(getattr(process.house, kind)(name, cents, transfer))
        await asyncio.wait([task], timeout=2.0)
        if not task.done() or task.exception() is not None:
            await asyncio.sleep(0.1)
            return False
        if isinstance(task.result(), int) and ("house", "", transfer) not in self.checker.executed:
            raise Violation(f"durable: the transfer {transfer} was acknowledged and is not in the log")
        return True

    async def _converge(self) -> None:
        """Waits until every process has heard of everything, and compares them with the log."""
        for _ in range(600):
            if len(self.processes) == self.count and all(process.ready for process in self.processes):
                break
            await asyncio.sleep(0.1)
        else:
            raise Violation("answer: a process does not start although nothing fails any more")
        for process in self.processes:
            assert process.house is not None
            for table in TABLES:
                task = process.spawn(process.house.view(table, Actor("ann", PEOPLE["ann"])))
                await asyncio.wait([task], timeout=RECOVERY)
                task.result()
        await asyncio.sleep(2.0)
        self.check_processes()
        for process in self.processes:
            assert process.house is not None
            for name, loaded in process.house.registry.loaded.items():
                if loaded.seq < self.checker.heads[name][0]:
                    raise Violation(f"views: {process.name} has not heard of the last entries of {name}")


class Nemesis:
    """Makes things fail for a few seconds, then lets everything recover."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._dice = simulation.dice

    async def run(self) -> None:
        """Fails in some of the ways, at random times."""
        simulation, dice = self._simulation, self._dice
        ways = (
            self.kill, self.kill_in_write, self.power, self.pause, self.partition, self.disk_errors, self.disk_full,
            self.clock_jump,
        )  # fmt: skip
        chosen = dice.sample(ways, dice.randrange(0, 4))
        faults = simulation.network.faults
        faults.drop, faults.duplicate, faults.cut = (dice.choice((0.0, 0.0, 0.05, 0.2)) for _ in range(3))
        simulation.note(f"ways {[way.__name__ for way in chosen]}, network {faults}")
        for _ in range(dice.randrange(1, 7)):
            await asyncio.sleep(dice.uniform(0.05, 0.8))
            alive = [process for process in simulation.processes if process.alive]
            if chosen and alive:
                way: Callable[[SimulatedProcess], Any] = dice.choice(chosen)
                way(dice.choice(alive))
        await asyncio.sleep(dice.uniform(0, 1.0))
        self.heal()

    def heal(self) -> None:
        """Ends every fault."""
        simulation = self._simulation
        simulation.note("everything recovers")
        simulation.network.faults.drop = simulation.network.faults.duplicate = simulation.network.faults.cut = 0.0
        simulation.network.partitions.clear()
        for process in simulation.processes:
            simulation.disk.faults[process] = Faults()
            if process.paused:
                simulation.loop.resume(process)

    def _later(self, seconds: float, what: Callable[[], None]) -> None:
        self._simulation.network.outside.call(self._simulation.loop.now + seconds, what)

    def kill(self, process: SimulatedProcess) -> None:
        """Kills a process between two steps."""
        self._simulation.note(f"kill {process.name}")
        process.alive = False

    def kill_in_write(self, process: SimulatedProcess) -> None:
        """Kills a process in one of its next writes."""
        self._simulation.disk.faults[process].kill_after = self._dice.randrange(30)
        self._simulation.note(f"kill {process.name} in a write")

    def power(self, _process: SimulatedProcess) -> None:
        """Cuts the power of the machine."""
        self._simulation.lose_power()

    def pause(self, process: SimulatedProcess) -> None:
        """Stops a process for a while."""
        seconds = self._dice.choice((0.05, 0.5, 3.0, 8.0))
        self._simulation.note(f"pause {process.name} for {seconds}")
        process.paused = True
        self._later(seconds, lambda: self._simulation.loop.resume(process) if process.alive else None)

    def partition(self, process: SimulatedProcess) -> None:
        """Cuts clients off from a process for a while."""
        simulation = self._simulation
        cut = {(name, process.name) for name in PEOPLE if self._dice.random() < 0.6}
        simulation.note(f"partition {sorted(cut)}")
        simulation.network.partitions |= cut
        self._later(self._dice.uniform(0.1, 3.0), lambda: simulation.network.partitions.difference_update(cut))

    def _fail(self, process: SimulatedProcess, **fields: Any) -> None:
        disk, faults = self._simulation.disk, Faults()
        for name, value in fields.items():
            setattr(faults, name, value)
        disk.faults[process] = faults
        self._simulation.note(f"disk of {process.name}: {fields}")

        def end() -> None:
            if disk.faults.get(process) is faults:
                disk.faults[process] = Faults()

        self._later(self._dice.choice((0.05, 0.5, 3.0)), end)

    def disk_errors(self, process: SimulatedProcess) -> None:
        """Lets reads, writes or syncs fail for a while."""
        kind = self._dice.choice(("write_error", "sync_error", "read_error"))
        self._fail(process, **{kind: self._dice.choice((0.05, 0.3, 1.0))})

    def disk_full(self, process: SimulatedProcess) -> None:
        """Lets no file grow for a while."""
        self._fail(process, full=True)

    def clock_jump(self, process: SimulatedProcess) -> None:
        """Sets the clock of a process a day forward or back."""
        process.clock_offset += self._dice.choice((-DAY, DAY))
        self._simulation.note(f"the clock of {process.name} is off by {process.clock_offset} s")


class RestartNemesis(Nemesis):
    """Kills every process in or after a commit that was not synced, and cuts the power right after a restart."""

    async def run(self) -> None:
        """Fails several times, then lets everything recover."""
        dice = self._dice
        for _ in range(dice.randrange(2, 6)):
            await asyncio.sleep(dice.uniform(0.1, 0.5))
            await self._leave_unsynced()
            await self._until_ready()
            if dice.random() < 0.3:  # once more, without a commit in between
                self._kill_all()
                await self._until_ready()
            await asyncio.sleep(dice.choice((0.0, 0.001, 0.01)))
            self._simulation.lose_power()
            await self._until_ready()
        self.heal()

    async def _leave_unsynced(self) -> None:
        """Lets a commit fail in its sync, or kills its process there; then kills the other processes."""
        simulation, dice = self._simulation, self._dice
        process = dice.choice([process for process in simulation.processes if process.alive])
        faults = simulation.disk.faults[process]
        if dice.random() < 0.5:
            faults.sync_error = 1.0
            simulation.note(f"syncs of {process.name} fail")
            await asyncio.sleep(dice.uniform(0.05, 0.3))
        else:
            faults.kill_in_sync = True
            simulation.note(f"kill {process.name} in a sync")
            await asyncio.sleep(dice.uniform(0.05, 0.3))
        self._kill_all()

    def _kill_all(self) -> None:
        self._simulation.note("kill all")
        for process in self._simulation.processes:
            process.alive = False

    async def _until_ready(self) -> None:
        """Waits until a process that was started since is ready."""
        await asyncio.sleep(0.001)
        while not any(process.ready and process.alive for process in self._simulation.processes):
            await asyncio.sleep(0.001)


def simulate(seed: int, family: str = EVENINGS) -> Outcome:
    """Runs one seed of a family."""
    template()
    with tempfile.TemporaryDirectory(dir=scratch(), prefix="pitboss-simulation-") as folder:
        simulation = Simulation(seed, Path(folder), family)
        file_system().disk = simulation.disk
        loop = simulation.loop
        loop.set_exception_handler(simulation.exception)
        loop.after_step = simulation.after_step
        violation, clients = "", []
        structlog.configure(processors=[simulation.logged])
        logging.getLogger("sqlalchemy").setLevel(logging.CRITICAL)
        poll = simulation.dice.choice((0.05, 0.1, 0.5))
        with simulated(loop, simulation.dice, poll_seconds=poll):
            try:
                clients = loop.run_until_complete(simulation.run())
                finish(simulation, clients)
            except (Violation, AssertionError, Exception) as error:
                violation = f"{type(error).__name__}: {error}"
            finally:
                for process in simulation.processes:
                    process.alive = False
                    process.abandon_connections(simulation.disk)
                simulation.close_checker()
                loop.drain()
                structlog.reset_defaults()
        return outcome_of(simulation, clients, violation)


def finish(simulation: Simulation, clients: list[SimulatedClient]) -> None:
    """Checks what can be judged only at the end: acknowledgements, views and the audit."""
    simulation.follow()
    for client in clients:
        for done in client.done:
            simulation.checker.check_done(done.table, done.actor, done.command, done.version)
    simulation.checker.check_history()
    simulation.checker.check_views([view for client in clients for view in client.views])
    # it takes a quarter of a run, and what it adds rarely depends on faults; one seed without archives, one with them
    if simulation.seed % 8 in (0, 3):
        simulation.checker.check_audit()


def outcome_of(simulation: Simulation, clients: list[SimulatedClient], violation: str) -> Outcome:
    """Sums a run up."""
    checker = simulation.checker
    digest = hashlib.sha256(repr(sorted(checker.heads.items())).encode())
    digest.update(f"{simulation.loop.steps} {simulation.loop.now} {violation}".encode())
    return Outcome(
        simulation.seed,
        digest.hexdigest()[:16],
        sum(len(client.done) for client in clients),
        sum(client.refused for client in clients),
        sum(client.unanswered for client in clients),
        simulation.kills,
        simulation.loop.steps,
        checker.checks,
        tuple(simulation.trace),
        violation,
    )
