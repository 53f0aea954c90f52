"""Charts: their text format, its errors, and the charts that fit a table."""

import pytest

from pitboss.cards import parse_card
from pitboss.games.blackjack import commands as cmd
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import (
    BASIC,
    StrategyError,
    basic_chart,
    built_in,
    check_chart,
    choose,
    fit_chart,
    two_cards,
)
from pitboss.strategy.chart_text import print_chart, read_chart

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")


def rules_of(book: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(book), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["basic", "mimic"])
def test_built_in_strategies_are_lawful_and_round_trip(book: str, name: str) -> None:
    rules = rules_of(book)
    chart = built_in(name, rules)
    check_chart(chart, rules)
    assert read_chart(print_chart(chart), name) == chart


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("insure: no", "insure: maybe", "line 8: insure is yes, no or a count like 'from 3', not 'maybe'"),
        ("even money: no", "odd money: no", "line 9: 'odd money' is not a setting"),
        ("9    H    D    D", "9    H    D", "line 17: hard 9 against A: the cell is missing"),
        ("9    H    D    D", "9    H    X    D", "line 17: hard 9 against 3: 'X' is not a move here"),
        ("9    H    D    D", "9    H    P    D", "line 17: hard 9 against 3: 'P' is not a move here"),
        ("9    H    D    D", "9    H    H    D    D", "line 17: hard 9: 11 moves for 10 columns"),
        ("\n9    H", "\n8    H", "line 17: hard 8 is given twice"),
        ("\n9    H", "\n3    H", "line 17: unknown row hard 3"),
        ("soft 2    3", "soft 3    2", "line 31: the columns of soft are 2 3 4 5 6 7 8 9 10 A"),
        ("\nsoft 2    3", "\nhard 2    3", "line 31: hard is given twice"),
        ("even money: no", "even money: from 2", "line 9: even money is yes or no, not 'from 2'"),
        ("insure: no", "insure: from 100", "line 8: the count 100 is out of range: write -99 to 99"),
        ("9    H    D    D", "9    H    H1    D", "line 17: hard 9 against 3: 'H1' is not a move here"),
        ("9    H    D    D", "9    H    H1P  D", "line 17: hard 9 against 3: 'P' is not a move here"),
        ("9    H    D    D", "9    H    H2D1S D", "line 17: hard 9 against 3: the counts of 'H2D1S' are not ascending"),
        ("9    H    D    D", "9    H    H-100D D", "line 17: the count -100 is out of range"),
    ],
)
def test_a_chart_that_cannot_be_read_says_where(old: str, new: str, message: str) -> None:
    text = print_chart(BASIC)
    assert old in text
    with pytest.raises(StrategyError, match=r"^mine, ") as error:
        read_chart(text.replace(old, new, 1), "mine")
    assert message in str(error.value)


def test_a_cell_may_change_with_the_count() -> None:
    text = print_chart(BASIC).replace("insure: no", "insure: from 3").replace("9    H    D", "9    H1D  D-2H4S")
    chart = read_chart(text, "mine")
    assert read_chart(print_chart(chart), "mine") == chart
    assert (chart.insure, chart.insure_at, [step for step, _ in chart.by_count]) == (True, 3, [-2, 1, 4])
    codes = {count: chart.at(count).hard[9 - 4][:2] for count in (-99, -3, -2, 0, 1, 3, 4, 99)}
    assert codes == {-99: "HD", -3: "HD", -2: "HH", 0: "HH", 1: "DH", 3: "DH", 4: "DS", 99: "DS"}
    assert all(chart.at(count).soft == BASIC.soft for count in codes)


def test_a_row_that_is_left_out_is_a_hole() -> None:
    lines = [line for line in print_chart(BASIC).splitlines() if not line.startswith("13 ")]
    with pytest.raises(StrategyError, match="mine: hard 13: the row is missing"):
        read_chart("\n".join(lines), "mine")
    with pytest.raises(StrategyError, match="mine: hard: the section is missing"):
        read_chart("", "mine")


@pytest.mark.parametrize(
    ("book", "old", "new", "message"),
    [
        ("nz-blackjack", "", "", "hard 15 against 10: 'R' (surrender, else hit) is not allowed"),
        ("mbs-blackjack", "", "", "hard 16 against A: 'R' (surrender, else hit) is not allowed"),
        ("canberra-blackjack", "R", "H", ""),
        ("nz-blackjack", "R", "H", "soft 13 against 5: 'D' (double, else hit) is not allowed"),
    ],
)
def test_a_move_that_the_table_forbids_is_refused_by_its_clause(book: str, old: str, new: str, message: str) -> None:
    rules = rules_of(book)
    rows = print_chart(BASIC).partition("hard")
    chart = read_chart("".join((*rows[:2], rows[2].replace(old, new) if old else rows[2])), "mine")
    if not message:
        check_chart(chart, rules)
        return
    with pytest.raises(StrategyError) as error:
        check_chart(chart, rules)
    assert message in str(error.value)


def test_the_refusal_of_a_double_with_an_ace_names_its_clause() -> None:
    rules = rules_of("nz-blackjack")
    chart = read_chart(print_chart(basic_chart(rules)).replace("\n13   H ", "\n13   D "), "mine")
    with pytest.raises(StrategyError, match=r"nz-blackjack 11\.1"):
        check_chart(chart, rules)
    chart = read_chart(print_chart(basic_chart(rules)).replace("\n13   H ", "\n13   H3D "), "mine")
    with pytest.raises(StrategyError, match=r"nz-blackjack 11\.1"):
        check_chart(chart, rules)


def test_no_stand_below_twelve_where_a_card_must_be_drawn() -> None:
    rules = rules_of("canberra-blackjack")
    chart = read_chart(print_chart(basic_chart(rules)).replace("\n8    H ", "\n8    S "), "mine")
    with pytest.raises(StrategyError, match=r"hard 8 against 2: 'S' \(stand\) is not allowed.*14\(b\)"):
        check_chart(chart, rules)
    check_chart(chart, rules_of("mbs-blackjack"))
    assert fit_chart(chart, rules_of("mbs-blackjack")) == chart
    check_chart(fit_chart(chart, rules), rules)


@pytest.mark.parametrize(
    ("cards", "up", "wanted"),
    [
        ("8s 8h", "Tc", cmd.SplitPair),
        ("5s 5h", "6c", cmd.DoubleDown),
        ("Ts 6h", "Tc", cmd.Surrender),
        ("Ts 6h", "Ac", cmd.Hit),
        ("As 7h", "6c", cmd.DoubleDown),
        ("Ts 7h", "Ac", cmd.Stand),
    ],
)
def test_the_chart_decides(cards: str, up: str, wanted: type[cmd.Command]) -> None:
    rules = rules_of("mbs-blackjack")
    one, two = (parse_card(name) for name in cards.split())
    state = two_cards(rules, (one, two), parse_card(up))
    assert type(choose(basic_chart(rules), rules, state)) is wanted


def test_an_unknown_built_in_strategy_is_refused() -> None:
    with pytest.raises(StrategyError, match="write best, basic, mimic or the name of a file"):
        built_in("worst", rules_of("mbs-blackjack"))
