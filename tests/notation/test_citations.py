"""What a file may expect of citations: of all events of a line, of one event, of those that decide, of a refusal."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import build
from pitboss.notation.replay import Outcome, replay
from pitboss.pit import PitError, parse_pit

WHEEL = "rulebook: nz-roulette\nspins: 17\n---\nann: bet red 10\nann: bet black 10\nhouse: spin\n"
BY_HAND = WHEEL.replace("spin\n", "spin by_hand\n")


def played(text: str) -> Outcome:
    return replay(parse_pit(text))


@pytest.mark.parametrize(
    "line",
    [
        "? cited 3.1(m)(i) in wager_paid",
        "? not cited 3.1(m)(i) in wager_collected",
        "? cited 3.1(l)(ii) in wager_collected.1",
        "? cited nz-roulette:3.9 in wager_paid",
        "? cited only 3.1(l)(ii) 3.1(m)(i) 3.9",
        "? cited only 3.1 3.9",
        "? cited only 3.1(m)(i) 3.9 in wager_paid",
        "? not cited only 3.1(m)(i) in wager_paid",
        "? not cited only 3.1(m)(i) 3.9 3.10 in wager_paid",
    ],
)
def test_a_citation_is_expected_of_the_events_that_are_meant(line: str) -> None:
    outcome = played(WHEEL + line + "\n")
    assert outcome.passed, outcome.failures


def test_a_clause_that_another_event_of_the_line_cites_does_not_meet_it() -> None:
    (failure,) = played(WHEEL + "? cited 4.4(b) in wager_paid\n").failures
    assert (failure.expected, failure.got) == ("cited 4.4(b)", "3.1(m)(i) and 3.9")


def test_only_fails_where_a_further_clause_is_cited() -> None:
    (failure,) = played(WHEEL + "? cited only 3.9 in wager_paid\n").failures
    assert (failure.expected, failure.got) == ("cited only 3.9", "3.1(m)(i) and 3.9")


def test_a_refused_line_between_them_does_not_hide_the_events_of_the_last_executed_line() -> None:
    assert played(BY_HAND + "! ann: withdraw red @ 3.7\n? cited 4.4(b)\n").passed


def test_a_definition_is_one_clause_of_a_list() -> None:
    text = "rulebook: nz-tournament\n---\nhouse: enter ann\nhouse: refuse bob\n"
    assert played(text + '? cited only 3.3(a) 1.0 "Applicant" in entry_refused\n').passed


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("? cited 3.9 in wager_settled", "'wager_settled' is not an event of roulette"),
        ("? cited 3.9 in wager_paid.2", r"the last line has no event wager_paid\.2: it has .*wager_collected"),
        ("? not cited 3.9 in spin_voided", "the last line has no event spin_voided"),
        ("? cited only", "expected '\\? cited CLAUSE'"),
        ("? cited only 3.9 99.9", "nz-roulette has no clause 99.9"),
        ("? cited 99.9", "nz-roulette has no clause 99.9"),
        ("! ann: bet red 10 @ 3.7 not", "'not' without a clause"),
        ("! house: display 3 @ not 99.9", "nz-roulette has no clause 99.9"),
    ],
)
def test_expectations_that_cannot_hold_or_cannot_fail_are_parse_errors(line: str, message: str) -> None:
    with pytest.raises(PitError, match=message):
        played(WHEEL + line + "\n")


@pytest.mark.parametrize("grounds", ["3.7 not 3.6(a) 3.10 4.5(b)", "3.7 not 3.6(a)", "not 3.6(a) 3.10"])
def test_a_refusal_that_names_no_excluded_clause(grounds: str) -> None:
    assert played(f"{BY_HAND}! ann: withdraw red @ {grounds}\n").passed


def test_a_refusal_on_an_excluded_clause_fails() -> None:
    (failure,) = played(BY_HAND + "! ann: withdraw red @ not 3.10 3.7\n").failures
    assert failure.expected == "ann: withdraw red to be refused, not on 3.7"
    assert failure.got.startswith("a refusal on 3.7")


def test_events_and_refusals_as_data(tmp_path: Path) -> None:
    file = tmp_path / "wheel.pit"
    file.write_text(BY_HAND + "! ann: withdraw red @ 3.7\nhouse: collect\n", encoding="utf-8")
    result = CliRunner().invoke(build(), ["replay", "--json", "--events", str(file)])
    rows = json.loads(result.stdout)["events"]
    assert [row["line"] for row in rows] == sorted(row["line"] for row in rows)
    (refusal,) = (row for row in rows if row["event"] == "refusal")
    assert (refusal["line"], refusal["text"], refusal["clauses"]) == (7, "ann: withdraw red", ["3.7", "3.6(b)"])
    (collected,) = (row for row in rows if row["event"] == "wager_collected")
    assert collected["clauses"][0] == "3.1(l)(ii)"
    assert collected["data"] == {"player": "ann", "kind": "red", "place": "", "net": -1000}


def test_events_are_data_only(tmp_path: Path) -> None:
    file = tmp_path / "wheel.pit"
    file.write_text(WHEEL, encoding="utf-8")
    result = CliRunner().invoke(build(), ["replay", "--events", str(file)])
    assert result.exit_code == 2


def test_explain_gives_the_fact_of_a_citation_and_why_its_neighbours_do_not_apply(tmp_path: Path) -> None:
    file = tmp_path / "wheel.pit"
    file.write_text(BY_HAND + "! ann: withdraw red @ 3.7\n", encoding="utf-8")
    lines = CliRunner().invoke(build(), ["replay", "--explain", str(file)]).output.splitlines()
    assert "        3.7: the wager has lost" in lines
    spun = next(number for number, line in enumerate(lines) if line.startswith("    the wheel turns"))
    assert lines[spun + 1] == "        does not apply: 4.1 (not so that the wheel turns the other way than before)"
    data = json.loads(CliRunner().invoke(build(), ["replay", "--json", "--events", str(file)]).stdout)["events"]
    (refusal,) = (row for row in data if row["event"] == "refusal")
    assert refusal["facts"]["3.7"] == "the wager has lost"


SEVENS = """title: Two sevens
rulebook: canberra-blackjack
options: super_sevens=true
cards: 2c 7h 9h 6s 7c 9c 4d Td Ac
---
ann: bet 1 10 super_sevens=1
bob: bet 2 10 super_sevens=1
house: deal
ann: hit 1
"""


def test_the_facts_of_a_settlement_give_its_values(tmp_path: Path) -> None:
    file = tmp_path / "sevens.pit"
    file.write_text(SEVENS + "ann: stand 1\nbob: stand 2\n", encoding="utf-8")
    rows = json.loads(CliRunner().invoke(build(), ["replay", "--json", "--events", str(file)]).stdout)["events"]
    facts = [row["facts"] for row in rows if row["event"] in ("wager_settled", "dealer_done")]
    assert facts[0]["23.5(d)"] == "sevens in a row from the first card: 0"
    assert facts[1]["23.8(b)"] == "sevens in a row from the first card: 2, a third card was dealt"
    assert facts[2]["16(a)"] == "the dealer has 17"
    assert facts[3]["11.2(b)"].endswith("the hand has 18, the dealer 17")
