"""What an expectation may name: hands that are there or not, and clauses with their rulebook in front."""

import pytest

from pitboss.notation.replay import Outcome, replay
from pitboss.pit import PitError, parse_pit

HEADER = "rulebook: nz-blackjack\nlimits: 10-1000\ncards: 8h 9s 8c Tc 9d Td\n---\n"
DEALT = "ann: bet 1 100\nhouse: deal\n"


def played(lines: str) -> Outcome:
    return replay(parse_pit(HEADER + DEALT + lines))


@pytest.mark.parametrize(
    "line",
    [
        "? turn 1.1",
        "? total 1.1 16",
        "? not turn 1.2",
        "? not total 1.2 16",
        "? not total 2 16",
        "? not wager ann 1.2 main open",
        "? cited nz-blackjack:8.2",
        "? not cited nz-blackjack:12.6",
        "! ann: insure 1 10 @ nz-blackjack:9.1",
    ],
)
def test_it_holds(line: str) -> None:
    assert played(line).passed


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("? turn 1.2", "1"),
        ("? turn 2", "1"),
        ("? total 1.2 16", "1.2 no hand"),
        ("? total 2 16", "2 no hand"),
        ("? wager ann 1.2 main open", "ann 1.2 main is not a wager of the last round"),
    ],
)
def test_a_hand_that_is_not_there_fails_and_can_be_read(line: str, got: str) -> None:
    (failure,) = played(line).failures
    assert failure.got == got


@pytest.mark.parametrize(
    ("line", "expected", "got"),
    [
        ("? not turn 1", "not turn 1", "turn 1"),
        ("? not net ann -100", "not net ann -100", "net ann -100"),
        ("? not cited nz-blackjack:8.2", "not cited 8.2", "cited 8.2"),
        ("? not phase play", "not phase play", "phase play"),
    ],
)
def test_a_failing_not_says_what_was_expected_and_what_there_is(line: str, expected: str, got: str) -> None:
    (failure,) = played(line).failures
    assert (failure.expected, failure.got) == (expected, got)


def test_a_failing_not_reads_alike_in_every_game() -> None:
    wheel = "rulebook: nz-roulette\nspins: 17\n---\nann: bet red 10\nhouse: spin\n? not number 17\n"
    cup = "rulebook: nz-tournament\n---\nhouse: enter ann\n? not pool 0\n"
    for text, expected in ((wheel, "number 17"), (cup, "pool 0")):
        (failure,) = replay(parse_pit(text)).failures
        assert (failure.expected, failure.got) == (f"not {expected}", expected)


def test_a_lone_not_is_a_syntax_error() -> None:
    with pytest.raises(PitError, match="'not' is not an expectation"):
        played("? not\n")


@pytest.mark.parametrize("line", ["? total 1 16", "? wager ann 1 main open"])
def test_after_a_split_the_hand_is_named(line: str) -> None:
    with pytest.raises(PitError, match=r"like 1\.1"):
        played(f"ann: split 1\n{line}\n")


@pytest.mark.parametrize("line", ["? turn one", "? total 1.0 16", "? total 1. 16", "? wager ann x main open"])
def test_invalid_hands_are_parse_errors(line: str) -> None:
    with pytest.raises(PitError, match="is not a box or hand"):
        played(line)


def test_a_table_may_be_refused_by_a_policy_where_no_clause_forbids_it() -> None:
    by_policy = "rulebook: mbs-blackjack\noptions: boxes=10\nrefused: policy\n---\n"
    assert replay(parse_pit(by_policy)).passed
    (failure,) = replay(parse_pit(by_policy.replace("policy", "2.2.1"))).failures
    assert failure.expected == "the table refused on 2.2.1"
    by_clause = "rulebook: nz-blackjack\noptions: decks=9\nrefused: policy\n---\n"
    assert not replay(parse_pit(by_clause)).passed


def test_a_table_is_refused_on_a_clause_of_its_own_rulebook_by_name() -> None:
    text = "rulebook: nz-blackjack\noptions: decks=9\nrefused: nz-blackjack:3.3(a)\n---\n"
    assert replay(parse_pit(text)).passed
