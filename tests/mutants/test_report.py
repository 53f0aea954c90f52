"""The kill matrix: resuming from a file, totals, and the page of a rulebook."""

import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.cli.rules_mutants import Progress, Selection, measure
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.cite import without_number
from pitboss.mutants import run as judging
from pitboss.mutants.code import LiveFunctions
from pitboss.mutants.model import Mutant, Verdict
from pitboss.mutants.proving import prove_clauses
from pitboss.mutants.report import Matrix, code_page, read_parts, rulebook_page
from pitboss.mutants.run import Plan, VerdictFile, run
from pitboss.mutants.trace import trace_lines

BOOK = "mbs-blackjack"


def test_a_run_resumes_and_its_page_lists_killers_and_survivors(tmp_path: Path) -> None:
    plan = Plan([BOOK])
    plan.add_values([BOOK])
    keys = [key for key in plan.mutants if "rules.blackjack_odds" in key or "options.boxes.max" in key]
    judged: list[str] = []
    file = VerdictFile(tmp_path / "verdicts.jsonl", "one", plan)
    first = run(plan, keys, file, jobs=1, progress=lambda done, total, verdict: judged.append(verdict.key))
    assert judged == keys
    again = VerdictFile(tmp_path / "verdicts.jsonl", "one", plan)
    assert run(plan, keys, again, jobs=1, progress=lambda done, total, verdict: judged.append("again")) == first
    assert judged == keys
    later = VerdictFile(tmp_path / "verdicts.jsonl", "two", plan)
    assert {key for key, verdict in later.current.items() if not verdict.killed} == set()
    assert later.known == first
    page = rulebook_page(load_rulebook(BOOK), Matrix(plan.mutants, first, later.day))
    assert f"- Judged: {len(keys)} of {len(plan.mutants)} mutants, the last on {later.day}" in page.splitlines()
    row = next(line for line in page.splitlines() if line.startswith("| 4.1 Blackjack |"))
    assert "2/2" in row


def test_the_page_of_the_code_counts_mutants_without_a_verdict() -> None:
    places = ("games/a.py:1 f", "games/a.py:2 f", "games/b.py:1 g")
    mutants = {
        place: Mutant(key=place, kind="code", rulebook="", where=place, change="0 -> 1", clauses={}) for place in places
    }
    page = code_page(Matrix(mutants, {places[0]: Verdict(key=places[0], other="x/case.pit")}, "2026-11-19"))
    assert "Judged: 1 of 3 mutants, the last on 2026-11-19. Killed by any case: 1/1 (100.0%)." in page
    assert "| `games/a.py` | 1/1 | 100% | 0 | 1 |" in page
    assert "| `games/b.py` | 0/0 |  | 0 | 1 |" in page


def test_workers_judge_as_one_process_does(tmp_path: Path) -> None:
    plan = Plan([BOOK])
    plan.add_values([BOOK])
    keys = [key for key in plan.mutants if "rules.insurance" in key]

    def verdicts(jobs: int) -> dict[str, bool]:
        file = VerdictFile(tmp_path / f"{jobs}.jsonl", "x", plan)
        found = run(plan, keys, file, jobs=jobs, progress=lambda done, total, verdict: None)
        return {key: verdict.killed for key, verdict in found.items()}

    assert verdicts(2) == verdicts(1)


def test_a_mutant_that_crashes_the_process_is_killed_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan([BOOK])
    plan.add_values([BOOK])
    keys = [key for key in plan.mutants if "rules.insurance" in key]
    real = judging.judge

    def crash_on_the_second(plan: Plan, key: str, hints: Sequence[str] = ()) -> Verdict:
        if key == keys[1]:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(plan, key, hints)

    monkeypatch.setattr(judging, "judge", crash_on_the_second)
    file = VerdictFile(tmp_path / "verdicts.jsonl", "x", plan)
    found = run(plan, keys, file, jobs=1, progress=lambda done, total, verdict: None)
    assert set(found) == set(keys)
    assert found[keys[1]].other == "(the process crashed)"


def test_a_case_that_fails_without_a_mutant_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan([BOOK])
    plan.add_values([BOOK])
    monkeypatch.setattr(judging, "fails", lambda case: True)
    file = VerdictFile(tmp_path / "verdicts.jsonl", "x", plan)
    with pytest.raises(ValueError, match="cases fail without any mutant"):
        run(plan, list(plan.mutants)[:1], file, jobs=1, progress=lambda done, total, verdict: None)


