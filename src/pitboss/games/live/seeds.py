"""Seeds of a table: the interface of a source of chance that uses them, and the limits of contributions."""

from collections.abc import Sequence
from typing import Final, Protocol

from pitboss.games.commands import Contribute

#: How many seeds are committed ahead of use.
AHEAD: Final = 2
#: Limits of contributions to a seed: words per player, and letters of all players.
MOST_ADDED: Final = 8
MOST_LETTERS_ADDED: Final = 10_000


class Seeds(Protocol):
    """A source of chance from seeds: which seeds it needs, has used up, and accepts contributions for."""

    #: Seeds that are used up but not revealed, and seeds that are revealed.
    discarded: list[str]
    closed: set[str]
    #: The contributions to each seed, with the names of the players.
    added: dict[str, list[tuple[str, str]]]

    def wanted(self, ahead: int) -> list[str]:
        """Returns the seeds to commit by now: those in use and so many ahead."""

    def unbegun(self) -> list[str]:
        """Returns the seeds that accept contributions."""

    def rest(self) -> list[str]:
        """Returns the seeds in use, to reveal when the table closes."""

    def hears(self, event: object) -> None:
        """Applies a contribution."""

    def forget(self, name: str) -> None:
        """Marks a seed as revealed."""


def seed_full(name: str, added: Sequence[tuple[str, str]], command: Contribute) -> str:
    """Returns why a player may add no more to a seed, or an empty string. A cut, which is two words, does not count."""
    words = [(player, text) for player, text in added if " " not in text]
    own = sum(player == command.player for player, _ in words)
    if own >= MOST_ADDED:
        return f"{command.player} has added {own} words to the seed of {name}: {MOST_ADDED} are the most for a player"
    letters = sum(len(text) for _, text in words)
    if letters + len(command.text) > MOST_LETTERS_ADDED:
        left = MOST_LETTERS_ADDED - letters
        return f"the words added to the seed of {name} may have {MOST_LETTERS_ADDED} letters in all: {left} are left"
    return ""
