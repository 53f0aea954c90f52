"""The deviation of hold: wagers of one round are not independent."""

import math
from typing import Any

import pytest

from pitboss.client.wire_report import WagerRow
from pitboss.server.hold import hold_rows, total_row
from pitboss.tables.live import TableSpec, round_results

WHEEL = round_results(TableSpec(rulebook="nz-roulette", limits="5-500"))
#: Of one wager of 10 on an even chance, in cents; zero is one of 37 numbers.
EVEN = 1000 * math.sqrt(1 - (1 / 37) ** 2)


def wager(kind: str, place: str = "", *, spin: int = 1, player: str = "ann", deviation: float = EVEN) -> WagerRow:
    who: dict[str, Any] = {"table": "t1", "at": 0.0, "shift": "", "dealer": "dan", "player": player}
    money: dict[str, Any] = {"staked": 1000, "turnover": 1000, "win": 0, "theoretical": 1000 / 37}
    return WagerRow(**who, **money, round=spin, wager=kind, place=place, deviation=deviation, priced=True)


def deviation(*wagers: WagerRow) -> float:
    assert WHEEL is not None
    return total_row(wagers, {"t1": WHEEL}).deviation


def test_one_wager_has_the_deviation_of_its_price() -> None:
    assert deviation(wager("red")) == pytest.approx(EVEN)


def test_opposite_wagers_of_two_players_lose_only_to_zero() -> None:
    both = deviation(wager("red"), wager("black", player="ben"))
    assert both == pytest.approx(2000 * math.sqrt(1 / 37 * 36 / 37))


def test_wagers_on_the_same_number_vary_together() -> None:
    assert deviation(wager("red"), wager("red", player="ben")) == pytest.approx(2 * EVEN)


def test_spins_are_independent() -> None:
    assert deviation(wager("red"), wager("red", spin=2)) == pytest.approx(math.sqrt(2) * EVEN)


def test_the_whole_wheel_has_no_deviation() -> None:
    assert deviation(*(wager("straight", str(number)) for number in range(37))) == 0


def test_a_table_without_known_results_takes_wagers_as_independent() -> None:
    assert round_results(TableSpec(rulebook="nz-blackjack", limits="10-1000")) is None
    rows = hold_rows([wager("main", "1", deviation=1100), wager("main", "2", deviation=1100)], "table", {})
    assert rows[0].deviation == pytest.approx(1100 * math.sqrt(2))


def test_wagers_of_two_persons_on_one_box_vary_together() -> None:
    on_one = [wager("main", "3", deviation=1100), wager("main", "3", player="ben", deviation=700)]
    assert hold_rows(on_one, "table", {})[0].deviation == pytest.approx(1800)
    later = [wager("main", "3", spin=2, deviation=1100), wager("pair", "3", deviation=1100)]
    assert hold_rows([on_one[0], *later], "table", {})[0].deviation == pytest.approx(1100 * math.sqrt(3))
