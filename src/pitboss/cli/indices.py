"""``pitboss indices``: from which true count on another action is better, with standard errors."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import blackjack_rules
from pitboss.cli.options import (
    AsJson,
    BookOrRules,
    Option,
    Posted,
    Seed,
    Shorthand,
    check_plot,
    error_exit,
    options_of,
)

if TYPE_CHECKING:
    from pitboss.analyse.indices import Index

command = new_command()


@command.command(
    epilog=examples(
        "pitboss indices tribal-blackjack -o decks=6",
        "pitboss indices mbs-blackjack --count zen --true trunc --most 40",
        'pitboss indices --rules "6D S17 DAS" --hand "16 v 10" --hand "15 v 10" --hand insurance --samples 1000',
        'pitboss indices --rules "1D H17" --composition --json',
        'pitboss indices --rules "2D S17" --behind 40 --out indices.png',
    )
)
def indices(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    count: Annotated[
        str, typer.Option(help="Balanced counting system: a name, a file with tags, or tags.", metavar="SYSTEM")
    ] = "hi-lo",
    true: Annotated[str, typer.Option(help="Conversion of the count: floor, trunc or round.")] = "",
    hand: Annotated[
        list[str] | None,
        typer.Option(help="Only this hand, such as '16 v 10' or insurance; repeatable.", metavar="HAND"),
    ] = None,
    composition: Annotated[
        bool, typer.Option("--composition", help="An index for every two cards instead of every total.")
    ] = False,
    behind: Annotated[
        int | None, typer.Option(min=1, help="Cards behind the cutting card.  [default: the table's]")
    ] = None,
    samples: Annotated[int, typer.Option(min=50, max=1_000_000, help="Random shoes to compute.")] = 200,
    most: Annotated[int, typer.Option(min=1, help="Indices to print, those that gain most.")] = 25,
    seed: Seed = 1,
    limits: Posted = "",
    out: Annotated[Path | None, typer.Option(help="Plot the indices: .png, .svg or .pdf.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the indices of a count: the true count from which another action is better, with its standard error.

    The first decision of every hand is computed exactly for random unseen cards. Those that gain most come first.
    """
    from pitboss.cli.simulate_counting import system_of

    try:
        check_plot(out)
        rules, system = blackjack_rules(rulebook, option, limits, shorthand), system_of(count, true)
        with _progress() as watch:
            from pitboss.analyse.indices import count_indices
            from pitboss.cli.depth import cards_behind

            found = count_indices(
                rules,
                system,
                way=true,
                behind=cards_behind(rules) if behind is None else behind,
                samples=samples,
                seed=seed,
                by_composition=composition,
                only=hand or (),
                watch=watch,
            )
    except ValueError as error:
        raise error_exit("indices", error) from None
    read = true or system.way
    if as_json:
        from msgspec import to_builtins

        head = {"rulebook": rules.rulebook, "options": options_of(rules), "system": system.name, "read": read}
        data = {**head, "seed": seed, "samples": samples, "indices": to_builtins(found)}
        typer.echo(json.dumps(data, indent=2))
    else:
        _show(f"{rules.title}: indices of {system.name}", found, most, read)
    if out is not None:
        _draw(f"{rules.title}: indices of {system.name}", found[:most], out)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("computing, and the first time compiling ...", total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def _show(title: str, found: "Sequence[Index]", most: int, read: str) -> None:
    from pitboss.cli.rules_screen import heading, new_console, table

    console = new_console()
    heading(console, title)
    rows = [
        (
            row.name,
            row.below,
            row.above,
            f"{row.index:+.2f}",
            f"{row.standard_error:.2f}",
            "-" if row.count is None else f"{row.count:+d}",
            f"{row.gain:.4%}",
        )
        for row in found[:most]
    ]
    heads = ("hand", "below", "from the index on", "true count", "standard error", f"count ({read})", "gain")
    console.print(table(heads, rows))
    console.print("The gain is that of a round with one unit wagered, at all depths down to the cutting card.")
    if len(found) > most:
        console.print(f"{len(found) - most} more that gain less: --most {len(found)}")


def _draw(title: str, found: "Sequence[Index]", path: Path) -> None:
    """Plot the indices with two standard errors, those that gain most at the top."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, (places, gains) = pyplot.subplots(
        1, 2, figsize=(9, 1.6 + 0.27 * len(found)), sharey=True, width_ratios=(3, 1)
    )
    rows = range(len(found))
    places.errorbar(
        [row.index for row in found], rows, xerr=[2 * row.standard_error for row in found], fmt="o", capsize=3
    )
    places.axvline(0, color="black", linewidth=0.8)
    places.set_yticks(rows, [f"{row.name}: {row.above}" for row in found])
    places.invert_yaxis()
    places.set_xlabel("true count of the index (bars: 2 errors)")
    places.grid(axis="x", alpha=0.25)
    gains.barh(rows, [100 * row.gain for row in found], color="#2f5d7d")
    gains.set_xlabel("gain, %")
    figure.suptitle(title)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
