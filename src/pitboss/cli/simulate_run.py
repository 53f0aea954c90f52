"""Runs a simulation from the command line: progress bar, checkpoint, workers, interruption."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from os import cpu_count

import typer

from pitboss.cli.options import BadUsage
from pitboss.cli.simulate_options import SimulateOptions
from pitboss.simulate.run import SimulatedGame, Totals, run

#: Exit code after Ctrl-C.
INTERRUPTED = 130


@contextmanager
def progress(rounds: int) -> Iterator[Callable[[int, str], None]]:
    """Show a progress bar with the running estimate on an interactive error stream."""
    if not sys.stderr.isatty():
        yield lambda done, estimate: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[estimate]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds, estimate="")
        yield lambda done, estimate: bar.update(task, completed=done, estimate=estimate)


def play(call: SimulateOptions, game: SimulatedGame, estimate: Callable[[Totals], float]) -> Totals:
    """Run the simulation. Errors are reported before it starts."""
    try:
        totals = _played(call, game, estimate)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    except OSError as error:
        raise BadUsage(f"{error.filename or call.checkpoint}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        totals = None
    if totals is None or not totals.value("rounds"):
        typer.echo("pitboss simulate: interrupted before the first round", err=True)
        raise typer.Exit(INTERRUPTED)
    return totals


def _played(call: SimulateOptions, game: SimulatedGame, estimate: Callable[[Totals], float]) -> Totals:
    with ExitStack() as stack:
        start, keep, pool = None, None, None
        if call.checkpoint is not None:
            from pitboss.simulate.checkpoint import Checkpoint

            checkpoint = Checkpoint(call.checkpoint, game, call.seed)
            start, keep = checkpoint.start(), checkpoint.keep
            stack.enter_context(checkpoint)
        if call.cluster:
            from pitboss.simulate.cluster import connect_workers

            pool = stack.enter_context(connect_workers(call.cluster, game, call.seed))
        update = stack.enter_context(progress(call.rounds))

        def watch(totals: Totals) -> None:
            update(totals.value("rounds"), f"{estimate(totals):+.4%} ± {game.standard_error(totals):.4%}")

        return run(
            game,
            call.rounds,
            call.seed,
            workers=call.workers or cpu_count() or 1,
            pool=pool,
            until=call.until,
            start=start,
            watch=watch,
            keep=keep,
        )


def ending(call: SimulateOptions, game: SimulatedGame, totals: Totals) -> str:
    """Returns why the run ended, or an empty string if it is complete."""
    error = game.standard_error(totals)
    if totals.stopped == "interrupted":
        further = f" The same command resumes from {call.checkpoint}." if call.checkpoint is not None else ""
        return f"Interrupted: the result of the rounds so far.{further}"
    if call.until and totals.stopped == "until":
        return f"The standard error of {call.until:g} was reached."
    if call.until:
        rounds = f"All {totals.value('rounds'):,} rounds were played"
        return f"{rounds}, and the standard error is {error:.2g}: {call.until:g} was not reached."
    return ""


def end(totals: Totals) -> None:
    """Exit with the code of an interruption if the run was interrupted."""
    if totals.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)
