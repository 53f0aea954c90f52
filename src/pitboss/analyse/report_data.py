"""The report as plain data: JSON, and one long table of values."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.analyse.report import Agreement, Sheet
from pitboss.analyse.wagers_table import table_data
from pitboss.kernel.strategy import Chart, cells
from pitboss.law.cite import clause_list

Row = tuple[str, str, str, str, str]
_HEADS: Row = ("part", "name", "measure", "value", "clauses")


def as_json(sheet: Sheet) -> str:
    """Everything, as JSON."""
    return json.dumps(sheet_data(sheet), ensure_ascii=False, indent=2) + "\n"


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The report as dictionaries and lists; what ``pitboss edge`` tells of wagers and options is the same here."""
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
        "agreement": [_agreement(row) for row in sheet.agreement],
        "seed": sheet.seed,
        "stamp": msgspec.to_builtins(sheet.stamp),
        **({"date": sheet.date} if sheet.date else {}),
    }


def _agreement(row: Agreement) -> dict[str, Any]:
    """A row, with nothing for figures that nobody has simulated."""
    found = {"simulated": row.simulated, "standard_error": row.standard_error, "z": row.z}
    told = dict.fromkeys(found) if row.why else found
    return {"name": row.name, "exact": row.exact, **told, "rounds": row.rounds, "why": row.why}


def _main(sheet: Sheet) -> dict[str, Any]:
    main = sheet.main
    assert main is not None
    return {
        "expectation": main.expectation,
        "deviation": main.deviation,
        "insurance": main.insurance,
        "ante": main.ante,
        "splits": main.splits,
        "by_up": msgspec.to_builtins(main.by_up),
        "distribution": {f"{net:g}": share for net, share in main.distribution.items()},
        "outcomes": main.outcomes,
    }


def as_csv(sheet: Sheet) -> str:
    """One value in a row: the part of the report, what it is about, what is measured, and on which clauses it rests."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADS)
    writer.writerows(_rows(sheet))
    return text.getvalue()


def _rows(sheet: Sheet) -> Iterator[Row]:
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
        if table.source == "exact":
            yield "wager", name, "fraction", str(table.expectation), ""
        yield "wager", name, "deviation", repr(table.deviation), ""
        yield "wager", name, "source", table.source, ""
        for outcome in table.outcomes:
            law = clause_list(outcome.clauses)
            yield "outcome", name, f"{outcome.name}: combinations", str(outcome.combinations), law
            yield "outcome", name, f"{outcome.name}: probability", repr(float(outcome.probability)), law
            yield "outcome", name, f"{outcome.name}: pay", repr(float(outcome.pay)), law
            yield "outcome", name, f"{outcome.name}: contribution", repr(float(outcome.contribution)), law
    for row in sheet.agreement:
        yield "agreement", row.name, "simulated", row.why or repr(row.simulated), ""
        if not row.why:
            yield "agreement", row.name, "standard error", repr(row.standard_error), ""
            yield "agreement", row.name, "z", repr(row.z), ""


def _main_rows(sheet: Sheet) -> Iterator[Row]:
    main = sheet.main
    assert main is not None
    for name in ("expectation", "deviation", "insurance", "ante", "splits"):
        yield "main", "main", name, repr(getattr(main, name)), ""
    for up, row in main.by_up.items():
        yield "main", f"dealer's {up}", "expectation", repr(row.expectation), ""
    for net, share in main.distribution.items():
        yield "main", "distribution", f"{net:g}", repr(share), ""
    if main.chart is not None:
        yield from _chart_rows(main.chart)


def _chart_rows(chart: Chart) -> Iterator[Row]:
    for section, label, up, code in cells(chart):
        yield "strategy", f"{section} {label}", f"against {up}", code, ""
