"""``pitboss simulate``: simulate rounds of blackjack or roulette."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    BookOrRules,
    Option,
    Seed,
    Shorthand,
    chart_in,
    choices,
    error_exit,
    game_of,
    number_of_rounds,
    options_of,
    pairs,
    posted_limits,
    resolved,
)
from pitboss.cli.simulate_counting import CountingOptions, RampOptions, parse_counting, with_best_ramp
from pitboss.cli.simulate_counting import simulate as simulate_count
from pitboss.cli.simulate_options import SimulateOptions, check

if TYPE_CHECKING:
    from pitboss.law import Limits
    from pitboss.law.resolve import BlackjackRules
    from pitboss.simulate.blackjack.game import BlackjackGame
    from pitboss.strategy.chart import Chart

command = new_command()

Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        "-w",
        help="A wager: main=10, a side wager, or a position like 'split 17-20=5'.",
        metavar="NAME=AMOUNT",
    ),
]
System = Annotated[
    str, typer.Option(help="Counting system: hi-lo, ko, …, a file with tags, or tags like A=-1 2=1 …", metavar="SYSTEM")
]
Cluster = Annotated[str, typer.Option(help="Address of a Dask scheduler; or local, local:4.", metavar="ADDRESS")]
Checkpoint = Annotated[
    Path | None, typer.Option(help="Save the progress to this file, and resume from it.", metavar="FILE")
]


def _posted(limits: str, stakes: tuple[int, ...]) -> "Limits":
    """Returns the posted limits, by default wide enough for these wagers."""
    from pitboss.law import Limits

    least = min((stake for stake in stakes if stake), default=1000)
    if not limits:
        return Limits(least, max(least, *stakes, 1000) * 1000)
    return posted_limits(limits)


def chart_named(name: str, rules: "BlackjackRules") -> "Chart":
    """Returns the chart of a file, the best one, or a built-in one; raises BadUsage for another name."""
    from pitboss.strategy.chart import built_in

    path = Path(name)
    if path.is_file():
        return chart_in(path, rules)
    try:
        return _best_chart(rules) if name == "best" else built_in(name, rules)
    except ValueError as error:
        raise BadUsage(str(error)) from None


def _best_chart(rules: "BlackjackRules") -> "Chart":
    """Returns the best total-dependent chart for these rules. Raises ValueError if there is none."""
    from msgspec.structs import replace

    from pitboss.analyse.strategy import best_chart

    return replace(best_chart(rules), name="best")


def _amounts(wagers: dict[str, str]) -> tuple[tuple[int, ...], dict[str, int]]:
    """Parse the main wager by spot, and the side wagers."""
    from pitboss.money import parse_amount

    written = wagers.pop("main", "")
    try:
        main = tuple(parse_amount(text) for text in written.split(",")) if written else ()
        sides = {name: parse_amount(text) for name, text in wagers.items()}
    except ValueError as error:
        raise BadUsage(str(error)) from None
    if written and not any(main):
        raise BadUsage(f"main={written} is not a wager: a round needs one on the main game")
    return main, sides


@command.command(
    epilog=examples(
        "pitboss simulate nz-blackjack --rounds 1e7 --seed 1",
        "pitboss simulate mbs-blackjack --wager main=25 --wager pair=5 --boxes 3",
        "pitboss simulate tribal-blackjack -o surrender=true --json",
        "pitboss simulate mbs-blackjack --count hi-lo --ramp '<=0:10 1:20 2:40'",
        "pitboss simulate mbs-blackjack --count hi-lo --others basic,mimic,mimic --seat 2",
        "pitboss simulate --rules '6D H17 DAS LS' --strategy best --rounds 1e8",
        "pitboss simulate nz-roulette --wager 'straight 17=10' --wager red=5 --rounds 1e9",
    )
)
def simulate(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    wager: Wagers = None,
    rounds: Annotated[str, typer.Option(help="Number of rounds.", metavar="N")] = "1e6",
    seed: Seed = 1,
    boxes: Annotated[int, typer.Option(help="Number of boxes to play.")] = 1,
    strategy: Annotated[str, typer.Option(help="best, basic, mimic, or a chart file.")] = "basic",
    shuffle: Annotated[str, typer.Option(help="every-round, or rules: by the rules of the table.")] = "rules",
    count: System = "",
    ramp: Annotated[str, typer.Option(help='Wagers by count, like "<=0:10 1:20 2:40", or best.', metavar="STEPS")] = "",
    true: Annotated[str, typer.Option(help="Conversion of the count: floor, trunc, round or running.")] = "",
    insure_at: Annotated[int | None, typer.Option(help="Take insurance from this count on.", metavar="COUNT")] = None,
    bankroll: Annotated[str, typer.Option(help="Compute the risk of ruin with this bankroll.", metavar="AMOUNT")] = "",
    risk: Annotated[str, typer.Option(help="Risk of ruin of --ramp best.  [default: 13.5%]", metavar="P")] = "",
    spread: Annotated[
        int, typer.Option(help="Largest wager of --ramp best, in units.  [default: 12]", metavar="N", min=0)
    ] = 0,
    leave: Annotated[bool, typer.Option("--leave", help="--ramp best may bet nothing: another plays the box.")] = False,
    others: Annotated[
        str, typer.Option(help="Other players with --count, each with a chart: basic,mimic,chart.txt", metavar="CHARTS")
    ] = "",
    seat: Annotated[
        int, typer.Option(help="First box of the one who counts.  [default: behind the others]", metavar="N", min=0)
    ] = 0,
    limits: Annotated[str, typer.Option(help="The posted limits.  [default: wide enough for the wagers]")] = "",
    workers: Annotated[int, typer.Option(help="Number of threads.  [default: one per processor]")] = 0,
    cluster: Cluster = "",
    checkpoint: Checkpoint = None,
    until: Annotated[float, typer.Option(help="Stop at this standard error of the main game, such as 0.0001.")] = 0,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="Write the result to this Parquet file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Plot the distribution of results to this file.")] = None,
) -> None:
    """Simulate rounds of blackjack or roulette and estimate the house edge.

    A rule that the simulator cannot play is refused with its clause before the first round.
    """
    try:
        call = SimulateOptions(
            rulebook=rulebook,
            shorthand=shorthand,
            options=choices(option),
            wagers=tuple(wager or ()),
            rounds=number_of_rounds(rounds, least=2),  # a single round has no standard error
            seed=seed,
            limits=limits,
            workers=workers,
            cluster=cluster,
            checkpoint=checkpoint,
            until=until,
            as_json=as_json,
            out=out,
            plot=plot,
        )
        of_ramp = RampOptions(ramp, bankroll, risk, spread, leave, others, seat)
        _simulate(call, (boxes, strategy, shuffle), parse_counting(count, true, insure_at, of_ramp))
    except (BadUsage, OSError) as error:
        raise error_exit("simulate", error) from None


def _simulate(call: SimulateOptions, played: tuple[int, str, str], counting: CountingOptions | None) -> None:
    """Dispatch by game. ``played`` has the boxes, the strategy and the shuffle."""
    check(call)
    game = game_of(call.rulebook, call.shorthand)
    if game == "blackjack":
        _simulate_blackjack(call, *played, counting)
        return
    if counting is not None or played != (1, "basic", "rules"):
        raise BadUsage("--boxes, --strategy, --shuffle and --count apply to blackjack only")
    if game == "roulette":
        from pitboss.cli.simulate_roulette import simulate as simulate_roulette

        simulate_roulette(call)
    else:
        from pitboss.cli.simulate_game import simulate as simulate_game
        from pitboss.games.registry import find_game

        simulate_game(call, find_game(game))


def _simulate_blackjack(
    call: SimulateOptions, boxes: int, strategy: str, shuffle: str, counting: CountingOptions | None
) -> None:
    stakes, sides = _amounts(pairs(call.wagers, "wager", "main=10"))
    if shuffle not in ("rules", "every-round"):
        raise BadUsage(f"'{shuffle}' is not a shuffle: expected rules or every-round")
    limits = _posted(call.limits, counting.wagers(stakes) if counting else stakes)
    rules = resolved(call.rulebook, call.options, limits, call.shorthand)
    chart, every = chart_named(strategy, rules), shuffle == "every-round"
    if counting is not None:
        of_count: dict[str, Any] = {"stakes": stakes, "sides": sides, "boxes": boxes, "every_round": every}
        ramped = with_best_ramp(call, counting, counting.game(rules, chart, **of_count))
        simulate_count(call, ramped, ramped.game(rules, chart, **of_count))
        return
    from pitboss.simulate.blackjack.game import open_game

    try:
        game = open_game(rules, chart, stakes=stakes, sides=sides, boxes=boxes, shuffle_every_round=every)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    _run_and_report(call, game)


def _run_and_report(call: SimulateOptions, game: "BlackjackGame") -> None:
    """Run the simulation and write the result to every requested output."""
    from pitboss.cli.simulate_run import end, ending, play
    from pitboss.simulate.blackjack.report import as_json, expectation, report

    setting = game.setting
    if call.plot is not None and not setting.few_results:
        raise BadUsage(f"{call.plot}: these wagers have too many different results to plot")
    totals = play(call, game, partial(expectation, setting))
    result = report(setting, totals)
    if call.as_json:
        import json

        plain = as_json(setting, result, options=options_of(setting.rules), kernel=game.kernel, seed=call.seed)
        typer.echo(json.dumps(plain, indent=2))
    else:
        from pitboss.cli.simulate_screen import show

        show(setting, result, kernel=game.kernel, ending=ending(call, game, totals))
    if call.out is not None:
        from pitboss.cli.simulate_screen import write

        write(setting, result, call.seed, call.out)
    if call.plot is not None:
        from pitboss.cli.simulate_screen import draw

        draw(setting, result, call.plot)
    end(totals)
