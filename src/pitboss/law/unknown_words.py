"""What to write instead of words that are not rules of the shorthand: the nearest ones, or where else to ask."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

_OTHER_GAME: Final = "is another game: its decisions are not in these rules"
#: Words that people write, for which there is another way to ask, or none.
ELSEWHERE: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("INF", "INFINITE", "INFINITY", "∞", "∞D"),
        "an infinite number of decks is an option of edge, hand, strategy and dealer: --infinite",
    ),
    **dict.fromkeys(
        ("PENETRATION", "PEN", "CUT"), "what a cutting card costs is estimated by pitboss depth --behind CARDS"
    ),
    **dict.fromkeys(
        ("INSURANCE", "NI", "NOINS"), "insurance is a wager with figures of its own; best play takes it where it wins"
    ),
    **dict.fromkeys(("HALF", "SHOE"), "write 1D to 12D; --cards-gone leaves a part of a shoe"),
    **dict.fromkeys(
        "VEGAS STRIP DOWNTOWN RENO NEVADA ATLANTIC AC MACAU EUROPEAN BRITISH UK AUSTRALIAN BENCHMARK".split(),  # noqa: SIM905
        "tables of a place differ: write their rules, such as 6D H17 DAS LS or 8D ENHC D9 SP2",
    ),
    "RESPLIT-ACES-ONCE": "aces are split once (NRSA), or again like other pairs (RSA)",
    "SPA2": "aces are split once (NRSA), or again like other pairs (RSA)",
    "UNLIMITED": "write the most hands of a pair, SP8, or the most redoubles, RD4",
    "DOUBLE-EXPOSURE": f"Double Exposure {_OTHER_GAME}, for they see both cards of the dealer",
    "FREE-BET": f"Free Bet {_OTHER_GAME}, for the house adds what doubles and splits add",
    "SWITCH": f"Blackjack Switch {_OTHER_GAME}, for cards are exchanged between two hands",
    "SUPERFUN": "Super Fun 21 surrenders at any time and pays a blackjack by its suit, which these rules do not",
    "PONTOON": "there are several; the Australian one is near to SP21 NOPEEK and a word on a dealer's blackjack",
    "SURRENDER-ANYTIME": "surrender is the first decision on a hand (LS, ES, SAS), or follows a double (DDR)",
    "CHARLIE-ODDS": "a charlie pays its wager; odds are paid for a 21 of so many cards, such as B5=2:1",
}


def advice(
    words: Sequence[str], meanings: Mapping[str, str], synonyms: Mapping[str, str], meaning: Callable[[str], str]
) -> str:
    """Returns what to write instead of these words: by spelling, else by what abbreviations mean, else all of them.

    ``meanings`` are the abbreviations with their meanings; ``meaning`` also has those of the words with a number.
    """
    known = next((ELSEWHERE[word] for word in words if word in ELSEWHERE), "")
    if known:
        return known
    alone = words[0] if len(words) == 1 else ""
    close = get_close_matches(alone, meanings) + get_close_matches(alone, synonyms)
    if not close:
        close = _by_meaning(words, meanings)
    if not close:
        return f"write {', '.join(meanings)}"
    nearest = dict.fromkeys(synonyms.get(each, each) for each in close)
    return f"did you mean {' or '.join(f'{each} ({meaning(each)})' for each in nearest)}?"


#: Words that say nothing about a subject.
_EMPTY: Final = frozenset("A AN AND ANY ARE AT BY FOR IF IN IS NO NOT OF ON ONLY OR THE TO WITH".split())  # noqa: SIM905
_MOST: Final = 4


def _by_meaning(words: Iterable[str], meanings: Mapping[str, str]) -> list[str]:
    """Returns the abbreviations whose meanings share the most words with these."""
    asked = _stems(" ".join(words))
    shared = {word: len(asked & _stems(meaning)) for word, meaning in meanings.items()}
    most = max(shared.values(), default=0)
    return [word for word, number in shared.items() if number == most > 0][:_MOST]


def _stems(text: str) -> set[str]:
    """Returns the words of a text that say something about a subject, without endings."""
    words = (word for word in re.findall(r"\w+", text.upper()) if word not in _EMPTY)
    return {re.sub(r"(?:ING|ED|ES|E|S)$", "", word) for word in words}
