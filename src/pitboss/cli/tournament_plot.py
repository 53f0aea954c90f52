"""Plots the result of a tournament simulation."""

from pathlib import Path

from pitboss.cli.tournament_simulation import SimulationPlan, TournamentTally, chance


def draw(plan: SimulationPlan, tally: TournamentTally, path: Path) -> None:
    """Plot the chance to win of a player of each style, with standard errors, and the equal chance."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    names = [name for name in plan.styles if name in tally.styles]
    rates = [chance(tally.styles[name].wins, tally.styles[name]) for name in names]
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.bar(names, [100 * found.value for found in rates], yerr=[100 * found.error for found in rates], capsize=6)
    axes.axhline(100 / plan.players, linestyle="--", color="grey", label="equal chance")
    axes.set_ylabel("chance of a player to win (%)")
    axes.set_title(f"{tally.tournaments} tournaments of {plan.players} players")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
