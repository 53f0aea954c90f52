"""Whether a tournament can be played to its end is known before it begins, and a final short of players is held."""

from pathlib import Path

import pytest

from pitboss.games.tournament import act, open_tournament
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.finish import numbers_that_finish, opening_warnings, ranges_text, stopped_by, unfinishable
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.notation.replay import replay
from pitboss.notation.run import run_file
from pitboss.pit import parse_pit
from tests.games.tournament.driver import NAMES, TournamentDriver, rules_with


def entered(players: int, **options: str) -> TournamentDriver:
    driver = TournamentDriver(rules_with(**options), NAMES[:players], seed=1)
    for name in driver.players:
        assert not isinstance(driver.does(cmd.AcceptEntry(player=name)), Refusal)
    return driver


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({}, "4 to 7 or 22 to 49"),
        ({"advance": "2"}, "4 to 99"),
        ({"advance": "7"}, "4 to 7"),
        ({"max_players": "30"}, "4 to 7 or 22 to 30"),
        ({"min_players": "8", "max_players": "8"}, ""),
        ({"min_players": "999999999"}, ""),
        ({"boxes": "5", "advance": "2", "max_players": "25"}, "4 to 5 or 8 to 10 or 16 to 25"),
    ],
)
def test_numbers_of_players_that_can_play_to_the_end(options: dict[str, str], numbers: str) -> None:
    assert ranges_text(numbers_that_finish(rules_with(**options))) == numbers


@pytest.mark.parametrize("advance", range(1, 5))
def test_the_prediction_equals_the_play(advance: int) -> None:
    """Heats of every size are tallied through, and the start that is refused is the one that was foretold."""
    for players in range(4, 29):
        driver = entered(players, advance=str(advance))
        foretold = stopped_by(driver.rules, players)
        assert (unfinishable(driver.rules, driver.state) is None) == (foretold is None)
        for _ in range(4):
            done = driver.does(cmd.StartSession())
            if isinstance(done, Refusal) or driver.state.final:
                break
            for table in list(driver.state.tables.values()):
                chips = tuple((name, 100 - place) for place, name in enumerate(table.players))
                assert not isinstance(driver.does(cmd.TallyChips(chips=chips, table=table.number)), Refusal)
        if foretold is None or foretold.kind == "table_players_least":
            assert isinstance(done, Refusal) == (foretold is not None), players
        else:
            assert not driver.state.final, players


def test_start_that_leads_nowhere_says_what_would_do() -> None:
    driver = entered(8)
    why = unfinishable(driver.rules, driver.state)
    assert why is not None
    assert why.message.startswith("8 players cannot play to the end: in session 2, a table has 4 to 7 players")
    assert why.clauses == ("5.4",)
    assert why.allowed == ("advance=2 or 3", "4 to 7 or 22 to 49 players")
    confirmed = act(driver.rules, driver.state, cmd.StartSession(confirmed=True), driver.chance)
    assert not isinstance(confirmed, Refusal)
    assert isinstance(confirmed[0], ev.FinishDoubted)
    assert (confirmed[0].message, confirmed[0].clauses, confirmed[0].allowed) == (why.message, ("5.4",), why.allowed)


@pytest.mark.parametrize(("players", "warned"), [(7, False), (8, True)])
def test_file_of_a_tournament_gets_a_warning_event(players: int, warned: bool) -> None:
    lines = "".join(f"house: enter {name}\n" for name in NAMES[:players])
    text = f"title: x\nrulebook: nz-tournament\nlimits: 10-100\n---\n{lines}house: start\n"
    outcome = replay(parse_pit(text))
    assert outcome.passed
    found = [event for step in outcome.steps for event in step.events if isinstance(event, ev.FinishDoubted)]
    assert [event.clauses for event in found] == ([("5.4",)] if warned else [])


@pytest.mark.parametrize(
    ("rulebook", "options", "said"),
    [
        ("nz-tournament", {}, "8 to 21 or 50 to 99 players could not play to the end: with 8, in session 2"),
        ("nz-tournament", {"max_players": "7"}, ""),
        ("nz-tournament", {"min_players": "8", "max_players": "8"}, "could be finished with advance=2 or 3"),
        ("nz-roulette", {}, ""),
        ("canberra-blackjack", {}, ""),
        ("canberra-blackjack", {"tournament": "true"}, ""),
    ],
)
def test_opening_warns_of_numbers_that_could_not_finish(rulebook: str, options: dict[str, str], said: str) -> None:
    rules = resolve(load_rulebook(rulebook), options, Limits(10_00, 100_00))
    assert not isinstance(rules, Refusal)
    found = [str(warning) for warning in opening_warnings(rules)]
    assert len(found) == bool(said)
    assert said in "".join(found)


@pytest.mark.parametrize(
    ("players", "options", "allowed"),
    [
        (2, {}, ("4 to 7 or 22 to 49 players",)),
        (6, {"boxes": "5"}, ("4 to 5 or 16 to 25 or 76 to 99 players",)),
        (9, {"boxes": "3", "max_players": "9"}, ()),
    ],
)
def test_refused_start_says_which_settings_would_work(
    players: int, options: dict[str, str], allowed: tuple[str, ...]
) -> None:
    driver = entered(players, **options)
    refusal = driver.does(cmd.StartSession())
    assert isinstance(refusal, Refusal)
    assert refusal.allowed == allowed


def test_file_of_a_tournament_is_told_with_the_settings_that_would_work(tmp_path: Path) -> None:
    lines = "".join(f"house: enter {name}\n" for name in NAMES[:8])
    file = tmp_path / "cup.pit"
    file.write_text(f"title: x\nrulebook: nz-tournament\nlimits: 10-100\n---\n{lines}house: start\n", encoding="utf-8")
    settings = "it could be finished with advance=2 or 3, or with 4 to 7 or 22 to 49 players"
    told = [line for line in run_file(file).story if "warning: " in line]
    assert len(told) == 2, "at the opening and at the start"
    assert all(settings in line for line in told)


def test_final_short_of_players_lasts_as_a_play_off() -> None:
    driver = entered(8, advance="2", playoff="rounds:3", session="rounds:9", chips="50")
    driver.does(cmd.StartSession())
    for table in list(driver.state.tables.values()):
        chips = tuple((name, 100 - place) for place, name in enumerate(table.players))
        driver.does(cmd.TallyChips(chips=chips, table=table.number))
    assert not isinstance(driver.does(cmd.Disqualify(player="p2", reason="absent")), Refusal)
    assert unfinishable(driver.rules, driver.state) is None
    done = driver.does(cmd.StartSession(confirmed=True))
    assert not isinstance(done, Refusal)
    (began,) = (event for event in done if isinstance(event, ev.SessionBegan))
    assert (began.playoff, began.count, began.stack, began.players) == (True, 3, 50_00, ("p1", "p5", "p6"))
    assert not any(isinstance(event, ev.FinishDoubted) for event in done)
    assert driver.state.final


def test_there_are_no_alternates_unless_the_conditions_name_them() -> None:
    rules = rules_with(advance="2")
    assert rules.terms.alternates == 0
    state, _ = open_tournament(rules)
    assert not state.qualified
