"""What a report names after its kind: a box, a hand, the dealer, the round, a card, a player, a reason."""

import re
from typing import Final

from msgspec import Struct

from pitboss.games.blackjack.parts import parse_item
from pitboss.games.words import BadWords

_PLACE: Final = re.compile(r"([0-9]{1,9})(?:\.([1-9][0-9]{0,8}))?")
#: The placeholders of a target; every other word of one stands for itself.
PLACEHOLDERS: Final = ("BOX", "BOX.HAND", "CARD", "PLAYER", "REASON")


class Target(Struct, frozen=True, kw_only=True):
    """The parsed words. ``box`` is 0 where none is named, ``hand`` counts from the dealer's left, 0 for all hands."""

    words: tuple[str, ...] = ()
    box: int = 0
    hand: int = 0
    card: int = -1
    player: str = ""
    reason: str = ""
    dealer: bool = False
    round: bool = False
    lost: bool = False

    @property
    def text(self) -> str:
        """The words as they were given."""
        return " ".join(self.words)


def parse_target(kind: str, shape: str, words: tuple[str, ...]) -> Target:
    """Parses the words after a kind by the notation of its remedy: ``BOX|BOX.HAND|dealer [lost]``. Raises BadWords."""
    parts = shape.split()
    least = sum(not part.startswith("[") for part in parts)
    if not least <= len(words) <= len(parts):
        raise BadWords(f"expected 'irregularity {' '.join((kind, *parts))}'")
    found: dict[str, int | str | bool] = {}
    for part, word in zip(parts, words, strict=False):
        found |= _parse_word(part.strip("[]").split("|"), word)
    return Target(words=words, **found)  # type: ignore[arg-type]


def _parse_word(allowed: list[str], word: str) -> dict[str, int | str | bool]:
    if word in allowed and word not in PLACEHOLDERS:
        return {word: True}
    if "CARD" in allowed:
        return {"card": parse_item(word)}
    for name in ("PLAYER", "REASON"):
        if name in allowed:
            return {name.lower(): word}
    if "BOX" not in allowed:
        raise BadWords(f"expected '{' or '.join(allowed)}', got '{word}'")
    # a word that is no box is refused with the boxes in play, which only the table knows
    place = _PLACE.fullmatch(word)
    if place is None or (place[2] and "BOX.HAND" not in allowed):
        return {}
    return {"box": int(place[1]), "hand": int(place[2] or 0)}
