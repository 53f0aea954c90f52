"""Mutants of code: which changes are made, that they take effect in live functions, and that they are undone."""

from pitboss.games.blackjack.settle import __file__ as SETTLE
from pitboss.mutants.case_index import CaseIndex, fails
from pitboss.mutants.code import LiveFunctions, SourceFile
from pitboss.mutants.run import Plan
from pitboss.mutants.scope import OUTSIDE_FUNCTIONS, FunctionClauses, game_files, outside_reason
from pitboss.mutants.trace import trace_lines

FILE = "games/blackjack/settle.py"


def test_live_tables_and_views_are_outside_and_settlement_is_inside() -> None:
    assert FILE in game_files()
    assert SETTLE.endswith(FILE)
    assert outside_reason("games/blackjack/view.py")
    assert outside_reason("games/live/table.py")
    assert not outside_reason("games/roulette/settling.py")


TEXT = """
def wins(self, total, beside, sides):
    if beside and beside in sides:
        return False
    self.count += 1
    self.note(total)
    return total > 13 or not sides
"""


def test_comparisons_conditions_numbers_and_statements_are_changed() -> None:
    assert [mutant.change for mutant in SourceFile("games/blackjack/any.py", TEXT).mutants()] == [
        "if beside and beside in sides -> if not",
        "beside and beside in sides -> beside or beside in sides",
        "beside in sides -> beside not in sides",
        "False -> True",
        "self.count += 1 -> removed",
        "1 -> 2",
        "self.note(total) -> removed",
        "total > 13 or not sides -> total > 13 and (not sides)",
        "total > 13 -> total >= 13",
        "total > 13 -> total <= 13",
        "13 -> 14",
        "not sides -> sides",
    ]


REFUSAL = """
def check(rules, builder, box, left):
    builder.add("turn", f"box {box + 1} is not in play" if left else "no box", allowed=(left[1],))
    return rules.refuse("turn", f"{left[0]} is asked", "draw" if box else "stand")
"""


def test_the_sentences_of_refusals_are_not_changed_but_their_grounds_are() -> None:
    changes = [mutant.change for mutant in SourceFile("games/blackjack/any.py", REFUSAL).mutants()]
    assert [change.partition(" -> ")[2] for change in changes] == ["removed", "if not"]


def test_functions_outside_the_run_exist_and_have_no_mutants() -> None:
    plan = Plan([])
    plan.add_code([], trace=False)
    functions = {f"{source.file} {mutant.function}" for source in plan.sources.values() for mutant in source.mutants()}
    assert set(OUTSIDE_FUNCTIONS) <= functions
    assert not any(f"{mutant.file} {mutant.function}" in OUTSIDE_FUNCTIONS for mutant in plan.code.values())


def test_a_mutant_fails_a_case_that_runs_its_line_and_is_undone() -> None:
    index = CaseIndex(["mbs-blackjack"])
    cases = [case for case in index.cases if case.names("4.2.2")]
    lines = trace_lines(cases, [FILE])
    live = LiveFunctions([FILE])
    source = SourceFile(FILE)
    killed = 0
    for mutant in source.mutants():
        touching = lines.touching(FILE, mutant.lines)
        with live.mutated(source, mutant) as applied:
            assert applied, mutant.change
            killed += any(fails(case) for case in cases if case.number in touching)
    assert killed > 5
    assert not any(fails(case) for case in cases)


def test_a_function_rests_on_the_rules_that_it_names() -> None:
    clauses = FunctionClauses(["nz-blackjack"]).of(SourceFile("games/blackjack/decisions.py"))
    split = next(found for (name, _), found in clauses.items() if name == "do_split")
    assert any(clause.startswith("12.") for clause in split["nz-blackjack"])
