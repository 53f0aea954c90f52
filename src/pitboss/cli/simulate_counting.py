"""``pitboss simulate --count``: simulate a card counter who bets by a ramp."""

from collections.abc import Mapping
from functools import partial
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer
from msgspec import Struct

from pitboss.cli.options import BadUsage, options_of
from pitboss.cli.simulate_options import SimulateOptions

if TYPE_CHECKING:
    from pitboss.law.resolve import BlackjackRules
    from pitboss.simulate.blackjack.count_game import CountGame
    from pitboss.simulate.blackjack.ramp import RampValue
    from pitboss.strategy.chart import Chart
    from pitboss.strategy.count_systems import CountSystem

#: Counts rarer than this are not printed.
_SELDOM = 0.0005
#: The word for a ramp that is found, and its largest wager in units if none is given.
BEST: Final = "best"
_SPREAD: Final = 12


class BestTerms(Struct, frozen=True):
    """What the best ramp is to keep: the risk of ruin, and the largest wager in units of the smallest."""

    risk: float
    spread: int
    leaves: bool


class CountingOptions(Struct, frozen=True):
    """Parsed options of card counting: a ``CountSystem``, a ``Ramp`` and more."""

    system: Any
    ramp: Any
    way: str = ""
    bankroll: int = 0
    insure_at: int | None = None
    #: The terms of the best ramp, which a first run finds; None for a given one.
    best: BestTerms | None = None
    #: The names of the charts of other players, and the first box of the counter behind or between them; 0 behind.
    others: tuple[str, ...] = ()
    seat: int = 0

    def wagers(self, stakes: tuple[int, ...]) -> tuple[int, ...]:
        """Returns all possible main wagers: those of the ramp if there is one."""
        if self.ramp is None:
            return stakes
        if stakes:
            raise BadUsage("--ramp sets the main wager: omit --wager main=…")
        wagers: tuple[int, ...] = self.ramp.wagers
        return wagers

    def game(
        self,
        rules: "BlackjackRules",
        chart: "Chart",
        *,
        stakes: tuple[int, ...],
        sides: Mapping[str, int],
        boxes: int,
        every_round: bool,
    ) -> "CountGame":
        """Returns the game of the counter. Raises BadUsage if it cannot be simulated."""
        from pitboss.cli.simulate import chart_named
        from pitboss.simulate.blackjack.count_game import flat, open_count, spots_of

        try:
            ramp = self.ramp
            spots = rules.terms.spots_needed if rules.terms.spots > 1 else 1
            if ramp is None:
                spots = spots_of(stakes) if stakes else spots
                ramp = flat(stakes[0] if stakes else rules.limits.minimum)
            return open_count(
                rules,
                chart,
                self.system,
                ramp,
                way=self.way,
                insure_at=self.insure_at,
                sides=sides,
                boxes=boxes,
                spots=spots,
                shuffle_every_round=every_round,
                others=[chart_named(name, rules) for name in self.others],
                seat=self.seat,
            )
        except ValueError as error:
            raise BadUsage(str(error)) from None


def system_of(count: str, way: str) -> "CountSystem":
    """Parse a counting system: its name, its tags, or a file with tags."""
    from pitboss.strategy.count_systems import WAYS, find_system, read_system

    if way and way not in WAYS:
        raise BadUsage(f"'{way}' is not a count conversion: expected {', '.join(WAYS)}")
    try:
        path = Path(count)
        is_file = "=" not in count and path.is_file()
        return read_system(path.read_text(encoding="utf-8"), path.name) if is_file else find_system(count)
    except UnicodeDecodeError:
        raise BadUsage(f"{count} is not a text file") from None
    except (ValueError, OSError) as error:
        raise BadUsage(str(error)) from None


class RampOptions(Struct, frozen=True):
    """The unparsed options of the ramp and of the best ramp."""

    ramp: str = ""
    bankroll: str = ""
    risk: str = ""
    spread: int = 0
    leave: bool = False
    others: str = ""
    seat: int = 0


