"""``pitboss session``: compute the distribution of the result of many rounds."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Thorough, blackjack_rules, computing, parse_strategy
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    BookOrRules,
    Option,
    Posted,
    Shorthand,
    check_target,
    error_exit,
    number_of_rounds,
)

if TYPE_CHECKING:
    from pitboss.analyse.edge import Edge
    from pitboss.analyse.session import SessionResult, WagerStep

command = new_command()
_PLOTS = (".png", ".svg", ".pdf")


@command.command(
    epilog=examples(
        "pitboss session nz-blackjack --rounds 500",
        "pitboss session mbs-blackjack -o decks=6 --rounds 1000 --bankroll 50",
        "pitboss session nz-blackjack --rounds 500 --out session.png",
        "pitboss session nz-blackjack --wagers 100x1,50x2,20x5 --bankroll 100",
        "pitboss session nz-blackjack --rounds 500 --drawdown 40",
    )
)
def session(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    rounds: Annotated[str, typer.Option(help="Rounds of the session.  [default: 100]", metavar="N")] = "",
    wagers: Annotated[
        str, typer.Option(help="Steps of the wager, in first wagers: 100x1,50x2 is 100 rounds at 1, then 50 at 2.")
    ] = "",
    bankroll: Annotated[
        float | None, typer.Option(help="End the session when less than the next wager is left of this.", metavar="X")
    ] = None,
    drawdown: Annotated[
        float | None, typer.Option(help="The probability of a fall of X from the highest result so far.", metavar="X")
    ] = None,
    strategy: Annotated[
        str, typer.Option(help="total or composition (best play), basic, mimic, or a chart file.")
    ] = "total",
    limits: Posted = "",
    thorough: Thorough = False,
    out: Annotated[Path | None, typer.Option(help="Plot the distribution: .png, .svg or .pdf.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the distribution of the main game's result over many rounds with one box, at a flat or stepped wager.

    All amounts are in first wagers. Each round is dealt from a whole shoe. The drawdown ignores the bankroll.
    """
    from pitboss.analyse.edge import edge
    from pitboss.analyse.session import session as compute

    try:
        rules = blackjack_rules(rulebook, option, limits, shorthand)
        steps = _steps(wagers, rounds)
        number = sum(step.rounds for step in steps) if steps else number_of_rounds(rounds or "100")
        if out is not None and out.suffix.lower() not in _PLOTS:
            raise BadUsage(f"{out}: a plot is written as .png, .svg or .pdf")
        check_target(out)
        with computing():
            worth = edge(rules, strategy=parse_strategy(strategy, rules))
            worth = worth.thorough() if thorough else worth
            found = compute(worth, number, bankroll, steps=steps, drawdown=drawdown)
    except ValueError as error:
        raise error_exit("session", error) from None
    if as_json:
        typer.echo(json.dumps(_data(rules.rulebook, worth, found), indent=2))
    else:
        _show(rules.title, worth, found)
    if out is not None:
        _draw(rules.title, found, out)


def _steps(text: str, rounds: str) -> "list[WagerStep]":
    """Returns the steps of a wager; none for a flat one."""
    from fractions import Fraction

    from pitboss.analyse.session import WagerStep

    if text and rounds:
        raise BadUsage("--wagers has the rounds of each step: leave --rounds out")
    steps = []
    for part in filter(None, text.replace(" ", "").split(",")):
        count, times, wager = part.partition("x")
        try:
            steps.append(WagerStep(number_of_rounds(count), Fraction(wager).limit_denominator(100)))
        except (ValueError, ZeroDivisionError):
            raise BadUsage(f"'{part}' is not a step: write rounds and wager, such as 100x1") from None
        if not times or steps[-1].wager <= 0:
            raise BadUsage(f"'{part}' is not a step: write rounds and a positive wager, such as 100x1")
    return steps


def _data(rulebook: str, worth: "Edge", found: "SessionResult") -> dict[str, Any]:
    return {
        "rulebook": rulebook,
        "strategy": worth.strategy,
        "rounds": found.rounds,
        "bankroll": found.bankroll,
        "expectation": found.expectation,
        "deviation": found.deviation,
        "ahead": found.ahead,
        "level": found.level,
        "behind": found.behind,
        "ruin": found.ruin,
        "mean_rounds": found.mean_rounds,
        "drawdown": found.drawdown,
        "drawdown_chance": found.drawdown_chance,
        "numerical_error": found.numerical_error,
        "percentiles": {str(percent): net for percent, net in found.percentiles.items()},
        "source": worth.distribution_source,
        "round_bound": worth.distribution_bound,
        "conventions": list(worth.distribution_conventions),
        "distribution": {f"{net:.10g}": chance for net, chance in found.distribution.items()},
    }


def _show(title: str, worth: "Edge", found: "SessionResult") -> None:
    from pitboss.cli.rules_screen import heading, new_console, table

    console = new_console()
    heading(console, f"{title}: {found.rounds:,} rounds, in first wagers")
    rows = [
        ("expectation", f"{found.expectation:+.4f}"),
        ("deviation", f"{found.deviation:.4f}"),
        ("ahead, level, behind", f"{found.ahead:.4%}, {found.level:.4%}, {found.behind:.4%}"),
    ]
    if found.bankroll is not None:
        rows.append((f"less than one wager left of {found.bankroll:g}", f"{found.ruin:.4%}"))
        rows.append(("mean number of rounds", f"{found.mean_rounds:,.1f}"))
    if found.drawdown is not None:
        rows.append((f"fall of {found.drawdown:g} from the highest result", f"{found.drawdown_chance:.4%}"))
    rows += [(f"{percent} % of sessions at or below", f"{net:+g}") for percent, net in found.percentiles.items()]
    rows.append(("source", worth.distribution_source))
    rows += [("", convention) for convention in worth.distribution_conventions]
    if worth.distribution_bound:
        rows.append(("", f"no probability of a round is off by more than {worth.distribution_bound:.2g}"))
    console.print(table(("", ""), rows))


def _draw(title: str, found: "SessionResult", path: Path) -> None:
    """Plot the distribution without the outermost millionth on either side."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    nets, shares, below = [], [], 0.0
    for net, chance in found.distribution.items():
        below += chance
        if 1e-6 < below <= 1 - 1e-6:
            nets.append(net)
            shares.append(100 * chance)
    figure, axes = pyplot.subplots(figsize=(9, 5), dpi=150)
    colours = ["#b3392f" if net < 0 else "#2f7d4f" if net > 0 else "#8a8a8a" for net in nets]
    axes.bar(nets, shares, width=0.42, color=colours)
    axes.set_xlabel(f"net result of {found.rounds:,} rounds, in first wagers")
    axes.set_ylabel("per cent of sessions")
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    ruin = "" if found.bankroll is None else f", bankroll of {found.bankroll:g} lost {found.ruin:.3%}"
    axes.set_title(f"{title}\nahead {found.ahead:.3%}, behind {found.behind:.3%}{ruin}", fontsize=10)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