def test_survivors_are_judged_again_and_killed_mutants_keep_their_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, chosen = [load_rulebook(BOOK)], Selection(code=False, only="4.1 Blackjack")
    first = measure(books, chosen, jobs=1, state=tmp_path)
    assert first.tally(first.verdicts).killed == len(first.verdicts) > 1
    survivor = next(iter(first.verdicts))
    entries = [json.loads(line) for line in (tmp_path / f"{BOOK}.jsonl").read_text(encoding="utf-8").splitlines()]
    for entry in entries:
        entry["of"] = entry["basis"] = "an earlier version"
        if entry["verdict"]["key"] == survivor:
            entry["verdict"]["killers"] = {}
    (tmp_path / f"{BOOK}.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    judged: list[str] = []
    monkeypatch.setattr(Progress, "__call__", lambda self, done, total, verdict: judged.append(verdict.key))
    again = measure(books, replace(chosen, survivors=True), jobs=1, state=tmp_path)
    assert judged == [survivor]
    assert {key: verdict.killed for key, verdict in again.verdicts.items()} == dict.fromkeys(first.verdicts, True)


def test_each_part_with_mutants_of_its_own_exists_and_each_word_selects_some_of_them() -> None:
    plan = Plan([])
    plan.add_values(rulebook_ids())
    plan.add_code(rulebook_ids(), trace=False)
    wrong = []
    for name, parts in read_parts().items():
        known = {clause.id for clause in load_rulebook(name).clauses}
        for part, words in parts.items():
            clause = without_number(part)
            keys = [key for key, mutant in plan.mutants.items() if clause in mutant.clauses.get(name, ())]
            wrong += [part] if part not in known else []
            wrong += [f"{name} {part}: {word}" for word in words if not any(word in key for key in keys)]
    assert not wrong


def test_a_part_with_mutants_of_its_own_is_not_proven_by_those_of_the_part_beside_it() -> None:
    plan = Plan([])
    plan.add_values(["nz-roulette"])
    low = [key for key in plan.mutants if "rules.odds_low." in key]
    high = [key for key in plan.mutants if "rules.odds_high." in key]
    verdicts = {key: Verdict(key=key, killers={"nz-roulette:3.9": "nz-roulette/low.pit"}) for key in low}
    matrix = Matrix(plan.mutants, verdicts | {key: Verdict(key=key) for key in high})
    assert matrix.proof("nz-roulette", "3.9#9")[2] == ("low",)
    assert matrix.proof("nz-roulette", "3.9#10")[2] == ()
    assert matrix.shares("nz-roulette", "3.8#1")
    assert not matrix.shares("nz-roulette", "3.9#9")


def test_a_clause_is_proven_where_only_a_case_of_another_rulebook_killed_the_mutants_of_its_code() -> None:
    plan = Plan([BOOK])
    plan.add_code([BOOK], trace=False)
    plan.live = LiveFunctions(["games/blackjack/settle.py"])
    plan.lines = trace_lines(plan.index.naming(BOOK, ("4.2.3",))["4.2.3"], ["games/blackjack/settle.py"])
    keys = [key for key in plan.mutants if "settle.py _settle_by_total" in key]
    matrix = Matrix(plan.mutants, {key: Verdict(key=key, other="elsewhere/case.pit") for key in keys})
    assert not matrix.proof(BOOK, "4.2.3")[2]
    found = list(prove_clauses(plan, matrix, load_rulebook(BOOK)))
    assert any(f"{BOOK}:4.2.3" in verdict.killers for verdict in found)
    assert matrix.proof(BOOK, "4.2.3")[2]


def test_an_interrupted_run_leaves_no_process_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan([BOOK])
    plan.add_values([BOOK])
    file = VerdictFile(tmp_path / "verdicts.jsonl", "of", plan)
    children: list[int] = []
    start = judging._Worker.start

    def start_and_note(worker: judging._Worker) -> int:
        reader = start(worker)
        children.append(worker.child)
        return reader

    monkeypatch.setattr(judging._Worker, "start", start_and_note)

    def interrupt(done: int, total: int, verdict: Verdict) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, list(plan.mutants)[:20], file, jobs=2, progress=interrupt)
    assert (len(file.current), len(children)) == (1, 2)
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)
