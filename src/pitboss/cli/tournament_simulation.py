"""Simulates tournaments between betting styles: in compiled code, or on the real director and engine."""

import signal
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from hashlib import blake2b
from math import sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field, json

from pitboss.cli.tournament_styles import PlayerStyle, player_style
from pitboss.extras import MissingExtra
from pitboss.games.blackjack.chance import Chance
from pitboss.games.tournament import TournamentRules, act, open_tournament, tournament_rules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.bots import entries, next_command
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.choices import SessionUnit
from pitboss.law.resolve import game_of
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.tables.chance import ShuffledShoe

if TYPE_CHECKING:
    from pitboss.simulate.tournament.director import CompiledTournaments

#: The default rulebook.
RULEBOOK: Final = "nz-tournament"
#: Tournaments per batch of a worker, on the engine and in compiled code.
CHUNK: Final = 10
COMPILED_CHUNK: Final = 250


class SimulationPlan(Struct, frozen=True):
    """Parameters of a simulation. ``engine`` plays it on the director and engine, with other cards."""

    players: int
    styles: tuple[str, ...]
    options: Mapping[str, str]
    limits: Limits
    seed: int
    rulebook: str = RULEBOOK
    engine: bool = False


class Occurrences(Struct):
    """A count with the sums of squares and products that its standard error needs.

    The players of one tournament are dependent; the tournaments are independent.
    """

    count: int = 0
    squares: int = 0
    with_entered: int = 0

    def note(self, count: int, entered: int) -> None:
        """Add the count of one tournament with so many entries."""
        self.count += count
        self.squares += count * count
        self.with_entered += count * entered

    def add(self, other: "Occurrences") -> None:
        """Add another count."""
        self.count += other.count
        self.squares += other.squares
        self.with_entered += other.with_entered


class StyleTally(Struct):
    """Results of the players of one style."""

    entered: int = 0
    entered_squared: int = 0
    finals: Occurrences = field(default_factory=Occurrences)
    wins: Occurrences = field(default_factory=Occurrences)
    prizes: int = 0

    def add(self, other: "StyleTally") -> None:
        """Add other results."""
        self.entered += other.entered
        self.entered_squared += other.entered_squared
        self.finals.add(other.finals)
        self.wins.add(other.wins)
        self.prizes += other.prizes


class TournamentTally(Struct):
    """Results of several tournaments."""

    tournaments: int = 0
    rounds: int = 0
    playoffs: int = 0
    styles: dict[str, StyleTally] = {}

    def add(self, other: "TournamentTally") -> None:
        """Add other results."""
        self.tournaments += other.tournaments
        self.rounds += other.rounds
        self.playoffs += other.playoffs
        for name, more in other.styles.items():
            self.styles.setdefault(name, StyleTally()).add(more)


class Unplayable(ValueError):
    """The tournament cannot be held, or needs a clock."""


def rules_of(plan: SimulationPlan) -> TournamentRules:
    """Returns the rules of the tournaments. Raises Unplayable with the reason if there are none."""
    law = resolve(load_rulebook(plan.rulebook), plan.options, plan.limits)
    if isinstance(law, Refusal):
        raise Unplayable(str(law))
    if game_of(law) != "tournament":
        raise Unplayable(f"{plan.rulebook} plays {game_of(law)} with these options, not a tournament")
    rules = tournament_rules(law)
    if isinstance(rules, Refusal):
        raise Unplayable(str(rules))
    if SessionUnit.MINUTES in (rules.terms.session[0], rules.terms.playoff[0]):
        raise Unplayable("a simulation has no clock: give sessions and play-offs in rounds or shoes")
    return rules


def _seed(plan: SimulationPlan, number: int, table: int) -> int:
    """Returns the seed of a table's shoe. It does not depend on the order of the work."""
    return int.from_bytes(blake2b(f"{plan.seed}/{number}/{table}".encode(), digest_size=8).digest(), "big")


def styles_of(plan: SimulationPlan, rules: TournamentRules) -> dict[str, PlayerStyle]:
    """Returns the styles of a simulation by their names. Raises BadUsage for one that is not a style."""
    return {name: player_style(name, rules.table) for name in plan.styles}


def _names(plan: SimulationPlan) -> list[str]:
    return [f"p{seat}" for seat in range(1, plan.players + 1)]


def _styles_at(plan: SimulationPlan, number: int) -> list[int]:
    """Returns the number of each player's style in a tournament."""
    return [(seat + number) % len(plan.styles) for seat in range(plan.players)]


def play_one(
    plan: SimulationPlan, rules: TournamentRules, players: Mapping[str, PlayerStyle], number: int
) -> TournamentTally:
    """Play one tournament. The styles rotate by a seat per tournament, so that each gets every seat."""
    names = _names(plan)
    styles = {name: plan.styles[style] for name, style in zip(names, _styles_at(plan, number), strict=True)}
    bets = {name: players[style].bet for name, style in styles.items()}
    deciders = {name: players[style].decide for name, style in styles.items()}
    shoes: dict[int, Chance] = {}

    def chances(table: int) -> Chance:
        if table not in shoes:
            shoes[table] = ShuffledShoe(rules.table, _seed(plan, number, table))
        return shoes[table]

    state, _ = open_tournament(rules)
    tally = TournamentTally(1, styles={style: StyleTally() for style in plan.styles})
    waiting = entries(names)
    while (command := next(waiting, None) or next_command(rules, state, bets, deciders)) is not None:
        done = act(rules, state, command, chances)
        if isinstance(done, Refusal):
            raise Unplayable(str(done))
        tally.rounds += any(type(event) is ev.RoundCounted for event in done)
        tally.playoffs += isinstance(command, cmd.BeginPlayoff)
    _note(tally, state.places, state.prizes, styles)
    return tally


