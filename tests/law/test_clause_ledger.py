"""The ledgers of every clause: whole, cited rightly, read back, and proven by the cases."""

import pytest

from pitboss.law import Rulebook, load_rulebook, rulebook_ids
from pitboss.law.cite import any_covered, without_number
from pitboss.law.clause_ledger import ClauseUse, clause_uses, default_text, find_clauses, index_by_clause, near_clauses
from pitboss.law.compare import compare
from pitboss.notation import parse_pit, print_pit
from pitboss.notation.cases import Case, coverage, read_cases

CLAUSES = {
    "nz-blackjack": 300,
    "mbs-blackjack": 92,
    "tribal-blackjack": 323,
    "canberra-blackjack": 260,
    "nz-tournament": 121,
    "nz-roulette": 120,
}
BOOKS = pytest.mark.parametrize("name", CLAUSES)
CASES = [(name, case) for name in CLAUSES for case in read_cases(name)]
EACH_CASE = pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}/{case.name}" for name, case in CASES])


def cited_names(name: str) -> set[str]:
    """The clauses of a rulebook as they are cited."""
    return {without_number(clause.id) for clause in load_rulebook(name).clauses}


def in_ledger(name: str, clause: str) -> bool:
    """Whether the clause is in the ledger of the rulebook, or of the one that it names."""
    book, colon, rest = clause.partition(":")
    return rest in cited_names(book) if colon and book in CLAUSES else clause in cited_names(name)


def found(book: Rulebook, clause: str) -> list[tuple[str, str, str]]:
    return [(use.part, use.file, use.path) for use in index_by_clause(book)[clause]]


# --- the ledgers


def test_the_rulebooks_are_those_counted() -> None:
    assert set(rulebook_ids()) == set(CLAUSES)
    assert sum(CLAUSES.values()) == 1216


@BOOKS
def test_a_ledger_has_every_clause(name: str) -> None:
    assert len(load_rulebook(name).clauses) == CLAUSES[name]


@BOOKS
def test_a_table_that_is_not_played_says_why(name: str) -> None:
    apart = [clause for clause in load_rulebook(name).clauses if clause.kind in ("physical", "missing")]
    assert apart
    assert [clause.id for clause in apart if not clause.reason.strip()] == []


@BOOKS
def test_every_clause_is_summed_up(name: str) -> None:
    assert [clause.id for clause in load_rulebook(name).clauses if not clause.summary.strip()] == []


@BOOKS
def test_every_citation_is_in_the_ledger(name: str) -> None:
    cited = [(use.path, clause) for use in clause_uses(load_rulebook(name)) for clause in use.clauses]
    assert cited
    assert [(path, clause) for path, clause in cited if not in_ledger(name, clause)] == []


# --- the reverse index


def test_the_index_knows_every_clause_and_every_use() -> None:
    book = load_rulebook("nz-blackjack")
    everything = index_by_clause(book)
    assert cited_names(book.id) <= set(everything)
    by_clause = {(clause, use.path, use.file) for clause, using in everything.items() for use in using}
    assert by_clause == {(clause, use.path, use.file) for use in clause_uses(book) for clause in use.clauses}


def test_values_set_by_a_clause() -> None:
    book = load_rulebook("nz-blackjack")
    assert found(book, "12.4(a)") == [
        ("setting", "rules.toml", "rules.split_hands"),
        ("ground", "rules.toml", "rules.split_again"),
    ]
    assert found(book, "18.4") == [
        ("option", "rules.toml", "options.ante_waiver"),
        ("setting", "variants/antes_up.toml", "rules.ante_waiver"),
    ]
    assert ("constraint", "rules.toml", "constraints 2") in found(book, "15C.2")
    assert ("variant", "variants/blackjack_plus.toml", "variant") in found(book, "19.1")
    assert ("irregularity", "rules.toml", "irregularities.left_wheel") in found(load_rulebook("nz-roulette"), "5.2")


