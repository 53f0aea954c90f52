"""Which clause covers which, and how several are written."""

import pytest

from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.cite import any_covered, clause_list, covers, without_number


@pytest.mark.parametrize(
    ("named", "clause"),
    [
        ("5.8", "5.8"),
        ("5.8", "5.8(a)"),
        ("5.8(a)", "5.8(a)"),
        ("5", "5.8"),
        ("12.4", "12.4(a)"),
        ("(k)", "(k)(5)"),
        ("(k)(3)", "(k)(3)(i)"),
        ("1.0", '1.0 "Ante"'),
        ("18", "18(a)"),
        ("1.0: Ante", '1.0 "Ante"'),
        ("Terms", "Terms: Void"),
        ('Terms "Void"', "Terms: Void"),
    ],
)
def test_a_clause_covers_itself_and_its_parts(named: str, clause: str) -> None:
    assert covers(named, clause)


@pytest.mark.parametrize(
    ("named", "clause"),
    [
        ("3.1", "3.10"),
        ("5.8(a)", "5.8"),
        ("5.8(a)", "5.8(b)"),
        ("1", "15"),
        ("15", "15A.1"),
        ("15.4", "15.40(a)"),
        ("(k)(5)", "(k)(50)"),
        ("(t)(1)", "(t)(10)"),
        ('1.0 "Ante"', '1.0 "Ante\'s Up Blackjack"'),
        ("5.8(a)", "5.8(a)x"),
        ('Terms "Soft"', "Terms: Soft-Total"),
    ],
)
def test_a_clause_does_not_cover_its_neighbour_or_its_whole(named: str, clause: str) -> None:
    assert not covers(named, clause)


@pytest.mark.parametrize("book", rulebook_ids())
def test_in_every_ledger_a_clause_covers_only_what_begins_with_it(book: str) -> None:
    clauses = [without_number(clause.id) for clause in load_rulebook(book).clauses]
    for named in clauses:
        assert covers(named, named)
        for clause in clauses:
            if covers(named, clause):
                assert clause.startswith(named)
                assert clause == named or not clause[len(named)].isalnum()


def test_any_of_several_clauses_meets_the_one_named() -> None:
    assert any_covered("13.1", ("8.3", "13.1(a)"))
    assert not any_covered("13.1", ("8.3", "13.10"))
    assert not any_covered("13.1", ())


def test_the_number_of_a_part_is_not_written() -> None:
    assert without_number("15.4#2") == "15.4"
    assert without_number("(k)(5)") == "(k)(5)"


@pytest.mark.parametrize(
    ("clauses", "text"),
    [((), ""), (("12.4(a)",), "12.4(a)"), (("5.5(a)", "8.2"), "5.5(a) and 8.2"), (("a", "b", "c"), "a, b and c")],
)
def test_clauses_in_a_sentence(clauses: tuple[str, ...], text: str) -> None:
    assert clause_list(clauses) == text