def _note(
    tally: TournamentTally, places: Mapping[str, int], prizes: Mapping[str, int], styles: Mapping[str, str]
) -> None:
    for style, mine in tally.styles.items():
        names = [name for name in styles if styles[name] == style]
        mine.entered, mine.entered_squared = len(names), len(names) ** 2
        mine.finals.note(sum(name in places for name in names), len(names))
        mine.wins.note(sum(places.get(name) == 1 for name in names), len(names))
        mine.prizes = sum(prizes.get(name, 0) for name in names)


def compiled_tournaments(
    plan: SimulationPlan, rules: TournamentRules, styles: Mapping[str, PlayerStyle]
) -> "CompiledTournaments":
    """Returns the tournaments in compiled code.

    Raises NotSimulable for rules or styles that it does not play, and MissingExtra where it is not installed.
    """
    from pitboss.simulate.tournament.director import CompiledTournaments
    from pitboss.simulate.tournament.tables import PlayedStyle

    bets = {name: style.bet if style.compiled is None else style.compiled for name, style in styles.items()}
    played = [PlayedStyle(name, bets[name], style.decide) for name, style in styles.items()]
    return CompiledTournaments(rules, played, _names(plan))


def not_compiled(plan: SimulationPlan, rules: TournamentRules, styles: Mapping[str, PlayerStyle]) -> str:
    """Returns why the plan cannot be played in compiled code; empty if it can."""
    try:
        compiled_tournaments(plan, rules, styles)
    except (MissingExtra, NotSimulable) as error:
        return str(error)
    return ""


def play_compiled(plan: SimulationPlan, tournaments: "CompiledTournaments", number: int) -> TournamentTally:
    """Play one tournament in compiled code, with the same players in the same seats as ``play_one``."""
    chosen = _styles_at(plan, number)
    played = tournaments.play(plan.seed, number, chosen)
    tally = TournamentTally(1, played.rounds, played.playoffs, styles={style: StyleTally() for style in plan.styles})
    styles = {name: plan.styles[style] for name, style in zip(tournaments.players, chosen, strict=True)}
    _note(tally, played.state.places, played.state.prizes, styles)
    return tally


class _Prepared(Struct, frozen=True):
    """What a worker needs for every batch."""

    rules: TournamentRules
    styles: dict[str, PlayerStyle]
    compiled: "CompiledTournaments | None"


@lru_cache(maxsize=1)
def _prepare(encoded: bytes) -> _Prepared:
    """Returns the rules, styles and compiled tables of a plan, once in a process."""
    plan = json.decode(encoded, type=SimulationPlan)
    rules = rules_of(plan)
    styles = styles_of(plan, rules)
    return _Prepared(rules, styles, None if plan.engine else compiled_tournaments(plan, rules, styles))


def play_chunk(plan: SimulationPlan, first: int, count: int) -> TournamentTally:
    """Play a batch of tournaments."""
    prepared = _prepare(json.encode(plan))
    tally = TournamentTally(styles={})
    for number in range(first, first + count):
        if prepared.compiled is not None:
            tally.add(play_compiled(plan, prepared.compiled, number))
        else:
            tally.add(play_one(plan, prepared.rules, prepared.styles, number))
    return tally


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def simulate(plan: SimulationPlan, tournaments: int, workers: int) -> Iterator[TournamentTally]:
    """Yield the tallies of all batches as they complete. Their sum does not depend on the workers."""
    size = CHUNK if plan.engine else COMPILED_CHUNK
    starts = range(0, tournaments, size)
    chunks = ((first, min(size, tournaments - first)) for first in starts)
    workers = min(workers, len(starts))
    if workers == 1:
        for first, count in chunks:
            yield play_chunk(plan, first, count)
        return
    with ProcessPoolExecutor(workers, initializer=_ignore_interrupt) as pool:
        try:
            yield from _completed(pool, plan, chunks, workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _completed(
    pool: ProcessPoolExecutor, plan: SimulationPlan, chunks: Iterable[tuple[int, int]], workers: int
) -> Iterator[TournamentTally]:
    running: set[Future[TournamentTally]] = set()
    for first, count in chunks:
        running.add(pool.submit(play_chunk, plan, first, count))
        if len(running) >= 2 * workers:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


class Rate(Struct, frozen=True):
    """A rate with its standard error."""

    value: float
    error: float


def share(happened: Occurrences, tournaments: int) -> Rate:
    """Returns the share of tournaments in which something happened, at most once in each."""
    if not tournaments:
        return Rate(0.0, 0.0)
    value = happened.count / tournaments
    return Rate(value, sqrt(value * (1 - value) / tournaments))


def chance(happened: Occurrences, style: StyleTally) -> Rate:
    """Returns the chance of a player of the style, with the standard error of a ratio of sums."""
    if not style.entered:
        return Rate(0.0, 0.0)
    value = happened.count / style.entered
    scatter = happened.squares - 2 * value * happened.with_entered + value**2 * style.entered_squared
    return Rate(value, sqrt(max(0.0, scatter)) / style.entered)
