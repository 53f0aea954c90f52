"""Words of blackjack lines that are more than a number, an amount or a name."""

from typing import Any, Final

from pitboss.cards import DECK_SIZE, card_name, parse_card
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.games.grammar import Keyed, NamedAmounts
from pitboss.games.words import (
    BadWords,
    Part,
    Word,
    check_cents,
    check_name,
    check_number,
    check_text,
    check_words,
    choice,
    next_word,
    number,
    parse_money,
    player,
)
from pitboss.law.validate import KIND
from pitboss.money import amount_text

FROM_SIDE: Final = Keyed("from", choice("side", ("a", "b")))
SIDE_WAGERS: Final = NamedAmounts("sides", "NAME=AMOUNT", "a side wager", before="unseated")


class IrregularityWords(Part):
    """The kind of an irregularity and the words after it; the rulebook has the kinds, its remedy the words."""

    combines = True

    def __init__(self) -> None:
        super().__init__("KIND …", "kind", "details")

    def read(self, words: list[str]) -> dict[str, Any]:
        kind = words.pop(0) if words else ""
        if not KIND.fullmatch(kind):
            raise BadWords(f"expected 'irregularity KIND …' with a kind of the rulebook, got '{kind}'")
        details = tuple(words)
        words.clear()
        return {"kind": kind, "details": details}

    def write(self, command: Any) -> list[str]:
        return [command.kind, *command.details]

    def check(self, command: Any) -> None:
        check_text("kind", command.kind)
        check_words("details", command.details)


class LimitRange(Part):
    """New limits, for the table or for one player on one box: ``10-500 box=1 ann``."""

    combines = True

    def __init__(self) -> None:
        super().__init__("MINIMUM-MAXIMUM [box=N PLAYER]", "minimum", "maximum", "box", "player_on_box")
        self._box = Keyed("box", number("box", "a box", "N"))
        self._player = player("player_on_box")

    def read(self, words: list[str]) -> dict[str, Any]:
        both = next_word(words)
        low, dash, high = both.partition("-")
        if not dash:
            raise BadWords(f"expected MINIMUM-MAXIMUM, got '{both}'")
        found: dict[str, Any] = {"minimum": parse_money(low), "maximum": parse_money(high)}
        if words:
            if len(words) != 2 or not self._box.fits(words):
                raise BadWords("expected box=N PLAYER behind the limits")
            found |= self._box.read(words) | self._player.read(words)
        return found

    def write(self, command: Any) -> list[str]:
        both = f"{amount_text(command.minimum)}-{amount_text(command.maximum)}"
        return [both, *([f"box={command.box}", command.player_on_box] if command.box else [])]

    def check(self, command: Any) -> None:
        check_cents("minimum", command.minimum)
        check_cents("maximum", command.maximum)
        check_number("box", command.box)
        if command.player_on_box != "":
            check_name("player_on_box", command.player_on_box)


# --- items of a shoe -----------------------------------------------------------------------------------------------

_ITEMS: Final = {"|": CUTTING_CARD, "end": SHOE_EMPTY}


def parse_item(word: str) -> int:
    """Parses what a dealer draws from a shoe: a card, ``|`` or ``end``. Raises BadWords."""
    try:
        return _ITEMS[word] if word in _ITEMS else parse_card(word)
    except ValueError as error:
        raise BadWords(str(error)) from None


def item_word(item: int) -> str:
    """Returns the notation of an item drawn from a shoe."""
    return next((word for word, known in _ITEMS.items() if known == item), "") or card_name(item)


def _check_item(what: str, value: Any) -> None:
    if type(value) is not int or not SHOE_EMPTY <= value < DECK_SIZE:
        raise TypeError(f"a card is its number from 0 to 51, and a prize is cents, not {value!r}")


ITEM: Final = Word("card", "CARD", parse_item, item_word, _check_item)
