"""Whole tournaments between players of different betting styles, on the real director and engine."""

import signal
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import blake2b
from math import sqrt

from msgspec import Struct, field

from pitboss.blackjack.chance import Chance
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import game_of
from pitboss.law.ways import SessionUnit
from pitboss.table.chance import ShuffledShoe
from pitboss.tournament import TournamentRules, act, open_tournament, tournament_rules
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.bots import STYLES, entries, next_command

#: The rulebook of tournaments where none is named.
RULEBOOK = "nz-tournament"
#: Tournaments that a worker plays before it reports.
CHUNK = 10


class Plan(Struct, frozen=True):
    """What is simulated."""

    players: int
    styles: tuple[str, ...]
    options: Mapping[str, str]
    limits: Limits
    seed: int
    rulebook: str = RULEBOOK


class Count(Struct):
    """How often something happened, and what its error needs: sums over the tournaments of its squares and products.

    The players of one tournament are not independent of each other, but the tournaments are.
    """

    count: int = 0
    squares: int = 0
    with_entered: int = 0

    def note(self, count: int, entered: int) -> None:
        """So often in one tournament, into which so many had entered."""
        self.count += count
        self.squares += count * count
        self.with_entered += count * entered

    def add(self, other: "Count") -> None:
        """Takes over what was noted elsewhere."""
        self.count += other.count
        self.squares += other.squares
        self.with_entered += other.with_entered


class StyleTally(Struct):
    """What became of the players of one style."""

    entered: int = 0
    entered_squared: int = 0
    finals: Count = field(default_factory=Count)
    wins: Count = field(default_factory=Count)
    prizes: int = 0

    def add(self, other: "StyleTally") -> None:
        """Takes over what became of others."""
        self.entered += other.entered
        self.entered_squared += other.entered_squared
        self.finals.add(other.finals)
        self.wins.add(other.wins)
        self.prizes += other.prizes


class Tally(Struct):
    """What came of some tournaments."""

    tournaments: int = 0
    rounds: int = 0
    playoffs: int = 0
    styles: dict[str, StyleTally] = {}

    def add(self, other: "Tally") -> None:
        """Takes over what came of others."""
        self.tournaments += other.tournaments
        self.rounds += other.rounds
        self.playoffs += other.playoffs
        for name, more in other.styles.items():
            self.styles.setdefault(name, StyleTally()).add(more)


class Unplayable(ValueError):
    """Such a tournament cannot be held, or not without a clock."""


def rules_of(plan: Plan) -> TournamentRules:
    """The rules of the tournaments; Unplayable with the refusal, or where the rulebook has no tournament."""
    law = resolve(load_rulebook(plan.rulebook), plan.options, plan.limits)
    if isinstance(law, Refusal):
        raise Unplayable(str(law))
    if game_of(law) != "tournament":
        raise Unplayable(f"{plan.rulebook} plays {game_of(law)} by these choices, and no tournament is held")
    rules = tournament_rules(law)
    if isinstance(rules, Refusal):
        raise Unplayable(str(rules))
    if SessionUnit.MINUTES in (rules.terms.session[0], rules.terms.playoff[0]):
        raise Unplayable("a simulation has no clock: give sessions and play-offs in rounds or shoes")
    return rules


def _seed(plan: Plan, number: int, table: int) -> int:
    """Every shoe has a seed of its own, so that no order of work changes any card."""
    return int.from_bytes(blake2b(f"{plan.seed}/{number}/{table}".encode(), digest_size=8).digest(), "big")


def play_one(plan: Plan, rules: TournamentRules, number: int) -> Tally:
    """One tournament; the styles move by a seat from one tournament to the next, so that none has the better seats."""
    names = [f"p{seat}" for seat in range(1, plan.players + 1)]
    styles = {name: plan.styles[(seat + number) % len(plan.styles)] for seat, name in enumerate(names)}
    bets = {name: STYLES[style] for name, style in styles.items()}
    shoes: dict[int, Chance] = {}

    def chances(table: int) -> Chance:
        if table not in shoes:
            shoes[table] = ShuffledShoe(rules.table, _seed(plan, number, table))
        return shoes[table]

    state, _ = open_tournament(rules)
    tally = Tally(1, styles={style: StyleTally() for style in plan.styles})
    waiting = entries(names)
    while (command := next(waiting, None) or next_command(rules, state, bets)) is not None:
        done = act(rules, state, command, chances)
        if isinstance(done, Refusal):
            raise Unplayable(str(done))
        tally.rounds += any(type(event) is ev.RoundCounted for event in done)
        tally.playoffs += isinstance(command, cmd.BeginPlayoff)
    _note(tally, state.places, state.prizes, styles)
    return tally


def _note(tally: Tally, places: Mapping[str, int], prizes: Mapping[str, int], styles: Mapping[str, str]) -> None:
    for style, mine in tally.styles.items():
        names = [name for name in styles if styles[name] == style]
        mine.entered, mine.entered_squared = len(names), len(names) ** 2
        mine.finals.note(sum(name in places for name in names), len(names))
        mine.wins.note(sum(places.get(name) == 1 for name in names), len(names))
        mine.prizes = sum(prizes.get(name, 0) for name in names)


def play_chunk(plan: Plan, first: int, count: int) -> Tally:
    """Some tournaments, in a process of their own or in this one."""
    rules = rules_of(plan)
    tally = Tally(styles={})
    for number in range(first, first + count):
        tally.add(play_one(plan, rules, number))
    return tally


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def simulate(plan: Plan, tournaments: int, workers: int) -> Iterator[Tally]:
    """The tallies of all tournaments, chunk by chunk as they come; their sum is the same whoever plays them."""
    starts = range(0, tournaments, CHUNK)
    chunks = ((first, min(CHUNK, tournaments - first)) for first in starts)
    workers = min(workers, len(starts))
    if workers == 1:
        for first, count in chunks:
            yield play_chunk(plan, first, count)
        return
    with ProcessPoolExecutor(workers, initializer=_ignore_interrupt) as pool:
        try:
            yield from _as_they_come(pool, plan, chunks, workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _as_they_come(
    pool: ProcessPoolExecutor, plan: Plan, chunks: Iterable[tuple[int, int]], workers: int
) -> Iterator[Tally]:
    running: set[Future[Tally]] = set()
    for first, count in chunks:
        running.add(pool.submit(play_chunk, plan, first, count))
        if len(running) >= 2 * workers:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


class Rate(Struct, frozen=True):
    """How often something happened, with the standard error of that."""

    value: float
    error: float


def share(happened: Count, tournaments: int) -> Rate:
    """In which share of the tournaments something happened that happens once at most."""
    if not tournaments:
        return Rate(0.0, 0.0)
    value = happened.count / tournaments
    return Rate(value, sqrt(value * (1 - value) / tournaments))


def chance(happened: Count, style: StyleTally) -> Rate:
    """The chance of a player of the style that it happens, with the error of a ratio of sums over tournaments."""
    if not style.entered:
        return Rate(0.0, 0.0)
    value = happened.count / style.entered
    scatter = happened.squares - 2 * value * happened.with_entered + value**2 * style.entered_squared
    return Rate(value, sqrt(max(0.0, scatter)) / style.entered)
