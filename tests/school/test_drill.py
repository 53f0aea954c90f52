"""Drills: the lawful reaction comes from the engine, and the plan decides everything else."""

from collections.abc import Callable

import pytest

from pitboss.school import Drill, DrillFault, DrillPlan, DrillStep, fault_kinds, plan_refusal, score
from pitboss.school.plan import PAYMENT

BOOKS = ("canberra-blackjack", "mbs-blackjack", "nz-blackjack", "tribal-blackjack")
#: Irregularities that every drill of the rulebook has an occasion for.
PLANTED = {
    "canberra-blackjack": (
        *("face_up_card", "drawn_unexposed", "burnt_in_error", "dealer_overdrew", "misdealt", "drawn_exposed"),
        *("no_burn", "damaged_card", "invalidated"),
    ),
    "mbs-blackjack": ("foreign_card", "misdealt", "void"),
    "nz-blackjack": (
        *("face_up_card", "drawn_unexposed", "dealer_overdrew", "drawn_exposed", "misdealt", "void", "damaged_card"),
        *("missed_shuffle", "no_cutting_card"),
    ),
    "nz-roulette": (*("same_direction", "foreign_object", "too_slow", "interference", "left_wheel", "too_few_turns"),),
    "tribal-blackjack": ("face_up_card", "drawn_unexposed", "drawn_exposed", "dealer_overdrew", "misdealt"),
}


def plan(rulebook: str, *kinds: str, seed: int = 7, rounds: int = 4) -> DrillPlan:
    faults = tuple(DrillFault(kind, 1 if kind == "no_burn" else 1 + nth % 3) for nth, kind in enumerate(kinds))
    return DrillPlan(rulebook=rulebook, faults=faults, seed=seed, rounds=rounds)


def careless(step: DrillStep) -> str:
    return step.options[0] if step.options else "go on"


def drilled(about: DrillPlan, answer: Callable[[DrillStep], str]) -> Drill:
    drill = Drill(about)
    while drill.step is not None:
        drill.answer(answer(drill.step))
    return drill


def knowing(about: DrillPlan) -> Callable[[DrillStep], str]:
    """Returns the answers of a trainee who knows every lawful line: those of a drill that was judged before."""
    lawful = {each.number: each for each in drilled(about, careless).judgements}

    def answer(step: DrillStep) -> str:
        known = lawful[step.number]
        return "go on" if known.kind == "watch" and not known.fault else known.lawful

    return answer


@pytest.mark.parametrize("rulebook", [*BOOKS, "nz-roulette"])
def test_every_planted_fault_is_found_by_its_lawful_report(rulebook: str) -> None:
    about = plan(rulebook, *PLANTED[rulebook], PAYMENT, PAYMENT)
    drill = drilled(about, knowing(about))
    assert drill.waiting == ()
    counts = score(drill.judgements)
    assert counts.found == counts.planted == len(about.faults)
    assert counts.correct == counts.answers
    assert counts.false_alarms == 0
    assert all(each.clauses for each in drill.judgements if each.kind != "watch" or each.fault)


def test_a_trainee_who_never_intervenes_misses_every_fault() -> None:
    about = plan("nz-blackjack", *PLANTED["nz-blackjack"], PAYMENT)
    counts = score(drilled(about, careless).judgements)
    assert (counts.planted, counts.found, counts.false_alarms) == (10, 0, 0)
    assert counts.payments_right == counts.payments - 1


def test_a_report_without_a_fault_is_a_false_alarm() -> None:
    drill = drilled(plan("nz-blackjack"), lambda step: "irregularity void round" if step.kind == "watch" else "pay 1")
    counts = score(drill.judgements)
    watched = [each for each in drill.judgements if each.kind == "watch"]
    assert watched
    assert not any(each.correct for each in watched)
    assert counts.false_alarms == counts.answers
    assert counts.planted == 0


