"""A run of any simulated game on the terminal: its progress, its checkpoint, and who plays it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from os import cpu_count

import typer

from pitboss.cli.call import Refused
from pitboss.cli.simulate_call import Call
from pitboss.kernel.run import Game, Totals, run

#: What a shell expects of a program that somebody stopped from the keyboard.
INTERRUPTED = 130


@contextmanager
def progress(rounds: int) -> Iterator[Callable[[int, str], None]]:
    """A bar with the running estimate, on the error stream and only where somebody sees it."""
    if not sys.stderr.isatty():
        yield lambda done, estimate: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[estimate]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds, estimate="")
        yield lambda done, estimate: bar.update(task, completed=done, estimate=estimate)


def play(call: Call, game: Game, estimate: Callable[[Totals], float]) -> Totals:
    """Plays what the call asks for; whatever stands in the way is told before anything runs."""
    try:
        totals = _played(call, game, estimate)
    except ValueError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{error.filename or call.checkpoint}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        totals = None
    if totals is None or not totals.one("rounds"):
        typer.echo("pitboss simulate: stopped before anything was played", err=True)
        raise typer.Exit(INTERRUPTED)
    return totals


def _played(call: Call, game: Game, estimate: Callable[[Totals], float]) -> Totals:
    with ExitStack() as stack:
        start, keep, crew = None, None, None
        if call.checkpoint is not None:
            from pitboss.kernel.checkpoint import Checkpoint

            checkpoint = Checkpoint(call.checkpoint, game, call.seed)
            start, keep = checkpoint.start(), checkpoint.keep
            stack.enter_context(checkpoint)
        if call.cluster:
            from pitboss.kernel.cluster import crew as crew_at

            crew = stack.enter_context(crew_at(call.cluster, game, call.seed))
        tell = stack.enter_context(progress(call.rounds))

        def watch(totals: Totals) -> None:
            tell(totals.one("rounds"), f"{estimate(totals):+.4%} ± {game.standard_error(totals):.4%}")

        return run(
            game,
            call.rounds,
            call.seed,
            workers=call.workers or cpu_count() or 1,
            crew=crew,
            until=call.until,
            start=start,
            watch=watch,
            keep=keep,
        )


def ending(call: Call, game: Game, totals: Totals) -> str:
    """Why the run ended, where that is worth a word."""
    error = game.standard_error(totals)
    if totals.stopped == "interrupted":
        further = f" The same command goes on from {call.checkpoint}." if call.checkpoint is not None else ""
        return f"Stopped: this is what was played until then.{further}"
    if call.until and totals.stopped == "until":
        return f"The standard error of {call.until:g} was reached."
    if call.until:
        rounds = f"All {totals.one('rounds'):,} rounds are played"
        return f"{rounds}, and the standard error is {error:.2g}: {call.until:g} was not reached."
    return ""


def end(totals: Totals) -> None:
    """The exit code of a run that was interrupted; anything else ends as it does."""
    if totals.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)
