"""A simulation on many machines: the same pieces, seeded by their numbers, played by the workers of a Dask cluster.

Workers may come and go. What a lost one had under way is played again by another, and counts the same; results are
taken in the order of the pieces, so that the sum is that of one machine to the bit. A worker with other sources than
the client's is refused, for its pieces could be others.
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

from pitboss.kernel.checkpoint import sources
from pitboss.kernel.run import Game, Pending, Player, Words

#: Rounds of one task, about: long enough that handing it out costs nothing, short enough that little is lost with it.
_ROUNDS_OF_A_TASK: Final = 2**24
#: Seconds until a scheduler must have answered, and until it must have a worker.
_PATIENCE: Final = 10
#: How often a task is handed out anew where its workers died under it, or where it failed.
_AGAIN: Final = 5


#: Which have no types.
Client: Any = distributed.Client
LocalCluster: Any = distributed.LocalCluster


class NoCluster(ValueError):
    """A cluster that cannot be reached, or whose workers are not as they should be."""


_own = local()


def play_pieces(game: Game, seed: int, first: int, last: int, expected: str) -> list[list[int]]:
    """The pieces of these numbers, played by a worker."""
    if sources() != expected:
        raise NoCluster("a worker has another version of pitboss than the client")
    name = game.identity()
    if getattr(_own, "name", None) != name:
        _own.name, _own.player = name, game.player()
    player: Player = _own.player
    return [list(player.piece(seed, index)) for index in range(first, last)]


class _Task:
    """Pieces that are under way on the cluster."""

    def __init__(self, crew: "Cluster", first: int, last: int) -> None:
        self._crew, self._first, self._last = crew, first, last
        self._future = crew.hand_out(first, last, 0)

    def result(self) -> Sequence[Words]:
        """What was counted; a task whose workers died is handed out again."""
        for attempt in range(1, _AGAIN + 1):
            try:
                found: list[list[int]] = self._future.result()
            except KilledWorker:
                if attempt == _AGAIN:
                    raise NoCluster(
                        f"the workers that played pieces {self._first} to {self._last - 1} died, {_AGAIN} times over"
                    ) from None
                self._future = self._crew.hand_out(self._first, self._last, attempt)
            except NoCluster:
                raise
            except (CancelledError, OSError, TimeoutError) as error:
                raise NoCluster(f"the cluster was lost: {error or type(error).__name__}") from None
            else:
                self._future.release()
                return found
        raise AssertionError


class Cluster:
    """A crew of the workers of a cluster."""

    def __init__(self, client: Any, game: Game, seed: int) -> None:
        self._client, self._game, self._seed = client, game, seed
        self.pieces_of_a_task = max(1, _ROUNDS_OF_A_TASK // game.rounds_of_a_piece)
        self._sources = sources()
        self._lanes = 0

    def wanted(self) -> int:
        """Two for each thread of the workers that are there now."""
        threads: dict[str, int] = self._client.nthreads()
        self._lanes = sum(threads.values()) or self._lanes
        return 2 * max(1, self._lanes)

    def submit(self, first: int, last: int) -> Pending:
        """To whichever worker is free."""
        return _Task(self, first, last)

    def hand_out(self, first: int, last: int, attempt: int) -> Any:
        """A future of the cluster."""
        return self._client.submit(
            play_pieces,
            self._game,
            self._seed,
            first,
            last,
            self._sources,
            key=f"pitboss-{id(self)}-{first}-{last}-{attempt}",
            pure=False,
            retries=_AGAIN,
        )


@contextmanager
def crew(address: str, game: Game, seed: int) -> Iterator[Cluster]:
    """The crew at this address: that of a scheduler, or ``local`` or ``local:4`` for processes of this machine.

    NoCluster where there is none, it has no worker, or one with another version of pitboss.
    """
    with _quiet(), _connected(address) as client:
        _check_workers(client, address)
        yield Cluster(client, game, seed)


def local_workers(address: str) -> int | None:
    """How many processes of this machine an address asks for; None where it asks for a scheduler."""
    name, colon, number = address.partition(":")
    if name != "local":
        return None
    if not colon:
        return dask.system.CPU_COUNT
    if not number.isdecimal() or int(number) < 1:
        raise NoCluster(f"'{address}' is no cluster: expected local, local:4 or tcp://host:port")
    return int(number)


@contextmanager
def _quiet() -> Iterator[None]:
    """No memory limits for workers that need none, and no word of what is lost and played again."""
    settings = {
        "distributed.comm.timeouts.connect": f"{_PATIENCE}s",
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
            client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise NoCluster(f"no cluster answers at {address}: {error}") from None
        with _closing(client):
            yield client
        return
    with _unheard():
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
def _unheard() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, which is meant for the client."""
    if current_thread() is not main_thread():
        yield  # where nobody hears it anyway
        return
    kept = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, kept)


@contextmanager
def _closing(client: Any) -> Iterator[Any]:
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):
            client.close()


def _check_workers(client: Any, address: str) -> None:
    """NoCluster unless there are workers, all with the sources of this process."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise NoCluster(f"the scheduler at {address} has no worker") from None
    found: dict[str, Any] = client.run(sources, on_error="return")
    for worker, told in found.items():
        if isinstance(told, Exception):
            raise NoCluster(f"the worker {worker} cannot play: it says {told!r}; is pitboss installed there?")
        if told != sources():
            raise NoCluster(
                f"the worker {worker} has another version of pitboss (sources {told[:8]}, here {sources()[:8]}): "
                "install the same on all machines"
            )
