"""``pitboss strategy``: the best chart for a table, on the terminal, as a picture, and as a file to play by."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import AsJson, Book, Option, Posted, Refused, check_target, leave, options_of
from pitboss.cli.exact_call import Gone, Infinite, blackjack_rules, cards_in, computing

if TYPE_CHECKING:
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


class Found(NamedTuple):
    """A chart, what it is, the expectation where it has one, and which cards the dealer cannot show."""

    chart: "Chart"
    head: str
    expectation: float | None = None
    missing: tuple[str, ...] = ()


@command.command(
    epilog=examples(
        "pitboss strategy nz-blackjack",
        "pitboss strategy mbs-blackjack -o decks=1 --out chart.svg",
        "pitboss strategy nz-blackjack --out best.txt && pitboss simulate nz-blackjack --strategy best.txt",
        "pitboss strategy mbs-blackjack --count hi-lo --out counted.txt",
    )
)
def strategy(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    infinite: Infinite = False,
    cards_gone: Gone = "",
    count: Annotated[
        str, typer.Option(help="For who counts: hi-lo, zen, …, a file with tags, or tags.", metavar="SYSTEM")
    ] = "",
    true: Annotated[str, typer.Option(help="How a count is read: floor, trunc or round.")] = "",
    limits: Posted = "",
    out: Annotated[
        Path | None, typer.Option(help="Write the chart: .png, .svg or .pdf is a picture, .txt what simulate reads.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the best play by total for a table, and show it as a chart; for who counts, at every count.

    A cell H0S hits, and stands from a count of 0 on.
    """
    try:
        rules = blackjack_rules(rulebook, option, limits)
        _check_file(out)
        if count and (infinite or cards_gone):
            raise Refused("--count says what is left of many decks: --infinite and --cards-gone do not go with it")
        if true and not count:
            raise Refused("--true goes with --count, such as --count hi-lo")
        found = _best_by_count(rules, count, true) if count else _best(rules, cards_gone, infinite=infinite)
    except ValueError as error:
        raise leave("strategy", error) from None
    if as_json:
        typer.echo(json.dumps(_data(rules, found), indent=2))
    else:
        _show(found)
    if out is not None:
        try:
            _write(found, out)
        except OSError as error:
            raise leave("strategy", error) from None


def _best(rules: "BlackjackRules", cards_gone: str, *, infinite: bool) -> Found:
    from pitboss.analyse.edge import edge
    from pitboss.analyse.shoe import VALUE_NAMES

    with computing():
        worth = edge(rules, gone=cards_in(cards_gone), infinite=infinite)
    assert worth.chart is not None
    missing = tuple(name for name, left in zip(VALUE_NAMES, worth.cards, strict=True) if not left)
    head = f"{rules.title}: best by total, {worth.expectation:+.4%}"
    return Found(worth.chart, head, worth.expectation, missing)


def _best_by_count(rules: "BlackjackRules", count: str, true: str) -> Found:
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

        return Found(best_by_count(rules, system, true, watch=watch), head)


def _check_file(out: Path | None) -> None:
    if out is not None and out.suffix.lower() not in (".png", ".svg", ".pdf", ".txt"):
        raise Refused(f"{out}: a chart is written as .png, .svg, .pdf or .txt")
    check_target(out)


def _data(rules: "BlackjackRules", found: Found) -> dict[str, Any]:
    from pitboss.kernel.chart_text import rows_text
    from pitboss.kernel.strategy import CODES, SECTIONS, UPS

    chart = found.chart
    return {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "expectation": found.expectation,
        "codes": CODES,
        "insure": chart.insure,
        "insure_at": chart.insure_at,
        "even_money": chart.even_money,
        **{
            section: {
                label: dict(zip(UPS, row, strict=True))
                for label, row in zip(labels, rows_text(chart, section), strict=True)
            }
            for section, labels in SECTIONS.items()
        },
    }


def _asks(chart: "Chart") -> str:
    even = "is taken" if chart.even_money else "is not taken"
    insures = "is taken" if chart.insure else "is not taken"
    if chart.insure_at is not None:
        insures = f"is taken from a count of {chart.insure_at} on"
    return f"Insurance {insures}; even money, where it is offered, {even}."


def codes_of(chart: "Chart") -> set[str]:
    """The moves that a chart makes anywhere."""
    from pitboss.kernel.strategy import SECTIONS

    charts = (chart, *(other for _, other in chart.by_count))
    return {code for one in charts for section in SECTIONS for row in one.rows(section) for code in row}


def _show(found: Found) -> None:
    from rich.text import Text

    from pitboss.cli.rules_screen import heading, new_console
    from pitboss.kernel.chart_text import rows_text
    from pitboss.kernel.strategy import CODES, SECTIONS, UPS

    console, chart = new_console(), found.chart
    console.print(found.head)
    for section, labels in SECTIONS.items():
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
    for code in CODES:
        if code in used:
            line = Text(f" {code} ", style=f"bold white on {COLOURS[code]}")
            console.print(line.append(f" {CODES[code]}", style="default on default"))
    if chart.by_count:
        console.print("A number is the count from which on the move behind it is made; the colour is that of 0.")
    console.print(_asks(chart))
    if found.missing:
        missing = ", ".join(found.missing)
        console.print(f"The dealer can show no {missing}: no such card is left, and its column says nothing.")


def _write(found: Found, out: Path) -> None:
    from pitboss.kernel.chart_text import print_chart

    if out.suffix.lower() == ".txt":
        out.write_text(f"# {found.head}\n{print_chart(found.chart)}", encoding="utf-8")
        return
    from pitboss.cli.strategy_picture import draw

    draw(found.chart, found.head, _asks(found.chart), out)
