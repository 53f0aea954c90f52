"""``pitboss report``: a table's rules with their clauses, and everything that they are worth, as a page that prints."""

from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import new_command

if TYPE_CHECKING:
    from pitboss.analyse.report import Sheet
    from pitboss.kernel.strategy import Chart
    from pitboss.law.resolve import TableRules

command = new_command()

FORMATS = ("html", "csv", "json")

EXAMPLES = """\b
Examples:
  pitboss report nz-blackjack --out report.html
  pitboss report tribal-blackjack -o decks=6 -o surrender=true --rounds 1e8 --out report.html
  pitboss report nz-roulette --rounds 0 --format csv
"""


def _fail(text: str) -> typer.Exit:
    typer.echo(f"pitboss report: {text}", err=True)
    return typer.Exit(2)


@command.command(epilog=EXAMPLES)
def report(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Annotated[str, typer.Argument(help="Whose rules the table plays by.", metavar="RULEBOOK")],
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="What the operator chooses.", metavar="NAME=VALUE")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write into this file.  [default: to the terminal]")] = None,
    form: Annotated[
        str, typer.Option("--format", help="html, csv or json.  [default: by the file's name, else html]")
    ] = "",
    strategy: Annotated[str, typer.Option(help="total, composition, basic, mimic, or a file with a chart.")] = "total",
    rounds: Annotated[str, typer.Option(help="Simulated rounds for each wager; 0 for none.", metavar="N")] = "1e7",
    seed: Annotated[int, typer.Option(help="The same seed brings the same cards.", min=0)] = 1,
    limits: Annotated[str, typer.Option(help="The posted limits.")] = "10-1000",
    workers: Annotated[int, typer.Option(help="Threads that play.  [default: one for each processor]", min=0)] = 0,
    date: Annotated[str, typer.Option(help="A date to print; without one the same call makes the same file.")] = "",
) -> None:
    """Report what a table's wagers are worth, with every rule's clause, every outcome, and a simulation beside it."""
    shape = _format(form, out)
    number = _rounds(rounds)
    if out is not None and not out.absolute().parent.is_dir():
        raise _fail(f"{out}: there is no such folder")
    rules = _rules(rulebook, option or [], limits)
    sheet = _sheet(rules, _strategy(strategy, rules))
    if number:
        from pitboss.cli.report_agreement import with_agreement

        sheet = with_agreement(sheet, rules, rounds=number, seed=seed, workers=workers or cpu_count() or 1)
    text = _text(sheet, shape, date)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _fail(f"{out}: {error.strerror}") from None
    typer.echo(f"{out} is written", err=True)


def _format(form: str, out: Path | None) -> str:
    shape = form or (out.suffix.removeprefix(".").lower() if out is not None else "html")
    if shape not in FORMATS:
        raise _fail(f"'{shape}' is no format: there are {', '.join(FORMATS)}")
    return shape


def _rounds(text: str) -> int:
    try:
        number = float(text.replace("_", ""))
    except ValueError:
        number = -1
    if not 0 <= number <= 1e12 or number != int(number) or number == 1:
        raise _fail(f"'{text}' is no number of rounds: 0, or a whole number of 2 or more, like 10000000 or 1e7")
    return int(number)


def _rules(rulebook: str, options: list[str], limits: str) -> "TableRules[Any]":
    from pitboss.cli.simulate_call import pairs
    from pitboss.law import LawError, Refusal, load_rulebook, resolve
    from pitboss.notation.header import parse_limits
    from pitboss.notation.pit import PitError

    try:
        rules = resolve(load_rulebook(rulebook), pairs(options, "option", "decks=6"), parse_limits(0, limits))
    except PitError as error:
        raise _fail(error.message) from None
    except (LawError, ValueError) as error:
        raise _fail(str(error)) from None
    if isinstance(rules, Refusal):
        raise _fail(str(rules))
    return rules


def _strategy(name: str, rules: "TableRules[Any]") -> "str | Chart":
    """What was asked for by name, or the chart of a file."""
    from pitboss.analyse.edge import COMPOSITION, TOTAL
    from pitboss.kernel.strategy import StrategyError, built_in, check_chart, read_chart
    from pitboss.law.terms import BlackjackTerms

    if name in (COMPOSITION, TOTAL) or not isinstance(rules.terms, BlackjackTerms):
        return name
    path = Path(name)
    try:
        if not path.is_file():
            return built_in(name, rules)
        chart = read_chart(path.read_text(encoding="utf-8"), path.name)
        check_chart(chart, rules)
    except (StrategyError, OSError, UnicodeDecodeError) as error:
        raise _fail(str(error)) from None
    return chart


def _sheet(rules: "TableRules[Any]", strategy: "str | Chart") -> "Sheet":
    from pitboss.analyse.report import sheet

    try:
        return sheet(rules, strategy=strategy)
    except ValueError as error:
        raise _fail(str(error)) from None


def _text(sheet: "Sheet", shape: str, date: str) -> str:
    from msgspec.structs import replace

    from pitboss.analyse.report_data import as_csv, as_json

    dated = replace(sheet, date=date)
    if shape == "html":
        from pitboss.analyse.report_page import as_html

        return as_html(dated)
    return as_csv(dated) if shape == "csv" else as_json(dated)
