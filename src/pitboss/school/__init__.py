"""Dealer school: drills at a practice floor table with planted irregularities and wrong payments."""

from pitboss.drills import DrillFault, DrillScore, DrillStep, Judgement
from pitboss.school.drill import Drill
from pitboss.school.plan import DrillPlan, fault_kinds, plan_refusal
from pitboss.school.score import score

__all__ = [
    "Drill",
    "DrillFault",
    "DrillPlan",
    "DrillScore",
    "DrillStep",
    "Judgement",
    "fault_kinds",
    "plan_refusal",
    "score",
]
