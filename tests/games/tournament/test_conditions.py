"""The conditions of Division 7: they name what exists, hold in every case, and find a wrong citation."""

from typing import Any

import pytest

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import events as happened
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.conditions import TournamentFactTracker
from pitboss.games.tournament.refusal_facts import TournamentRefusalFacts
from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.law.conditions import CitationChecker, unknown_names
from pitboss.notation.cases import Case, read_cases
from pitboss.notation.replay import replay


@pytest.mark.parametrize("case", read_cases("nz-tournament"), ids=lambda case: str(case.name))
def test_every_citation_of_a_case_is_supported_by_its_facts(case: Case) -> None:
    assert replay(case.file, check_citations=True).failures == ()


def test_conditions_name_facts_and_events_that_exist() -> None:
    kinds: list[Any] = [ev.Event, happened.Event]
    known = {kind.__name__ for base in kinds for kind in base.__subclasses__()} | set(TournamentRefusalFacts.words)
    known |= {*vars(at_table), *vars(cmd)}
    assert unknown_names(load_rulebook("nz-tournament"), known) == []


@pytest.mark.parametrize(
    ("event", "wrong"),
    [
        (ev.EntryAccepted(('1.0 "Player"', "3.1"), "ann", 0), "EntryAccepted cites 3.1"),
        (ev.PlayerDisqualified(("5.12", "3.6"), "ann", "rules"), "PlayerDisqualified cites 5.12"),
        (ev.WagerCorrected(("4.6(a)",), "ann", 600, 500), "WagerCorrected cites 4.6(a)"),
        (ev.ChipsReturned(("6.12(b)",), "ann", 500, 1), "ChipsReturned cites 6.12(b)"),
        (ev.PlayerEliminated(("4.7",), "ann", 1), "PlayerEliminated cites 4.7"),
        (ev.PlayerShort(("4.5",), "ann", 5, 1), "PlayerShort cites 4.5"),
    ],
)
def test_a_citation_that_the_facts_disprove_is_reported(event: ev.Event, wrong: str) -> None:
    rules = resolve(load_rulebook("nz-tournament"), {})
    assert not isinstance(rules, Refusal)
    checker = CitationChecker(rules, TournamentFactTracker(rules))
    assert checker.events([ev.TournamentOpened(("3.2",), 0)]) == []
    facts = TournamentFactTracker(rules).facts(event)
    assert [str(error).split(", but")[0] for error in checker._conditions.check(event.clauses, facts)] == [wrong]