def parse_counting(count: str, way: str, insure_at: int | None, options: RampOptions) -> CountingOptions | None:
    """Parse and validate the options of counting. Returns None without --count."""
    given = {
        "--ramp": options.ramp,
        "--true": way,
        "--bankroll": options.bankroll,
        "--insure-at": insure_at is not None,
        "--others": options.others,
    }
    if not count:
        for name, value in given.items():
            if value:
                raise BadUsage(f"{name} needs --count, such as --count hi-lo")
    others = tuple(options.others.replace(",", " ").split())
    if options.seat and not others:
        raise BadUsage("--seat needs --others, such as --others basic,mimic")
    best = _best_terms(options)
    if not count:
        return None
    from pitboss.simulate.blackjack.ramp import read_ramp

    system = system_of(count, way)
    try:
        steps = read_ramp(options.ramp) if options.ramp and best is None else None
    except ValueError as error:
        raise BadUsage(str(error)) from None
    return CountingOptions(system, steps, way, _bankroll(options.bankroll), insure_at, best, others, options.seat)


def _bankroll(text: str) -> int:
    from pitboss.money import parse_amount

    try:
        money = parse_amount(text) if text else 0
    except ValueError:
        money = 0
    if text and not money:
        raise BadUsage(f"'{text}' is not a bankroll: write an amount above 0, like 10000")
    return money


def _best_terms(options: RampOptions) -> BestTerms | None:
    """Parse what the best ramp is to keep; None for another ramp."""
    if options.ramp != BEST:
        for name, value in {"--risk": options.risk, "--spread": options.spread, "--leave": options.leave}.items():
            if value:
                raise BadUsage(f"{name} needs --ramp {BEST}")
        return None
    if not options.bankroll:
        raise BadUsage(f"--ramp {BEST} needs --bankroll, such as --bankroll 10000")
    text = options.risk
    try:
        risk = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1) if text else exp(-2)
    except ValueError:
        risk = 0.0
    if not 0 < risk < 1:
        raise BadUsage(f"'{text}' is not a risk of ruin: write a probability such as 5% or 0.05")
    return BestTerms(risk, options.spread or _SPREAD, options.leave)


def with_best_ramp(call: SimulateOptions, counting: CountingOptions, game: "CountGame") -> CountingOptions:
    """Returns the options with the best ramp for the figures by count of a run with other cards."""
    from msgspec.structs import replace

    from pitboss.cli.simulate_run import end, play
    from pitboss.simulate.blackjack.best_ramp import BestRamp, best_ramp
    from pitboss.simulate.blackjack.report import expectation

    if counting.best is None:
        return counting
    first = replace(call, seed=(call.seed + 1) % 2**64, checkpoint=None, until=0)
    totals = play(first, game, partial(expectation, game.table.setting))
    end(totals)
    best, program = counting.best, game.table.program
    asked = BestRamp(
        bankroll=counting.bankroll,
        risk=best.risk,
        unit=game.ramp.wagers[0],
        spread=best.spread,
        leaves=best.leaves,
        boxes=program.boxes,
    )
    try:
        return replace(counting, ramp=best_ramp(game.worth(totals).counts, asked), best=None)
    except ValueError as error:
        raise BadUsage(str(error)) from None


def simulate(call: SimulateOptions, counting: CountingOptions, game: "CountGame") -> None:
    """Simulate a table with a card counter."""
    from pitboss.cli.simulate_run import end, ending, play
    from pitboss.simulate.blackjack.count_report import as_json as count_json
    from pitboss.simulate.blackjack.report import as_json, expectation, report

    setting = game.table.setting
    totals = play(call, game, partial(expectation, setting))
    result, worth = report(setting, totals), game.worth(totals)
    if call.as_json:
        import json

        plain = as_json(setting, result, options=options_of(setting.rules), kernel=game.table.kernel, seed=call.seed)
        plain["count"] = count_json(game, worth, counting.bankroll)
        typer.echo(json.dumps(plain, indent=2))
    else:
        from pitboss.cli.simulate_screen import show

        show(setting, result, kernel=game.table.kernel, ending=ending(call, game, totals))
        _show(game, worth, counting.bankroll)
    if call.out is not None:
        _write(game, worth, call, counting.bankroll, result)
    if call.plot is not None:
        _draw(game, worth, call.plot)
    end(totals)