def test_a_report_is_right_for_its_box_only() -> None:
    about = plan("nz-blackjack", "misdealt")
    planted = next(each for each in drilled(about, careless).judgements if each.fault)
    right = planted.lawful
    wrong = f"{right[:-1]}{int(right[-1]) % 3 + 1}"
    for line, correct in ((right, True), (wrong, False)):
        drill = Drill(about)
        while drill.step is not None:
            drill.answer(line if drill.step.number == planted.number else careless(drill.step))
        assert drill.judgements[planted.number - 1].correct is correct


def test_a_drill_is_a_fold_of_its_plan_and_lines() -> None:
    about = plan("canberra-blackjack", *PLANTED["canberra-blackjack"], seed=11)
    first, second = drilled(about, careless), drilled(about, careless)
    assert first.judgements == second.judgements
    assert drilled(plan("canberra-blackjack", seed=12), careless).judgements != first.judgements


def test_a_step_shows_no_result_of_the_round() -> None:
    drill = Drill(plan("nz-blackjack", rounds=2))
    while drill.step is not None:
        text = " ".join(drill.step.happened)
        assert " wins " not in text
        assert " loses " not in text
        if drill.step.kind == "payment":
            assert "+" not in drill.step.picture
        drill.answer(careless(drill.step))


def test_lines_of_another_form_are_refused() -> None:
    drill = Drill(plan("nz-blackjack", "face_up_card"))
    for line in ("", "hit", "irregularity", "irregularity nonsense", "pay 10"):
        assert drill.problem(line)
        with pytest.raises(ValueError, match="go on"):
            drill.answer(line)
    assert not drill.problem("irregularity misdealt 3")


def test_plans_outside_the_rules_are_refused() -> None:
    assert "nz-tournament has other rules" in str(plan_refusal(DrillPlan(rulebook="nz-tournament")))
    assert "no fault 'burnt_in_error'" in str(plan_refusal(plan("nz-blackjack", "burnt_in_error")))
    assert "1 to 12 rounds" in str(plan_refusal(DrillPlan(rulebook="nz-blackjack", rounds=13)))
    late = DrillPlan(rulebook="nz-blackjack", faults=(DrillFault(PAYMENT, 4),))
    assert "round from 1 to 3" in str(plan_refusal(late))
    assert plan_refusal(plan("nz-blackjack", PAYMENT)) is None
    assert fault_kinds("nz-tournament") == ()


def test_a_fault_at_a_wheel_voids_the_spin_and_the_payments_are_by_position() -> None:
    drill = drilled(plan("nz-roulette", *PLANTED["nz-roulette"], PAYMENT), careless)
    reports = [each for each in drill.judgements if each.kind == "watch" and each.fault]
    assert {each.lawful.split()[1] for each in reports} == set(PLANTED["nz-roulette"])
    assert all("no spin" in each.explanation[0] for each in reports)
    assert {each.kind for each in drill.judgements} == {"watch", "payment"}, "there is only one remedy to choose"
    payments = [each for each in drill.judgements if each.kind == "payment"]
    assert all("The number is" in each.seen for each in payments)
    assert not any("colour_" in text for each in drill.judgements for text in (each.seen, *each.explanation))


@pytest.mark.parametrize("rulebook", [*BOOKS, "nz-roulette"])
def test_wrong_payments_are_of_many_kinds_and_never_the_right_one(rulebook: str) -> None:
    differences = set()
    for seed in range(3):
        drill = Drill(plan(rulebook, *[PAYMENT] * 9, seed=seed, rounds=6))
        while drill.step is not None:
            step = drill.step
            judged = drill.answer(careless(step))
            if judged.kind == "payment":
                assert judged.correct is not bool(judged.fault)
            if judged.kind == "payment" and judged.fault:
                right = float(judged.lawful.removeprefix("pay "))
                differences.add(round((step.laid / 100 - right) / max(abs(right), 1), 2))
        assert drill.waiting == ()
    assert len(differences) > 5
