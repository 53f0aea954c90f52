"""Plays the same shoes on the engine and on the fast kernel, round for round."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import CUTTING_CARD
from pitboss.games.blackjack.state import Stage
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.choices import CutCardFirst, ShoeKind
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.counters import counter, words_of
from pitboss.simulate.blackjack.fast.runs import FastCounts, FastKernel
from pitboss.simulate.blackjack.fast.shoe_exhausted import words_of_round
from pitboss.simulate.blackjack.fast.tables import FastTables, compile_tables
from pitboss.simulate.blackjack.general.layout import COUNTERS
from pitboss.strategy.chart import Chart, built_in, choose, fit_chart
from pitboss.strategy.hand_classes import NotSimulable
from tests.properties.tables import lawful_choices

#: A round: its results on the main wager and on each side wager, over all boxes, sorted; the counters; cards out.
Results = tuple[list[int], dict[str, list[int]], dict[str, list[int]], int]


class OutOfCards(Exception):
    """Raised if the engine draws behind the last card."""


class ListedShoe:
    """A source of chance with one order of cards, including the cutting card."""

    def __init__(self, order: Sequence[int], cut: int) -> None:
        self._order = [*order[:cut], CUTTING_CARD, *order[cut:]]
        self._at = 0
        self.shuffles = 0
        self.drawn = 0

    def draw(self, side: int) -> int:
        """Returns the next card."""
        if self._at >= len(self._order):
            raise OutOfCards
        item = self._order[self._at]
        self._at += 1
        self.drawn += item >= 0
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Counts the shuffles: the first sets the order and the second ends it."""
        self.shuffles += 1

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: the order is fixed."""

    def prize(self, kind: str, stake: int) -> int:
        """Raises: these wagers have no prize."""
        raise NotImplementedError


class Game(Struct):
    """Returns random lawful options that the tables of the kernel can hold."""

    rules: BlackjackRules
    chart: Chart
    stake: int
    sides: dict[str, int]
    boxes: int
    tables: FastTables


def any_chart(dice: Random, rules: BlackjackRules) -> Chart:
    """Returns a built-in chart, or a random one made legal for the table."""
    kind = dice.random()
    if kind < 0.5:
        chart = built_in("basic", rules)
    elif kind < 0.6:
        chart = built_in("mimic", rules)
    else:

        def row(codes: str) -> str:
            return "".join(dice.choice(codes) for _ in range(10))

        chart = fit_chart(
            Chart(
                "any",
                tuple(row("HHHHSDDERQ" if total < 17 else "SSSSSHE") for total in range(4, 22)),
                tuple(row("HHHSSDDERQ") for _ in range(12, 22)),
                tuple(row("PPPPPHSDQ") for _ in range(10)),
            ),
            rules,
        )
    even = dice.random() < 0.4
    return Chart(chart.name, chart.hard, chart.soft, chart.pair, insure=False, even_money=even)


def any_game(book_id: str, dice: Random) -> Game:
    """Returns a random lawful table that is not refused; every refusal must name its rule and clause."""
    book = load_rulebook(book_id)
    limits = dice.choice((Limits(100, 10_000_000), Limits(1000, 100_000), Limits(500, 50_000)))
    while True:
        rules: Any = resolve(book, lawful_choices(book, limits, dice), limits)
        assert not isinstance(rules, Refusal)
        stake = dice.choice((limits.minimum, limits.minimum * 2, 1500, 2500, 5000))
        offered = [side for side in rules.sides.values() if side.offered and dice.random() < 0.7]
        sides = {side.name: side.amount or 100 for side in offered}
        for side in offered:
            sides.pop(side.details.get("not_beside", ""), None)
        boxes = dice.choice((1, 1, 1, dice.randint(1, rules.terms.boxes), dice.randint(1, rules.terms.boxes)))
        chart = any_chart(dice, rules)
        tables = compiled(rules, chart, stake, sides, boxes)
        if tables is not None:
            return Game(rules, chart, stake, sides, boxes, tables)


def compiled(rules: BlackjackRules, chart: Chart, stake: int, sides: dict[str, int], boxes: int) -> FastTables | None:
    """Returns the tables of the game, or None if it is refused; a refusal must cite its clauses."""
    try:
        return compile_tables(rules, chart, stake, sides, boxes=boxes)
    except NotSimulable as refusal:
        if not (refusal.what and refusal.clauses):
            raise
    except ValueError as refused:
        if "refuses the wager" not in str(refused):
            raise
    return None


def shoe_of(tables: FastTables, dice: Random) -> list[int]:
    """Returns a shuffled shoe, sometimes with cards in front that cause splits, long hands and blackjacks."""
    order = list(tables.shoe)
    dice.shuffle(order)
    if dice.random() < 0.4:
        ranks = dice.choice(((0, 1, 2), (0, 9, 12), (6,), (7, 7, 8), (0, 0, 0, 9, 10), (1, 2, 3)))
        order.sort(key=lambda card: card >> 2 not in ranks and dice.random() < 0.7)
    return order


def engine_rounds(game: Game, order: Sequence[int]) -> Iterator[Results]:
    """Plays the shoe on the engine; yields the results of every box, and the number of cards drawn after the round."""
    rules, terms = game.rules, game.rules.terms
    continuous = terms.shoe is ShoeKind.CONTINUOUS
    # a continuous shuffler has no cutting card, and is burnt from once in its life
    burnt = [0] if continuous and terms.burn_new_shoe else []
    late = terms.cut_card_first is CutCardFirst.AS_DURING_THE_ROUND
    chance = ListedShoe([*burnt, *order], len(order) if continuous else game.tables.limit - late)
    state, _ = open_state(rules, chance)
    antes = (("ante", game.tables.ante),) if game.tables.ante else ()
    players = [f"player{box}" for box in range(1, game.boxes + 1)]
    for player in players:
        done(act(rules, state, cmd.JoinTable(player=player, money=10**12), chance))
    before = game.tables.burnt
    while chance.shuffles == 1:
        for box, player in enumerate(players, 1):
            sides = (*game.sides.items(), *antes)
            bet = cmd.PlaceBet(player=player, box=box, amounts=(game.stake,), sides=sides)
            done(act(rules, state, bet, chance))
        done(act(rules, state, cmd.Deal(), chance))
        if state.stage == Stage.BETTING and chance.shuffles > 1 and state.bets:
            return  # the cutting card came first, and betting is open again
        while state.stage != Stage.BETTING:
            done(act(rules, state, choose(game.chart, rules, state), chance))
        out = chance.drawn - len(burnt)
        yield (*results(game, state), named(words_of_round(game.tables, state, out - before)), out)
        before = out
        if continuous:
            return


def named(words: NDArray[np.int64]) -> dict[str, list[int]]:
    """Returns the counters by name."""
    return {name: counter(words, name).tolist() for name in COUNTERS}


def done(outcome: object) -> None:
    """Asserts that the command was not refused."""
    assert not isinstance(outcome, Refusal), outcome


def results(game: Game, state: State) -> tuple[list[int], dict[str, list[int]]]:
    """Returns the results of the last round, by box and then sorted."""
    mains = [0] * game.boxes
    sides: dict[str, list[int]] = {name: [] for name in game.sides}
    for wager in state.wagers:
        assert wager.result is not None
        if wager.kind in ("main", "double"):
            mains[wager.box - 1] += wager.result
        elif wager.kind in sides:
            sides[wager.kind].append(wager.result)
        elif wager.kind == "ante":
            assert wager.result == -game.tables.ante
    return sorted(mains), {name: sorted(found) for name, found in sides.items()}


def as_list(found: Mapping[int, int]) -> list[int]:
    """Expands a histogram of results."""
    return [net for net, times in found.items() for _ in range(times)]


def kernel_results(game: Game, counts: FastCounts) -> tuple[list[int], dict[str, list[int]]]:
    """Returns the same for the kernel's counts."""
    tables = game.tables
    return as_list(counts.results(tables)), {name: as_list(counts.side_results(tables, name)) for name in game.sides}


