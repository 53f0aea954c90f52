"""A simulation: pieces of work that are numbered and seeded by their number, for whoever plays them.

What is counted in a piece depends on the game, the seed and the piece's number only, and counts are whole numbers that
add up. Pieces are taken in the order of their numbers: so the result for a seed is the same to the bit on one thread,
on several, on a cluster, after an interruption, and where a run stops early it stops at the same piece.
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


def place_of(name: str, counters: Mapping[str, int]) -> slice:
    """Where a counter stands among the words."""
    start = sum(size for _, size in takewhile(lambda counter: counter[0] != name, counters.items()))
    return slice(start, start + counters[name])


class Totals(Struct, frozen=True):
    """What the pieces so far have counted, in whole numbers of any size."""

    words: tuple[int, ...]
    #: The names of the counters in their order, and how many words each has.
    counters: Mapping[str, int]
    pieces: int = 0
    seconds: float = 0
    #: Why the run ended: all rounds are played, the standard error is reached, or somebody stopped it.
    stopped: Stopped = "rounds"

    def of(self, name: str) -> tuple[int, ...]:
        """A counter by its name."""
        return self.words[place_of(name, self.counters)]

    def one(self, name: str) -> int:
        """A counter of one word."""
        return self.of(name)[0]

    def plus(self, words: Words, seconds: float, fold: "Fold | None" = None) -> "Totals":
        """With one more piece."""
        added = (fold or add_words)(self.words, words)
        return replace(self, words=added, pieces=self.pieces + 1, seconds=seconds)


#: How the words of the next piece in order join those of all before it.
Fold = Callable[[tuple[int, ...], Words], tuple[int, ...]]


def add_words(words: tuple[int, ...], more: Words) -> tuple[int, ...]:
    """As most games do."""
    return tuple(whole + part for whole, part in zip(words, more, strict=True))


class Player(Protocol):
    """Memory in which one piece of a game is played at a time."""

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        """What is counted in the piece of that number, or in no more than so many of its first rounds."""
        ...


class Game(Protocol):
    """What can be run. It is plain data: it can be sent to other processes.

    Where its pieces do not simply add up, since something runs on from one to the next, it has a method ``fold``.
    """

    @property
    def counters(self) -> Mapping[str, int]:
        """Names and sizes of what is counted; one of them is ``rounds``."""
        ...

    @property
    def rounds_of_a_piece(self) -> int:
        """How many rounds a piece has, about."""
        ...

    def player(self) -> Player:
        """Memory to play in; each thread takes its own."""
        ...

    def standard_error(self, totals: Totals) -> float:
        """Of the expectation at which ``until`` looks."""
        ...

    def identity(self) -> str:
        """Words that no other game has."""
        ...


class Pending(Protocol):
    """Pieces that somebody plays."""

    def result(self) -> Sequence[Words]:
        """What was counted in each, once they are played."""
        ...


class Crew(Protocol):
    """Those who play the pieces."""

    def wanted(self) -> int:
        """How many tasks may be under way at once."""
        ...

    @property
    def pieces_of_a_task(self) -> int:
        """How many pieces are handed out together."""
        ...

    def submit(self, first: int, last: int) -> Pending:
        """Hands out the pieces of these numbers, the last not included."""
        ...


class Threads:
    """A crew of threads of this process; compiled play does not hold Python's lock."""

    pieces_of_a_task = 1

    def __init__(self, game: Game, seed: int, workers: int, pool: ThreadPoolExecutor) -> None:
        self._game, self._seed, self._workers, self._pool = game, seed, workers, pool
        self._own = local()

    def wanted(self) -> int:
        """Two for each thread, so that none waits."""
        return 2 * self._workers

    def submit(self, first: int, last: int) -> Pending:
        """To the next thread that is free."""
        return self._pool.submit(self._play, first, last)

    def _play(self, first: int, last: int) -> list[Words]:
        if not hasattr(self._own, "player"):
            self._own.player = self._game.player()
        return [self._own.player.piece(self._seed, index) for index in range(first, last)]