def _show(game: "CountGame", worth: "RampValue", bankroll: int) -> None:
    """Print the figures by count, and those of the ramp."""
    from rich.console import Console
    from rich.table import Table

    from pitboss.money import amount_text

    console = Console()
    read = "running count" if game.way == "running" else f"true count ({game.way})"
    table = Table(title=f"{game.system.name}: rounds by {read}")
    for name in ("count", "rounds", "expectation", "standard error", "deviation", "wager"):
        table.add_column(name, justify="right")
    shown = [at for at in worth.counts if at.frequency >= _SELDOM]
    for at in shown:
        main = at.main
        figures = (f"{main.expectation:+.3%}", f"{main.standard_error:.3%}", f"{main.deviation:.4f}")
        table.add_row(f"{at.count:+d}", f"{at.frequency:.3%}", *figures, amount_text(at.wager))
    console.print(table)
    rest = sum(at.frequency for at in worth.counts if at.frequency < _SELDOM)
    if rest:
        console.print(f"all other counts: {rest:.3%} of the rounds", highlight=False)
    for line in _lines(game, worth, bankroll):
        console.print(line, highlight=False)


def _lines(game: "CountGame", worth: "RampValue", bankroll: int) -> list[str]:
    boxes = game.table.program.boxes
    mean, error = worth.expectation / 100, worth.standard_error / 100
    lines = [
        f"ramp {game.ramp}: average wager {worth.average_wager / boxes / 100:.2f} on a box, main game "
        f"{worth.per_unit:+.4%} of what is wagered",
        f"result per round {mean:+.4f} ± {error:.4f} (per hand {mean / boxes:+.4f}, per 100 rounds {100 * mean:+.2f} "
        f"± {100 * error:.2f}), deviation {worth.deviation / 100:.2f}",
    ]
    index, score, kelly = worth.desirability, worth.score, worth.kelly_bankroll
    if kelly is None:
        lines.append("no advantage: no bankroll is large enough")
    elif mean < 2 * error:
        lines.append("not significant yet: the result is within two standard errors of zero")
    else:
        lines.append(
            f"N0 {worth.n0[0]:,.0f} ± {worth.n0[1]:,.0f} rounds, desirability index {index[0]:.2f} ± {index[1]:.2f}, "
            f"SCORE {score[0]:.2f} ± {score[1]:.2f}, Kelly bankroll {kelly[0] / 100:,.0f} ± {kelly[1] / 100:,.0f}"
        )
    program = game.table.program
    if program.seats:
        names = ", ".join(chart.name for chart in program.seats if chart is not None)
        lines.append(f"other players ({names}) draw cards; the counter's first box is {program.words['own_first'] + 1}")
    if bankroll:
        (risk, off), (sure, sure_off) = worth.risk_of_ruin(bankroll), worth.certainty_equivalent(bankroll)
        lines.append(
            f"risk of ruin with {bankroll / 100:,.0f}: {risk:.3%} ± {off:.3%}, certainty equivalent per 100 rounds "
            f"{sure:+,.2f} ± {sure_off:.2f}"
        )
    return lines


def _write(game: "CountGame", worth: "RampValue", call: SimulateOptions, bankroll: int, result: Any) -> None:
    """Write everything to a Parquet file, in long format."""
    import polars

    from pitboss.simulate.blackjack.count_report import as_rows as count_rows
    from pitboss.simulate.blackjack.report import as_rows

    assert call.out is not None
    found = [*as_rows(result), *count_rows(game, worth, bankroll)]
    rows = [{"rulebook": call.rulebook, "seed": call.seed, **row} for row in found]
    polars.DataFrame(rows).write_parquet(call.out)


def _draw(game: "CountGame", worth: "RampValue", path: Path) -> None:
    """Plot the expectation, the frequency and the wager by count."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    shown = [at for at in worth.counts if at.frequency >= _SELDOM]
    counts = [at.count for at in shown]
    figure, (above, below) = pyplot.subplots(2, 1, figsize=(8, 7), sharex=True)
    above.errorbar(
        counts,
        [100 * at.main.expectation for at in shown],
        [200 * at.main.standard_error for at in shown],
        marker="o",
        capsize=2,
    )
    above.axhline(0, color="black", linewidth=0.8)
    above.set_ylabel("main game, % of the wager (bars: 2 errors)")
    above.set_title(f"{game.table.setting.rules.rulebook}, {game.system.name}, {worth.rounds:,} rounds")
    below.bar(counts, [100 * at.frequency for at in shown], color="lightgrey", width=0.9)
    below.set_ylabel("share of rounds (%), grey")
    below.set_xlabel("running count" if game.way == "running" else f"true count ({game.way})")
    wager = below.twinx()
    wager.step(counts, [at.wager / 100 for at in shown], where="mid")
    wager.set_ylim(bottom=0)
    wager.set_ylabel("wager, line")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
