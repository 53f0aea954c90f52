"""The report as JSON and as CSV."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.analyse.edge import Edge
from pitboss.analyse.joint import JointMoment
from pitboss.analyse.report import Agreement, FigureCheck, TableReport
from pitboss.analyse.report_awards import TopAward, greatest_chance, greatest_payment
from pitboss.analyse.report_returns import SIGN_OFF, WagerReturn, assumptions, methods, verdict, wager_returns
from pitboss.analyse.wagers_table import table_data
from pitboss.law.cite import clause_list
from pitboss.money import amount_text
from pitboss.strategy.chart import Chart, cells

Row = tuple[str, str, str, str, str]
_HEADS: Row = ("part", "name", "measure", "value", "clauses")


def as_json(sheet: TableReport) -> str:
    """Returns the report as JSON text."""
    return json.dumps(sheet_data(sheet), ensure_ascii=False, indent=2) + "\n"


def sheet_data(sheet: TableReport) -> dict[str, Any]:
    """Returns the report as dictionaries and lists; wagers and options have the schema of ``pitboss edge``."""
    main = sheet.main
    return {
        "rulebook": sheet.rulebook,
        "title": sheet.title,
        "authority": sheet.authority,
        "document": sheet.document,
        "variants": list(sheet.variants),
        "limits": list(sheet.limits),
        "options": {choice.name: choice.value for choice in sheet.choices},
        "rules": [msgspec.to_builtins(setting) for setting in sheet.settings],
        "strategy": main.strategy if main else None,
        "main": _main(sheet) if main else None,
        "chart": msgspec.to_builtins(main.chart) if main and main.chart else None,
        "wagers": {name: table_data(table) for name, table in sheet.wagers.items()},
        "returns": {row.name: _return(row) for row in wager_returns(sheet)},
        "awards": {award.wager: _award(award) for award in sheet.awards},
        "joint": [_joint(moment) for moment in sheet.joint],
        "greatest_payment": amount_text(greatest_payment(sheet.awards)),
        "greatest_payment_chance": greatest_chance(sheet.awards),
        "costs": [msgspec.to_builtins(cost) for cost in sheet.costs],
        "methods": list(methods(sheet)),
        "assumptions": list(assumptions(sheet)),
        "sign_off": [{"role": role, "name": "", "date": "", "signature": ""} for role in SIGN_OFF],
        "verdict": verdict(sheet),
        "agreement": [_agreement(row) for row in sheet.agreement],
        "seed": sheet.seed,
        "stamp": msgspec.to_builtins(sheet.stamp),
        **({"date": sheet.date} if sheet.date else {}),
    }


def _return(row: WagerReturn) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(row, str_keys=True)
    del data["name"]
    return data


def _award(award: TopAward) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(award)
    del data["wager"]
    amounts = {"stake": amount_text(award.stake), "payment": amount_text(award.payment)}
    return data | {"cycle": award.cycle} | amounts


def moments_data(main: Edge, boxes: int) -> dict[str, Any]:
    """Returns how the results of several dealer hands move together, and those of several boxes."""
    dealers, data = main.two_dealers, {}
    if dealers is not None:
        data["two_dealer_hands"] = {**msgspec.to_builtins(dealers), "source": dealers.source}
    if boxes > 1:
        shared = main.two_boxes
        data["two_boxes"] = {**msgspec.to_builtins(shared), "source": shared.source}
        data["deviation_of_boxes"] = {"boxes": boxes, "deviation": main.deviation_of(boxes) or None}
    return data


def _joint(moment: JointMoment) -> dict[str, Any]:
    """Returns the moments of two wagers, with null for figures that are not computed."""
    figures = {"covariance": moment.covariance, "correlation": moment.correlation}
    known = dict.fromkeys(figures) if moment.why else figures
    return {"wagers": [moment.one, moment.two], **known, "why": moment.why}


def _agreement(row: Agreement) -> dict[str, Any]:
    """Returns a row, with null for figures that were not simulated."""
    data = {"name": row.name, **_compared(row), "rounds": row.rounds, "why": row.why}
    return data | {"checks": {check.measure: _compared(check) | {"why": check.why} for check in row.checks}}


def _compared(row: Agreement | FigureCheck) -> dict[str, Any]:
    figures = {"simulated": row.simulated, "standard_error": row.standard_error, "z": row.z, "agrees": row.agrees}
    return {"exact": row.exact, **(dict.fromkeys(figures) if row.why else figures)}


def sources_data(main: Edge) -> dict[str, Any]:
    """Returns sources and bounds of expectation, deviation and distribution, and the approximations of the last."""
    return {
        "expectation_source": main.expectation_source,
        "expectation_bound": main.expectation_bound,
        "deviation_source": main.deviation_source,
        "deviation_bound": main.deviation_bound,
        "distribution_source": main.distribution_source,
        "distribution_conventions": list(main.distribution_conventions),
        "distribution_bound": main.distribution_bound,
    }


def _main(sheet: TableReport) -> dict[str, Any]:
    main = sheet.main
    assert main is not None
    return {
        "expectation": main.expectation,
        "deviation": main.deviation,
        **sources_data(main),
        "insurance": main.insurance,
        "ante": main.ante,
        "splits": main.splits,
        "by_up": msgspec.to_builtins(main.by_up),
        "distribution": {f"{net:g}": share for net, share in main.distribution.items()},
        "outcomes": main.outcomes,
    }


def as_csv(sheet: TableReport) -> str:
    """Returns the report as CSV, one value per row: the part, the name, the measure, the value and its clauses."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADS)
    writer.writerows(_rows(sheet))
    return text.getvalue()


