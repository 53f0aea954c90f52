"""Protocol of the source of winning numbers. The engine never draws a number itself."""

from typing import Final, Protocol

#: The ball is in no compartment.
NOWHERE: Final = -1


class UnknownNumber(Exception):
    """The number is not known yet. The state is unchanged; retry the spin once the number is entered."""


class Chance(Protocol):
    """A source of winning numbers: random, seeded, listed in a file, or entered by a dealer."""

    def spin(self, *, void: bool) -> int:
        """Returns the number where the ball comes to rest. Raises UnknownNumber if it is not known.

        A void spin settles nothing and may return NOWHERE.
        """
