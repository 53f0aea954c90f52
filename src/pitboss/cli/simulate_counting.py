"""``pitboss simulate --count``: somebody counts the cards, and wagers by a ramp."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from msgspec import Struct

from pitboss.cli.call import Refused, options_of
from pitboss.cli.simulate_call import Call

if TYPE_CHECKING:
    from pitboss.kernel.count_game import CountGame
    from pitboss.kernel.count_systems import CountSystem
    from pitboss.kernel.ramp import Worth
    from pitboss.kernel.strategy import Chart
    from pitboss.law.resolve import BlackjackRules

#: Counts that come less often than this have no line on the screen.
_SELDOM = 0.0005


class Counted(Struct, frozen=True):
    """How somebody counts and wagers, as the command was given it; a ``CountSystem`` and a ``Ramp``."""

    system: Any
    ramp: Any
    way: str = ""
    bankroll: int = 0
    insure_at: int | None = None

    def wagers(self, stakes: tuple[int, ...]) -> tuple[int, ...]:
        """All main wagers that may lie on a box; those of the ramp, where there is one."""
        if self.ramp is None:
            return stakes
        if stakes:
            raise Refused("--ramp says what the main wager is: --wager main=… is left out")
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
        """The table at which somebody counts so; Refused where that cannot be simulated."""
        from pitboss.kernel.count_game import flat, open_count, spots_of

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
            )
        except ValueError as error:
            raise Refused(str(error)) from None


def system_of(count: str, way: str) -> "CountSystem":
    """The system that a count and the way to read it name: by its name, its tags, or a file with them."""
    from pitboss.kernel.count_systems import WAYS, find_system, read_system

    if way and way not in WAYS:
        raise Refused(f"'{way}' is no way to read a count: there are {', '.join(WAYS)}")
    try:
        path = Path(count)
        is_file = "=" not in count and path.is_file()
        return read_system(path.read_text(encoding="utf-8"), path.name) if is_file else find_system(count)
    except UnicodeDecodeError:
        raise Refused(f"{count} is no text") from None
    except (ValueError, OSError) as error:
        raise Refused(str(error)) from None


def read_counted(count: str, ramp: str, way: str, bankroll: str, insure_at: int | None) -> Counted | None:
    """What the options ask for, None where nobody counts; everything that is wrong with them is said here."""
    given = {"--ramp": ramp, "--true": way, "--bankroll": bankroll, "--insure-at": insure_at is not None}
    if not count:
        for name, value in given.items():
            if value:
                raise Refused(f"{name} goes with --count, such as --count hi-lo")
        return None
    from pitboss.kernel.ramp import read_ramp
    from pitboss.money import parse_amount

    system = system_of(count, way)
    try:
        steps = read_ramp(ramp) if ramp else None
    except ValueError as error:
        raise Refused(str(error)) from None
    try:
        money = parse_amount(bankroll) if bankroll else 0
    except ValueError:
        money = 0
    if bankroll and not money:
        raise Refused(f"'{bankroll}' is no bankroll: an amount above 0, like 10000")
    return Counted(system, steps, way, money, insure_at)


def simulate(call: Call, counted: Counted, game: "CountGame") -> None:
    """Simulates a table at which somebody counts."""
    from pitboss.cli.simulate_run import end, ending, play
    from pitboss.kernel.count_report import as_json as count_json
    from pitboss.kernel.report import as_json, expectation, report

    setting = game.table.setting
    totals = play(call, game, partial(expectation, setting))
    told, worth = report(setting, totals), game.worth(totals)
    if call.as_json:
        plain = as_json(setting, told, options=options_of(setting.rules), kernel=game.table.kernel, seed=call.seed)
        plain["count"] = count_json(game, worth, counted.bankroll)
        typer.echo(json.dumps(plain, indent=2))
    else:
        from pitboss.cli.simulate_screen import show

        show(setting, told, kernel=game.table.kernel, ending=ending(call, game, totals))
        _show(game, worth, counted.bankroll)
    if call.out is not None:
        _write(game, worth, call, counted.bankroll, told)
    if call.plot is not None:
        _draw(game, worth, call.plot)
    end(totals)


def _show(game: "CountGame", worth: "Worth", bankroll: int) -> None:
    """The table by count and what the ramp is worth, for people."""
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


def _lines(game: "CountGame", worth: "Worth", bankroll: int) -> list[str]:
    boxes = game.table.program.boxes
    mean, error = worth.expectation / 100, worth.standard_error / 100
    lines = [
        f"ramp {game.ramp}: average wager {worth.average_wager / boxes / 100:.2f} on a box, main game "
        f"{worth.per_unit:+.4%} of what is wagered",
        f"a round brings {mean:+.4f} ± {error:.4f} (a hand {mean / boxes:+.4f}, 100 rounds {100 * mean:+.2f} "
        f"± {100 * error:.2f}), deviation {worth.deviation / 100:.2f}",
    ]
    index, score, kelly = worth.desirability, worth.score, worth.kelly_bankroll
    if kelly is None:
        lines.append("no advantage: there is no bankroll that lasts")
    elif mean < 2 * error:
        lines.append("whether this ramp wins is not known yet: what it brings is within two errors of nothing")
    else:
        lines.append(
            f"N0 {worth.n0[0]:,.0f} ± {worth.n0[1]:,.0f} rounds, desirability index {index[0]:.2f} ± {index[1]:.2f}, "
            f"SCORE {score[0]:.2f} ± {score[1]:.2f}, Kelly bankroll {kelly[0] / 100:,.0f} ± {kelly[1] / 100:,.0f}"
        )
    if bankroll:
        risk, off = worth.risk_of_ruin(bankroll)
        lines.append(f"risk of ruin with {bankroll / 100:,.0f}: {risk:.3%} ± {off:.3%}")
    return lines


def _write(game: "CountGame", worth: "Worth", call: Call, bankroll: int, told: Any) -> None:
    """Everything as a long table in Parquet."""
    import polars

    from pitboss.kernel.count_report import as_rows as count_rows
    from pitboss.kernel.report import as_rows

    assert call.out is not None
    found = [*as_rows(told), *count_rows(game, worth, bankroll)]
    rows = [{"rulebook": call.rulebook, "seed": call.seed, **row} for row in found]
    polars.DataFrame(rows).write_parquet(call.out)


def _draw(game: "CountGame", worth: "Worth", path: Path) -> None:
    """What a unit brings by count with its error, how often the count comes, and the wager."""
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