def _rows(sheet: TableReport) -> Iterator[Row]:
    for name, value in msgspec.to_builtins(sheet.stamp).items():
        yield "stamp", sheet.rulebook, name, value, ""
    if sheet.date:
        yield "stamp", sheet.rulebook, "date", sheet.date, ""
    for choice in sheet.choices:
        yield "option", choice.name, "value", choice.value, clause_list(choice.clauses)
    for setting in sheet.settings:
        yield "rule", setting.name, "value", setting.value, clause_list(setting.clauses)
    if sheet.main is not None:
        yield from _main_rows(sheet)
    for name, table in sheet.wagers.items():
        yield "wager", name, "expectation", repr(float(table.expectation)), clause_list(table.clauses)
        if table.has_fractions:
            yield "wager", name, "fraction", str(table.expectation), ""
        yield "wager", name, "deviation", repr(table.deviation), ""
        yield "wager", name, "source", table.source, ""
        for outcome in table.outcomes:
            law = clause_list(outcome.clauses)
            yield "outcome", name, f"{outcome.name}: combinations", str(outcome.combinations), law
            yield "outcome", name, f"{outcome.name}: probability", repr(float(outcome.probability)), law
            yield "outcome", name, f"{outcome.name}: pay", repr(float(outcome.pay)), law
            yield "outcome", name, f"{outcome.name}: contribution", repr(float(outcome.contribution)), law
    yield from _certification_rows(sheet)
    yield from _agreement_rows(sheet)


def _agreement_rows(sheet: TableReport) -> Iterator[Row]:
    for row in sheet.agreement:
        yield "agreement", row.name, "simulated", row.why or repr(row.simulated), ""
        if not row.why:
            yield "agreement", row.name, "standard error", repr(row.standard_error), ""
            yield "agreement", row.name, "z", repr(row.z), ""
        for check in row.checks:
            yield "agreement", row.name, f"{check.measure}: simulated", check.why or repr(check.simulated), ""
            if not check.why:
                yield "agreement", row.name, f"{check.measure}: standard error", repr(check.standard_error), ""
                yield "agreement", row.name, f"{check.measure}: z", repr(check.z), ""
    yield "agreement", "", "verdict", verdict(sheet), ""


def _certification_rows(sheet: TableReport) -> Iterator[Row]:
    """Iterates over the returns, awards, costs, methods, assumptions and the lines of the sign-off block."""
    for returned in wager_returns(sheet):
        yield from _return_rows(returned)
    for award in sheet.awards:
        for measure, value in _award(award).items():
            yield "award", award.wager, measure, str(value), ""
    yield "award", "", "greatest payment of a round", amount_text(greatest_payment(sheet.awards)), ""
    yield "award", "", "probability of that, at most", repr(greatest_chance(sheet.awards)), ""
    for moment in sheet.joint:
        yield "joint", moment.name, "covariance", moment.why or repr(moment.covariance), ""
        yield "joint", moment.name, "correlation", moment.why or repr(moment.correlation), ""
    for cost in sheet.costs:
        change = cost.why if cost.change is None else repr(cost.change)
        yield "cost", cost.option, f"{cost.value} to {cost.alternative}", change, clause_list(cost.clauses)
    for number, text in enumerate(methods(sheet), 1):
        yield "method", str(number), "text", text, ""
    for number, text in enumerate(assumptions(sheet), 1):
        yield "assumption", str(number), "text", text, ""
    for role in SIGN_OFF:
        yield "sign-off", role, "name, date, signature", "", ""


def _return_rows(row: WagerReturn) -> Iterator[Row]:
    for measure in ("rtp", "house_edge", "rtp_staked", "mean_stake", "mean_stake_error", "hit_frequency", "deviation"):
        value = getattr(row, measure)
        yield "return", row.name, measure, "" if value is None else repr(value), ""
    for level, index in row.volatility.items():
        yield "return", row.name, f"volatility index {level} %", repr(index), ""
    for interval in row.intervals:
        what = f"RTP {interval.level} % at {interval.rounds} rounds"
        yield "return", row.name, f"{what}: low", repr(interval.low), ""
        yield "return", row.name, f"{what}: high", repr(interval.high), ""
        yield (
            "return",
            row.name,
            f"{what}: level off by at most",
            "" if interval.off is None else repr(interval.off),
            "",
        )


def _main_rows(sheet: TableReport) -> Iterator[Row]:
    main = sheet.main
    assert main is not None
    for name in ("expectation", "deviation", "insurance", "ante", "splits"):
        yield "main", "main", name, repr(getattr(main, name)), ""
    yield "main", "main", "expectation_source", main.expectation_source, ""
    yield "main", "main", "deviation_source", main.deviation_source, ""
    yield "main", "main", "deviation_bound", repr(main.deviation_bound), ""
    yield "main", "main", "distribution_source", main.distribution_source, ""
    yield "main", "main", "distribution_bound", repr(main.distribution_bound), ""
    for up, row in main.by_up.items():
        yield "main", f"dealer's {up}", "expectation", repr(row.expectation), ""
    for net, share in main.distribution.items():
        yield "main", "distribution", f"{net:g}", repr(share), ""
        yield "main", "contribution", f"{net:g}", repr(net * share), ""
    if main.chart is not None:
        yield from _chart_rows(main.chart)


def _chart_rows(chart: Chart) -> Iterator[Row]:
    for section, label, up, code in cells(chart):
        yield "strategy", f"{section} {label}", f"against {up}", code, ""
