"""A simulation: pieces of work that are numbered and seeded by their number, on any number of workers.

A piece is a table that opens with a fresh shoe, plays its rounds, and closes. What is counted in a piece depends on the
program, the seed and its number only, and counts are whole numbers that add up: so the result for a seed is the same to
the bit whoever plays which piece.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import local
from time import perf_counter

from msgspec import Struct

from pitboss.kernel.layout import COUNTERS, OUT
from pitboss.kernel.machine import MOST_ROUNDS, Counts, Machine
from pitboss.kernel.program import Program
from pitboss.kernel.report import standard_error

Watch = Callable[["Totals"], None]


class Totals(Struct):
    """What all pieces so far have counted, in whole numbers of any size."""

    words: list[int]
    pieces: int = 0
    seconds: float = 0
    #: Whether somebody stopped the run before its end.
    stopped: bool = False

    def of(self, name: str) -> list[int]:
        """A counter by its name."""
        start = int(OUT[name]) // 8
        return self.words[start : start + COUNTERS[name]]

    def one(self, name: str) -> int:
        """A counter of one word."""
        return self.words[int(OUT[name]) // 8]

    def add(self, counts: Counts) -> None:
        """One more piece."""
        self.words = [whole + more for whole, more in zip(self.words, counts.words.tolist(), strict=True)]
        self.pieces += 1


def pieces(rounds: int) -> Iterator[tuple[int, int]]:
    """Number and rounds of each piece of work."""
    whole, rest = divmod(rounds, MOST_ROUNDS)
    yield from ((index, MOST_ROUNDS) for index in range(whole))
    if rest:
        yield whole, rest


def run(
    program: Program,
    rounds: int,
    seed: int,
    *,
    workers: int = 1,
    until: float = 0,
    watch: Watch | None = None,
) -> Totals:
    """Plays so many rounds, or fewer where the standard error of the main game's expectation reaches ``until``.

    An interruption from the keyboard ends the run with what there is.
    """
    if rounds < 1:
        raise ValueError(f"{rounds} rounds: at least one is played")
    if workers < 1:
        raise ValueError(f"{workers} workers: at least one is needed")
    machines, totals, begun = local(), Totals([0] * sum(COUNTERS.values())), perf_counter()

    def play(index: int, share: int) -> Counts:
        if not hasattr(machines, "own"):
            machines.own = Machine(program)
        counts: Counts = machines.own.play(share, seed, index)
        return counts

    waiting: deque[Future[Counts]] = deque()
    todo = pieces(rounds)
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                while len(waiting) < 2 * workers and (piece := next(todo, None)) is not None:
                    waiting.append(pool.submit(play, *piece))
                if not waiting:
                    break
                # in the order of their numbers, so that a run that stops early stops where any other would
                totals.add(waiting.popleft().result())
                totals.seconds = perf_counter() - begun
                if watch is not None:
                    watch(totals)
                if (
                    until
                    and standard_error(program, totals.of("sums"), totals.of("products"), totals.one("rounds")) <= until
                ):
                    break
        except KeyboardInterrupt:
            totals.stopped = True
        pool.shutdown(cancel_futures=True)
    return totals
