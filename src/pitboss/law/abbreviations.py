"""The words of the shorthand for blackjack rules: the trade's abbreviations, their synonyms, and the terms they set."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import RANKS
from pitboss.law.choices import BlackjackPaid, Bonus21, DealerBlackjack, DoubleAmount, DoubleOn, ShoeKind
from pitboss.law.phrases import abbreviate
from pitboss.law.unknown_words import advice
from pitboss.money import Odds

MOST_DECKS: Final = 12
MOST_HANDS: Final = 8
MOST_REDOUBLES: Final = 4

SURRENDER_TERMS: Final = ("surrender_against_ace", "surrender_against_ten", "surrender_against_other")
_HOLE_CARD: Final = {"hole_card": True, "card_reader": True}
NO_HOLE_CARD: Final = {"hole_card": False, "card_reader": False}
#: What a dealer's blackjack takes where it is not found before the play, unless another word says otherwise.
_TAKES_ALL: Final = {"dealer_blackjack": DealerBlackjack.ALL}


def _surrenders(*, ace: bool = True, ten: bool = True, other: bool = True) -> dict[str, Any]:
    return {"surrender": True} | dict(zip(SURRENDER_TERMS, (ace, ten, other), strict=True))


#: The bonuses of Spanish 21.
SPANISH_BONUSES: Final[Mapping[Bonus21, Odds]] = {
    **dict.fromkeys((Bonus21.FIVE_CARDS, Bonus21.STRAIGHT, Bonus21.SEVENS), Odds(3, 2)),
    **dict.fromkeys((Bonus21.SIX_CARDS, Bonus21.STRAIGHT_SUITED, Bonus21.SEVENS_SUITED), Odds(2, 1)),
    **dict.fromkeys((Bonus21.SEVEN_CARDS, Bonus21.STRAIGHT_SPADES, Bonus21.SEVENS_SPADES), Odds(3, 1)),
}
#: The forms of a bonus in the words B5, B6, B7, B678, B678S, B678SP, B777, B777S and B777SP.
_BONUS_WORDS: Final = dict(zip(("5", "6", "7", "678", "678S", "678SP", "777", "777S", "777SP"), Bonus21, strict=True))
#: Words that stand for several others, each unless another word decides its subject.
PRESETS: Final[Mapping[str, tuple[str, ...]]] = {
    "SP21": (*("48C", "H17", "LS", "RSA", "DSA", "DAC", "DDR", "21WINS", "BJWINS", "BONUS21"),)
}


class Abbreviation(Struct, frozen=True):
    """One word of the shorthand: the subject that it decides, its meaning, and the terms that it sets."""

    subject: str
    meaning: str
    terms: dict[str, Any]
    early: bool = False


def _double_after_split(totals: str, double_on: DoubleOn) -> Abbreviation:
    terms = {"double_after_split": True, "double_split_on": double_on}
    return Abbreviation("doubles after splits", f"double after split on {totals}", terms)


#: The fixed words. A subject may be decided once.
ABBREVIATIONS: Final[Mapping[str, Abbreviation]] = {
    "S17": Abbreviation("soft 17", "the dealer stands on soft 17", {"dealer_hits_soft_17": False}),
    "H17": Abbreviation("soft 17", "the dealer hits soft 17", {"dealer_hits_soft_17": True}),
    "DAS": Abbreviation("doubles after splits", "double after split", {"double_after_split": True}),
    "NDAS": Abbreviation("doubles after splits", "no double after split", {"double_after_split": False}),
    "DAS8": _double_after_split("hard 8 to 11", DoubleOn.HARD_8_TO_11),
    "DAS9": _double_after_split("hard 9 to 11", DoubleOn.HARD_9_TO_11),
    "DAS10": _double_after_split("hard 10 and 11", DoubleOn.HARD_10_OR_11),
    "DAS11": _double_after_split("hard 11", DoubleOn.HARD_11),
    "DOA": Abbreviation("doubles", "double on any two cards", {"double_on": DoubleOn.ANY_TWO}),
    "DH": Abbreviation("doubles", "double on hard hands only", {"double_on": DoubleOn.HARD}),
    "DNA": Abbreviation("doubles", "double on hands without an ace", {"double_on": DoubleOn.WITHOUT_ACE}),
    "D8": Abbreviation("doubles", "double on hard 8 to 11", {"double_on": DoubleOn.HARD_8_TO_11}),
    "D9": Abbreviation("doubles", "double on hard 9 to 11", {"double_on": DoubleOn.HARD_9_TO_11}),
    "D10": Abbreviation("doubles", "double on hard 10 and 11", {"double_on": DoubleOn.HARD_10_OR_11}),
    "D11": Abbreviation("doubles", "double on hard 11", {"double_on": DoubleOn.HARD_11}),
    "ND": Abbreviation("doubles", "no doubles", {"double_on": DoubleOn.NEVER}),
    "D2": Abbreviation("doubled cards", "double on two cards only", {"double_any_cards": False}),
    "DAC": Abbreviation("doubled cards", "double on any number of cards", {"double_any_cards": True}),
    "DFL": Abbreviation("doubles for less", "double for less", {"double_amount": DoubleAmount.UP_TO_THE_WAGER}),
    "NDFL": Abbreviation(
        "doubles for less", "double for the whole wager only", {"double_amount": DoubleAmount.EXACTLY_THE_WAGER}
    ),
    "NRD": Abbreviation("redoubles", "no redouble", {"redoubles": 0}),
    "RDA": Abbreviation("redoubles", "redouble up to 3 times", {"redoubles": 3}),
    "NSP": Abbreviation("splits", "no splits", {"split_hands": 1}),
    "SBV": Abbreviation("pairs", "split two cards of the same value", {"split_same_rank": False}),
    "SBR": Abbreviation("pairs", "split two cards of the same rank", {"split_same_rank": True}),
    "RSA": Abbreviation("aces", "re-split aces", {"resplit_aces": True}),
    "NRSA": Abbreviation("aces", "aces are split once", {"resplit_aces": False}),
    "NSA": Abbreviation("aces", "aces are not split", {"aces_are_split": False, "resplit_aces": False}),
    "1CA": Abbreviation(
        "cards on split aces", "one card on a split ace", {"split_aces_draw": False, "split_aces_double": False}
    ),
    "HSA": Abbreviation(
        "cards on split aces", "hit split aces, without doubles", {"split_aces_draw": True, "split_aces_double": False}
    ),
    "DSA": Abbreviation(
        "cards on split aces", "hit and double split aces", {"split_aces_draw": True, "split_aces_double": True}
    ),
    "DSA1": Abbreviation(
        "cards on split aces",
        "one card on a split ace, which may then be doubled",
        {"split_aces_draw": False, "split_aces_double": True},
    ),
    "NS": Abbreviation("surrender", "no surrender", {"surrender": False}),
    "LS": Abbreviation("surrender", "late surrender", _surrenders()),
    "LS10": Abbreviation("surrender", "late surrender against a ten only", _surrenders(ace=False, other=False)),
    "LSA": Abbreviation("surrender", "late surrender against an ace only", _surrenders(ten=False, other=False)),
    "LSNA": Abbreviation("surrender", "late surrender except against an ace", _surrenders(ace=False)),
    "ES": Abbreviation("surrender", "early surrender", _surrenders(), early=True),
    "ES10": Abbreviation(
        "surrender", "early surrender against a ten only", _surrenders(ace=False, other=False), early=True
    ),
    "ESA": Abbreviation(
        "surrender", "early surrender against an ace only", _surrenders(ten=False, other=False), early=True
    ),
    "ESNA": Abbreviation("surrender", "early surrender except against an ace", _surrenders(ace=False), early=True),
    "SAS": Abbreviation("surrender after splits", "surrender split hands, too", {"surrender_after_split": True}),
    "NSAS": Abbreviation("surrender after splits", "no surrender after splits", {"surrender_after_split": False}),
    "DDR": Abbreviation(
        "double-down rescue", "surrender after doubling for the wager before it", {"surrender_after_double": True}
    ),
    "NDDR": Abbreviation("double-down rescue", "no surrender after doubling", {"surrender_after_double": False}),
    "PEEK": Abbreviation("hole card", "the dealer peeks under an ace and a ten", _HOLE_CARD),
    "PEEKA": Abbreviation(
        "hole card", "the dealer peeks under an ace only", {**_TAKES_ALL, **_HOLE_CARD, "peek_under_ten": False}
    ),
    "PEEK10": Abbreviation(
        "hole card", "the dealer peeks under a ten only", {**_TAKES_ALL, **_HOLE_CARD, "peek_under_ace": False}
    ),
    "NOPEEK": Abbreviation(
        "hole card", "the hole card is not read before the play", {**_TAKES_ALL, **_HOLE_CARD, "card_reader": False}
    ),
    "ENHC": Abbreviation("hole card", "no hole card", {**_TAKES_ALL, **NO_HOLE_CARD}),
    "TAKEALL": Abbreviation("dealer's blackjack", "a dealer's blackjack takes all wagers", _TAKES_ALL),
    "OBO": Abbreviation(
        "dealer's blackjack",
        "a dealer's blackjack takes the original wager only",
        {"dealer_blackjack": DealerBlackjack.ORIGINAL_ONLY},
    ),
    "OBBO": Abbreviation(
        "dealer's blackjack",
        "a dealer's blackjack takes the original wager and busted wagers",
        {"dealer_blackjack": DealerBlackjack.ORIGINAL_ONLY_AND_BUSTS},
    ),
    "BB+1": Abbreviation(
        "dealer's blackjack",
        "a dealer's blackjack takes busted wagers and one more of the box",
        {"dealer_blackjack": DealerBlackjack.BUSTS_AND_ONE},
    ),
    "DSAFE": Abbreviation(
        "dealer's blackjack",
        "a dealer's blackjack takes split wagers, but no doubled stake",
        {"dealer_blackjack": DealerBlackjack.ORIGINAL_AND_SPLITS},
    ),
    "BJWINS": Abbreviation(
        "two blackjacks", "a player's blackjack wins against a dealer's", {"blackjack_paid": BlackjackPaid.AT_ONCE}
    ),
    "PUSH22": Abbreviation("dealer 22", "a dealer's 22 is a push", {"dealer_22_stands_off": True}),
    "21WINS": Abbreviation("21", "a player's 21 wins at once", {"twenty_one_wins_at_once": True}),
    "BONUS21": Abbreviation(
        "bonuses", "the bonuses of Spanish 21 on a 21 that is not doubled", {"bonus_21": SPANISH_BONUSES}
    ),
    "BONUSD": Abbreviation("doubled bonuses", "bonuses on doubled hands, too", {"bonus_21_doubled": True}),
    "48C": Abbreviation("cards of a deck", "Spanish decks of 48 cards, without tens", {"ranks_removed": "T"}),
    "CSM": Abbreviation("shoe", "a continuous shuffling machine", {"shoe": ShoeKind.CONTINUOUS}),
}


#: Other spellings of a word; each is printed as the word it stands for.
SYNONYMS: Final[Mapping[str, str]] = {
    synonym: word
    for word, synonyms in {
        "1D": "SD",
        "2D": "DD",
        "S17": "SS17 STAND17",
        "H17": "HS17 HIT17",
        "DAS": "DOAS",
        "NDAS": "NODAS NDOAS",
        "DOA": "DA DA2 D2C DANY ANY2",
        "DH": "NSD NOSOFT",
        "D8": "D8-11 DO8",
        "D9": "D9-11 D911 DO9 D9O",
        "D10": "D10-11 D1011 DO10 D10O",
        "D11": "DO11 D11O",
        "ND": "NDD NODOUBLE NODOUBLES",
        "DAC": "DAN DANC DNC",
        "NDFL": "NODFL",
        "NRD": "NORD",
        "RDA": "RD",
        "NSP": "NSPL NOSP NOSPLIT",
        "SP2": "NRS NRSP NORSP",
        "SP4": "RSP RS",
        "SBR": "SPR LIKE10S",
        "RSA": "SPA3 SPA4 RSA4 RSPA",
        "NRSA": "NORSA SPA1",
        "NSA": "SPA0 NOSA",
        "1CA": "OCA NHSA",
        "HSA": "DRSA",
        "NS": "NOSURR NOS NLS NES",
        "LS": "LSR SUR SURR LATE",
        "LS10": "LSV10 LST",
        "LSA": "LSVA",
        "LSNA": "LSXA LS2-10",
        "ES": "ESR EARLY",
        "ES10": "ESV10 EST",
        "ESA": "ESVA",
        "ESNA": "ESXA ES2-10",
        "PEEK": "AHC HC USHC HOLECARD",
        "PEEK10": "PEEKT",
        "NOPEEK": "NPEEK NP",
        "ENHC": "NHC NOHC",
        "TAKEALL": "ALLBETS LOSEALL",
        "BB+1": "BB1 BBPLUS1",
        "BJWINS": "BJAW",
        "PUSH22": "P22 D22",
        "21WINS": "21W 21AW",
        "TIESLOSE": "DWT TL",
        "48C": "SPANISH",
        "SP21": "SPANISH21",
    }.items()
    for synonym in synonyms.split()
}


#: What a word on a dealer's blackjack says of the hole card, unless another word does.
NO_HOLE_CARD_WORD: Final = Abbreviation("hole card", "no hole card", NO_HOLE_CARD)


def _decks(match: re.Match[str]) -> Abbreviation:
    decks = int(match[1]) if match[1].isdecimal() else 0
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"'{match[0]}': write 1D to {MOST_DECKS}D")
    return Abbreviation("decks", f"{decks} deck{'s' if decks > 1 else ''}", {"decks": decks})


def _without_ranks(match: re.Match[str]) -> Abbreviation:
    ranks = "".join(rank for rank in RANKS if rank in match[1])
    if len(ranks) == len(RANKS):
        raise ValueError(f"'{match[0]}': a deck needs cards: leave some of {RANKS}")
    return Abbreviation("cards of a deck", f"decks without {', '.join(ranks)}", {"ranks_removed": ranks})


def _blackjack_odds(match: re.Match[str]) -> Abbreviation:
    pays, to = int(match[1]), int(match[2])
    if not pays or not to:
        raise ValueError(f"'{match[0]}': write the odds of a blackjack as 3:2, 6:5 or 1:1")
    if pays < to and match[0][0].isdigit():
        raise ValueError(f"'{match[0]}': write BJ{pays}:{to} for a blackjack that pays less than its wager")
    return Abbreviation("blackjack", f"blackjack pays {pays} to {to}", {"blackjack_odds": Odds(pays, to)})


def _suited_blackjack_odds(match: re.Match[str]) -> Abbreviation:
    odds = _blackjack_odds(match).terms["blackjack_odds"]
    meaning = f"a blackjack of one suit pays {odds.pays} to {odds.to}"
    return Abbreviation("suited blackjack", meaning, {"suited_blackjack_odds": odds})


def _ties(match: re.Match[str]) -> Abbreviation:
    low, high = int(match[1] or 17), int(match[2] or match[1] or 21)
    if not 17 <= low <= high <= 21:
        raise ValueError(f"'{match[0]}': write TIESLOSE, TIESLOSE17 or TIESLOSE17-19, with totals of 17 to 21")
    totals = tuple(range(low, high + 1))
    span = f"ties of {low}" if low == high else f"ties of {low} to {high}"
    return Abbreviation("ties", f"{span} lose", {"ties_lost": totals})


def _bonus(match: re.Match[str]) -> Abbreviation:
    pays, to, form = int(match[2]), int(match[3]), _BONUS_WORDS[match[1]]
    if not pays or not to:
        raise ValueError(f"'{match[0]}': write the odds of a bonus as B5=3:2")
    meaning = f"a 21 of the form {form} pays {pays} to {to} at once, unless it is doubled"
    return Abbreviation(f"bonus {form}", meaning, {"bonus_21": {form: Odds(pays, to)}})


def _charlie(match: re.Match[str]) -> Abbreviation:
    cards = int(match[1])
    if not 5 <= cards <= 9:
        raise ValueError(f"'{match[0]}': write 5CC to 9CC")
    return Abbreviation("charlie", f"{cards} cards without a bust win at once", {"hand_limit": cards})


def _split_to(match: re.Match[str]) -> Abbreviation:
    hands = int(match[1])
    if not 2 <= hands <= MOST_HANDS:
        raise ValueError(f"'{match[0]}': write SP2 to SP{MOST_HANDS}, or NSP")
    return _splits(hands)


def _split_times(match: re.Match[str]) -> Abbreviation:
    times = int(match[1])
    if not 1 <= times < MOST_HANDS:
        raise ValueError(f"'{match[0]}': write SPL1 to SPL{MOST_HANDS - 1} for so many splits, or NSP")
    return _splits(times + 1)


def _splits(hands: int) -> Abbreviation:
    return Abbreviation("splits", f"split to {hands} hands", {"split_hands": hands})


def _redoubles(match: re.Match[str]) -> Abbreviation:
    times = int(match[1])
    if not 1 <= times <= MOST_REDOUBLES:
        raise ValueError(f"'{match[0]}': write RD1 to RD{MOST_REDOUBLES}, or NRD")
    return Abbreviation("redoubles", f"redouble up to {times} time{'s' if times > 1 else ''}", {"redoubles": times})


#: The words with a number in them.
_NUMBERED: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Abbreviation]], ...]] = (
    (re.compile(r"(\d{1,3}(?:\.\d+)?)(?:D|DK|DECKS?)"), _decks),
    (re.compile(rf"-([{RANKS}]+)"), _without_ranks),
    (re.compile(r"(?:BJ)?(\d{1,3})(?:[:/-]|TO)(\d{1,3})"), _blackjack_odds),
    (re.compile(r"BJ(\d)(\d)"), _blackjack_odds),
    (re.compile(r"SBJ(\d{1,3})(?:[:/-]|TO)(\d{1,3})"), _suited_blackjack_odds),
    (re.compile(r"B(5|6|7|(?:678|777)(?:SP?)?)=(\d{1,3})[:/](\d{1,3})"), _bonus),
    (re.compile(r"(?:TIESLOSE|TL)(\d\d)?(?:-(\d\d))?"), _ties),
    (re.compile(r"(\d{1,2})(?:CC?|CARDCHARLIE|CHARLIE)"), _charlie),
    (re.compile(r"(?:SP|RSP?)(\d{1,3})"), _split_to),
    (re.compile(r"SPL(\d{1,3})"), _split_times),
    (re.compile(r"RD(\d{1,3})"), _redoubles),
)
#: The forms of the words with a number, with their meanings.
NUMBERED_FORMS: Final[dict[str, str]] = {
    "nD": f"n decks, 1 to {MOST_DECKS}",
    "-T": "decks without tens, -89T without eights, nines and tens, and so on",
    "a:b": "blackjack pays a to b, such as 6:5 or BJ6:5",
    "SBJa:b": "a blackjack of one suit pays a to b, such as SBJ2:1",
    "Bn=a:b": "a 21 of n cards, 5, 6 or 7 and more, pays a to b at once",
    "B678=a:b": "a 6, 7 and 8 pay a to b at once, B678S= those of one suit, B678SP= spades; B777= and so on the same",
    "TIESLOSE": "equal totals lose; TIESLOSE17 or TIESLOSE17-19 those of these totals",
    "nCC": "n cards without a bust win at once, 5 to 9",
    "SPn": f"split to n hands, 2 to {MOST_HANDS} (or RSPn); SPL1 splits once, SPL3 to four hands",
    "RDn": f"redouble up to n times, 1 to {MOST_REDOUBLES}",
}


def parse_word(word: str) -> Abbreviation:
    """Returns the meaning of a word in capitals; raises ValueError with the nearest words for an unknown one."""
    if word in ABBREVIATIONS:
        return ABBREVIATIONS[word]
    for pattern, parse in _NUMBERED:
        match = pattern.fullmatch(word)
        if match:
            return parse(match)
    raise _unknown([word])


def check_words(words: Sequence[str]) -> None:
    """Raises ValueError with the nearest words for the first words in a row of which none is a rule."""
    for known, run in groupby(words, is_known):
        if not known:
            raise _unknown(list(run))


def is_known(word: str) -> bool:
    """Returns whether a word in capitals has the form of an abbreviation."""
    return word in ABBREVIATIONS or word in PRESETS or any(pattern.fullmatch(word) for pattern, _ in _NUMBERED)


def _unknown(words: Sequence[str]) -> ValueError:
    meanings = (
        NUMBERED_FORMS | dict.fromkeys(PRESETS, "") | {word: each.meaning for word, each in ABBREVIATIONS.items()}
    )
    text = advice(words, meanings, SYNONYMS, _meaning)
    return ValueError(f"'{' '.join(words)}' is not an abbreviation of a blackjack rule: {text}")


def _meaning(word: str) -> str:
    if word in PRESETS:
        return " ".join(PRESETS[word])
    return NUMBERED_FORMS.get(word) or parse_word(word).meaning


#: What may be odds or totals, as in ``DAS 10-11``.
_RANGE: Final = re.compile("[-/]")


def spell(text: str) -> list[str]:
    """Returns the words of a shorthand in capitals, each once; a phrase or synonym as the word that it stands for."""
    words = text.upper().split()
    if all(is_known(word) and word not in SYNONYMS and not _RANGE.search(word) for word in words):
        return list(dict.fromkeys(words))  # without the patterns of phrases, which take 20 ms to compile
    words = [SYNONYMS.get(word, word) for word in abbreviate(text).split()]
    return list(dict.fromkeys(part for word in words for part in _parts(word)))


def _parts(word: str) -> list[str]:
    """Returns the words that slashes separate, as in ``6D/H17/LS``, or the word itself where they do not."""
    parts = [SYNONYMS.get(part, part) for part in word.split("/")]
    return parts if not is_known(word) and all(map(is_known, parts)) else [word]
