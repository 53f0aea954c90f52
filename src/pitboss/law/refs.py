"""Where the rulebook data lies."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def rulebooks_folder() -> Traversable:
    """The folder that holds one folder per rulebook."""
    return files("pitboss") / "rulebooks"
