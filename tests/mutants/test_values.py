"""Mutants of rulebook data: which values are changed, and that a mutated rulebook replaces the real one."""

from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.load import substitute_rulebook
from pitboss.mutants.alternatives import other_values
from pitboss.mutants.run import Plan, judge
from pitboss.mutants.values import RulebookData


def test_values_one_step_away() -> None:
    assert list(other_values(3)) == [4, 2]
    assert list(other_values("3:2")) == ["4:2", "3:3"]
    assert list(other_values("0.125")) == ["0.126", "0.124"]
    assert list(other_values(True)) == [False]
    assert list(other_values([1, 2])) == [[2], [1]]


def test_every_mutant_is_a_rulebook_that_differs_and_has_a_key_of_its_own() -> None:
    for name in rulebook_ids():
        data = RulebookData(name)
        mutants = list(data.mutants())
        assert len({mutant.key for mutant, _ in mutants}) == len(mutants)
        for mutant, edit in mutants:
            assert data.mutated(edit) != data.book, mutant.key


def test_a_substitute_stands_in_for_the_rulebook_inside_the_block_only() -> None:
    data = RulebookData("mbs-blackjack")
    edit = next(edit for _, edit in data.mutants() if edit.path == ("rules", "split_hands", "value"))
    with substitute_rulebook(data.mutated(edit)):
        assert load_rulebook("mbs-blackjack").rules["split_hands"].value == 5
    assert load_rulebook("mbs-blackjack").rules["split_hands"].value == 4


def test_a_case_that_names_the_clause_kills_a_changed_payout() -> None:
    plan = Plan(["mbs-blackjack"])
    plan.add_values(["mbs-blackjack"])
    key = next(key for key in plan.mutants if "rules.blackjack_odds.value 3:2 -> 4:2" in key)
    verdict = judge(plan, key)
    assert "mbs-blackjack:4.1 Blackjack" in verdict.killers
    assert verdict.killed
