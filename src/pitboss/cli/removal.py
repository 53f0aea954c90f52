"""``pitboss removal``: compute the effects of removal of each rank."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Gone, blackjack_rules, computing, parse_cards, parse_strategy
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    BookOrRules,
    Option,
    Posted,
    Shorthand,
    check_plot,
    error_exit,
    options_of,
)

if TYPE_CHECKING:
    from pitboss.analyse.removal import CountCorrelation, RemovalEffects
    from pitboss.strategy.count_systems import CountSystem

command = new_command()


@command.command(
    epilog=examples(
        "pitboss removal nz-blackjack",
        "pitboss removal mbs-blackjack -o decks=6 --csv",
        'pitboss removal --rules "1D S17 NDAS" --json',
        'pitboss removal --rules "6D S17" --count "A=0 2=1 3=1 4=2 5=2 6=2 7=1 8=0 9=-1 T=-2"',
        'pitboss removal --rules "6D S17" --best-tags 2',
        "pitboss removal nz-blackjack --out effects.png",
    )
)
def removal(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    strategy: Annotated[
        str, typer.Option(help="total or a chart (kept when a card is removed), or composition (best play each time).")
    ] = "total",
    cards_gone: Gone = "",
    count: Annotated[
        list[str] | None,
        typer.Option("--count", help="A further count: tags, or a file with tags; repeatable.", metavar="TAGS"),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option("--best-tags", help="Find the best balanced tags up to this absolute value: 1, 2 or 3."),
    ] = None,
    limits: Posted = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one value per row.")] = False,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="Plot the effects: .png, .svg or .pdf.")] = None,
) -> None:
    """Compute the effects of removal: the change of the expectation when one card of a rank leaves the shoe.

    The main game is per unit of the first wager, insurance per unit of its own against an ace. The correlations of
    known counts with both effects follow, and the playing efficiency.
    """
    try:
        check_plot(out)
        if as_csv and as_json:
            raise BadUsage("--csv and --json are two formats: write one of them")
        rules = blackjack_rules(rulebook, option, limits, shorthand)
        gone, systems = parse_cards(cards_gone), _systems(count)
        with computing():
            from pitboss.analyse.departures import departures
            from pitboss.analyse.removal import cards_left, correlations, removal_effects

            found = removal_effects(rules, strategy=parse_strategy(strategy, rules), gone=gone)
            cards = cards_left(rules, gone)
            if level is not None:
                from pitboss.analyse.best_tags import INSURANCE, MAIN, best_tags

                targets = (MAIN,) if found.insurance is None else (MAIN, INSURANCE)
                systems.extend(best_tags(found, level, target=target) for target in targets)
            counts = correlations(found, systems, cards, departures(rules, gone))
    except ValueError as error:
        raise error_exit("removal", error) from None
    if as_json:
        typer.echo(json.dumps({"options": options_of(rules)} | _data(found, counts), indent=2))
    elif as_csv:
        typer.echo(_csv(found, counts), nl=False)
    else:
        _show(rules.title, found, counts)
    if out is not None:
        _draw(rules.title, found, out)


def _systems(texts: list[str] | None) -> "list[CountSystem]":
    from pitboss.cli.simulate_counting import system_of
    from pitboss.strategy.count_systems import SYSTEMS

    return [*SYSTEMS.values(), *(system_of(text, "") for text in texts or () if text not in SYSTEMS)]


def _data(found: "RemovalEffects", counts: "Sequence[CountCorrelation]") -> dict[str, Any]:
    from msgspec import to_builtins

    sums = {"weighted_sum": found.weighted_sum, "insurance_weighted_sum": found.insurance_weighted_sum}
    return {**to_builtins(found), **sums, "counts": to_builtins(counts)}


def _csv(found: "RemovalEffects", counts: "Sequence[CountCorrelation]") -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("part", "name", "measure", "value"))
    writer.writerows(row for row in _csv_rows(found, counts) if row[-1] is not None)
    return text.getvalue()


def _csv_rows(
    found: "RemovalEffects", counts: "Sequence[CountCorrelation]"
) -> Iterator[tuple[str, str, str, float | str | None]]:
    for name, value in _data(found, counts).items():
        if name not in ("ranks", "counts"):
            yield "table", found.rulebook, name, value
    for row in found.ranks:
        yield "rank", row.rank, "cards", row.cards
        yield "rank", row.rank, "effect", row.effect
        yield "rank", row.rank, "insurance", row.insurance
    for count in counts:
        yield "count", count.name, "betting correlation", count.betting
        yield "count", count.name, "insurance correlation", count.insurance
        yield "count", count.name, "playing efficiency", count.playing
        for rank, tag in count.tags.items():
            yield "count", count.name, f"tag of {rank}", tag


def _show(title: str, found: "RemovalEffects", counts: "Sequence[CountCorrelation]") -> None:
    from pitboss.cli.rules_screen import heading, new_console, table

    console = new_console()
    kept = "kept" if found.fixed else "best play for the remaining cards"
    insurance = "" if found.insurance is None else f", insurance against an ace {found.insurance:+.4%}"
    console.print(f"{title}: main game {found.expectation:+.4%}{insurance}")
    console.print(f"Strategy: {found.strategy} ({kept}). Expectation: {found.source}.")
    heading(console, "Change of the expectation for one card less")
    rows = [(row.rank, str(row.cards), f"{row.effect:+.5%}", _percent(row.insurance)) for row in found.ranks]
    rows.append(("a random card", "", _near_zero(found.weighted_sum), _near_zero(found.insurance_weighted_sum)))
    console.print(table(("rank", "in the shoe", "main game", "insurance"), rows))
    heading(console, "Correlation of counts with these effects")
    counted = [
        (
            one.name,
            f"{one.betting:z.4f}",
            "-" if one.insurance is None else f"{one.insurance:z.4f}",
            f"{one.playing:.4f}",
            " ".join(f"{tag:g}" for tag in one.tags.values()),
        )
        for one in counts
    ]
    console.print(table(("count", "betting", "insurance", "playing", "tags A 2 ... 9 T"), counted))


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:+.5%}"


def _near_zero(value: float | None) -> str:
    """Returns a sum that should be 0 with its order of size, so that a defect is visible."""
    return "-" if value is None else f"{value:+.1e}"


def _draw(title: str, found: "RemovalEffects", path: Path) -> None:
    """Plot the effects on the main game and on insurance as bars by rank."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    parts = [("main game", [row.effect for row in found.ranks], "#2f5d7d")]
    if found.insurance is not None:
        parts.append(("insurance, per unit of its own", [row.insurance or 0.0 for row in found.ranks], "#b0762c"))
    figure, panels = pyplot.subplots(len(parts), 1, figsize=(8, 3.5 * len(parts)), sharex=True, squeeze=False)
    for axes, (name, effects, colour) in zip(panels[:, 0], parts, strict=True):
        axes.bar([row.rank for row in found.ranks], [100 * effect for effect in effects], color=colour)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_ylabel(f"{name}, %")
    panels[0, 0].set_title(f"{title}: change of the expectation for one card less")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
