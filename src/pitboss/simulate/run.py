"""A simulation run: pieces of work, each seeded by its index, dispatched to a worker pool.

The counters of a piece depend only on the game, the seed and the index, and counters are integers that add up. Pieces
are added in the order of their index. So the result for a seed is bit-identical on one thread, on several, on a cluster
and after an interruption, and an early stop happens at the same piece.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from threading import local
from time import perf_counter
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

Words = Sequence[int]
Stopped = Literal["rounds", "until", "interrupted"]


def counter_slice(name: str, counters: Mapping[str, int]) -> slice:
    """Returns the slice of a counter in the array of words."""
    start = sum(size for _, size in takewhile(lambda counter: counter[0] != name, counters.items()))
    return slice(start, start + counters[name])


class Totals(Struct, frozen=True):
    """The counters of the pieces so far, as integers of any size."""

    words: tuple[int, ...]
    #: The names of the counters in order, with their number of words.
    counters: Mapping[str, int]
    pieces: int = 0
    seconds: float = 0
    #: Why the run ended: all rounds are played, the standard error is reached, or the user interrupted it.
    stopped: Stopped = "rounds"

    def of(self, name: str) -> tuple[int, ...]:
        """Returns a counter by its name."""
        return self.words[counter_slice(name, self.counters)]

    def value(self, name: str) -> int:
        """Returns a counter of one word."""
        return self.of(name)[0]

    def plus(self, words: Words, seconds: float, fold: "Fold | None" = None) -> "Totals":
        """Returns the totals with one more piece."""
        added = (fold or add_words)(self.words, words)
        return replace(self, words=added, pieces=self.pieces + 1, seconds=seconds)


#: Callback that merges the words of the next piece into those of all pieces before it.
Fold = Callable[[tuple[int, ...], Words], tuple[int, ...]]


def add_words(words: tuple[int, ...], more: Words) -> tuple[int, ...]:
    """Adds the words one by one, as most games do."""
    return tuple(whole + part for whole, part in zip(words, more, strict=True))


class PiecePlayer(Protocol):
    """Interface of a player: the memory in which one piece at a time is played."""

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        """Plays the piece of that index, or at most its first ``most`` rounds, and returns its counters."""
        ...


class SimulatedGame(Protocol):
    """Interface of a game that can be run. It is plain data that can be sent to other processes.

    A game whose pieces do not simply add up defines a method ``fold``.
    """

    @property
    def counters(self) -> Mapping[str, int]:
        """Names and sizes of the counters; one of them is ``rounds``."""
        ...

    @property
    def rounds_of_a_piece(self) -> int:
        """The approximate number of rounds in a piece."""
        ...

    def player(self) -> PiecePlayer:
        """Returns a player; each thread needs its own."""
        ...

    def standard_error(self, totals: Totals) -> float:
        """Returns the standard error that ``until`` is compared with."""
        ...

    def identity(self) -> str:
        """Returns a text that identifies the game."""
        ...


class Pending(Protocol):
    """Interface of a future: pieces that are being played."""

    def result(self) -> Sequence[Words]:
        """Waits for the pieces and returns the counters of each."""
        ...


class WorkerPool(Protocol):
    """Interface of a worker pool."""

    def wanted(self) -> int:
        """Returns the maximum number of tasks in flight."""
        ...

    @property
    def pieces_of_a_task(self) -> int:
        """The number of pieces in a task."""
        ...

    def warm_up(self) -> None:
        """Loads or compiles the code, so that the clock of a run measures play alone."""
        ...

    def submit(self, first: int, last: int) -> Pending:
        """Submits the pieces from ``first`` up to, but not including, ``last``."""
        ...


def warm_up(game: SimulatedGame, seed: int) -> None:
    """Plays one round and drops its result, so that all compiled code is loaded in this process."""
    game.player().piece(seed, 0, 1)


class ThreadPool:
    """Worker pool of threads in this process; compiled play releases the GIL."""

    pieces_of_a_task = 1

    def __init__(self, game: SimulatedGame, seed: int, workers: int, pool: ThreadPoolExecutor) -> None:
        self._game, self._seed, self._workers, self._pool = game, seed, workers, pool
        self._own = local()

    def wanted(self) -> int:
        """Returns two tasks for each thread, so that no thread is idle."""
        return 2 * self._workers

    def warm_up(self) -> None:
        """Plays one round and drops its result: threads share the compiled code."""
        warm_up(self._game, self._seed)

    def submit(self, first: int, last: int) -> Pending:
        """Submits the pieces to the next free thread."""
        return self._pool.submit(self._play, first, last)

    def _play(self, first: int, last: int) -> list[Words]:
        if not hasattr(self._own, "player"):
            self._own.player = self._game.player()
        return [self._own.player.piece(self._seed, index) for index in range(first, last)]


Watch = Callable[[Totals], None]
Clock = Callable[[], float]


class Run:
    """One run."""

    def __init__(
        self,
        game: SimulatedGame,
        rounds: int,
        seed: int,
        pool: WorkerPool,
        *,
        until: float = 0,
        start: Totals | None = None,
        clock: Clock = perf_counter,
    ) -> None:
        self._game, self._rounds, self._seed, self._pool, self._until = game, rounds, seed, pool, until
        #: The totals of complete pieces, with which a longer run of the same seed starts too.
        self.whole = start or Totals((0,) * sum(game.counters.values()), game.counters)
        self._clock = clock
        self._waiting: deque[Pending] = deque()
        self._next = self.whole.pieces
        self._ready: deque[Words] = deque()
        self._player: PiecePlayer | None = None
        self._fold: Fold = getattr(game, "fold", add_words)
        self._rounds_at = counter_slice("rounds", game.counters).start

    def play(self, watch: Watch) -> Totals:
        """Plays to the end. On KeyboardInterrupt, returns the totals of the complete pieces."""
        totals, before = self.whole, self.whole.seconds
        try:
            self._pool.warm_up()
            begun = self._clock()
            while not self._reached(totals) and totals.value("rounds") < self._rounds:
                left = self._rounds - totals.value("rounds")
                words = self._next_piece(left)
                rounds = words[self._rounds_at]
                if rounds > left:
                    words, rounds = self._part(left), left
                totals = totals.plus(words, before + self._clock() - begun, self._fold)
                if rounds < left:  # the last piece may be incomplete
                    self.whole = totals
                watch(totals)
        except KeyboardInterrupt:
            return replace(self.whole, stopped="interrupted")
        return replace(totals, stopped="until" if self._reached(totals) else "rounds")

    def _reached(self, totals: Totals) -> bool:
        return bool(self._until) and totals.pieces > 0 and self._game.standard_error(totals) <= self._until

    def _next_piece(self, left: int) -> Words:
        """Returns the counters of the next piece in order."""
        if self._ready:
            return self._ready.popleft()
        size, tasks = self._game.rounds_of_a_piece, self._pool.wanted()
        while len(self._waiting) < tasks:
            # submits no more pieces than are needed, as far as that is known before they are played
            room = left // size - (self._next - self.whole.pieces)
            last = self._next + min(self._pool.pieces_of_a_task, room)
            if last <= self._next:
                break
            self._waiting.append(self._pool.submit(self._next, last))
            self._next = last
        if self._waiting:
            self._ready.extend(self._waiting.popleft().result())
            return self._ready.popleft()
        self._next += 1
        return self._part(left)

    def _part(self, most: int) -> Words:
        """Plays the first rounds of the next piece in this thread."""
        if self._player is None:
            self._player = self._game.player()
        return self._player.piece(self._seed, self.whole.pieces, most)


def run(
    game: SimulatedGame,
    rounds: int,
    seed: int,
    *,
    workers: int = 1,
    pool: WorkerPool | None = None,
    until: float = 0,
    start: Totals | None = None,
    watch: Watch | None = None,
    keep: Watch | None = None,
    clock: Clock = perf_counter,
) -> Totals:
    """Plays ``rounds`` rounds, or fewer if the standard error of the main game's expectation reaches ``until``.

    Threads play unless ``pool`` gives another worker pool. After each piece, the callback ``keep`` gets the totals with
    which a later run of the same game and seed may ``start``. KeyboardInterrupt ends the run and returns the totals so
    far. The seconds of a run are measured by ``clock`` after the compiled code is loaded.
    """
    if rounds < 1:
        raise ValueError(f"{rounds} rounds: write at least 1")
    if workers < 1:
        raise ValueError(f"{workers} workers: write at least 1")
    if start is not None and start.value("rounds") > rounds:
        raise ValueError(f"{start.value('rounds'):,} rounds are already played: write at least that many")
    with ThreadPoolExecutor(workers) as executor:
        running = Run(
            game, rounds, seed, pool or ThreadPool(game, seed, workers, executor), until=until, start=start, clock=clock
        )

        def notify(totals: Totals) -> None:
            if keep is not None:
                keep(running.whole)
            if watch is not None:
                watch(totals)

        try:
            return running.play(notify)
        finally:
            executor.shutdown(cancel_futures=True)
