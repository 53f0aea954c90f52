"""Conditions of clauses: how they are written, evaluated and worded, and what the checker reports."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from pitboss.law.condition_code import compile_for_type, never
from pitboss.law.conditions import ClauseConditions, Facts, fact, parse_condition, unknown_names
from pitboss.law.errors import LawError
from pitboss.law.load import Clause, Rulebook, load_rulebook


class Settled(Struct):
    """An event."""

    total: int


class _Facts(Facts):
    subject: Settled

    @fact("")
    def total(self) -> int:
        return self.subject.total

    @fact("the first two cards total {total}", neutral=True)
    def thirteen(self) -> bool:
        return self.subject.total == 13

    @fact("the total is odd")
    def odd(self) -> bool:
        return self.subject.total % 2 == 1


def _book(**fields: object) -> Rulebook:
    clause = Clause(id="(p)(4)#1", kind="rule", summary="Thirteen loses.", **fields)  # type: ignore[arg-type]
    return replace(load_rulebook("nz-blackjack"), clauses=(clause,))


def test_a_condition_is_evaluated_on_facts_and_types_of_events() -> None:
    condition = parse_condition("Settled and thirteen and not Shuffled")
    assert condition.holds(_Facts(Settled(13)))
    assert not condition.holds(_Facts(Settled(12)))
    assert parse_condition("total in (12, 14) or total > 20").holds(_Facts(Settled(14)))


CONDITIONS = (
    "Settled and thirteen",
    "Shuffled and thirteen",
    "not Settled",
    "not (Shuffled or odd)",
    "Shuffled or (Settled and not thirteen and odd)",
    "(Settled or Shuffled) and total in (12, 14)",
    "Settled or total == 99",
    "total > 12 and (thirteen or Shuffled)",
)


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_compiled_for_a_type_holds_where_the_condition_does(text: str) -> None:
    test = compile_for_type((text,), "Settled", tuple(_Facts(Settled(0))))
    for total in (12, 13, 15):
        facts = _Facts(Settled(total))
        assert bool(test(facts)) is parse_condition(text).holds(facts)


def test_conditions_that_no_event_of_a_type_meets_are_known_beforehand() -> None:
    names = tuple(_Facts(Settled(0)))
    assert compile_for_type(("Shuffled and thirteen", "not Settled"), "Settled", names) is never
    assert compile_for_type((), "Settled", names) is never
    assert compile_for_type(("Shuffled and thirteen", "odd"), "Settled", names)(_Facts(Settled(13)))


def test_a_citation_carries_its_fact_in_words() -> None:
    conditions = ClauseConditions(_book(applies="Settled and thirteen"))
    assert conditions.fact_of("(p)(4)", _Facts(Settled(13))) == "the first two cards total 13"
    assert conditions.fact_of("(p)(4)", _Facts(Settled(12))) == ""


@pytest.mark.parametrize(
    ("condition", "total", "words"),
    [
        ("(Settled and thirteen) or odd", 13, "the first two cards total 13"),
        ("(Settled and total > 20) or odd", 13, "the total is odd"),
        ("(thirteen and odd) or Settled", 15, ""),
        ("not (thirteen and odd)", 12, "the first two cards total 12"),
        ("odd and not thirteen", 15, "the total is odd, the first two cards total 15"),
    ],
)
def test_the_words_are_of_the_alternative_that_holds(condition: str, total: int, words: str) -> None:
    assert parse_condition(condition).say(_Facts(Settled(total))) == words


def test_a_refusal_may_rest_on_a_fact_that_is_false() -> None:
    condition = parse_condition("Settled and (total == 30 or not odd)")
    assert condition.say(_Facts(Settled(12), refused=True)) == "not so that the total is odd"
    assert condition.say(_Facts(Settled(12))) == ""


@pytest.mark.parametrize(
    ("condition", "total", "words"),
    [
        ("Settled and thirteen", 12, "the first two cards total 12"),
        ("Settled and not thirteen and odd", 13, "the first two cards total 13"),
        ("total == 12 and not odd", 14, ""),
        ("total == 30 or odd", 12, "not so that the total is odd"),
    ],
)
def test_a_clause_that_does_not_apply_says_what_it_lacks(condition: str, total: int, words: str) -> None:
    assert parse_condition(condition).say_unmet(_Facts(Settled(total))) == words


def test_a_citation_whose_condition_is_false_is_reported() -> None:
    conditions = ClauseConditions(_book(applies="thirteen"))
    assert conditions.check(("(p)(4)",), _Facts(Settled(13))) == []
    (error,) = conditions.check(("(p)(4)",), _Facts(Settled(12)))
    assert str(error) == "Settled cites (p)(4), but 'thirteen' is false"


def test_a_deciding_clause_that_is_not_cited_is_reported() -> None:
    conditions = ClauseConditions(_book(applies="thirteen", decides=("Settled",)))
    assert conditions.check((), _Facts(Settled(12))) == []
    (error,) = conditions.check((), _Facts(Settled(13)))
    assert str(error) == "Settled does not cite (p)(4), though 'thirteen' is true"


def test_refusals_have_conditions_of_their_own() -> None:
    conditions = ClauseConditions(_book(applies="total == 1", forbids="thirteen", decides=("refusal",)))
    assert conditions.check(("(p)(4)",), _Facts(Settled(13), refused=True)) == []
    (error,) = conditions.check(("(p)(4)",), _Facts(Settled(12), refused=True))
    assert str(error) == "a refused Settled cites (p)(4), but 'thirteen' is false"
    (error,) = conditions.check((), _Facts(Settled(13), refused=True))
    assert not error.cited


def test_a_clause_that_decides_needs_a_condition() -> None:
    with pytest.raises(LawError, match="without a condition"):
        ClauseConditions(_book(decides=("Settled",)))


@pytest.mark.parametrize("text", ["print('x')", "a.b", "total +", "[thirteen]", "lambda: 1"])
def test_other_code_is_not_a_condition(text: str) -> None:
    with pytest.raises(ValueError, match="is not a condition"):
        parse_condition(text)


def test_an_unknown_fact_is_listed() -> None:
    assert unknown_names(_book(applies="thirteen and fourteen"), ("thirteen",)) == ["(p)(4)#1: fourteen"]
