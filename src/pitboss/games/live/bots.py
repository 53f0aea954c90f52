"""A move of the practice server: a command of a bot, or of the automatic director."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.games.commands import Command
from pitboss.games.live.base import is_bot


class BotMove(Struct, frozen=True):
    """A command by a bot, or by the house where ``player`` is empty.

    ``quick``: nothing in it is worth watching, so it needs no pause before it.
    """

    player: str
    command: Command
    quick: bool = False


def bots_bet(rounds: int, bettors: Iterable[str]) -> bool:
    """Whether bots bet now, after so many rounds.

    They bet at once before the first round, and later when a person has bet: until then the results of all players stay
    on the table.
    """
    return rounds == 0 or any(not is_bot(name) for name in bettors)
