"""``pitboss strategy``: compute the best chart, as text, plot, or file for the simulator."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Gone, Infinite, blackjack_rules, computing, parse_cards
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    BookOrRules,
    Option,
    Posted,
    Shorthand,
    check_target,
    error_exit,
    options_of,
)

if TYPE_CHECKING:
    from pitboss.law.resolve import BlackjackRules
    from pitboss.strategy.chart import Chart

command = new_command()

#: Background colours of the codes, dark enough for white text.
COLOURS: Final = {
    "S": "#a33a3a",
    "H": "#2f6f4f",
    "D": "#2f5f9e",
    "E": "#57479e",
    "P": "#8a6a12",
    "R": "#4f4f4f",
    "Q": "#7a4a2f",
    "X": "#1f6f7a",
}
TITLES: Final = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pair": "Pairs",
    "doubled": "Doubled, hard totals",
    "doubled-soft": "Doubled, soft totals",
}


class BestChart(NamedTuple):
    """A chart with its title, its expectation if known, and the up cards that are impossible."""

    chart: "Chart"
    head: str
    expectation: float | None = None
    missing: tuple[str, ...] = ()


@command.command(
    epilog=examples(
        "pitboss strategy nz-blackjack",
        "pitboss strategy mbs-blackjack -o decks=1 --out chart.svg",
        "pitboss strategy nz-blackjack --out best.txt && pitboss simulate nz-blackjack --strategy best.txt",
        "pitboss strategy --rules '2D H17 NDAS'",
        "pitboss strategy mbs-blackjack --count hi-lo --out counted.txt",
    )
)
def strategy(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    infinite: Infinite = False,
    cards_gone: Gone = "",
    count: Annotated[
        str, typer.Option(help="Counting system: hi-lo, zen, …, a file with tags, or tags.", metavar="SYSTEM")
    ] = "",
    true: Annotated[str, typer.Option(help="Conversion of the count: floor, trunc or round.")] = "",
    limits: Posted = "",
    out: Annotated[
        Path | None, typer.Option(help="Write the chart: .png, .svg or .pdf for a plot, .txt for simulate.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the best total-dependent chart for a table; with --count, at every count.

    A cell H0S means: hit, and stand from a count of 0 on.
    """
    try:
        rules = blackjack_rules(rulebook, option, limits, shorthand)
        _check_file(out)
        if count and (infinite or cards_gone):
            raise BadUsage("--count cannot be combined with --infinite or --cards-gone")
        if true and not count:
            raise BadUsage("--true needs --count, such as --count hi-lo")
        found = _best_by_count(rules, count, true) if count else _best(rules, cards_gone, infinite=infinite)
    except ValueError as error:
        raise error_exit("strategy", error) from None
    if as_json:
        typer.echo(json.dumps(_data(rules, found), indent=2))
    else:
        _show(found)
    if out is not None:
        try:
            _write(found, out)
        except OSError as error:
            raise error_exit("strategy", error) from None


def _best(rules: "BlackjackRules", cards_gone: str, *, infinite: bool) -> BestChart:
    from pitboss.analyse.edge import edge
    from pitboss.analyse.shoe import VALUE_NAMES

    with computing():
        worth = edge(rules, gone=parse_cards(cards_gone), infinite=infinite)
    assert worth.chart is not None
    missing = tuple(name for name, left in zip(VALUE_NAMES, worth.cards, strict=True) if not left)
    head = f"{rules.title}: best by total, {worth.expectation:+.4%}"
    return BestChart(worth.chart, head, worth.expectation, missing)


def _best_by_count(rules: "BlackjackRules", count: str, true: str) -> BestChart:
    from rich.console import Console
    from rich.progress import Progress

    from pitboss.analyse.by_count import best_by_count
    from pitboss.cli.simulate_counting import system_of

    system, console = system_of(count, true), Console(stderr=True)
    head = f"{rules.title}: best by total at each count of {system.name} ({true or system.way})"
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("computing, and the first time compiling ...", total=None)

        def watch(done: int, counts: int) -> None:
            progress.update(task, completed=done, total=counts)

        return BestChart(best_by_count(rules, system, true, watch=watch), head)


def _check_file(out: Path | None) -> None:
    if out is not None and out.suffix.lower() not in (".png", ".svg", ".pdf", ".txt"):
        raise BadUsage(f"{out}: a chart is written as .png, .svg, .pdf or .txt")
    check_target(out)


def _data(rules: "BlackjackRules", found: BestChart) -> dict[str, Any]:
    from pitboss.strategy.chart import UPS
    from pitboss.strategy.chart_text import rows_text

    chart = found.chart
    return {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "expectation": found.expectation,
        "codes": chart.codes,
        "insure": chart.insure,
        "insure_at": chart.insure_at,
        "even_money": chart.even_money,
        **{
            section: {
                label: dict(zip(UPS, row, strict=True))
                for label, row in zip(labels, rows_text(chart, section), strict=True)
            }
            for section, labels in chart.sections.items()
        },
    }


def _asks(chart: "Chart") -> str:
    even = "is taken" if chart.even_money else "is not taken"
    insures = "is taken" if chart.insure else "is not taken"
    if chart.insure_at is not None:
        insures = f"is taken from a count of {chart.insure_at} on"
    return f"Insurance {insures}; even money, where it is offered, {even}."


def codes_of(chart: "Chart") -> set[str]:
    """Returns the codes that a chart uses."""
    charts = (chart, *(other for _, other in chart.by_count))
    return {code for each in charts for section in chart.sections for row in each.rows(section) for code in row}


def _show(found: BestChart) -> None:
    from rich.text import Text

    from pitboss.cli.rules_screen import heading, new_console
    from pitboss.strategy.chart import UPS
    from pitboss.strategy.chart_text import rows_text

    console, chart = new_console(), found.chart
    console.print(found.head)
    for section, labels in chart.sections.items():
        heading(console, TITLES[section])
        written = rows_text(chart, section)
        width = max(4, 2 + max(len(cell) for row in written for cell in row))
        console.print(Text("     " + "".join(f"{up:^{width}}" for up in UPS), style="bold"))
        for label, codes, cells in zip(labels, chart.at(0).rows(section), written, strict=True):
            line = Text(f"{label:>3}  ")
            for code, cell in zip(codes, cells, strict=True):
                line.append(f" {cell:<{width - 1}}", style=f"bold white on {COLOURS[code]}")
            console.print(line)
    console.print()
    used = codes_of(chart)
    for code, meaning in chart.codes.items():
        if code in used:
            line = Text(f" {code} ", style=f"bold white on {COLOURS[code]}")
            console.print(line.append(f" {meaning}", style="default on default"))
    if chart.by_count:
        console.print("A number is the count from which the following move applies; the colour is the move at 0.")
    console.print(_asks(chart))
    if found.missing:
        missing = ", ".join(found.missing)
        console.print(f"The dealer cannot show {missing}: none is left, and the column is empty.")


def _write(found: BestChart, out: Path) -> None:
    from pitboss.strategy.chart_text import print_chart

    if out.suffix.lower() == ".txt":
        out.write_text(f"# {found.head}\n{print_chart(found.chart)}", encoding="utf-8")
        return
    from pitboss.cli.strategy_picture import draw

    draw(found.chart, found.head, _asks(found.chart), out)
