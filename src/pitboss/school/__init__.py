"""Dealer school: drills at a practice floor table with planted irregularities and wrong payments."""

from pitboss.school.drill import Drill, DrillStep, Judgement
from pitboss.school.plan import DrillPlan, Fault, fault_kinds, plan_refusal
from pitboss.school.score import DrillScore, score

__all__ = [
    "Drill",
    "DrillPlan",
    "DrillScore",
    "DrillStep",
    "Fault",
    "Judgement",
    "fault_kinds",
    "plan_refusal",
    "score",
]
