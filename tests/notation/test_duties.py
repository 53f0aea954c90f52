"""Duties of persons in files: assumed by default, blocked and attested where the header names them."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from pitboss.games.describe import tell
from pitboss.games.live.events import DutyAttested, DutyDue, DutyNotAttested
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.load import has_clause
from pitboss.law.paths import find_rulebook
from pitboss.notation.cases import read_cases
from pitboss.notation.replay import Outcome, replay
from pitboss.pit import PitError, parse_pit

AWARD = (
    "rulebook: tribal-blackjack\nlimits: 5-1000\n"
    "options: bonus=true bonus_awards_1=18*1 bonus_awards_5=50*50,99*1,100*1,150*50\n"
    "prizes: 100\ncards: 2c  Ah 7c Kd Td\n{duties}---\nann: bet 1 10 bonus=5\nhouse: deal\n"
)
PROGRESSIVE = (
    "rulebook: tribal-blackjack\nlimits: 5-1000\noptions: progressive=true\n"
    "cards: 2c  Ah 7c Ad Td\nduties: {duties}\n---\n"
    "ann: bet 1 10 progressive=1\nhouse: deal\nann: stand 1\n"
)
CLOSING = "rulebook: canberra-blackjack\ncards: 2c 8h 9s 8c Tc 9d\nduties: {duties}\n---\n"
CARDS = "duties: cards_inspected\n"
TABLE = "rulebook: nz-blackjack\ncards: 8h 9s 8c Tc 9d Td\n{duties}---\nann: bet 1 100\n"


def played(text: str) -> Outcome:
    outcome = replay(parse_pit(text))
    assert outcome.passed, outcome.failures
    return outcome


def events(outcome: Outcome, kind: type) -> list[object]:
    return [event for step in outcome.steps for event in step.events if isinstance(event, kind)]


def every(outcome: Outcome) -> list[Any]:
    return [event for step in outcome.steps for event in step.events]


def not_attested(happened: Sequence[Any]) -> list[str]:
    return [event.duty for event in happened if isinstance(event, DutyNotAttested)]


def stated(outcome: Outcome) -> set[str]:
    """The steps that the events state as done, or for which a payment no longer waits."""
    return {event.name for event in every(outcome) if type(event).__name__ in ("ProcedureDone", "PaymentReleased")}


def test_without_the_header_the_house_of_a_file_attests_everything() -> None:
    outcome = played(TABLE.format(duties="") + "house: deal\n? cited 8.2\n")
    assert {"cards_inspected", "cards_displayed", "cards_washed"} <= stated(outcome)
    assert not events(outcome, DutyNotAttested)


def test_a_duty_that_the_house_does_not_run_with_is_logged_as_not_attested() -> None:
    outcome = played(TABLE.format(duties="duties: none\n") + "house: deal\n")
    assert not {"cards_inspected", "cards_displayed", "cards_washed"} & stated(outcome)
    assert [(event.duty, event.clauses) for event in events(outcome, DutyNotAttested)] == [  # type: ignore[attr-defined]
        ("cards_sorted", ("6.1",)),
        ("cards_inspected", ("6.1",)),
        ("cards_displayed", ("6.2",)),
        ("cards_washed", ("6.3",)),
    ]


def test_an_open_duty_blocks_what_the_law_puts_behind_it_until_it_is_attested() -> None:
    lines = "! house: deal @ 6.1 not 6.2\nhouse: attest supervisor cards_inspected\n? cited only 6.1\nhouse: deal\n"
    outcome = played(TABLE.format(duties=CARDS) + lines)
    assert len(events(outcome, DutyDue)) == len(events(outcome, DutyAttested)) == 1
    assert "cards_inspected" not in stated(outcome)


def test_an_award_that_was_attested_beforehand_is_paid_at_once() -> None:
    outcome = played(
        AWARD.format(duties="duties: award\n") + "house: attest supervisor award\nann: press 1\n? net ann +110\n"
    )
    assert "award_confirmed" in stated(outcome)
    assert not events(outcome, DutyDue)


def test_an_award_is_paid_only_after_the_supervisor_confirmed_its_amount() -> None:
    lines = (
        "ann: press 1\n? net ann +10\n! house: deal @ (s)(7)(iv)\n! house: attest supervisor award 150\n"
        "house: attest supervisor award 100\n? net ann +110\nann: bet 1 10\n"
    )
    outcome = played(AWARD.format(duties="duties: award\n") + lines)
    assert not_attested(every(outcome)).count("award_verified") == 1
    (due,) = events(outcome, DutyDue)
    (attested,) = events(outcome, DutyAttested)
    assert (due.duty, due.detail, attested.detail) == ("award", "100", "100")  # type: ignore[attr-defined]


def test_an_award_below_the_amount_of_the_law_waits_for_the_dealer_alone() -> None:
    small = AWARD.replace("prizes: 100", "prizes: 99").format(duties="duties: all\n")
    opening = "".join(
        f"house: attest {words}\n"
        for words in (
            "dealer cards_sorted",
            "supervisor cards_inspected",
            "dealer cards_displayed",
            "dealer cards_washed",
        )
    )
    small = small.replace("---\n", "---\n" + opening)
    lines = "ann: press 1\n? net ann +10\nhouse: attest dealer award_verified\n? net ann +109\n"
    played(small + lines)


@pytest.mark.parametrize("first", ["dealer progressive_verified", "supervisor progressive_validated"])
def test_a_progressive_award_is_paid_after_both_persons_attested_it(first: str) -> None:
    both = ("dealer progressive_verified", "supervisor progressive_validated")
    (second,) = (words for words in both if words != first)
    lines = (
        "house: attest {}\n? net ann -11\n! house: deal @ {}\nhouse: attest {}\n? net ann +14\nann: bet 1 10\n"
    ).format(first, "(r)(7)(iii)" if first == both[0] else "(r)(7)(i)", second)
    outcome = played(PROGRESSIVE.format(duties="progressive_verified,progressive_validated") + lines)
    assert len(events(outcome, DutyDue)) == 2


def test_one_duty_of_a_step_does_not_state_the_other() -> None:
    outcome = played(
        PROGRESSIVE.format(duties="progressive_validated")
        + "house: attest supervisor progressive_validated\n? net ann +14\n"
    )
    assert "progressive_verified" in {event.duty for event in events(outcome, DutyNotAttested)}  # type: ignore[attr-defined]
    assert not any(
        type(event).__name__ == "ProcedureDone" and event.name == "award_verified" for event in every(outcome)
    )


def test_a_duty_of_another_wager_does_not_hold_or_repeat_a_step() -> None:
    outcome = played(PROGRESSIVE.format(duties="award") + "? net ann +14\n")
    assert not_attested(every(outcome)).count("progressive_verified") == 1


def test_winners_of_the_meter_share_it_after_each_award_was_attested() -> None:
    header = "rulebook: tribal-blackjack\nlimits: 5-1000\noptions: progressive=true progressive_initial=5000\n"
    lines = (
        "cards: 2c  Ac Ac 7c As As Td  Ac As Ac As\nduties: progressive_validated\n---\n"
        "ann: bet 1 10 progressive=1\nbob: bet 2 10 progressive=1\nhouse: deal\nann: split 1\nbob: split 2\n"
        "house: attest supervisor progressive_validated\n? net ann -21\n? net bob -21\n"
        "house: attest supervisor progressive_validated\n? net ann +2479.70\n? net bob +2479.70\n"
    )
    played(header + lines)


def test_an_award_of_a_hand_that_is_dealt_again_waits_no_longer() -> None:
    redealt = PROGRESSIVE.replace("Ad Td", "Ad Td  8h 9h 8c 9c  8d 7d 9d Tc").format(duties="progressive_validated")
    played(redealt + "house: irregularity misdealt 1\nann: stand 1\n? net ann -11\nann: bet 1 10\nhouse: deal\n")


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


def test_a_table_is_closed_after_both_notices() -> None:
    lines = (
        "! house: closing 1 @ 19.2\nhouse: attest operator closing_notice\n! house: closing 1 @ 19.2\n"
        "house: attest operator inspector_notified\nhouse: closing 1\n? cited only 19.2\n! house: closing 1 @ 19.2\n"
    )
    played(CLOSING.format(duties="closing_notice,inspector_notified") + lines)


def test_notices_that_a_house_does_not_run_with_are_logged_as_not_attested() -> None:
    outcome = played(CLOSING.format(duties="none") + "house: closing 1\n")
    assert not_attested(outcome.steps[-1].events) == ["closing_notice", "inspector_notified"]


def test_cards_are_checked_after_play_where_the_document_says_so() -> None:
    play = "ann: bet 1 50\nhouse: closing 1\nhouse: deal\nann: stand 1\n"
    canberra = played(CLOSING.format(duties="cards_checked") + play + "house: attest dealer cards_checked\n")
    assert [(event.duty, event.clauses) for event in events(canberra, DutyDue)] == [("cards_checked", ("3.2",))]  # type: ignore[attr-defined]
    zealand = played(
        "rulebook: nz-blackjack\ncards: 8h 9s 8c Tc 9d Td\nduties: none\n---\n" + play.replace(" 50", " 100")
    )
    assert not not_attested(zealand.steps[-1].events)


def test_a_new_minimum_needs_notice_and_a_maximum_of_one_player_does_not() -> None:
    lines = "! house: limit 50-100 @ 4.2\nhouse: limit 25-500 box=1 ann\n"
    lines += "house: attest operator limit_notice\nhouse: limit 50-100\n"
    header = CLOSING.format(duties="limit_notice").replace("cards:", "limits: 25-100\nplayers: ann=500\ncards:")
    played(header + lines)


def test_a_cut_of_the_house_waits_for_the_casino_supervisor() -> None:
    header = "rulebook: canberra-blackjack\ncards: 2c 8h 9s 8c Tc 9d\nduties: supervisor_cut\n---\n"
    declined = "ann: bet 1 50\nhouse: cut\nann: decline\n! house: deal @ 6.1(d)\n"
    played(header + declined + "house: attest supervisor supervisor_cut\nhouse: deal\n")
    by_ann = played(header + "ann: bet 1 50\nhouse: cut\nann: cut 60\nhouse: deal\n")
    assert not events(by_ann, DutyDue)


def test_prepared_cards_are_attested_as_secured_and_not_as_inspected_at_the_table() -> None:
    outcome = played(TABLE.format(duties="options: card_preparation=pre_checked\nduties: none\n"))
    assert "cards_secured" in not_attested(outcome.steps[0].events)
    assert not {"cards_sorted", "cards_inspected"} & set(not_attested(outcome.steps[0].events))


def test_a_session_is_postponed_after_notice() -> None:
    header = "rulebook: nz-tournament\nduties: start_notice\n---\n"
    played(
        header + "! house: postpone 30 notice @ 3.8\nhouse: attest director start_notice\nhouse: postpone 30 notice\n"
    )


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
    with pytest.raises(PitError, match="has no duty 'coffee': expected all, none, cards_sorted, cards_inspected"):
        played(TABLE.format(duties="duties: coffee\n"))


#: Words of controls that persons perform.
CONTROL = re.compile(
    r"\b(inspected|washed|verified|confirmed|validated|notified|examined|checked)\b|attested|in writing|director is"
)
#: Sentences that have such a word and state no control of a person: the director's own command, a request of players.
NO_CONTROL = ("the director is present", "the cards may be inspected on request")


def no_duty(text: str) -> Outcome:
    """The play of a case, without its expectations, by a house that attests nothing."""
    head, line, play = text.partition("---\n")
    commands = "".join(part for part in play.splitlines(keepends=True) if not part.startswith("?"))
    return replay(parse_pit(f"{head}duties: none\n{line}{commands}"))


@pytest.mark.parametrize("name", rulebook_ids())
def test_no_sentence_states_an_unattested_control(name: str) -> None:
    folder = find_rulebook(name) / "cases"
    texts = {case.name: (folder / case.name).read_text() for case in read_cases(name)[::4]}
    assert texts
    for case, text in texts.items():
        for event in every(no_duty(text)):
            said = tell(event)
            silent = said.startswith("not attested: ") or said in NO_CONTROL
            assert silent or not CONTROL.search(said), (case, said)


@pytest.mark.parametrize("name", rulebook_ids())
def test_duties_rest_on_clauses_of_their_document(name: str) -> None:
    book = load_rulebook(name)
    assert all(has_clause(book, clause) for duty in book.duties.values() for clause in duty.clauses)
