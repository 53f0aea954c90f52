"""The last rounds of a tournament: equal to the exact edge, to plain recursions, and to rounds on the engine."""

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss import BlackjackTable
from pitboss.analyse.edge import edge
from pitboss.analyse.shoe import VALUES, NotAnalysable, value_of
from pitboss.analyse.tournament.advice import MOST_ROUNDS, RoundToBet, advise
from pitboss.analyse.tournament.best_play import BestPlay
from pitboss.analyse.tournament.chart_play import ChartPlay
from pitboss.analyse.tournament.hand_ends import (
    BLACKJACK_END,
    DOUBLED_END,
    BoxGame,
    box_game,
    chart_ends,
    kind_of,
    may_double,
)
from pitboss.analyse.tournament.hand_ends import FirstCards as First
from pitboss.analyse.tournament.last_round import LastRound, Solution, allowed_wagers, prize_values, solve
from pitboss.analyse.tournament.later_rounds import LaterRounds, WagerGrid, rounds_by_chart
from pitboss.analyse.tournament.responses import respond
from pitboss.cli.tournament_solve import MOST_ROUNDS as COMMAND_ROUNDS
from pitboss.games.blackjack import commands as cmd
from pitboss.games.tournament import TournamentRules, tournament_rules
from pitboss.games.tournament.bots import STYLES
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.chart import Chart
from tests.analyse.rules import rules_of
from tests.cli.calls import call, told

LIMITS = (1_000, 50_000)


def tournament(book: str = "nz-tournament", options: dict[str, str] | None = None) -> TournamentRules:
    law = resolve(load_rulebook(book), options or {}, Limits(*LIMITS))
    assert not isinstance(law, Refusal)
    rules = tournament_rules(law)
    assert not isinstance(rules, Refusal)
    return rules


@pytest.fixture(scope="module")
def box() -> BoxGame:
    return box_game(tournament().table)


def last_round(
    chips: tuple[int, ...], *, first: int = 0, step: int = 5_000, prizes: tuple[float, ...] = (1.0,)
) -> LastRound:
    order = tuple((first + turn) % len(chips) for turn in range(len(chips)))
    wagers = tuple(allowed_wagers(held, LIMITS, unit=100, step=step) for held in chips)
    return LastRound(chips, order, wagers, prizes)


def without_splits(chart: Chart) -> Chart:
    """The chart that plays every pair by its total."""
    rows = [chart.soft[0], *(chart.hard[2 * value - 4] for value in range(2, 11))]
    return replace(chart, pair=tuple(rows), insure=False, even_money=False)


@pytest.mark.parametrize("words", ["6D S17 DAS", "2D H17 NDAS ENHC D10"])
def test_a_box_without_splits_has_the_exact_expectation_and_deviation(words: str) -> None:
    rules = laboratory_rules(words, Limits(*LIMITS))
    one = box_game(rules)
    chart = without_splits(one.chart)
    ends = chart_ends(replace(one, chart=chart), doubles=True, splits=True)
    exact, nets = edge(rules, strategy=chart, infinite=True), (one.base + one.extra) / one.unit
    mean = np.einsum("u,ud,uk,ukd->", one.cards, one.dealer, ends, nets)
    square = np.einsum("u,ud,uk,ukd->", one.cards, one.dealer, ends, nets**2)
    assert mean == pytest.approx(exact.expectation, abs=1e-12)
    assert sqrt(square - mean**2) == pytest.approx(exact.deviation, abs=1e-12)


def test_hands_that_end_otherwise_are_refused_with_the_clause() -> None:
    with pytest.raises(NotAnalysable, match=r"tribal-blackjack \(c\)"):
        box_game(rules_of("tribal-blackjack"))


