"""pitboss: an executable rulebook for casino table games.

The names below are the public ones; each is loaded when it is first asked for, so that the command line starts at once.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.cards import Card
    from pitboss.law import LawError, Limits, Refusal, RefusalError, TableRules, load_rulebook, resolve, rulebook_ids
    from pitboss.notation import PitError, PitFile, parse_pit, print_pit, replay
    from pitboss.strategy.count import Count
    from pitboss.tables import BlackjackTable, RouletteTable, Table, TournamentTables

    __version__: str

__all__ = [
    "BlackjackTable",
    "Card",
    "Count",
    "LawError",
    "Limits",
    "PitError",
    "PitFile",
    "Refusal",
    "RefusalError",
    "RouletteTable",
    "Table",
    "TableRules",
    "TournamentTables",
    "load_rulebook",
    "parse_pit",
    "print_pit",
    "replay",
    "resolve",
    "rulebook_ids",
]

_HOMES = {
    "pitboss.cards": ("Card",),
    "pitboss.law": (
        *("LawError", "Limits", "Refusal", "RefusalError", "TableRules"),
        *("load_rulebook", "resolve", "rulebook_ids"),
    ),
    "pitboss.notation": ("PitError", "PitFile", "parse_pit", "print_pit", "replay"),
    "pitboss.strategy.count": ("Count",),
    "pitboss.tables": ("BlackjackTable", "RouletteTable", "Table", "TournamentTables"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("pitboss-rulebook")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"pitboss has no public name '{name}'")


def __dir__() -> list[str]:
    return __all__


#: Public module paths of 0.1 and their new names. The old ones still import, with a DeprecationWarning, until 0.4.
_MOVED = {
    "pitboss.blackjack": "pitboss.games.blackjack",
    "pitboss.roulette": "pitboss.games.roulette",
    "pitboss.tournament": "pitboss.games.tournament",
    "pitboss.table": "pitboss.tables",
    "pitboss.kernel.count_game": "pitboss.simulate.blackjack.count_game",
    "pitboss.kernel.games": "pitboss.simulate.blackjack.game",
    "pitboss.kernel.report": "pitboss.simulate.blackjack.report",
    "pitboss.kernel": "pitboss.simulate",
}


class _MovedModules:
    """Import hook: returns the moved module itself under its old path."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        if not name.startswith("pitboss."):
            return None
        for old, new in _MOVED.items():
            if name == old or name.startswith(f"{old}."):
                moved = new + name[len(old) :]
                import_module("warnings").warn(
                    f"{name} is now {moved}; the old path is removed in 0.4", DeprecationWarning, stacklevel=2
                )
                return import_module("importlib.util").spec_from_loader(name, _MovedModules(import_module(moved)))
        return None

    def __init__(self, module: Any) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec: Any) -> Any:
        return self._module

    def exec_module(self, module: Any) -> None:
        module.__spec__ = self._spec  # which the import system has replaced by that of the old path


sys.meta_path.insert(0, _MovedModules)  # before the finder that would load a second copy from the package's folder
