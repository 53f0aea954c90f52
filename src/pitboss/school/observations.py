"""What a trainee sees of each kind of irregularity, at which moments, and how the lawful report names its place."""

import tomllib
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.games.wording import in_words

#: The moments of a round: before its first card, before a card for a box, while a box is to decide, and before the
#: dealer draws.
FIRST_CARD, CARD, DECISION, DEALER = "first_card", "card", "decision", "dealer"
#: The moment of a spin: the ball runs, and its number is not known.
SPIN: Final = "spin"


class Observation(Struct, frozen=True):
    """What is seen at one of some moments, and the words after the kind in its report.

    ``{box}`` is a box in play, ``{card}`` a card on it and ``{next}`` the next card of the shoe.
    """

    moments: tuple[str, ...]
    says: str
    words: str = ""


_DATA: Final = tomllib.loads(files("pitboss.school").joinpath("observations.toml").read_text(encoding="utf-8"))
#: By kind of irregularity.
_KNOWN: Final = msgspec.convert(_DATA, dict[str, Observation])
#: What is seen where nothing is wrong.
HARMLESS: Final = (
    "A player orders a drink.",
    "A player asks which limits are posted.",
    "The player of the last box stacks chips beside the circle.",
    "A visitor stops and watches.",
    "A player says that the dealer is always lucky.",
    "The supervisor walks past the table.",
)
#: The same at a wheel.
HARMLESS_AT_A_WHEEL: Final = (
    "A player orders a drink.",
    "A player writes the last numbers down.",
    "A player asks for the value of the pink chips.",
    "A visitor stops and watches the ball.",
    "A player says that red has not come for a long time.",
    "The supervisor walks past the table.",
)


def observation(kind: str) -> Observation:
    """Returns what is seen of a kind; of one that is not known here, its name at any moment."""
    every = (FIRST_CARD, CARD, DECISION, DEALER, SPIN)
    return _KNOWN.get(kind) or Observation(every, f"This has happened: {in_words(kind)}.")
