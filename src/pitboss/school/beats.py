"""The moments at which a trainee acts, and what a drill needs of the play of its game."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, Protocol

from msgspec import Struct

from pitboss.games.live.base import Actor, Role
from pitboss.law import Refusal
from pitboss.school.payments import PaymentTask

#: Who gives the commands of the drill's table.
SUPERVISOR: Final = Actor("drill", Role.SUPERVISOR)


class Beat(Struct, frozen=True):
    """A moment at which the trainee acts. ``settled`` says that a round is over, and its wagers are to be paid."""

    round: int
    moment: str
    box: int = 0
    card: str = ""
    next_card: str = ""
    settled: bool = False


class Script(Protocol):
    """The play of a drill, from the seed of its plan."""

    random: Random

    @property
    def harmless(self) -> Sequence[str]:
        """What is seen where nothing is wrong."""

    def beats(self) -> Iterator[Beat]:
        """Yields the beats of all rounds."""

    def payments(self) -> Sequence[PaymentTask]:
        """Returns the payments of the round that is over."""

    def preview(self, report: str) -> tuple[Any, ...] | Refusal:
        """Returns the events that a report would bring, or its refusal."""

    def report(self, report: str) -> None:
        """Reports an irregularity, which applies its remedy."""

    def take_sentences(self) -> tuple[str, ...]:
        """Returns what happened since the last call."""

    def about_players(self, sentence: str) -> str:
        """Returns a sentence with the names by which dealers know anonymous players."""

    def picture(self) -> str:
        """Returns the table as SVG, without the results of the round."""