def test_joint_results_are_probabilities_with_the_results_of_one_box_as_margins(box: BoxGame) -> None:
    chart, means = ChartPlay(box), ((True, True), (False, False), (True, False))
    joint = chart.joint(means)
    assert joint.sum() == pytest.approx(1.0, abs=1e-13)
    for axis, one in enumerate(means):
        others = tuple(at for at in range(3) if at != axis)
        assert joint.sum(axis=others) == pytest.approx(chart.joint((one,)), abs=1e-13)


def test_tied_players_share_their_places() -> None:
    finals = [np.array([5, 3]), np.array([5, 9]), np.array([1, 3])]
    values = [list(map(float, each)) for each in prize_values(finals, (300.0, 150.0))]
    assert values == [[225.0, 75.0], [225.0, 300.0], [0.0, 75.0]]


# --- wagers ----------------------------------------------------------------------------------------------------------


def plain(last: LastRound, play: ChartPlay, placed: dict[int, int]) -> list[float]:
    """Best play of the wagers, by recursion over the players left to bet."""
    if len(placed) == len(last.order):
        row = np.array([[placed[place] for place in range(len(last.chips))]])
        return list(map(float, play.values(last, row)[0]))
    player = last.order[len(placed)]
    worth = [plain(last, play, {**placed, player: wager}) for wager in last.wagers[player]]
    return max(worth, key=lambda values: round(values[player], 11))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_solution_of_three_players_is_that_of_a_plain_recursion(box: BoxGame, first: int) -> None:
    last, play = last_round((60_000, 50_000, 30_000), first=first, step=20_000, prizes=(3.0, 1.0)), ChartPlay(box)
    assert solve(last, play).values == pytest.approx(plain(last, play, {}), abs=1e-12)


def test_the_last_player_to_bet_is_ahead_of_the_first(box: BoxGame) -> None:
    """A close second gains by betting last. The ranges guard our own figures: no published one has these chips."""
    bets_first, bets_last = (solve(last_round((105_000, 100_000), first=first), ChartPlay(box)) for first in (1, 0))
    assert 0.25 < bets_first.values[1] < 0.28
    assert 0.42 < bets_last.values[1] < 0.45


def _same(wager: int, table: object, name: str) -> int:
    return wager


def test_a_best_response_is_at_least_as_good_as_the_equilibrium(box: BoxGame) -> None:
    rules, last, play = tournament(), last_round((110_000, 100_000, 90_000)), ChartPlay(box)
    found: Solution = solve(last, play)
    fixed = {place: partial(_same, found.wagers[place]) for place in (1, 2)}
    worth = respond(rules, last, play, 0, fixed)
    assert max(worth.values()) >= found.values[0] - 1e-12
    against = respond(rules, last, play, 1, {0: STYLES["flat"], 2: STYLES["all-in"]})
    row = np.array([[5_000, max(against, key=against.__getitem__), 50_000]])
    assert max(against.values()) == pytest.approx(float(play.values(last, row)[0, 1]), abs=1e-12)


def test_two_rounds_are_one_round_whose_ends_are_worth_the_other(box: BoxGame) -> None:
    chart, grid = ChartPlay(box), WagerGrid(LIMITS, 100, 50_000)
    last = replace(last_round((60_000, 50_000)), wagers=((1_000, 50_000), (50_000,)))
    later = rounds_by_chart(chart, grid, 2)
    assert isinstance(later, LaterRounds)
    row = np.array([[1_000, 50_000]])
    means, expected = (chart.means(60_000, 1_000), chart.means(50_000, 50_000)), 0.0
    joint = chart.joint(means)
    for one, two in product(range(len(chart.results)), repeat=2):
        chips = tuple(
            int(chart.finals(held, np.array([wager]))[0, at]) // box.unit
            for held, wager, at in ((60_000, 1_000, one), (50_000, 50_000, two))
        )
        if joint[one, two]:
            over = min(chips) < LIMITS[0]
            now = LastRound(chips, (1, 0), tuple(map(grid.of, chips)), (1.0,))
            worth = (chips[0] > chips[1]) + 0.5 * (chips[0] == chips[1]) if over else solve(now, chart).values[0]
            expected += joint[one, two] * worth
    assert later.values(last, row)[0, 0] == pytest.approx(expected, abs=1e-12)


