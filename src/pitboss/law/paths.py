"""The folders that hold rulebooks: that of the package, and those that a program adds."""

from importlib.resources import files
from importlib.resources.abc import Traversable

_added: list[Traversable] = []


def rulebooks_folder() -> Traversable:
    """Returns the folder of the package, which holds one folder per rulebook."""
    return files("pitboss") / "rulebooks"


def rulebook_folders() -> tuple[Traversable, ...]:
    """Returns every folder with rulebooks, that of the package first."""
    return (rulebooks_folder(), *_added)


def find_rulebook(name: str) -> Traversable:
    """Returns the folder of a rulebook, of the package where no other folder has it."""
    found = (folder / name for folder in rulebook_folders() if (folder / name / "rules.toml").is_file())
    return next(found, rulebooks_folder() / name)


def add_rulebook_folder(folder: Traversable) -> None:
    """Adds a folder; ``law.add_rulebooks`` also clears the cache of loaded rulebooks."""
    _added.append(folder)


def remove_rulebook_folder(folder: Traversable) -> None:
    """Removes a folder that was added."""
    _added.remove(folder)
