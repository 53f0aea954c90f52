"""``pitboss tournament``: a file played out, and simulations that do not depend on the processes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import tournament_simulation
from pitboss.cli.tournament import command
from pitboss.cli.tournament_simulation import (
    Occurrences,
    Rate,
    SimulationPlan,
    StyleTally,
    TournamentTally,
    Unplayable,
    chance,
    rules_of,
    share,
    simulate,
)
from pitboss.games.tournament.field import complaint
from pitboss.law import Limits

CASES = Path(__file__).parents[3] / "src" / "pitboss" / "rulebooks" / "nz-tournament" / "cases"
SMALL = ["simulate", "--players", "5", "--tournaments", "25", "--option", "session=rounds:3", "--json"]


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, list(words))
    return result.exit_code, result.stdout, result.stderr


def plan(**options: str) -> SimulationPlan:
    return SimulationPlan(5, ("flat", "all-in"), {"session": "rounds:2", **options}, Limits(10_00, 500_00), 7)


def test_a_file_is_played_and_described() -> None:
    code, out, _ = run("run", str(CASES / "4.8a-all-lose-everything-at-once.pit"))
    assert code == 0
    assert "4 entered: ann, bob, cid, dee" in out
    assert "table 1, round 1: ann -100, bob -100, cid -100, dee -100" in out
    assert "ann has no chips left and is eliminated  [4.7]" in out
    assert "get fresh chips of 50" in out
    assert "1st" in out


def test_a_tournament_that_is_not_over_says_so() -> None:
    code, out, _ = run("run", str(CASES / "5.9-first-wager-at-the-dealers-left.pit"))
    assert code == 0
    assert "No place is decided" in out


def test_a_file_is_described_as_json() -> None:
    code, out, _ = run("run", "--json", str(CASES / "4.8a-all-lose-everything-at-once.pit"))
    assert code == 0
    data = json.loads(out)
    assert (data["passed"], data["failure"], data["phase"]) == (True, None, "over")
    assert data["entered"] == ["ann", "bob", "cid", "dee"]
    lost = {"ann": "-100", "bob": "-100", "cid": "-100", "dee": "-100"}
    assert {"table": 1, "round": 1, "nets": lost} in data["story"]
    out_of_chips = {"event": "PlayerEliminated", "text": "ann has no chips left and is eliminated", "clauses": ["4.7"]}
    assert out_of_chips in data["story"]
    assert [(row["place"], row["player"]) for row in data["places"]] == [(1, "ann"), (2, "bob"), (3, "cid"), (3, "dee")]


def test_a_failed_expectation_is_in_the_json(tmp_path: Path) -> None:
    text = (CASES / "6.8-most-chips-win-the-tournament.pit").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.pit"
    wrong.write_text(text.replace("? place eve 2", "? place eve 4"), encoding="utf-8")
    code, out, err = run("run", "--json", str(wrong))
    assert code == 1
    data = json.loads(out)
    line = wrong.read_text(encoding="utf-8").splitlines().index("? place eve 4") + 1
    assert data["failure"] == {"line": line, "expected": "place eve 4", "got": "eve 2"}
    assert not data["passed"]
    assert f"wrong.pit:{line}: expected place eve 4, got eve 2" in err


def test_a_failed_expectation_and_a_broken_file(tmp_path: Path) -> None:
    text = (CASES / "6.8-most-chips-win-the-tournament.pit").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.pit"
    wrong.write_text(text.replace("? place eve 2", "? place eve 4"), encoding="utf-8")
    code, _, err = run("run", str(wrong))
    assert code == 1
    assert "expected place eve 4, got eve 2" in err
    wrong.write_text(text.replace("house: start", "house: begin"), encoding="utf-8")
    assert run("run", str(wrong))[0] == 2
    assert run("run", str(tmp_path / "none.pit"))[0] == 2


def test_another_game_is_not_a_tournament() -> None:
    other = next((CASES.parents[1] / "mbs-blackjack" / "cases").glob("*.pit"))
    assert run("run", str(other))[0] == 2


def test_the_same_result_whatever_the_workers() -> None:
    code, alone, _ = run(*SMALL)
    assert code == 0
    assert run(*SMALL, "--workers", "2")[1] == alone
    assert run(*SMALL, "--seed", "2")[1] != alone
    data = json.loads(alone)
    assert data["tournaments"] == 25
    assert sum(style["wins"] for style in data["styles"].values()) == 25
    assert sum(style["entered"] for style in data["styles"].values()) == 125


def test_the_result_is_shown_with_its_errors() -> None:
    code, out, _ = run("simulate", "--players", "4", "--strategy", "flat,all-in", "--tournaments", "10")
    assert code == 0
    assert "10 tournaments of 4 players" in out
    assert "±" in out
    assert "An equal chance would be 25.00%" in out


def test_a_tournament_on_conditions_is_simulated() -> None:
    choices = ("tournament=true", "session=rounds:2", "entry_fee=10", "entry_fee_retention=0.10", "min_players=8")
    words = [word for choice in choices for word in ("-o", choice)]
    code, out, err = run(
        "simulate", "--rulebook", "canberra-blackjack", "--tournaments", "2", "--players", "8", *words, "--json"
    )
    assert code == 0, err
    assert sum(float(style["prizes"]) for style in json.loads(out)["styles"].values()) == 2 * 8 * 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--strategy", "flat,lucky"], "'lucky' is not a style"),
        (["--strategy", "flat,flat"], "a strategy is given twice"),
        (["--option", "session"], "expected name=value"),
        (["--option", "colour=red"], "no option 'colour'"),
        (["--option", "super_sevens=true"], "2.2(b)"),
        (["--option", "session=minutes:30"], "no clock"),
        (["--limits", "10"], "is not limits: write MINIMUM-MAXIMUM"),
        (["--rulebook", "canberra-blackjack"], "plays blackjack with these options, not a tournament"),
        (["--rulebook", "canberra-blackjack", "-o", "tournament=true", "-o", "conditions_approved=false"], "24.2"),
    ],
)
def test_a_table_that_cannot_be_simulated_is_reported(words: list[str], said: str) -> None:
    code, _, err = run("simulate", "--tournaments", "1", *words)
    assert code == 2
    assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # two tables send one each to a final, which wants four
        ("--players 8", "8 players: in session 2, a table has 4 to 7 players, and table 1 would have 2 "
         "(nz-tournament 5.4); it could be finished with advance=2 or 3, or with 4 to 7 or 22 to 49 players; the "
         "nearest number is 7"),
        # four tables are the fewest that fill a final
        ("--players 21", "table 1 would have 3 (nz-tournament 5.4); it could be finished with advance=2 or 3, or with "
         "4 to 7 or 22 to 49 players; the nearest number is 22"),
        ("--players 57", "in session 3, a table has 4 to 7 players"),
        ("--players 14 -o advance=7", "all would go on from every session, and none be the final (nz-tournament 6.6)"),
        ("--players 28 -o max_players=25", "25 players at most (nz-tournament 3.2(f)); it could"),
        ("--players 4 -o min_players=5", "the nearest number is 5"),
        ("--players 4 -o boxes=3 -o max_players=9", "would do under these conditions"),
        ("--players 11 -o boxes=3 -o max_players=11", "11 players: a table has 4 to 7 players, and tables 1, 2, 3 "
         "would have 3; a table has 4 to 7 players, and table 4 would have 2 (nz-tournament 5.4); no number of"),
    ],
)  # fmt: skip
def test_a_field_that_cannot_play_to_the_end_is_refused_before_a_card(
    words: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dealt(*_: object) -> None:
        pytest.fail("a card was dealt")

    monkeypatch.setattr(tournament_simulation, "play_one", dealt)
    monkeypatch.setattr(tournament_simulation, "play_compiled", dealt)
    code, _, err = run("simulate", *words.split())
    assert code == 2
    assert said in err


def test_a_style_that_can_enter_every_session_enters() -> None:
    """The sessions that are gone through without cards are those that are played."""
    for players, advance in ((7, 1), (9, 2), (12, 3), (16, 2), (22, 1)):
        options = {"session": "rounds:1", "playoff": "rounds:1", "advance": str(advance)}
        plan = SimulationPlan(players, ("flat", "all-in"), options, Limits(10_00, 500_00), 7)
        assert not complaint(rules_of(plan), players)
        assert next(simulate(plan, 1, 1)).styles["flat"].entered


def test_styles_are_amounts_python_functions_and_charts(tmp_path: Path) -> None:
    file = tmp_path / "styles.py"
    file.write_text("def bold(table, player):\n    return table.play.money[player]\n", encoding="utf-8")

    def played(style: str) -> TournamentTally:
        options = {"session": "rounds:2", "playoff": "rounds:1"}
        plan = SimulationPlan(5, ("flat", style), options, Limits(10_00, 500_00), 7, engine=True)
        return next(simulate(plan, 4, 1))

    def won(style: str) -> tuple[int, int]:
        mine = played(style).styles[style]
        return mine.wins.count, mine.finals.count

    assert won(f"{file}:bold") == won("all-in")
    assert won("500") == won("500.00")
    assert played("all-in@mimic").rounds != played("all-in").rounds or won("all-in@mimic") != won("all-in")


def test_what_compiled_code_does_not_play_is_named_and_played_on_the_engine(tmp_path: Path) -> None:
    file = tmp_path / "styles.py"
    file.write_text("def bold(table, player):\n    return table.play.money[player]\n", encoding="utf-8")
    words = ("simulate", "--players", "4", "--tournaments", "3", "-o", "session=rounds:2", "--json", "--strategy")
    code, by_function, said = run(*words, f"flat,{file}:bold")
    assert code == 0
    assert f"played on the engine, which is slower: not simulated: the style {file}:bold" in said
    _, by_engine, unsaid = run(*words, "flat,all-in", "--engine")
    _, compiled, _ = run(*words, "flat,all-in")
    assert unsaid == ""
    told = [json.loads(text) for text in (by_function, by_engine, compiled)]
    assert [each["engine"] for each in told] == [True, True, False]
    wins = [[style["wins"] for style in each["styles"].values()] for each in told]
    assert wins[0] == wins[1]


def test_compiled_and_engine_agree_within_the_errors() -> None:
    def rates(*, engine: bool, tournaments: int) -> dict[str, Rate]:
        options = {"session": "rounds:3", "playoff": "rounds:1"}
        plan = SimulationPlan(5, ("flat", "all-in"), options, Limits(10_00, 500_00), 7, engine=engine)
        total = TournamentTally(styles={})
        for tally in simulate(plan, tournaments, 1):
            total.add(tally)
        return {name: chance(style.wins, style) for name, style in total.styles.items()}

    by_engine, compiled = rates(engine=True, tournaments=100), rates(engine=False, tournaments=2_000)
    for name, rate in compiled.items():
        error = (rate.error**2 + by_engine[name].error ** 2) ** 0.5
        assert abs(rate.value - by_engine[name].value) < 4 * error


def test_a_style_that_returns_no_whole_cents_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "styles.py"
    file.write_text("def half(table, player):\n    return table.play.money[player] / 2\n", encoding="utf-8")
    code, _, err = run("simulate", "--players", "4", "--tournaments", "2", "--strategy", f"flat,{file}:half")
    assert code == 2
    assert "return the wager in whole cents" in err


def test_an_interrupt_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: SimulationPlan, tournaments: int, workers: int) -> object:
        yield next(iter(simulate(plan, 10, 1)))
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament_simulation, "simulate", interrupted)
    code, out, _ = run("simulate", "--players", "4", "--tournaments", "1000")
    assert code == 130
    assert "interrupted: the results so far" in out
    assert "10 tournaments" in out


def test_a_plan_outside_the_law() -> None:
    with pytest.raises(Unplayable, match=r"4\.4"):
        rules_of(plan(increment="11"))
    total = TournamentTally(styles={})
    for tally in simulate(plan(), 3, 1):
        total.add(tally)
    assert total.tournaments == 3


def style_of(*tournaments: tuple[int, int]) -> StyleTally:
    """A style that won or not, with so many entered each time."""
    style = StyleTally()
    for won, entered in tournaments:
        style.entered += entered
        style.entered_squared += entered**2
        style.wins.note(won, entered)
    return style


def test_rates_and_their_errors() -> None:
    assert share(Occurrences(), 0).value == chance(Occurrences(), StyleTally()).value == 0
    quarter = style_of(*[(1, 1)] * 25, *[(0, 1)] * 75)
    assert share(quarter.wins, 100).value == chance(quarter.wins, quarter).value == 0.25
    assert share(quarter.wins, 100).error == pytest.approx(0.0433, abs=1e-4)
    assert chance(quarter.wins, quarter).error == pytest.approx(0.0433, abs=1e-4)
    # seven players of the style in each tournament share its win
    seven = style_of(*[(1, 7)] * 25, *[(0, 7)] * 75)
    assert chance(seven.wins, seven).error == pytest.approx(0.0433 / 7, abs=1e-5)
    # whoever enters always wins: nothing varies, though the number of entries does
    sure = style_of((1, 1), (2, 2), (1, 1))
    assert chance(sure.wins, sure) == Rate(1.0, 0.0)


def test_the_result_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    code, _, _ = run("simulate", "--players", "4", "--tournaments", "2", "--plot", str(picture))
    assert code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    code, _, err = run("simulate", "--players", "4", "--tournaments", "2", "--plot", str(tmp_path / "no" / "out.png"))
    assert code == 2
    assert "there is no such folder" in err