# --- play of the hands -----------------------------------------------------------------------------------------------


class Naive:
    """Best play of two players without splits, hand by hand, against one first card."""

    def __init__(self, box: BoxGame, last: LastRound, row: tuple[int, int], up: int) -> None:
        self.box, self.last, self.row, self.up = box, last, row, up
        self.values = [value for value in range(VALUES) if box.cards[value]]

    def final(self, player: int, end: int, dealer: int) -> int:
        wager, chips = self.row[player], self.last.chips[player]
        paid = wager * self.box.base[self.up, end, dealer]
        return int(chips * self.box.unit + paid + self.box.added(wager, chips) * self.box.extra[self.up, end, dealer])

    @cache  # noqa: B019
    def share(self, one: int, two: int) -> float:
        total = 0.0
        for dealer, chance in enumerate(self.box.dealer[self.up]):
            first, second = self.final(0, one, dealer), self.final(1, two, dealer)
            total += chance * ((second > first) + 0.5 * (second == first))
        return total

    def best(self, player: int, cards: tuple[int, ...], worth: Callable[[int], float]) -> float:
        """``worth`` maps the end of the player's box to what the player gets."""
        total, _ = self.total(cards)
        if total > 21:
            return worth(kind_of(total))
        if len(cards) == 2 and sorted(cards) == [0, 9]:
            return worth(BLACKJACK_END)
        found = [] if total < 12 and self.box.rules.terms.draw_below_12 else [worth(kind_of(total))]
        if total < 21:
            found.append(sum(self.box.cards[v] * self.best(player, (*cards, v), worth) for v in self.values))
        low, high = sorted(cards[:2])
        first = First(low, high, 0, 0.0)
        added = self.box.added(self.row[player], self.last.chips[player])
        if len(cards) == 2 and added and may_double(self.box, first, self.up):
            ends = [(v, DOUBLED_END + kind_of(self.total((*cards, v))[0])) for v in self.values]
            found.append(sum(self.box.cards[v] * worth(end) for v, end in ends))
        return max(found)

    def against(self, cards: tuple[int, ...], one: int) -> float:
        """The first player's share with this end, against these cards of the second."""
        return 1 - self.best(1, cards, partial(self.share, one))

    def total(self, cards: tuple[int, ...]) -> tuple[int, bool]:
        hard = sum(value + 1 for value in cards)
        soft = 0 in cards and hard <= 11
        return hard + 10 * soft, soft

    def ahead(self) -> float:
        """The first player's share."""
        pairs = list(product(self.values, repeat=2))
        total: float = sum(
            self.box.cards[a] * self.box.cards[b] * self.box.cards[c] * self.box.cards[d]
            * self.best(0, (a, b), partial(self.against, (c, d)))
            for (a, b), (c, d) in product(pairs, repeat=2)
        )  # fmt: skip
        return total


@pytest.mark.parametrize("values", [(0,), (4,)])
def test_best_play_of_few_cards_is_that_of_a_plain_recursion(box: BoxGame, values: tuple[int, ...]) -> None:
    cards = np.zeros(VALUES)
    cards[[values[0], 9]] = 0.4, 0.6
    few = replace(
        box, cards=cards, game=replace(box.game, may=replace(box.game.may, split=np.zeros((10, 10), np.bool_)))
    )
    last = LastRound((30_000, 25_000), (0, 1), ((), ()), (1.0,))
    for row in ((10_000, 12_000), (20_000, 15_000)):
        found = BestPlay(few).values(last, np.array([row]))[0, 0]
        expected = sum(cards[up] * Naive(few, last, row, up).ahead() for up in (values[0], 9))
        assert found == pytest.approx(expected, abs=1e-12)


