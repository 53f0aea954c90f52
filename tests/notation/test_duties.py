"""Duties of persons in files: assumed by default, blocked and attested where the header names them."""

import pytest

from pitboss.games.live.events import DutyAttested, DutyDue, DutyNotAttested
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.load import has_clause
from pitboss.notation.replay import Outcome, replay
from pitboss.pit import PitError, parse_pit

AWARD = (
    "rulebook: tribal-blackjack\nlimits: 5-1000\n"
    "options: bonus=true bonus_awards_1=18*1 bonus_awards_5=50*50,99*1,100*1,150*50\n"
    "prizes: 100\ncards: 2c  Ah 7c Kd Td\n{duties}---\nann: bet 1 10 bonus=5\nhouse: deal\n"
)
CARDS = "duties: cards_inspected\n"
TABLE = "rulebook: nz-blackjack\ncards: 8h 9s 8c Tc 9d Td\n{duties}---\nann: bet 1 100\n"


def played(text: str) -> Outcome:
    outcome = replay(parse_pit(text))
    assert outcome.passed, outcome.failures
    return outcome


def events(outcome: Outcome, kind: type) -> list[object]:
    return [event for step in outcome.steps for event in step.events if isinstance(event, kind)]


def stated(outcome: Outcome) -> set[str]:
    """The steps that the events state as done."""
    return {event.name for step in outcome.steps for event in step.events if type(event).__name__ == "ProcedureDone"}


def test_without_the_header_the_house_of_a_file_attests_everything() -> None:
    outcome = played(TABLE.format(duties="") + "house: deal\n? cited 8.2\n")
    assert {"cards_inspected", "cards_displayed", "cards_washed"} <= stated(outcome)
    assert not events(outcome, DutyNotAttested)


def test_a_duty_that_the_house_does_not_run_with_is_logged_as_not_attested() -> None:
    outcome = played(TABLE.format(duties="duties: none\n") + "house: deal\n")
    assert not {"cards_inspected", "cards_displayed", "cards_washed"} & stated(outcome)
    assert [(event.duty, event.clauses) for event in events(outcome, DutyNotAttested)] == [  # type: ignore[attr-defined]
        ("cards_inspected", ("6.1",)),
        ("cards_displayed", ("6.2",)),
        ("cards_washed", ("6.3",)),
    ]


def test_an_open_duty_blocks_what_the_law_puts_behind_it_until_it_is_attested() -> None:
    lines = "! house: deal @ 6.1 not 6.2\nhouse: attest supervisor cards_inspected\n? cited only 6.1\nhouse: deal\n"
    outcome = played(TABLE.format(duties=CARDS) + lines)
    assert len(events(outcome, DutyDue)) == len(events(outcome, DutyAttested)) == 1
    assert "cards_inspected" not in stated(outcome)


def test_an_award_that_was_attested_beforehand_is_stated_as_confirmed() -> None:
    outcome = played(AWARD.format(duties="duties: award\n") + "house: attest supervisor award\nann: press 1\n")
    assert "award_confirmed" in stated(outcome)
    assert not events(outcome, DutyDue)


def test_an_award_that_nobody_attested_is_due_and_no_further_round_is_dealt() -> None:
    lines = "ann: press 1\nann: bet 1 10\n! house: deal @ (s)(7)(iv)\nhouse: attest supervisor award\n"
    outcome = played(AWARD.format(duties="duties: award\n") + lines)
    assert "award_confirmed" not in stated(outcome)


def test_an_award_of_a_house_without_the_duty_is_not_stated_as_confirmed() -> None:
    outcome = played(AWARD.format(duties="duties: none\n") + "ann: press 1\n? net ann +110\n")
    assert "award_confirmed" not in stated(outcome)
    assert "award" in {event.duty for event in events(outcome, DutyNotAttested)}  # type: ignore[attr-defined]


def test_an_applicant_enters_after_the_notice_in_writing() -> None:
    header = "rulebook: nz-tournament\nduties: conditions\n---\n"
    lines = (
        "! house: enter ann @ 3.7\nhouse: attest operator conditions ann\nhouse: enter ann\n! house: enter bob @ 3.7\n"
    )
    outcome = played(header + lines)
    assert [type(event).__name__ for event in outcome.steps[-1].events] == ["ApplicantNotified", "EntryAccepted"]


def test_a_spin_waits_until_the_ball_that_left_the_wheel_is_examined() -> None:
    header = "rulebook: nz-roulette\nspins: 17\nduties: all\n---\nann: bet red 10\nhouse: no_spin left_wheel\n"
    played(header + "! house: spin @ 5.2\nhouse: attest supervisor ball_examined\nhouse: spin\n? number 17\n")


@pytest.mark.parametrize("words", ["dealer cards_inspected", "supervisor shoes"])
def test_an_attestation_of_another_role_or_of_no_duty_is_refused(words: str) -> None:
    played(TABLE.format(duties=CARDS) + f"! house: attest {words}\n")


@pytest.mark.parametrize(
    "line", ["house: attest supervisor", "house: attest", "ann: attest supervisor cards_inspected"]
)
def test_an_attestation_names_role_and_duty_and_is_of_the_house(line: str) -> None:
    with pytest.raises(PitError, match="attest"):
        played(TABLE.format(duties=CARDS) + line + "\n")


def test_a_duty_that_the_rulebook_does_not_have_cannot_be_chosen() -> None:
    with pytest.raises(PitError, match="has no duty 'coffee': expected all, none, cards_inspected"):
        played(TABLE.format(duties="duties: coffee\n"))


@pytest.mark.parametrize("name", rulebook_ids())
def test_duties_rest_on_clauses_of_their_document(name: str) -> None:
    book = load_rulebook(name)
    assert all(has_clause(book, clause) for duty in book.duties.values() for clause in duty.clauses)
