"""pitboss: an executable rulebook for casino table games.

The names below are the public ones; each is loaded when it is first asked for, so that the command line starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.law import LawError, Limits, Refusal, TableRules, load_rulebook, resolve, rulebook_ids
    from pitboss.notation import PitError, PitFile, parse_pit, print_pit, replay
    from pitboss.table.session import Table

    __version__: str

__all__ = [
    "LawError",
    "Limits",
    "PitError",
    "PitFile",
    "Refusal",
    "Table",
    "TableRules",
    "load_rulebook",
    "parse_pit",
    "print_pit",
    "replay",
    "resolve",
    "rulebook_ids",
]

_HOMES = {
    "pitboss.law": ("LawError", "Limits", "Refusal", "TableRules", "load_rulebook", "resolve", "rulebook_ids"),
    "pitboss.notation": ("PitError", "PitFile", "parse_pit", "print_pit", "replay"),
    "pitboss.table.session": ("Table",),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("pitboss")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"pitboss has no public name '{name}'")


def __dir__() -> list[str]:
    return __all__