def test_the_last_player_does_at_least_as_well_as_by_the_chart(box: BoxGame) -> None:
    """Player 2 has bet nothing, so only player 1 decides."""
    last, row = LastRound((40_000, 50_000), (0, 1), ((), ()), (1.0,)), np.array([[10_000, 0]])
    assert BestPlay(box).values(last, row)[0, 0] > ChartPlay(box).values(last, row)[0, 0] - 1e-12


# --- rounds on the engine --------------------------------------------------------------------------------------------


def decide(table: BlackjackTable, box: BoxGame, name: str) -> cmd.Command:
    """Plays by the chart: a box is split once, and split hands are not doubled."""
    hand, legal = table.state.turn, table.legal_actions()
    if hand is None:
        return next(iter(legal)) if cmd.Pass(player=name, box=1) not in legal else cmd.Pass(player=name, box=1)
    number, up = hand.box, table.state.dealer[0][0]
    two = len(hand.cards) == 2 and not hand.split
    pair = two and value_of(hand.cards[0]) == value_of(hand.cards[1])
    code = box.chart.for_pair(hand.cards[0], up) if pair else "P"
    split = cmd.SplitPair(player=name, box=number)
    if pair and code == "P" and split in legal:
        return split
    if code == "P":
        code = box.chart.by_total(hand.total, up, soft=hand.soft)
    double = next((each for each in legal if isinstance(each, cmd.DoubleDown) and each.box == number), None)
    if two and code in "DE" and double is not None:
        return double
    stand = cmd.Stand(player=name, box=number)
    return stand if code in "SEQ" and stand in legal else cmd.Hit(player=name, box=number)


def engine_agrees(box: BoxGame, rounds: int) -> None:
    chips, wagers = (110_000, 100_000), (10_000, 21_000)
    table = BlackjackTable.open("nz-blackjack", {"decks": 8}, Limits(1_000, 100_000), seed=11)
    assert not isinstance(table, Refusal)
    for name in ("p1", "p2"):
        table.join(name, 10**9)
    total = 0.0
    for _ in range(rounds):
        before = dict(table.state.money)
        for place, (name, wager) in enumerate(zip(("p1", "p2"), wagers, strict=True), 1):
            table.do(cmd.PlaceBet(player=name, box=place, amounts=(wager,)))
        table.do(cmd.Deal())
        while list(table.legal_actions()):
            turn = table.state.turn
            command = decide(table, box, f"p{turn.box}") if turn is not None else cmd.CloseOffer()
            done = table.do(command)
            assert not isinstance(done, Refusal), done
        one, two = (held + table.state.money[name] - before[name] for held, name in zip(chips, before, strict=True))
        total += (two > one) + 0.5 * (one == two)
    last = LastRound(chips, (0, 1), ((), ()), (1.0,))
    exact = float(ChartPlay(box).values(last, np.array([wagers]))[0, 1])
    assert abs(total / rounds - exact) < 4 * sqrt(exact * (1 - exact) / rounds)


def test_rounds_on_the_engine_agree(box: BoxGame) -> None:
    engine_agrees(box, 1_500)


@pytest.mark.soak
def test_many_rounds_on_the_engine_agree(box: BoxGame) -> None:
    engine_agrees(box, 200_000)


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_solves_responds_and_lists_leads(tmp_path: Path) -> None:
    found = told("tournament", "solve", "--chips", "1100,1000", "--step", "50")
    assert found["order"] == [1, 2]
    assert sum(row["value"] for row in found["players"]) == pytest.approx(1.0)
    style = tmp_path / "mine.py"
    style.write_text("def all_but_one(table, player):\n    return table.play.money[player] - 100\n")
    against = told("tournament", "solve", "--chips", "300,250", "--style", f"2={style}:all_but_one")
    assert against["player"] == 1
    assert against["value"] == max(against["wagers"].values())
    leads = told("tournament", "solve", "--chips", "300,300", "--leads", "0,50")
    assert [row["lead"] for row in leads["leads"]] == [0, 50]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--chips", "5"], "two to 4"),
        (["--chips", "300,5"], "6.1"),
        (["--chips", "300,250,200", "--play", "best"], "two players"),
        (["--chips", "300,250", "--style", "1=loud"], "not a style"),
        (["--chips", "300,250", "--rulebook", "nz-blackjack"], "not a tournament"),
    ],
)
def test_bad_calls_say_what_is_wrong(words: list[str], message: str) -> None:
    found = call("tournament", "solve", *words)
    assert found.exit_code == 2
    assert message in found.output


