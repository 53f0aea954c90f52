"""RTP, volatility and intervals of the report, against formulas that do not use the report's code."""

import csv
import io
import json
import math
from html.parser import HTMLParser

import pytest

from pitboss.analyse.edge import edge, edge_of
from pitboss.analyse.game import game_of
from pitboss.analyse.report import TableReport, sheet
from pitboss.analyse.report_awards import greatest_chance
from pitboss.analyse.report_data import as_csv, as_json
from pitboss.analyse.report_page import as_html
from pitboss.analyse.report_returns import LEVELS, ROUNDS, WagerReturn, assumptions, wager_returns
from pitboss.analyse.stakes import mean_stake
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.chart import built_in
from tests.analyse.enumeration import Enumerated, by_the_chart
from tests.analyse.tables import rules_of
from tests.analyse.test_tiny_shoes import _shoe
from tests.cli.calls import call
from tests.games.roulette.tables import table_rules


@pytest.fixture(scope="module")
def table() -> TableReport:
    return sheet(rules_of("nz-blackjack", super_sevens="true", perfect_pairs="scale_one"))


@pytest.fixture(scope="module")
def returns(table: TableReport) -> dict[str, WagerReturn]:
    return {row.name: row for row in wager_returns(table)}


#: Rules and the few cards of a shoe from which no round of it needs more.
TINY = [
    ("H17 SP2", "A*3 6*3 10*6"),
    ("D11 SP2", "5*3 6*3 10*7"),
    ("LS SP2", "7*3 8*3 10*7"),
    ("SP3 ENHC", "A*2 8*4 10*6"),
    ("OBBO SP2", "A*2 6*3 8*2 10*4"),
    ("NDAS SP2 OBO", "A*2 5*4 10*6"),
]


@pytest.mark.parametrize(("words", "cards"), TINY)
def test_the_mean_stake_is_that_of_every_order_of_a_tiny_shoe(words: str, cards: str) -> None:
    rules, shoe = laboratory_rules(words), _shoe(cards)
    chart = built_in("basic", rules)
    found = mean_stake(rules, edge_of(game_of(rules), shoe, chart))
    played = Enumerated(rules, shoe, by_the_chart(rules, chart))
    assert played.staked > 1
    assert found == pytest.approx(float(played.staked), abs=1e-13)


def test_the_mean_stake_agrees_with_the_simulator() -> None:
    done = call("simulate", "--rules", "6D S17", "--rounds", "1e6", "--seed", "3", "--shuffle", "every-round", "--json")
    assert done.exit_code == 0, done.stderr
    main = json.loads(done.stdout)["main"]
    rules = laboratory_rules("6D S17")
    found = mean_stake(rules, edge(rules, strategy=built_in("basic", rules)))
    # a round adds 0.4 to its stake in the root mean square: four standard errors are 0.0016
    assert found == pytest.approx(main["expectation"] / main["expectation_per_staked"], abs=0.0016)


def test_no_mean_stake_is_claimed_where_it_is_not_computed() -> None:
    rules = laboratory_rules("1D S17")
    assert mean_stake(rules, edge(rules, strategy="composition")) is None
    composed = sheet(rules, strategy="composition")
    (main, *_) = wager_returns(composed)
    assert (main.name, main.rtp_staked, main.mean_stake) == ("main", None, None)
    assert any("mean stake of the main game is not computed" in text for text in assumptions(composed))
    assert "not computed" in as_html(composed)
    busts = laboratory_rules("1D D9 SP2 BB+1")
    assert mean_stake(busts, edge(busts)) is None


def test_rtp_and_house_edge_add_up(table: TableReport, returns: dict[str, WagerReturn]) -> None:
    assert table.main is not None
    assert list(returns) == ["main", *table.wagers]
    main = returns["main"]
    assert main.rtp == pytest.approx(1 + table.main.expectation, abs=1e-15)
    assert all(row.rtp + row.house_edge == pytest.approx(1, abs=1e-15) for row in returns.values())
    assert main.mean_stake is not None
    assert main.rtp_staked is not None
    # a player who stakes more for the same loss gets a larger share back
    assert (1 - main.rtp_staked) * main.mean_stake == pytest.approx(main.house_edge, abs=1e-15)
    assert returns["super_sevens"].rtp_staked == returns["super_sevens"].rtp


def test_the_return_of_a_wager_is_the_sum_of_what_it_hands_back(
    table: TableReport, returns: dict[str, WagerReturn]
) -> None:
    for name, wager in table.wagers.items():
        back = sum(outcome.probability * (1 + outcome.pay) for outcome in wager.outcomes)
        assert returns[name].rtp == pytest.approx(float(back), abs=1e-14)
        lost = sum(outcome.probability for outcome in wager.outcomes if outcome.pay <= 0)
        assert returns[name].hit_frequency == pytest.approx(float(1 - lost), abs=1e-14)


