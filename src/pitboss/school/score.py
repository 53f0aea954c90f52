"""The score of a drill: what was found, missed and wrongly reported."""

from collections.abc import Iterable

from pitboss.drills import DrillScore, Judgement
from pitboss.school.drill import GO_ON, PAY, REMEDY, WATCH


def score(judgements: Iterable[Judgement]) -> DrillScore:
    """Counts judgements. A false alarm is a report, or another payment, where nothing was wrong."""
    found = list(judgements)
    watched = [each for each in found if each.kind == WATCH]
    remedies = [each for each in found if each.kind == REMEDY]
    payments = [each for each in found if each.kind == PAY]
    planted = [each for each in (*watched, *payments) if each.fault]
    return DrillScore(
        answers=len(found),
        correct=_correct(found),
        planted=len(planted),
        found=_correct(planted),
        false_alarms=sum(not each.fault and not each.correct and each.line != GO_ON for each in (*watched, *payments)),
        remedies=len(remedies),
        remedies_right=_correct(remedies),
        payments=len(payments),
        payments_right=_correct(payments),
    )


def _correct(judgements: Iterable[Judgement]) -> int:
    return sum(each.correct for each in judgements)
