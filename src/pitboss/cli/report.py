"""``pitboss report``: a table's rules with their clauses, and everything that they are worth, as a page that prints."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import new_command
from pitboss.cli.call import Book, Option, Posted, Refused, Seed, check_target, leave, number_of_rounds, table_rules
from pitboss.cli.exact_call import strategy_of

if TYPE_CHECKING:
    from pitboss.analyse.report import Sheet
    from pitboss.law.resolve import TableRules

command = new_command()

FORMATS = ("html", "csv", "json")

EXAMPLES = """\b
Examples:
  pitboss report nz-blackjack --out report.html
  pitboss report tribal-blackjack -o decks=6 -o surrender=true --rounds 1e8 --out report.html
  pitboss report nz-roulette --rounds 0 --format csv
"""


@command.command(epilog=EXAMPLES)
def report(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    out: Annotated[Path | None, typer.Option(help="Write into this file.  [default: to the terminal]")] = None,
    form: Annotated[
        str, typer.Option("--format", help="html, csv or json.  [default: by the file's name, else html]")
    ] = "",
    strategy: Annotated[str, typer.Option(help="total, composition, basic, mimic, or a file with a chart.")] = "total",
    rounds: Annotated[str, typer.Option(help="Simulated rounds for each wager; 0 for none.", metavar="N")] = "1e7",
    seed: Seed = 1,
    limits: Posted = "",
    workers: Annotated[int, typer.Option(help="Threads that play.  [default: one for each processor]", min=0)] = 0,
    date: Annotated[str, typer.Option(help="A date to print; without one the same call makes the same file.")] = "",
) -> None:
    """Report what a table's wagers are worth, with every rule's clause, every outcome, and a simulation beside it."""
    try:
        shape = _format(form, out)
        number = number_of_rounds(rounds, least=1000) if rounds != "0" else 0
        rules = table_rules(rulebook, option, limits)
        sheet = _sheet(rules, strategy)
        if number:
            sheet = _with_agreement(sheet, rules, number, seed, workers)
    except ValueError as error:
        raise leave("report", error) from None
    text = _text(sheet, shape, date)
    if out is None:
        typer.echo(text, nl=False)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise leave("report", Refused(f"{out}: {error.strerror}")) from None
        typer.echo(f"{out} is written", err=True)
    if number:
        _say_if_stopped(sheet, number)


def _format(form: str, out: Path | None) -> str:
    shape = form or (out.suffix.removeprefix(".").lower() if out is not None else "html")
    if shape not in FORMATS:
        raise Refused(f"'{shape}' is no format: there are {', '.join(FORMATS)}")
    check_target(out)
    return shape


def _sheet(rules: "TableRules[Any]", strategy: str) -> "Sheet":
    from pitboss.analyse.report import sheet
    from pitboss.law.terms import BlackjackTerms

    if isinstance(rules.terms, BlackjackTerms):
        return sheet(rules, strategy=strategy_of(strategy, rules))
    if strategy != "total":
        raise Refused("--strategy is for cards: there is nothing to decide on a spin")
    return sheet(rules)


def _with_agreement(sheet: "Sheet", rules: "TableRules[Any]", rounds: int, seed: int, workers: int) -> "Sheet":
    from msgspec.structs import replace

    from pitboss.cli.agreement import Played, cards_agreement, wheel_agreement

    played = Played(rounds, seed, workers)
    if sheet.main is None:
        return replace(sheet, agreement=wheel_agreement(rules, sheet.wagers, played), seed=seed)
    return replace(sheet, agreement=cards_agreement(rules, sheet.main, sheet.wagers, played), seed=seed)


def _say_if_stopped(sheet: "Sheet", rounds: int) -> None:
    from pitboss.cli.agreement import cut_short
    from pitboss.cli.simulate_run import INTERRUPTED

    if cut_short(sheet.agreement, rounds):
        raise leave("report", "stopped: it holds what was simulated until then", INTERRUPTED)


def _text(sheet: "Sheet", shape: str, date: str) -> str:
    from msgspec.structs import replace

    from pitboss.analyse.report_data import as_csv, as_json

    dated = replace(sheet, date=date)
    if shape == "html":
        from pitboss.analyse.report_page import as_html

        return as_html(dated)
    return as_csv(dated) if shape == "csv" else as_json(dated)