def test_the_volatility_index_bounds_the_normal_distribution(returns: dict[str, WagerReturn]) -> None:
    for row in returns.values():
        assert tuple(row.volatility) == LEVELS == (90, 95, 99)
        for level, index in row.volatility.items():
            # the share of a normal distribution within the index, by the error function
            assert math.erf(index / row.deviation / math.sqrt(2)) == pytest.approx(level / 100, abs=1e-12)


def test_intervals_shrink_with_the_root_of_the_rounds(returns: dict[str, WagerReturn]) -> None:
    assert ROUNDS == (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
    for row in returns.values():
        assert {(each.rounds, each.level) for each in row.intervals} == {(n, level) for n in ROUNDS for level in LEVELS}
        for each in row.intervals:
            assert (each.low + each.high) / 2 == pytest.approx(row.rtp, abs=1e-12)
            errors = (each.high - row.rtp) / math.sqrt(row.deviation**2 / each.rounds)
            assert math.erf(errors / math.sqrt(2)) == pytest.approx(each.level / 100, abs=1e-8)


def test_the_bound_of_a_level_holds_for_every_number_of_wins(
    table: TableReport, returns: dict[str, WagerReturn]
) -> None:
    """The exact confidence of a wager that is won or lost, by the binomial distribution, is within the bound."""
    insurance, rounds = returns["insurance"], 1_000
    won = next(float(each.probability) for each in table.wagers["insurance"].outcomes if each.pay > 0)
    chances = [math.comb(rounds, wins) * won**wins * (1 - won) ** (rounds - wins) for wins in range(rounds // 2)]
    for each in (each for each in insurance.intervals if each.rounds == rounds):
        inside = sum(chance for wins, chance in enumerate(chances) if each.low <= 3 * wins / rounds <= each.high)
        assert each.off is not None
        assert abs(inside - each.level / 100) < each.off < 0.05
    assert all(each.off is not None for row in returns.values() for each in row.intervals)
    rare = [each.off or 0.0 for each in returns["super_sevens"].intervals if each.level == 90]
    assert rare == sorted(rare, reverse=True)


def test_the_greatest_payment_has_a_bound_of_its_odds(table: TableReport) -> None:
    least = min(award.probability for award in table.awards if award.wager != "insurance")
    assert greatest_chance(table.awards) == pytest.approx(least)


def test_json_csv_and_page_have_the_same_returns(table: TableReport, returns: dict[str, WagerReturn]) -> None:
    data = json.loads(as_json(table))
    rows = {(row["part"], row["name"], row["measure"]): row for row in csv.DictReader(io.StringIO(as_csv(table)))}
    page = _Text(as_html(table)).text
    for name, row in returns.items():
        assert data["returns"][name]["rtp"] == row.rtp == float(rows["return", name, "rtp"]["value"])
        assert data["returns"][name]["volatility"]["95"] == row.volatility[95]
        assert float(rows["return", name, "volatility index 99 %"]["value"]) == row.volatility[99]
        last = row.intervals[-1]
        assert data["returns"][name]["intervals"][-1] == {
            "rounds": 100_000_000,
            "level": 99,
            "low": last.low,
            "high": last.high,
            "off": last.off,
        }
        assert float(rows["return", name, "RTP 99 % at 100000000 rounds: low"]["value"]) == last.low
        assert f"{100 * row.rtp:.4f} %" in page
        assert f"{100 * last.low:.3f} to {100 * last.high:.3f} %" in page
    for number, text in enumerate(data["assumptions"], 1):
        assert rows["assumption", str(number), "text"]["value"] == text
        assert " ".join(text.split()) in page


def test_the_sign_off_block_is_empty_and_names_the_hashes(table: TableReport) -> None:
    block = json.loads(as_json(table))["sign_off"]
    assert [line["role"] for line in block] == ["prepared by", "reviewed by", "approved by"]
    assert not any(line[field] for line in block for field in ("name", "date", "signature"))
    page = _Text(as_html(table)).text
    signed = page[page.index("Sign-off") :]
    assert table.stamp.code in signed
    assert table.stamp.table in signed
    assert table.stamp.version in signed


def test_assumptions_follow_the_table(table: TableReport) -> None:
    assert table.main is not None
    texts = assumptions(table)
    assert any(f"shoe of {8 * 52} cards" in text for text in texts)
    for convention in table.main.distribution_conventions:
        assert any(convention in text for text in texts)
    wheel = sheet(table_rules())
    assert not any("shoe" in text for text in assumptions(wheel))
    assert {round(row.rtp, 12) for row in wager_returns(wheel)} == {round(36 / 37, 12)}
    assert "Return to player" in as_html(wheel)


class _Text(HTMLParser):
    """Parser that collects the text of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._words: list[str] = []
        self.feed(source)

    def handle_data(self, data: str) -> None:
        self._words += data.split()

    @property
    def text(self) -> str:
        return " ".join(self._words)
