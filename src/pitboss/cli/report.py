"""``pitboss report``: write the rules of a table with their clauses and exact figures."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import new_command
from pitboss.cli.analysis_options import parse_strategy
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    BookOrRules,
    Option,
    Posted,
    Seed,
    Shorthand,
    check_target,
    error_exit,
    number_of_rounds,
    table_rules,
)
from pitboss.cli.report_diff import compare_reports

if TYPE_CHECKING:
    from pitboss.analyse.report import TableReport
    from pitboss.law.resolve import TableRules

command = new_command()

FORMATS = ("html", "pdf", "csv", "json")

EXAMPLES = """\b
Examples:
  pitboss report nz-blackjack --out report.html
  pitboss report mbs-blackjack --limits 25-5000 --out report.pdf
  pitboss report tribal-blackjack -o decks=6 -o surrender=true --rounds 1e8 --out report.html
  pitboss report --rules "6D H17 DAS LS" --out report.html
  pitboss report nz-roulette --rounds 0 --format csv
  pitboss report diff before.json after.json
"""


@command.command(epilog=EXAMPLES)
def report(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    files: Annotated[
        list[str] | None, typer.Argument(help="After 'diff': two JSON reports to compare.", metavar="[A B]")
    ] = None,
    shorthand: Shorthand = "",
    option: Option = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file.  [default: the terminal]")] = None,
    form: Annotated[
        str, typer.Option("--format", help="html, pdf, csv or json.  [default: from the file's suffix, else html]")
    ] = "",
    strategy: Annotated[str, typer.Option(help="total, composition, basic, mimic, or a chart file.")] = "total",
    rounds: Annotated[str, typer.Option(help="Rounds to simulate for each wager; 0 for none.", metavar="N")] = "1e7",
    seed: Seed = 1,
    limits: Posted = "",
    workers: Annotated[int, typer.Option(help="Number of threads.  [default: one per processor]", min=0)] = 0,
    date: Annotated[str, typer.Option(help="Date to print; without it the output is reproducible.")] = "",
    as_json: AsJson = False,
) -> None:
    """Write a report: every rule with its clause and cost, every wager's outcomes and odds, and a second method.

    The exit code is 1 if a simulated figure is not within four standard errors of the exact one.

    'pitboss report diff A B' compares two JSON reports and exits 1 if a value differs.
    """
    try:
        form = _json_or(form, as_json=as_json)
        if rulebook == "diff":
            compare_reports(files or (), as_json=form == "json")
            return
        if files:
            raise BadUsage(f"unexpected argument '{files[0]}': a report has one rulebook, and 'diff' takes two reports")
        shape = _format(form, out)
        number = number_of_rounds(rounds, least=1000) if rounds != "0" else 0
        rules = table_rules(rulebook, option, limits, shorthand)
        sheet = _sheet(rules, strategy)
        if number:
            sheet = _with_agreement(sheet, rules, number, seed, workers)
    except ValueError as error:
        raise error_exit("report", error) from None
    _write(_text(sheet, shape, date), shape, out)
    if number:
        _exit_if_interrupted(sheet, number)
        _exit_if_failed(sheet)


def _write(text: str, shape: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        if shape == "pdf":
            from pitboss.cli.report_pdf import write_pdf

            write_pdf(text, out)
        else:
            out.write_text(text, encoding="utf-8")
    except BadUsage as error:
        raise error_exit("report", error) from None
    except OSError as error:
        raise error_exit("report", BadUsage(f"{out}: {error.strerror}")) from None
    typer.echo(f"wrote {out}", err=True)


def _json_or(form: str, *, as_json: bool) -> str:
    if as_json and form not in ("", "json"):
        raise BadUsage(f"--json and --format {form} are two formats: write one of them")
    return "json" if as_json else form


def _format(form: str, out: Path | None) -> str:
    shape = form or (out.suffix.removeprefix(".").lower() if out is not None else "html")
    if shape not in FORMATS:
        raise BadUsage(f"'{shape}' is not a format: expected {', '.join(FORMATS)}")
    if shape == "pdf":
        from pitboss.cli.report_pdf import find_browser

        if out is None:
            raise BadUsage("a PDF is written to a file: add --out report.pdf")
        find_browser()
    check_target(out)
    return shape


def _sheet(rules: "TableRules[Any]", strategy: str) -> "TableReport":
    from pitboss.analyse.report import sheet, with_costs
    from pitboss.law.terms import BlackjackTerms

    if isinstance(rules.terms, BlackjackTerms):
        return with_costs(sheet(rules, strategy=parse_strategy(strategy, rules)), rules)
    if strategy != "total":
        raise BadUsage("--strategy applies to blackjack only")
    return sheet(rules)


def _with_agreement(
    sheet: "TableReport", rules: "TableRules[Any]", rounds: int, seed: int, workers: int
) -> "TableReport":
    from msgspec.structs import replace

    from pitboss.cli.agreement import SimulationRun, cards_agreement, wheel_agreement

    played = SimulationRun(rounds, seed, workers)
    if sheet.main is None:
        return replace(sheet, agreement=wheel_agreement(rules, sheet.wagers, played), seed=seed)
    return replace(sheet, agreement=cards_agreement(rules, sheet.main, sheet.wagers, played, sheet.joint), seed=seed)


def _exit_if_interrupted(sheet: "TableReport", rounds: int) -> None:
    from pitboss.cli.agreement import cut_short
    from pitboss.cli.simulate_run import INTERRUPTED

    if cut_short(sheet.agreement, rounds):
        raise error_exit("report", "interrupted: the report has the rounds simulated so far", INTERRUPTED)


def _exit_if_failed(sheet: "TableReport") -> None:
    failed = [row.name for row in sheet.agreement if not row.agrees]
    if failed:
        raise error_exit("report", f"verification failed: {', '.join(failed)}", 1)


def _text(sheet: "TableReport", shape: str, date: str) -> str:
    from msgspec.structs import replace

    from pitboss.analyse.report_data import as_csv, as_json

    dated = replace(sheet, date=date)
    if shape in ("html", "pdf"):
        from pitboss.analyse.report_page import as_html

        return as_html(dated)
    return as_csv(dated) if shape == "csv" else as_json(dated)
