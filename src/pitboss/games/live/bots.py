"""A move of the practice server: a command of a bot, or of the automatic director."""

from msgspec import Struct

from pitboss.games.commands import Command


class BotMove(Struct, frozen=True):
    """A command by a bot, or by the house where ``player`` is empty.

    ``quick``: nothing in it is worth watching, so it needs no pause before it.
    """

    player: str
    command: Command
    quick: bool = False
