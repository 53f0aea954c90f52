"""The chance actor: whoever knows where the ball comes to rest. The core only asks."""

from typing import Final, Protocol

#: The ball lies in no compartment.
NOWHERE: Final = -1


class UnknownNumber(Exception):
    """Nobody knows the number (yet). Nothing has changed; the spin may be asked for again when somebody does."""


class Chance(Protocol):
    """Numbers come from here."""

    def spin(self, *, void: bool) -> int:
        """The number in whose compartment the ball comes to rest; UnknownNumber where it is not known.

        That of a void spin settles nothing, and may be NOWHERE.
        """
