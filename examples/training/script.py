"""What the programs that train an agent share: the words of their command line, and the file of a figure."""

import argparse
from collections.abc import Callable
from typing import Any


def read_options(description: str | None, rules: str) -> argparse.Namespace:
    """Returns the number of rounds, the rules, the seed and the file of the figure."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", nargs="?", type=float, default=5e5)
    parser.add_argument("--rules", default=rules)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", help="draw what was learned to this file")
    return parser.parse_args()


def save_figure(path: str, draw: Callable[[Any], None]) -> None:
    """Draws on the axes of a figure and writes it to a file."""
    from matplotlib import pyplot  # noqa: PLC0415 # only the plot needs it

    figure, axes = pyplot.subplots(figsize=(7, 4))
    draw(axes)
    figure.tight_layout()
    figure.savefig(path)
