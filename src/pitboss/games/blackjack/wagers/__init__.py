"""Registry of side wagers: one module per kind, registered under the ``play`` name of the rulebook data.

A new side wager is a module here with a subclass of ``SideWager`` and a ``[wagers.NAME]`` table in the rulebook.
"""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.games.blackjack.wagers.base import PLAYS, DealerHand, Moment, Reads, SideWager, plays

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

__all__ = ["PLAYS", "DealerHand", "Moment", "Reads", "SideWager", "plays"]