def test_the_payment_of_a_side_wager_is_found_by_its_clause() -> None:
    using = index_by_clause(load_rulebook("nz-blackjack"))["15B.7 Pay Scale One"]
    assert {use.name: use.value for use in using if use.path.startswith("wagers.")} == {
        "perfect_pairs: mixed pays on scale_one": "5:1",
        "perfect_pairs: coloured pays on scale_one": "10:1",
        "perfect_pairs: perfect pays on scale_one": "30:1",
    }


def use_of(name: str, path: str, variant: str = "") -> ClauseUse:
    return next(use for use in clause_uses(load_rulebook(name)) if use.path == path and use.variant == variant)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("nz-blackjack", "options.decks", "4 to 8"),
        ("nz-blackjack", "rules.decks", "4 to 8 (default 8)"),
        ("nz-blackjack", "rules.players_per_box", "1 to 3, by max_players_per_box (default 3)"),
        ("nz-blackjack", "rules.late_entry", "minimum_only or none, by limit_late_entrants (default none)"),
        ("nz-blackjack", "rules.resplit_aces", "false"),
        ("nz-blackjack", "constraints 1", "where super_sevens true: decks 6 to 8"),
        ("nz-blackjack", "constraints 7", "check increment_within_minimum"),
        ("tribal-blackjack", "constraints 1", "where double_shoe true: decks not chosen"),
        ("nz-tournament", "rules.base_options", "decks, boxes, cutting_cards, shuffler, burn_first_card"),
    ],
)
def test_a_use_in_words(name: str, path: str, value: str) -> None:
    assert use_of(name, path).value == value


def test_a_variant_in_words() -> None:
    use = use_of("canberra-blackjack", "variant", "triple_play")
    assert use.value == "where triple_play true; by default boxes 6, max_players_per_box 1"
    assert (use.says, use.clauses) == ("Triple Play Blackjack", ("22.1",))


def test_defaults_where_a_rulebook_is_silent() -> None:
    book = load_rulebook("mbs-blackjack")
    assert default_text(book, "late_entry") == "none"
    assert default_text(book, "five_card_21_odds") == "1:1"
    assert default_text(book, "blackjack_odds") == ""
    assert default_text(book, "insurance_won") == ""


# --- finding a clause


@pytest.mark.parametrize(
    ("name", "asked", "clauses"),
    [
        ("nz-blackjack", "12.6", ["12.6"]),
        ("nz-blackjack", '1.0 "Ante"', ['1.0 "Ante"']),
        ("nz-blackjack", "1.0 ante", ['1.0 "Ante"']),
        ("nz-blackjack", "1.0 Blackjack", ['1.0 "Blackjack"']),
        ("nz-blackjack", "1.0  Blackjack +", ['1.0 "Blackjack +"']),
        ("nz-blackjack", "10.3", ["10.3(a)", "10.3(b)#1", "10.3(b)#2", "10.3#tail"]),
        ("nz-blackjack", "10.3#tail", ["10.3#tail"]),
        ("canberra-blackjack", "Terms: Burn", ["Terms: Burn"]),
        ("canberra-blackjack", "terms: blackjack", ["Terms: Blackjack#1", "Terms: Blackjack#2"]),
        ("nz-tournament", '1.0 "Play-Off"', ['1.0 "Play-Off"#1', '1.0 "Play-Off"#2']),
        ("nz-blackjack", "12.66", []),
        ("nz-blackjack", "12.", []),
        ("mbs-blackjack", "4.1", ["4.1 Blackjack", "4.1 Insurance bet", "4.1 Pair bet", "4.1 Regular"]),
        ("nz-blackjack", "", []),
    ],
)
def test_find_a_clause_and_its_parts(name: str, asked: str, clauses: list[str]) -> None:
    assert sorted(clause.id for clause in find_clauses(load_rulebook(name), asked)) == sorted(clauses)


