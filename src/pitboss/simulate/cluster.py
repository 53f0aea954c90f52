"""Simulation on a Dask cluster: workers play pieces that are seeded by their index.

Workers may join and leave. A lost task is retried on another worker and returns the same counts. Results are added in
the order of the pieces, so the sum is bit-identical to that of one machine. A worker with other sources is rejected,
because its pieces could differ.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from logging import CRITICAL
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, local, main_thread
from typing import Any, Final

import dask
import distributed
from distributed import CancelledError
from distributed.scheduler import KilledWorker

from pitboss.simulate.checkpoint import sources
from pitboss.simulate.run import Pending, PiecePlayer, SimulatedGame, Words, warm_up

#: The approximate number of rounds in a task: long enough to hide the overhead of dispatch, short enough that a retry
#: is cheap.
_ROUNDS_OF_A_TASK: Final = 2**24
#: Timeout in seconds for the scheduler to answer and to have a worker.
_TIMEOUT: Final = 10
#: Maximum number of attempts for a task whose workers died or that failed.
_ATTEMPTS: Final = 5


#: Dask has no type annotations.
Client: Any = distributed.Client
LocalCluster: Any = distributed.LocalCluster


class NoCluster(ValueError):
    """Raised if a cluster cannot be reached or a worker has other sources."""


_thread_state = local()


def play_pieces(game: SimulatedGame, seed: int, first: int, last: int, expected: str) -> list[list[int]]:
    """Plays the pieces of these indices in a worker process and returns their counters."""
    if sources() != expected:
        raise NoCluster("a worker has another version of pitboss")
    name = game.identity()
    if getattr(_thread_state, "name", None) != name:
        _thread_state.name, _thread_state.player = name, game.player()
    player: PiecePlayer = _thread_state.player
    return [list(player.piece(seed, index)) for index in range(first, last)]


class _Task:
    """A task on the cluster, with retries."""

    def __init__(self, pool: "DaskPool", first: int, last: int) -> None:
        self._pool, self._first, self._last = pool, first, last
        self._future = pool.dispatch(first, last, 0)

    def result(self) -> Sequence[Words]:
        """Waits for the task and returns its counters; resubmits it if its workers died."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                counters: list[list[int]] = self._future.result()
            except KilledWorker:
                if attempt == _ATTEMPTS:
                    raise NoCluster(
                        f"the workers that played pieces {self._first} to {self._last - 1} died, {_ATTEMPTS} times over"
                    ) from None
                self._future = self._pool.dispatch(self._first, self._last, attempt)
            except NoCluster:
                raise
            except (CancelledError, OSError, TimeoutError) as error:
                raise NoCluster(f"the cluster was lost: {error or type(error).__name__}") from None
            else:
                self._future.release()
                return counters
        raise AssertionError


class DaskPool:
    """Worker pool of a Dask cluster."""

    def __init__(self, client: Any, game: SimulatedGame, seed: int) -> None:
        self._client, self._game, self._seed = client, game, seed
        self.pieces_of_a_task = max(1, _ROUNDS_OF_A_TASK // game.rounds_of_a_piece)
        self._sources = sources()
        self._lanes = 0

    def wanted(self) -> int:
        """Returns twice the number of threads of the current workers."""
        threads: dict[str, int] = self._client.nthreads()
        self._lanes = sum(threads.values()) or self._lanes
        return 2 * max(1, self._lanes)

    def warm_up(self) -> None:
        """Plays one round on every current worker and one in this process, which plays the last rounds."""
        warm_up(self._game, self._seed)
        self._client.run(warm_up, self._game, self._seed, on_error="return")

    def submit(self, first: int, last: int) -> Pending:
        """Submits the pieces to any free worker."""
        return _Task(self, first, last)

    def dispatch(self, first: int, last: int, attempt: int) -> Any:
        """Returns a future of the cluster."""
        return self._client.submit(
            play_pieces,
            self._game,
            self._seed,
            first,
            last,
            self._sources,
            key=f"pitboss-{id(self)}-{first}-{last}-{attempt}",
            pure=False,
            retries=_ATTEMPTS,
        )


@contextmanager
def connect_workers(address: str, game: SimulatedGame, seed: int) -> Iterator[DaskPool]:
    """Context manager of the worker pool at this address: a scheduler's, or ``local`` or ``local:4`` for local
    processes.

    Raises NoCluster if the cluster does not answer, has no worker, or has a worker with other sources.
    """
    with _dask_settings(), _connected(address) as client:
        _check_workers(client, address)
        yield DaskPool(client, game, seed)


def local_workers(address: str) -> int | None:
    """Parses the number of local processes from an address; returns None for the address of a scheduler."""
    name, colon, number = address.partition(":")
    if name != "local":
        return None
    if not colon:
        return dask.system.CPU_COUNT
    if not number.isdecimal() or int(number) < 1:
        raise NoCluster(f"'{address}' is not a cluster: write local, local:4 or tcp://host:port")
    return int(number)


@contextmanager
def _dask_settings() -> Iterator[None]:
    """Configures Dask without memory limits and without log output about retries."""
    settings = {
        "distributed.comm.timeouts.connect": f"{_TIMEOUT}s",
        "distributed.worker.memory.target": False,
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.pause": False,
        "distributed.logging.distributed": "critical",
    }
    with dask.config.set(settings):
        yield


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    workers = local_workers(address)
    if workers is None:
        try:
            client = Client(address, timeout=_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise NoCluster(f"no cluster answers at {address}: {error}") from None
        with _closing(client):
            yield client
        return
    with _ignore_interrupts():
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=CRITICAL,
        )
    with cluster, _closing(Client(cluster, set_as_default=False)) as client:
        yield client


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, which is meant for the client."""
    if current_thread() is not main_thread():
        yield  # SIGINT goes to the main thread only
        return
    previous = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, previous)


@contextmanager
def _closing(client: Any) -> Iterator[Any]:
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):
            client.close()


def _check_workers(client: Any, address: str) -> None:
    """Raises NoCluster unless there are workers and all of them have the sources of this process."""
    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
    except TimeoutError:
        raise NoCluster(f"the scheduler at {address} has no worker") from None
    answers: dict[str, Any] = client.run(sources, on_error="return")
    for worker, answer in answers.items():
        if isinstance(answer, Exception):
            raise NoCluster(f"the worker {worker} cannot play: {answer!r}; is pitboss installed there?")
        if answer != sources():
            raise NoCluster(
                f"the worker {worker} has another version of pitboss (sources {answer[:8]}, here {sources()[:8]}): "
                "install the same on all machines"
            )