# --- advice at a table ---------------------------------------------------------------------------------------------


def test_advice_after_some_bets_is_that_of_a_plain_recursion(box: BoxGame) -> None:
    """Of three players the first has bet: the second maximises against the best reply of the third."""
    rules, chips = tournament(), (110_000, 100_000, 90_000)
    asked = RoundToBet(chips, (1, 2, 0), (20_000,), (1.0,), wager=12_300)
    found = advise(rules, asked)
    play = ChartPlay(box)

    def worth(second: int, third: int) -> list[float]:
        last = LastRound(chips, (1, 2, 0), ((third,), (20_000,), (second,)), (1.0,))
        return [float(value) for value in play.values(last, np.array([[third, 20_000, second]]))[0]]

    thirds = WagerGrid(LIMITS, 100, found.step).of(chips[0])
    assert found.player == 2
    for second in (12_300, found.wager, LIMITS[0]):
        replies = [worth(second, third) for third in thirds]
        best = max(range(len(replies)), key=lambda at: (round(replies[at][0], 11), -at))
        assert found.wagers[second] == pytest.approx(replies[best][2], abs=1e-12)
    assert found.value == found.wagers[found.wager] == max(found.wagers.values())


def test_advice_with_no_bets_is_the_solution() -> None:
    rules, chips = tournament(), (110_000, 100_000)
    for rounds in (1, 2):
        found = advise(rules, RoundToBet(chips, (1, 0), (), (1.0,), rounds))
        data = told("tournament", "solve", "--chips", "1100,1000", "--first", "2", "--rounds", str(rounds))
        first = data["players"][0]
        assert (first["wager"], first["value"]) == (found.wager / 100, found.value)
        assert first["wagers"] == {f"{wager / 100:g}": value for wager, value in found.wagers.items()}


def test_a_player_who_cannot_bet_keeps_the_chips() -> None:
    found = advise(tournament(), RoundToBet((110_000, 100_000, 500), (1, 0), (), (1.0, 1.0)))
    assert found.player == 1
    assert found.value > 0.99  # two places, and the third player cannot win any chips


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"chips": (1_000,), "order": (0,)}, "1 players"),
        ({"order": (0, 0)}, "order of betting"),
        ({"order": (0, 2)}, "order of betting"),
        ({"placed": (1_000, 1_000)}, "all players have bet"),
        ({"placed": (200_000,)}, "more chips than there are"),
        ({"prizes": (1.0, 2.0)}, "first place first"),
        ({"prizes": (1.0, 1.0, 1.0)}, "first place first"),
        ({"rounds": MOST_ROUNDS + 1}, "4 rounds"),
        ({"wager": 60_000}, "this player may bet 10 to 500"),
        ({"chips": (10**17, 10**17)}, "smaller amounts"),
    ],
)
def test_tables_that_are_not_solved_are_refused(change: dict[str, object], message: str) -> None:
    asked = replace(RoundToBet((110_000, 100_000), (1, 0), (), (1.0,)), **change)
    wide = replace(tournament().law, limits=Limits(1_000, 10**16)) if max(asked.chips) > 10**9 else tournament().law
    with pytest.raises(ValueError, match=message):
        advise(replace(tournament(), law=wide), asked)


def test_the_command_and_the_coach_solve_as_many_rounds() -> None:
    assert MOST_ROUNDS == COMMAND_ROUNDS
