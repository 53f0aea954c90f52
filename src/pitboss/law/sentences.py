"""Sentences and labels of rule lists in the form of phrases: ``Aces may not be split`` is ``NO SPLIT ACES``."""

import re
from collections.abc import Callable
from typing import Final

_DIGITS: Final = {
    word: str(number)
    for number, word in enumerate("ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE".split(), 1)  # noqa: SIM905
}
#: A full stop that ends a sentence, unlike those of ``vs.`` and ``1.5``.
_FULL_STOP: Final = re.compile(r"(?<!V)(?<!VS)\.(?= |$)")
_CHARACTERS: Final = str.maketrans({"–": "-", "’": "'", "&": " AND ", "½": ".5"})
#: Where a rule begins and ends in a list.
_BEGIN: Final = r"(?:^|(?<=[,;|])|(?<=[,;|] ))"
_END: Final = r"(?= ?[,;|]|$)"
#: Who may do something.
_MODAL: Final = r"(?:MAY|CAN|MUST)"
_BE: Final = r"(?: IS| ARE)?"

_Replacement = str | Callable[[re.Match[str]], str]


def _digit(match: re.Match[str]) -> str:
    return _DIGITS[match[0]]


def _verb(match: re.Match[str]) -> str:
    return f"{match[2].replace('DOUBLED', 'DOUBLE')} {match[1]}"


#: Replacements in their order.
_SENTENCES: Final[tuple[tuple[str, _Replacement], ...]] = (
    # other words for the same
    (r"\bTWENTY[- ]ONE\b", "21"),
    (rf"\b(?:{'|'.join(_DIGITS)})\b", _digit),
    (r"\bBLACK[- ]JACK", "BLACKJACK"),
    (r"\bPACK(S?)\b", r"DECK\1"),
    (r"\b(DECKS?) OF CARDS\b", r"\1"),
    (r"\b(?:THROUGH|THRU)\b", "TO"),
    (r"\b(?:RESTRICTED|LIMITED|CONFINED) TO\b", "ON"),
    (r"\bTOTALS?(?: OF)?(?= \d)", ""),
    (r"\b(?:DOESN'T|DON'T|DO NOT|NEVER)\b", "DOES NOT"),
    (r"\b(?:PERMITTED|POSSIBLE|OFFERED|AVAILABLE)\b", "ALLOWED"),
    # labels and their answers: "Decks: 6", "DAS: no"
    (r"(?<=[A-Z)]) ?[:=] +(?=\S)|(?<=\d) ?[:=] +(?=[A-Z])", " "),
    (r"\b(SPANISH[- ]21):", r"\1"),
    (rf"{_BEGIN}(?:NUMBER OF )?DECKS[ =](\d+){_END}", r"\1 DECKS"),
    (rf"{_BEGIN}([^,;|]+?) YES{_END}", r"\1"),
    (rf"{_BEGIN}([^,;|]+?) (?:NO|NONE){_END}", r"NO \1"),
    # who may do something, and what may be done
    (r"(?:(?<!\w)THE |\bYOU (?=MAY|CAN|LOSE)|\bPLAYERS? (?=MAY|CAN|LOSES?|MUST))", ""),
    (r"\b(?:CANNOT|CAN'T)\b", "CAN NOT"),
    (rf"{_BEGIN}([\w -]+?) {_MODAL} NOT BE (RE-?SPLIT|SPLIT|DOUBLED|HIT)", lambda match: f"NO {_verb(match)}"),
    (rf"{_BEGIN}([\w -]+?) {_MODAL} (?:ONLY )?BE (RE-?SPLIT|SPLIT|DOUBLED|HIT)", _verb),
    (rf"\b{_MODAL} NOT ", "NO "),
    (rf"\b{_MODAL} (?:BE |ONLY (?=(?:RE-?)?SPLIT ONCE))?", ""),
    (rf"{_BEGIN}([^,;|]+?){_BE} (?:NOT |UN)ALLOWED", r"NO \1"),
    (rf"{_BE} ALLOWED(?!\w)", ""),
)
_PATTERNS: Final = tuple((re.compile(pattern), replacement) for pattern, replacement in _SENTENCES)


def simplify(text: str) -> str:
    """Returns the text in capitals, with numbers as digits and its sentences as phrases without verbs of permission."""
    found = _FULL_STOP.sub(",", " ".join(text.upper().translate(_CHARACTERS).split()))
    for pattern, replacement in _PATTERNS:
        found = pattern.sub(replacement, found)
    return " ".join(found.split())
