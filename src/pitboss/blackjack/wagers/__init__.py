"""Side wagers: one file for each way of playing one, registered under the name that the rulebook data cites.

A new side wager is a file here with a subclass of ``SideWager`` and a ``[wagers.NAME]`` table in the rulebook.
"""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.blackjack.wagers.base import PLAYS, Moment, SideWager

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

__all__ = ["PLAYS", "Moment", "SideWager"]
