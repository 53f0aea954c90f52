"""``pitboss strategy``: the best chart for a table, on the terminal, as a picture, and as a file to play by."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import AsJson, Option, Posted, Refused, check_target, leave, options_of
from pitboss.cli.exact_call import Gone, Infinite, blackjack_rules, cards_in, computing

if TYPE_CHECKING:
    from pitboss.analyse.edge import Edge
    from pitboss.kernel.strategy import Chart
    from pitboss.law.resolve import BlackjackRules

command = new_command()

#: The colour of each code, dark enough for white letters.
COLOURS: Final = {
    "S": "#a33a3a",
    "H": "#2f6f4f",
    "D": "#2f5f9e",
    "E": "#57479e",
    "P": "#8a6a12",
    "R": "#4f4f4f",
    "Q": "#7a4a2f",
}
TITLES: Final = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}


@command.command(
    epilog=examples(
        "pitboss strategy nz-blackjack",
        "pitboss strategy mbs-blackjack -o decks=1 --out chart.svg",
        "pitboss strategy nz-blackjack --out best.txt && pitboss simulate nz-blackjack --strategy best.txt",
    )
)
def strategy(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Annotated[str, typer.Argument(help="Whose rules the table plays by.", metavar="RULEBOOK")],
    option: Option = None,
    infinite: Infinite = False,
    cards_gone: Gone = "",
    limits: Posted = "",
    out: Annotated[
        Path | None, typer.Option(help="Write the chart: .png, .svg or .pdf is a picture, .txt what simulate reads.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the best play by total for a table, and show it as a chart."""
    try:
        rules = blackjack_rules(rulebook, option, limits)
        _check_file(out)
        with computing():
            from pitboss.analyse.edge import edge

            worth = edge(rules, gone=cards_in(cards_gone), infinite=infinite)
    except ValueError as error:
        raise leave("strategy", error) from None
    assert worth.chart is not None
    if as_json:
        typer.echo(json.dumps(_data(rules, worth, worth.chart), indent=2))
    else:
        _show(rules, worth, worth.chart)
    if out is not None:
        try:
            _write(rules, worth, worth.chart, out)
        except OSError as error:
            raise leave("strategy", error) from None


def _check_file(out: Path | None) -> None:
    if out is not None and out.suffix.lower() not in (".png", ".svg", ".pdf", ".txt"):
        raise Refused(f"{out}: a chart is written as .png, .svg, .pdf or .txt")
    check_target(out)


def _data(rules: "BlackjackRules", worth: "Edge", chart: "Chart") -> dict[str, Any]:
    from pitboss.kernel.strategy import CODES, SECTIONS, UPS

    return {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "expectation": worth.expectation,
        "codes": CODES,
        "insure": chart.insure,
        "even_money": chart.even_money,
        **{
            section: {
                label: dict(zip(UPS, row, strict=True)) for label, row in zip(labels, chart.rows(section), strict=True)
            }
            for section, labels in SECTIONS.items()
        },
    }


def _head(rules: "BlackjackRules", worth: "Edge") -> str:
    return f"{rules.title}: best by total, {worth.expectation:+.4%}"


def _asks(chart: "Chart") -> str:
    even = "is taken" if chart.even_money else "is not taken"
    return f"Insurance {'is taken' if chart.insure else 'is not taken'}; even money, where it is offered, {even}."


def _show(rules: "BlackjackRules", worth: "Edge", chart: "Chart") -> None:
    from rich.text import Text

    from pitboss.analyse.shoe import VALUE_NAMES
    from pitboss.cli.rules_screen import heading, new_console
    from pitboss.kernel.strategy import CODES, SECTIONS, UPS

    console = new_console()
    console.print(_head(rules, worth))
    for section, labels in SECTIONS.items():
        heading(console, TITLES[section])
        console.print(Text("     " + "".join(f"{up:^4}" for up in UPS), style="bold"))
        for label, row in zip(labels, chart.rows(section), strict=True):
            line = Text(f"{label:>3}  ")
            for code in row:
                line.append(f" {code}  ", style=f"bold white on {COLOURS[code]}")
            console.print(line)
    console.print()
    used = {code for section in SECTIONS for row in chart.rows(section) for code in row}
    for code in CODES:
        if code in used:
            line = Text(f" {code} ", style=f"bold white on {COLOURS[code]}")
            console.print(line.append(f" {CODES[code]}", style="default on default"))
    console.print(_asks(chart))
    if gone := [name for name, count in zip(VALUE_NAMES, worth.cards, strict=True) if not count]:
        console.print(f"The dealer can show no {', '.join(gone)}: no such card is left, and its column says nothing.")


def _write(rules: "BlackjackRules", worth: "Edge", chart: "Chart", out: Path) -> None:
    from pitboss.kernel.chart_text import print_chart

    if out.suffix.lower() == ".txt":
        out.write_text(f"# {_head(rules, worth)}\n{print_chart(chart)}", encoding="utf-8")
        return
    from pitboss.cli.strategy_picture import draw

    draw(chart, _head(rules, worth), _asks(chart), out)
