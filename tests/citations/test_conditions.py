"""Every citation in blackjack is supported by the facts: in the examples, in the cases and in random rounds."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.conditions import BlackjackFactTracker
from pitboss.games.blackjack.refusal_facts import RefusalFacts
from pitboss.law import load_rulebook
from pitboss.law.cite import Clauses, any_covered
from pitboss.law.conditions import CitationChecker, conditions_of, unknown_names
from pitboss.notation.replay import replay
from pitboss.notation.run import run_file
from pitboss.pit import parse_pit
from tests.citations.measure import citing_events
from tests.citations.rounds import check_rounds
from tests.properties.tables import BOOKS

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE / "examples").rglob("*.pit"))
NEIGHBOUR = "# refused, but not on "
WITH_NEIGHBOURS = [example for example in EXAMPLES if NEIGHBOUR in example.read_text(encoding="utf-8")]
RULEBOOKS = HERE.parents[1] / "src" / "pitboss" / "rulebooks"
CASES = [case for book in BOOKS for case in sorted((RULEBOOKS / book / "cases").glob("*.pit"))]
#: Rounds of each rulebook in one test; 4 books and 10 slices make 20,000 rounds.
ROUNDS = 500
SLICES = 10


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_example_of_precise_citation_holds(example: Path) -> None:
    result = run_file(example, check_citations=True)
    assert result.passed, result.complaint


@pytest.mark.parametrize("example", WITH_NEIGHBOURS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_example_is_not_refused_on_a_neighbour(example: Path) -> None:
    """A refused line may be followed by comments ``refused, but not on CLAUSE``."""
    text = example.read_text(encoding="utf-8")
    refused = {line.line: line.refusal for line in replay(parse_pit(text)).refused}
    clauses: Clauses = ()
    for number, line in enumerate(text.splitlines(), 1):
        if number in refused:
            clauses = refused[number].clauses
        _, comment, neighbour = line.partition(NEIGHBOUR)
        if comment:
            assert not any_covered(neighbour.strip(), clauses), f"line {number}: refused on {clauses}"


@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_the_citations_of_a_case_are_supported_by_its_facts(case: Path) -> None:
    result = run_file(case, check_citations=True)
    assert result.passed, result.complaint


@pytest.mark.parametrize("book", BOOKS)
def test_conditions_use_known_facts(book: str) -> None:
    known = {*RefusalFacts.words, *ev.__all__, *vars(cmd)}
    assert unknown_names(load_rulebook(book), known) == []


@pytest.mark.parametrize("book", BOOKS)
def test_events_cite_few_clauses(book: str) -> None:
    counts = [len(event.clauses) for name, event in citing_events([RULEBOOKS / book]) if name == book]
    assert sum(counts) / len(counts) <= 1.5


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(SLICES))
def test_every_citation_in_random_rounds_is_supported_by_the_facts(book: str, part: int) -> None:
    assert check_rounds(book, part, ROUNDS) == {}


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(100))
def test_every_citation_in_a_million_rounds_is_supported_by_the_facts(book: str, part: int) -> None:
    assert check_rounds(book, 1_000 + part, 2_500) == {}


def test_a_wrong_citation_and_a_missing_one_are_found() -> None:
    example = next(path for path in EXAMPLES if path.stem == "030-a-plain-loss")
    outcome = replay(parse_pit(example.read_text()))
    assert outcome.rules is not None
    checker = CitationChecker(outcome.rules, BlackjackFactTracker(outcome.rules))
    errors = []
    for step in outcome.steps:
        events = [
            replace(event, clauses=("5.1(a)",)) if isinstance(event, ev.WagerSettled) else event
            for event in step.events
        ]
        errors += checker.events(events)
    assert [(error.clause, error.cited) for error in errors] == [("5.1(a)", True), ("5.1(g)", False)]


def test_one_test_of_all_citations_agrees_with_each_of_them() -> None:
    dice, wrong = Random(1), 0
    for example in EXAMPLES[:30]:
        outcome = replay(parse_pit(example.read_text()))
        assert outcome.rules is not None
        conditions, tracker = conditions_of(outcome.rules), BlackjackFactTracker(outcome.rules)
        for event in (each for step in outcome.steps for each in step.events):
            if not tracker.follows(event):
                continue
            facts, others = tracker.facts(event), list(conditions.applies)
            for clauses in (event.clauses, event.clauses[1:], (*event.clauses, dice.choice(others))):
                errors = conditions.check(clauses, facts, complete=True)
                assert bool(conditions.test_of(clauses, facts, complete=True)(facts)) == (errors == [])
                wrong += errors != []
            tracker.apply(event)
    assert wrong > 100


def test_a_wrong_ground_of_a_refusal_and_a_missing_one_are_found() -> None:
    text = """title: A double above the wager
