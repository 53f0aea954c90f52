"""``pitboss simulate``: many rounds at a table of one's choice, played by a chart."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import (
    AsJson,
    Book,
    Option,
    Refused,
    Seed,
    chart_in,
    choices,
    game_of,
    leave,
    number_of_rounds,
    options_of,
    pairs,
    posted_limits,
    resolved,
)
from pitboss.cli.simulate_call import Call, check
from pitboss.cli.simulate_counting import Counted, read_counted
from pitboss.cli.simulate_counting import simulate as simulate_count

if TYPE_CHECKING:
    from pitboss.kernel.games import BlackjackGame
    from pitboss.kernel.strategy import Chart
    from pitboss.law import Limits
    from pitboss.law.resolve import BlackjackRules

command = new_command()

Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager", "-w", help="main=10, a side wager, a position like 'split 17-20=5'.", metavar="NAME=AMOUNT"
    ),
]
System = Annotated[
    str, typer.Option(help="Count cards: hi-lo, ko, …, a file with tags, or tags like A=-1 2=1 …", metavar="SYSTEM")
]
Cluster = Annotated[
    str, typer.Option(help="A Dask scheduler whose workers play; or local, local:4.", metavar="ADDRESS")
]
Checkpoint = Annotated[
    Path | None, typer.Option(help="Keep what was played in this file, and go on from it.", metavar="FILE")
]


def _posted(limits: str, stakes: tuple[int, ...]) -> "Limits":
    """The limits of the table: as given, or such that these wagers may be made."""
    from pitboss.law import Limits

    least = min((stake for stake in stakes if stake), default=1000)
    if not limits:
        return Limits(least, max(least, *stakes, 1000) * 1000)
    return posted_limits(limits)


def _chart(name: str, rules: "BlackjackRules") -> "Chart":
    from pitboss.kernel.strategy import built_in

    path = Path(name)
    if path.is_file():
        return chart_in(path, rules)
    try:
        return _best_chart(rules) if name == "best" else built_in(name, rules)
    except ValueError as error:
        raise Refused(str(error)) from None


def _best_chart(rules: "BlackjackRules") -> "Chart":
    """The best play by total for exactly these rules, from the exact analysis; ValueError where it cannot be had."""
    from msgspec.structs import replace

    from pitboss.analyse.strategy import best_chart

    return replace(best_chart(rules), name="best")


def _amounts(wagers: dict[str, str]) -> tuple[tuple[int, ...], dict[str, int]]:
    """The main wager by spot, and the side wagers."""
    from pitboss.money import parse_amount

    written = wagers.pop("main", "")
    try:
        main = tuple(parse_amount(text) for text in written.split(",")) if written else ()
        sides = {name: parse_amount(text) for name, text in wagers.items()}
    except ValueError as error:
        raise Refused(str(error)) from None
    if written and not any(main):
        raise Refused(f"main={written} is no wager: without one on the main game nothing is dealt")
    return main, sides


@command.command(
    epilog=examples(
        "pitboss simulate nz-blackjack --rounds 1e7 --seed 1",
        "pitboss simulate mbs-blackjack --wager main=25 --wager pair=5 --boxes 3",
        "pitboss simulate tribal-blackjack -o surrender=true --json",
        "pitboss simulate mbs-blackjack --count hi-lo --ramp '<=0:10 1:20 2:40'",
        "pitboss simulate nz-roulette --wager 'straight 17=10' --wager red=5 --rounds 1e9",
    )
)
def simulate(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    wager: Wagers = None,
    rounds: Annotated[str, typer.Option(help="How many rounds.", metavar="N")] = "1e6",
    seed: Seed = 1,
    boxes: Annotated[int, typer.Option(help="Boxes that are played on.")] = 1,
    strategy: Annotated[str, typer.Option(help="best, basic, mimic, or a file with a chart.")] = "basic",
    shuffle: Annotated[str, typer.Option(help="every-round, or by the rules of the table.")] = "rules",
    count: System = "",
    ramp: Annotated[str, typer.Option(help='Wagers by count, like "<=0:10 1:20 2:40".', metavar="STEPS")] = "",
    true: Annotated[str, typer.Option(help="How a count is read: floor, trunc, round or running.")] = "",
    insure_at: Annotated[int | None, typer.Option(help="Take insurance from this count on.", metavar="COUNT")] = None,
    bankroll: Annotated[str, typer.Option(help="Tell the risk of ruin with so much money.", metavar="AMOUNT")] = "",
    limits: Annotated[str, typer.Option(help="The posted limits.  [default: from the main wager up]")] = "",
    workers: Annotated[int, typer.Option(help="Threads that play.  [default: one for each processor]")] = 0,
    cluster: Cluster = "",
    checkpoint: Checkpoint = None,
    until: Annotated[float, typer.Option(help="Stop at this standard error of the main game, such as 0.0001.")] = 0,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="Write the result as a Parquet table into this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the distribution of results into this file.")] = None,
) -> None:
    """Simulate many rounds of blackjack or roulette and tell what the wagers are worth.

    Where the simulator cannot play a rule it says so by its clause, and plays nothing.
    """
    try:
        call = Call(
            rulebook=rulebook,
            options=choices(option),
            wagers=tuple(wager or ()),
            rounds=number_of_rounds(rounds, least=2),  # one alone has no standard error
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
        _simulate(call, (boxes, strategy, shuffle), read_counted(count, ramp, true, bankroll, insure_at))
    except (Refused, OSError) as error:
        raise leave("simulate", error) from None


def _simulate(call: Call, played: tuple[int, str, str], counted: Counted | None) -> None:
    """The game of the rulebook; ``played`` are boxes, strategy and shuffle."""
    check(call)
    game = game_of(call.rulebook)
    if game == "roulette":
        from pitboss.cli.simulate_roulette import simulate as simulate_roulette

        if counted is not None or played != (1, "basic", "rules"):
            raise Refused("--boxes, --strategy, --shuffle and --count are of blackjack")
        simulate_roulette(call)
    elif game == "blackjack":
        _simulate_blackjack(call, *played, counted)
    else:
        raise Refused(f"{call.rulebook} is a rulebook of {game}, and only blackjack and roulette are simulated")


def _simulate_blackjack(call: Call, boxes: int, strategy: str, shuffle: str, counted: Counted | None) -> None:
    stakes, sides = _amounts(pairs(call.wagers, "wager", "main=10"))
    if shuffle not in ("rules", "every-round"):
        raise Refused(f"'{shuffle}' is no way to shuffle: there are rules and every-round")
    limits = _posted(call.limits, counted.wagers(stakes) if counted else stakes)
    rules = resolved(call.rulebook, call.options, limits)
    chart, every = _chart(strategy, rules), shuffle == "every-round"
    if counted is not None:
        game_of_count = counted.game(rules, chart, stakes=stakes, sides=sides, boxes=boxes, every_round=every)
        simulate_count(call, counted, game_of_count)
        return
    from pitboss.kernel.games import open_game

    try:
        game = open_game(rules, chart, stakes=stakes, sides=sides, boxes=boxes, shuffle_every_round=every)
    except ValueError as error:
        raise Refused(str(error)) from None
    _play_and_tell(call, game)


def _play_and_tell(call: Call, game: "BlackjackGame") -> None:
    """Plays the rounds, and tells or writes what came of them wherever it was asked for."""
    from pitboss.cli.simulate_run import end, ending, play
    from pitboss.kernel.report import as_json, expectation, report

    setting = game.setting
    if call.plot is not None and not setting.few_results:
        raise Refused(f"{call.plot}: the results of these wagers are too many for a picture")
    totals = play(call, game, partial(expectation, setting))
    told = report(setting, totals)
    if call.as_json:
        plain = as_json(setting, told, options=options_of(setting.rules), kernel=game.kernel, seed=call.seed)
        typer.echo(json.dumps(plain, indent=2))
    else:
        from pitboss.cli.simulate_screen import show

        show(setting, told, kernel=game.kernel, ending=ending(call, game, totals))
    if call.out is not None:
        from pitboss.cli.simulate_screen import write

        write(setting, told, call.seed, call.out)
    if call.plot is not None:
        from pitboss.cli.simulate_screen import draw

        draw(setting, told, call.plot)
    end(totals)
