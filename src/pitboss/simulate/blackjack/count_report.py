"""The report of a counting simulation as data: the table by count, and the value of the ramp."""

from math import isfinite
from typing import Any

from pitboss.money import amount_text
from pitboss.simulate.blackjack.count_game import CountGame
from pitboss.simulate.blackjack.ramp import CountRow, RampValue


def _row(at: CountRow) -> dict[str, Any]:
    return {
        "count": at.count,
        "rounds": at.rounds,
        "frequency": at.frequency,
        "expectation": at.main.expectation,
        "standard_error": at.main.standard_error if at.rounds > 1 else None,
        "deviation": at.main.deviation,
        "wager": at.wager / 100,
    }


def _with_error(figure: tuple[float, float] | None, unit: float = 1) -> dict[str, float] | None:
    """Returns the figure with its standard error, or None if there is none."""
    if figure is None or not isfinite(figure[0]):
        return None
    return {"value": figure[0] / unit, "standard_error": figure[1] / unit}


def as_json(game: CountGame, worth: RampValue, bankroll: int) -> dict[str, Any]:
    """Returns the count as JSON-compatible data, with money in dollars."""
    boxes, insure_at = game.table.program.boxes, game.table.program.count
    return {
        "system": game.system.name,
        "read": game.way,
        "ramp": str(game.ramp),
        "insure_at": insure_at.insure_at if insure_at is not None else None,
        "others": [chart.name for chart in game.table.program.seats if chart is not None],
        "seat": game.table.program.words["own_first"] + 1,
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
        "certainty_equivalent": _with_error(worth.certainty_equivalent(bankroll), 100) if bankroll else None,
        "bankroll": amount_text(bankroll) if bankroll else None,
        "risk_of_ruin": _with_error(worth.risk_of_ruin(bankroll)) if bankroll else None,
    }


def as_rows(game: CountGame, worth: RampValue, bankroll: int) -> list[dict[str, str | float]]:
    """Returns the same data as rows of a long table: part, name, measure and value."""
    plain = as_json(game, worth, bankroll)
    rows: list[dict[str, str | float]] = []
    for at in plain.pop("by_count"):
        name = str(at.pop("count"))
        measures = {key: float(value) for key, value in at.items() if value is not None}
        rows += [{"part": "count", "name": name, "measure": key, "value": value} for key, value in measures.items()]
    for name, value in plain.items():
        if isinstance(value, dict):
            rows += [{"part": "ramp", "name": name, "measure": key, "value": part} for key, part in value.items()]
        elif isinstance(value, float):
            rows.append({"part": "ramp", "name": name, "measure": "value", "value": value})
    return rows
