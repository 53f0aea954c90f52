"""What a count tells, for programs: the table by count, and what the ramp is worth."""

from math import isfinite
from typing import Any

from pitboss.kernel.count_game import CountGame
from pitboss.kernel.ramp import AtCount, Worth
from pitboss.money import amount_text


def _row(at: AtCount) -> dict[str, Any]:
    return {
        "count": at.count,
        "rounds": at.rounds,
        "frequency": at.frequency,
        "expectation": at.main.expectation,
        "standard_error": at.main.standard_error if at.rounds > 1 else None,
        "deviation": at.main.deviation,
        "wager": at.wager / 100,
    }


def _with_error(found: tuple[float, float] | None, unit: float = 1) -> dict[str, float] | None:
    """None where there is no such figure."""
    if found is None or not isfinite(found[0]):
        return None
    return {"value": found[0] / unit, "standard_error": found[1] / unit}


def as_json(game: CountGame, worth: Worth, bankroll: int) -> dict[str, Any]:
    """The count for programs; money in dollars."""
    boxes, insure_at = game.table.program.boxes, game.table.program.count
    return {
        "system": game.system.name,
        "read": game.way,
        "ramp": str(game.ramp),
        "insure_at": insure_at.insure_at if insure_at is not None else None,
        "by_count": [_row(at) for at in worth.counts],
        "expectation": worth.expectation / 100,
        "standard_error": worth.standard_error / 100,
        "deviation": worth.deviation / 100,
        "expectation_per_hand": worth.expectation / boxes / 100,
        "expectation_per_100_rounds": worth.expectation,
        "expectation_per_unit": worth.per_unit,
        "average_wager": worth.average_wager / boxes / 100,
        "n0": _with_error(worth.n0),
        "desirability_index": _with_error(worth.desirability),
        "score": _with_error(worth.score),
        "kelly_bankroll": _with_error(worth.kelly_bankroll, 100),
        "bankroll": amount_text(bankroll) if bankroll else None,
        "risk_of_ruin": _with_error(worth.risk_of_ruin(bankroll)) if bankroll else None,
    }


def as_rows(game: CountGame, worth: Worth, bankroll: int) -> list[dict[str, str | float]]:
    """The same as a long table: what is measured, of what, and the value."""
    plain = as_json(game, worth, bankroll)
    rows: list[dict[str, str | float]] = []
    for at in plain.pop("by_count"):
        name = str(at.pop("count"))
        told = {key: float(value) for key, value in at.items() if value is not None}
        rows += [{"part": "count", "name": name, "measure": key, "value": value} for key, value in told.items()]
    for name, value in plain.items():
        if isinstance(value, dict):
            rows += [{"part": "ramp", "name": name, "measure": key, "value": part} for key, part in value.items()]
        elif isinstance(value, float):
            rows.append({"part": "ramp", "name": name, "measure": "value", "value": value})
    return rows