Watch = Callable[[Totals], None]


class Run:
    """One run, piece after piece."""

    def __init__(
        self, game: Game, rounds: int, seed: int, crew: Crew, *, until: float = 0, start: Totals | None = None
    ) -> None:
        self._game, self._rounds, self._seed, self._crew, self._until = game, rounds, seed, crew, until
        #: The pieces that were played whole, which a longer run of the same seed begins with too.
        self.whole = start or Totals((0,) * sum(game.counters.values()), game.counters)
        self._before, self._begun = self.whole.seconds, perf_counter()
        self._waiting: deque[Pending] = deque()
        self._next = self.whole.pieces
        self._ready: deque[Words] = deque()
        self._player: Player | None = None
        self._fold: Fold = getattr(game, "fold", add_words)
        self._rounds_at = place_of("rounds", game.counters).start

    def play(self, watch: Watch) -> Totals:
        """Plays to the end, or until somebody interrupts from the keyboard: what there is then."""
        totals = self.whole
        try:
            while not self._reached(totals) and totals.one("rounds") < self._rounds:
                left = self._rounds - totals.one("rounds")
                words = self._next_piece(left)
                rounds = words[self._rounds_at]
                if rounds > left:
                    words, rounds = self._part(left), left
                totals = totals.plus(words, self._before + perf_counter() - self._begun, self._fold)
                if rounds < left:  # the last piece may be a part only
                    self.whole = totals
                watch(totals)
        except KeyboardInterrupt:
            return replace(self.whole, stopped="interrupted")
        return replace(totals, stopped="until" if self._reached(totals) else "rounds")

    def _reached(self, totals: Totals) -> bool:
        return bool(self._until) and totals.pieces > 0 and self._game.standard_error(totals) <= self._until

    def _next_piece(self, left: int) -> Words:
        """What the next piece in order has counted."""
        if self._ready:
            return self._ready.popleft()
        size, tasks = self._game.rounds_of_a_piece, self._crew.wanted()
        while len(self._waiting) < tasks:
            # no more than are needed, as far as can be told before they are played
            room = left // size - (self._next - self.whole.pieces)
            last = self._next + min(self._crew.pieces_of_a_task, room)
            if last <= self._next:
                break
            self._waiting.append(self._crew.submit(self._next, last))
            self._next = last
        if self._waiting:
            self._ready.extend(self._waiting.popleft().result())
            return self._ready.popleft()
        self._next += 1
        return self._part(left)

    def _part(self, most: int) -> Words:
        """The first rounds of the next piece, played here."""
        if self._player is None:
            self._player = self._game.player()
        return self._player.piece(self._seed, self.whole.pieces, most)


def run(
    game: Game,
    rounds: int,
    seed: int,
    *,
    workers: int = 1,
    crew: Crew | None = None,
    until: float = 0,
    start: Totals | None = None,
    watch: Watch | None = None,
    keep: Watch | None = None,
) -> Totals:
    """Plays so many rounds, or fewer where the standard error of the main game's expectation reaches ``until``.

    Threads play, unless a crew is given. After each piece ``keep`` gets what a later run of the same game and seed may
    ``start`` with. An interruption from the keyboard ends the run with what there is.
    """
    if rounds < 1:
        raise ValueError(f"{rounds} rounds: at least one is played")
    if workers < 1:
        raise ValueError(f"{workers} workers: at least one is needed")
    if start is not None and start.one("rounds") > rounds:
        raise ValueError(f"{start.one('rounds'):,} rounds are played already: ask for no fewer than these")
    with ThreadPoolExecutor(workers) as pool:
        running = Run(game, rounds, seed, crew or Threads(game, seed, workers, pool), until=until, start=start)

        def told(totals: Totals) -> None:
            if keep is not None:
                keep(running.whole)
            if watch is not None:
                watch(totals)

        try:
            return running.play(told)
        finally:
            pool.shutdown(cancel_futures=True)
