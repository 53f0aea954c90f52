"""The conditions of Division 8: every clause that can be cited has one, and a wrong citation is found."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.conditions import RouletteFacts, RouletteFactTracker
from pitboss.law import load_rulebook
from pitboss.law.clause_ledger import clause_uses
from pitboss.law.conditions import CitationChecker, unknown_names, without_condition
from tests.games.roulette.tables import BOOK, table_rules

#: Clauses of settings and constraints: no event and no refusal at a table cites them.
OF_SETTINGS = {"2.3(a)"}


def kinds(*bases: type[Any]) -> set[str]:
    return {kind.__name__ for base in bases for kind in base.__subclasses__()}


def test_every_clause_that_a_table_can_cite_has_a_condition() -> None:
    book = load_rulebook(BOOK)
    cited = [clause for use in clause_uses(book) for clause in use.clauses]
    assert set(without_condition(book, cited)) <= OF_SETTINGS


def test_conditions_name_facts_events_and_commands_that_exist() -> None:
    known = {*RouletteFacts.words, *kinds(ev.Event, cmd.Command)}
    assert unknown_names(load_rulebook(BOOK), known) == []


@pytest.mark.parametrize(
    ("event", "wrong"),
    [
        (ev.WagerPaid(("3.1(l)(i)", "3.9"), "ann", "red", "", 1000), "WagerPaid cites 3.1(l)(i)"),
        (ev.WagerCollected(("3.1(l)(ii)", "3.10"), "ann", "red", "", -1000), "WagerCollected cites 3.10"),
        (ev.WagerCollected(("4.5(a)",), "ann", "red", "", -1000), "WagerCollected does not cite 3.1(l)(ii)"),
        (ev.SpinVoided(("5.1(b)",), "too_slow", 17), "SpinVoided cites 5.1(b)"),
        (ev.WagerPlaced(("3.1(m)", "4.3"), "ann", "black", "", 1000), "WagerPlaced cites 4.3"),
    ],
)
def test_a_citation_that_the_facts_disprove_is_reported(event: ev.Event, wrong: str) -> None:
    rules = table_rules()
    checker = CitationChecker(rules, RouletteFactTracker(rules))
    before = (
        ev.TableOpened(("1.0",), 100, 10_000),
        ev.WagerPlaced(("3.1(l)",), "ann", "red", "", 1000),
        ev.RoundBegan(()),
        ev.BetsClosed(("4.3",)),
        ev.BallSpun(("4.2",), "clockwise", "anticlockwise"),
        ev.BallRested(("3.8",), 17),
    )
    assert checker.events(before) == []
    assert any(str(error).startswith(wrong) for error in checker.events([event]))


def test_a_refusal_on_a_neighbouring_clause_is_reported() -> None:
    rules = table_rules()
    checker = CitationChecker(rules, RouletteFactTracker(rules))
    bet = cmd.PlaceWager(player="ann", kind="red", amount=1000)
    assert checker.events([ev.TableOpened(("1.0",), 100, 10_000)]) == []
    assert [str(error)[:38] for error in checker.refusal(bet, ("3.6(a)",))] == [
        "a refused PlaceWager cites 3.6(a), but"
    ]
    checker.events([ev.BetsClosed(("4.3",))])
    assert checker.refusal(bet, ("3.6(a)",)) == []
    assert [error.cited for error in checker.refusal(replace(bet, kind="black"), ("3.4",))] == [False]