rulebook: nz-blackjack
cards: 6h 6s 5c
---
ann: bet 1 100
house: deal
"""
    outcome = replay(parse_pit(text))
    assert outcome.rules is not None
    checker = CitationChecker(outcome.rules, BlackjackFactTracker(outcome.rules))
    for step in outcome.steps:
        assert checker.events(step.events) == []
    above = cmd.DoubleDown(player="ann", box=1, amounts=(15_000,))
    assert checker.refusal(above, ("11.2(a)",)) == []
    found = [(error.clause, error.cited) for error in checker.refusal(above, ("11.1",))]
    assert found == [("11.1", True), ("11.2(a)", False)]


def test_a_person_named_only_in_a_house_command_is_not_at_the_table() -> None:
    rules = replay(parse_pit("title: A table\nrulebook: nz-blackjack\n---\n")).rules
    assert rules is not None
    tracker = BlackjackFactTracker(rules)
    tracker.apply(ev.LimitsChanged((), 1_000, 5_000, 2, "zoe"))
    tracker.apply(ev.PlayerAbsent((), "zoe"))
    assert not tracker.refused(cmd.PlaceBet(player="zoe", box=2, amounts=(1_000,)))["at_table"]


def test_a_remedy_without_its_irregularity_is_found() -> None:
    rules = replay(parse_pit("title: A table\nrulebook: nz-blackjack\n---\n")).rules
    assert rules is not None
    cleared = ev.HandCleared(("16.5(a)",), 1, 1)
    found = CitationChecker(rules, BlackjackFactTracker(rules)).events([ev.RoundBegan((), (1,), ("ann",)), cleared])
    assert [error.clause for error in found] == ["16.5(a)"]
    noted = ev.IrregularityNoted(("16.5(a)",), "void")
    checker = CitationChecker(rules, BlackjackFactTracker(rules))
    assert checker.events([ev.RoundBegan((), (1,), ("ann",)), noted, cleared]) == []


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        (ev.DealerDealt(("8.2(b)",), 40), "8.2(b)"),  # the dealer has a first card already
        (ev.DealerDealt(("13.3",), 40), "13.3"),  # the second card comes by 8.5, whatever the total
        (ev.DealerDone(("13.3",), 9, soft=False, blackjack=False), "13.3"),  # nine does not end the hand
        (ev.Shuffled(("3.4",), 0, "start"), "3.4"),  # there is no automatic shuffler
    ],
)
def test_a_false_citation_of_the_dealer_is_found(event: ev.Event, clause: str) -> None:
    rules = replay(parse_pit("title: A table\nrulebook: nz-blackjack\n---\n")).rules
    assert rules is not None
    checker = CitationChecker(rules, BlackjackFactTracker(rules))
    first = ev.DealerDealt(("8.2(b)",), 8 * 4)
    assert checker.events([ev.RoundBegan((), (1,), ("ann",)), first]) == []
    assert [error.clause for error in checker.events([event])] == [clause]
