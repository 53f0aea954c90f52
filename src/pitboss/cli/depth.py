"""``pitboss depth``: estimate the effect of the cutting card, and of the tray of a continuous shuffler."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import blackjack_rules, computing, parse_strategy
from pitboss.cli.options import (
    AsJson,
    BadUsage,
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
    from pitboss.analyse.depth import DepthEffect, FixedPlay
    from pitboss.law.resolve import BlackjackRules

command = new_command()


@command.command(
    epilog=examples(
        "pitboss depth nz-blackjack",
        "pitboss depth mbs-blackjack --behind 52,104,156 --out depth.png",
        'pitboss depth --rules "6D S17 DAS" --behind 78 --shoes 200000 --exact 400',
        'pitboss depth --rules "6D S17 DAS" --tray 10,20,40 --json',
    )
)
def depth(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    behind: Annotated[
        str, typer.Option(help="Cards behind the cutting card; several.  [default: the table's]", metavar="N,…")
    ] = "",
    tray: Annotated[
        str, typer.Option(help="Instead, a continuous shuffler that keeps the last N cards dealt.", metavar="N,…")
    ] = "",
    strategy: Annotated[str, typer.Option(help="total (the best chart), basic, mimic, or a chart file.")] = "total",
    boxes: Annotated[int, typer.Option(min=1, help="Boxes in play.")] = 1,
    shoes: Annotated[
        int, typer.Option(min=100, max=10_000_000, help="Shoes to play, or rounds with a tray.")
    ] = 200_000,
    exact: Annotated[
        int, typer.Option(min=2, max=100_000, help="How many of them are computed exactly, a fifth of a second each.")
    ] = 100,
    seed: Seed = 1,
    limits: Posted = "",
    out: Annotated[Path | None, typer.Option(help="Plot the expectations: .png, .svg or .pdf.")] = None,
    as_json: AsJson = False,
) -> None:
    """Estimate how the expectation of a round with a fixed chart changes by the cutting card or a tray.

    The results of rounds are not counted: the cards left have exact expectations, so a small error needs few shoes.
    """
    try:
        check_plot(out)
        if behind and tray:
            raise BadUsage("--behind and --tray are two ways to shuffle: write one of them")
        numbers = _numbers(tray or behind)
        rules = blackjack_rules(rulebook, option, limits, shorthand)
        with computing():
            from pitboss.analyse.depth import fixed_play

            play = fixed_play(rules, parse_strategy(strategy, rules))
            rows = _estimate(play, numbers, boxes, shoes, exact, seed, tray=bool(tray))
    except ValueError as error:
        raise error_exit("depth", error) from None
    if as_json:
        from msgspec import to_builtins

        data = {
            "rulebook": rules.rulebook,
            "options": options_of(rules),
            "strategy": play.whole.strategy,
            "boxes": boxes,
            "seed": seed,
            "way": "tray" if tray else "cutting card",
            "whole_shoe": play.whole.expectation,
            "rows": to_builtins(rows),
        }
        typer.echo(json.dumps(data, indent=2))
    else:
        _show(rules.title, play, rows, tray=bool(tray))
    if out is not None:
        _draw(rules.title, play, rows, out, tray=bool(tray))


def _numbers(text: str) -> list[int]:
    """Parse numbers of cards."""
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or len(word) > 4:
            raise BadUsage(f"'{word}' is not a number of cards")
    return [int(word) for word in words]


def _estimate(  # noqa: PLR0917
    play: "FixedPlay", numbers: list[int], boxes: int, shoes: int, exact: int, seed: int, *, tray: bool
) -> "list[DepthEffect]":
    from pitboss.analyse.depth import cut_card_effect, tray_effect
    from pitboss.simulate.blackjack.program import build
    from pitboss.simulate.blackjack.shoes import play_shoes, play_tray

    program = build(play.rules, play.chart, boxes=boxes, shuffle_every_round=tray)
    rows = []
    for number in numbers or [cards_behind(play.rules)]:
        if tray:
            left = play_tray(program, number, shoes, seed)
            places = range(0, shoes, max(shoes // exact, 1))[:exact]
            rows.append(tray_effect(play, number, left, places, play.exact(left[list(places)])))
        else:
            ends = play_shoes(program, number, shoes, seed)
            rows.append(cut_card_effect(play, number, ends.rounds, ends.left, play.exact(ends.left[:exact])))
    return rows


def cards_behind(rules: "BlackjackRules") -> int:
    """Returns the number of cards behind the cutting card of a table."""
    from pitboss.analyse.shoe import shoe_of
    from pitboss.simulate.blackjack.program import behind

    return behind(rules, sum(shoe_of(rules)))


def _show(title: str, play: "FixedPlay", rows: "Sequence[DepthEffect]", *, tray: bool) -> None:
    from pitboss.cli.rules_screen import heading, new_console, table

    console = new_console()
    heading(console, f"{title}: expectation of a round, whole shoe {play.whole.expectation:+.4%} (exact)")
    heads = ("cards in the tray" if tray else "cards behind", "expectation", "effect", "standard error")
    shown = [
        (
            str(row.cards),
            f"{row.expectation:+.4%}",
            f"{row.effect:+.4%}",
            f"{row.standard_error:.4%}",
            "" if tray else f"{row.rounds:.2f}",
        )
        for row in rows
    ]
    console.print(table((*heads, "" if tray else "rounds of a shoe"), shown))
    what = "rounds" if tray else "shoes"
    console.print(f"Estimates from {rows[0].played:,} simulated {what}, {rows[0].computed:,} of them computed exactly.")


def _draw(title: str, play: "FixedPlay", rows: "Sequence[DepthEffect]", path: Path, *, tray: bool) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 5), dpi=150)
    values, errors = [100 * row.expectation for row in rows], [200 * row.standard_error for row in rows]
    axes.errorbar([row.cards for row in rows], values, yerr=errors, marker="o", capsize=4, color="#2f5d7d")
    axes.axhline(100 * play.whole.expectation, color="#8a8a8a", linestyle="--", label="whole shoe")
    axes.set_xlabel("cards in the tray" if tray else "cards behind the cutting card")
    axes.set_ylabel("expectation of a round in per cent, ± 2 standard errors")
    axes.set_title(title)
    axes.grid(axis="y", alpha=0.25)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
