"""The effect of depth: a martingale of mean 0, equal to simulated results within four standard errors."""

from math import hypot, sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss.analyse.depth import FixedPlay, cut_card_effect, fixed_play, tray_effect
from pitboss.analyse.shoe import NotAnalysable
from pitboss.law.laboratory import laboratory_rules
from pitboss.simulate.blackjack.game import GeneralGame, general_game
from pitboss.simulate.blackjack.general.layout import LOG_SHUFFLE
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.blackjack.shoes import play_shoes, play_tray
from pitboss.simulate.run import run
from tests.cli.calls import call, told

BEHIND = 39
RULES = laboratory_rules("2D S17 NDAS NRS")


@pytest.fixture(scope="module")
def play() -> FixedPlay:
    return fixed_play(RULES, "total")


@pytest.fixture(scope="module")
def program(play: FixedPlay) -> Program:
    return build(RULES, play.chart)


def test_recorded_rounds_know_their_shoe(program: Program) -> None:
    played = GeneralKernel(program).record(2_000, 3, 0)
    assert played.shoes[0] == 1
    assert played.shoes[-1] == played.log.count(LOG_SHUFFLE) == played.counts.value("shoes")
    assert set(np.diff(played.shoes).tolist()) == {0, 1}


def test_the_expectation_of_the_cards_left_is_a_martingale(play: FixedPlay, program: Program) -> None:
    ends = play_shoes(program, BEHIND, 50_000, 1)
    linear, exact = play.linear(ends.left), play.exact(ends.left[:24])
    for values in (linear, exact, exact - linear[:24]):
        assert abs(values.mean()) < 4 * values.std() / sqrt(len(values))
    assert np.corrcoef(exact, linear[:24])[0, 1] > 0.9
    assert ends.left.sum(axis=1).max() <= BEHIND


def test_the_effect_of_the_cutting_card_is_that_of_simulated_results(play: FixedPlay, program: Program) -> None:
    behind = program.words["cut"]
    ends = play_shoes(program, len(program.cards) - behind, 200_000, 2)
    found = cut_card_effect(play, behind, ends.rounds, ends.left, play.exact(ends.left[:24]))
    game = general_game(program)
    assert isinstance(game, GeneralGame)
    totals = run(game, 10_000_000, 5, workers=2)
    simulated = report(game.setting, totals)
    error = hypot(found.standard_error, simulated.main.standard_error)
    assert abs(simulated.main.expectation - found.expectation) < 4 * error
    assert found.effect < -4 * found.standard_error  # fewer rounds in shoes that begin with many high cards
    assert found.rounds == pytest.approx(totals.value("rounds") / totals.value("shoes"), rel=0.01)


def test_a_tray_removes_the_last_cards(play: FixedPlay, program: Program) -> None:
    none = play_tray(program, 0, 200, 1)
    assert (none == np.array(play.whole.cards)).all()
    assert tray_effect(play, 0, none, (0, 1), play.exact(none[:2])).effect == pytest.approx(0, abs=1e-15)
    left = play_tray(program, 12, 5_000, 1)
    assert set(left[20:].sum(axis=1).tolist()) == {104 - 12}
    places = range(100, 5_000, 490)
    found = tray_effect(play, 12, left, places, play.exact(left[list(places)]))
    assert 0 < found.standard_error < 1e-3
    assert (found.played, found.computed) == (5_000, 10)


def test_the_command_prints_and_plots(tmp_path: Path) -> None:
    plot = tmp_path / "depth.svg"
    arguments = ("depth", "--rules", "6D S17 DAS", "--behind", "78", "--shoes", "2000", "--exact", "2")
    data = told(*arguments, "--strategy", "basic")
    assert [row["cards"] for row in data["rows"]] == [78]
    shown = call(*arguments, "--strategy", "basic", "--out", str(plot))
    assert shown.exit_code == 0
    assert f"{data['rows'][0]['effect']:+.4%}" in shown.stdout
    assert plot.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--behind", "x"), "'x' is not a number of cards"),
        (("--behind", "312"), "write 1 to 311"),
        (("--behind", "10"), "a round"),
        (("--behind", "78", "--tray", "3"), "write one of them"),
        (("--strategy", "composition"), "composition play"),
    ],
)
def test_bad_calls_are_refused(arguments: tuple[str, ...], reason: str) -> None:
    done = call("depth", "--rules", "6D S17 DAS", *arguments, "--shoes", "200", "--exact", "2")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert reason in done.stderr


def test_suits_are_refused() -> None:
    with pytest.raises(NotAnalysable, match="pays suits"):
        fixed_play(laboratory_rules("6D S17 SBJ2:1"), "total")