def compare_shoe(game: Game, flight: FastKernel, order: Sequence[int]) -> int:
    """Plays a shoe on both and compares every round; returns their number."""
    rounds = 0
    before = game.tables.burnt
    total: FastCounts | None = None
    engine = engine_rounds(game, order)
    shoe = np.asarray(order, np.uint8)
    for counts, out in flight.rounds_of(shoe):
        try:
            expected = next(engine)
        except OutOfCards:
            assert out > len(order), "the kernel had cards enough"
            whole = flight.run_given(shoe[np.newaxis, :])
            assert [number for number, _ in whole.out] == [0]
            assert whole.boxes == rounds * game.boxes
            kept = replace(whole, out=[])
            assert total is None or kernel_results(game, kept) == kernel_results(game, total)
            return rounds
        found = kernel_results(game, counts)
        words = words_of(game.tables, counts)
        counter(words, "cards")[0] = out - before  # which the kernel counts by shoe
        before = out
        assert (*found, named(words), out) == expected, describe(game, order, rounds)
        rounds += 1
        total = counts if total is None else total + counts
    assert next(engine, None) is None, "the engine goes on"
    assert total is not None
    whole = flight.run_given(shoe[np.newaxis, :])
    assert kernel_results(game, whole) == kernel_results(game, total)
    return rounds


def describe(game: Game, order: Sequence[int], rounds: int) -> str:
    """Returns what is needed to investigate a difference."""
    options = {name: value for name, value in game.rules.options.items() if value}
    return f"{game.rules.rulebook} {options} boxes {game.boxes} stake {game.stake} {game.chart} round {rounds}\n{order}"