@pytest.mark.parametrize(
    ("name", "asked", "near"),
    [
        ("nz-blackjack", "12.66", "12.6"),
        ("nz-blackjack", "ante", '1.0 "Ante"'),
        ("canberra-blackjack", "Terms: Brun", "Terms: Burn"),
        ("tribal-blackjack", "(k)(9)", "(k)(1)"),
    ],
)
def test_near_clauses(name: str, asked: str, near: str) -> None:
    assert near_clauses(load_rulebook(name), asked)[0] == near


def test_nothing_is_near_to_nonsense() -> None:
    assert near_clauses(load_rulebook("nz-blackjack"), "zzz") == ()
    assert near_clauses(load_rulebook("nz-blackjack"), "") == ()


# --- two rulebooks side by side


def test_a_definition_may_be_named_either_way() -> None:
    assert any_covered("1.0: Session", ['1.0 "Session"'])
    assert any_covered('1.0 "Session"', ['1.0 "Session"'])
    assert not any_covered("1.0: Sess", ['1.0 "Session"'])
    assert any_covered("Terms: Void", ["Terms: Void"])  # whose definitions have no number


def test_compare() -> None:
    pairs = {(pair.part, pair.name): pair for pair in compare(*map(load_rulebook, ("nz-blackjack", "mbs-blackjack")))}
    hands = pairs["setting", "split_hands"]
    assert (hands.left.value, hands.left.clauses, hands.right.value, hands.right.clauses) == (
        "3",
        ("12.4(a)",),
        "4",
        ("3.9",),
    )
    assert not hands.same
    assert pairs["setting", "blackjack_odds"].same
    assert not pairs["option", "shuffler"].right.there
    silent = pairs["setting", "draw_below_12"]
    assert (silent.right.there, silent.right.value, silent.right.clauses) == (True, "false", ())
    assert not pairs["variant", "antes_up"].right.there
    assert ("setting", "ante") not in pairs  # only a variant sets it


@BOOKS
def test_a_rulebook_does_not_differ_from_itself(name: str) -> None:
    pairs = list(compare(load_rulebook(name), load_rulebook(name)))
    assert pairs
    assert [pair.name for pair in pairs if not pair.same] == []


# --- the cases


@EACH_CASE
def test_a_case_passes(name: str, case: Case) -> None:
    assert case.complaint() == ""


@EACH_CASE
def test_a_case_is_printed_as_it_is_read(name: str, case: Case) -> None:
    assert parse_pit(print_pit(case.file)) == case.file


@EACH_CASE
def test_a_case_names_its_rulebook_its_title_and_clauses_that_exist(name: str, case: Case) -> None:
    assert case.file.header("rulebook") == name
    assert case.title
    assert case.file.clauses
    assert [clause for clause in case.file.clauses if not in_ledger(name, clause)] == []


LOSING = """\
title: A king and a nine lose to twenty
rulebook: nz-blackjack
clauses: 5.1(g), 12.4(a)
cards: Ks Tc 9s  Th
---
ann: bet 1 10
house: deal
ann: stand 1
? net ann -10
"""


def test_only_passing_cases_count_and_only_for_the_clauses_they_name() -> None:
    book = load_rulebook("nz-blackjack")
    cases = [
        Case("good.pit", parse_pit(LOSING)),
        Case("wrong.pit", parse_pit(LOSING.replace("-10", "+10"))),
        Case("short.pit", parse_pit(LOSING.replace("  Th", ""))),
    ]
    measured = coverage(book, cases)
    assert [(covered.clause.id, covered.cases) for covered in measured.clauses if covered.cases] == [
        ("5.1(g)", ("good.pit",)),
        ("12.4(a)#1", ("good.pit",)),
        ("12.4(a)#2", ("good.pit",)),
    ]
    assert [complaint.split(": ")[0] for complaint in measured.complaints] == ["wrong.pit:9", "short.pit:8"]
    rules = [clause for clause in book.clauses if clause.kind == "rule"]
    assert measured.of_kind("rule") == (3, len(rules))
