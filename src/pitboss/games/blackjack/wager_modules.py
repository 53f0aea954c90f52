"""Side wagers from outside the package: a module beside a rulebook, and entry points."""

from collections.abc import Collection
from typing import Final

from pitboss.games.blackjack.wagers.base import PLAYS, SideWager
from pitboss.games.outside_code import OutsideCode
from pitboss.law.errors import LawError
from pitboss.law.paths import WAGERS_FILE

#: The group of entry points. Each names a module whose classes register themselves by ``plays``.
ENTRY_POINTS: Final = "pitboss.wagers"
CODE: Final = OutsideCode(PLAYS, WAGERS_FILE, ENTRY_POINTS)


def find_play(rulebook: str, name: str) -> type[SideWager]:
    """Returns the class of a play: of the rulebook's own module, of the package, or of an installed one.

    Raises LawError for an unknown play, and for a module that fails or may not be run.
    """
    if name in PLAYS and not CODE.module_of(rulebook):
        return PLAYS[name]
    plays = CODE.known(rulebook)
    if name not in plays:
        raise LawError(f"{rulebook}: unknown play '{name}' of a side wager; there are {', '.join(sorted(plays))}")
    return plays[name]


def play_names(rulebook: str) -> Collection[str]:
    """Returns the names of the plays that a rulebook may name."""
    return CODE.known(rulebook).keys()
