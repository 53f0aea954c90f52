"""The trade's phrases for blackjack rules, such as ``dealer hits soft 17``, each replaced by its abbreviation."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

_NUMBERS: Final = dict(zip("ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT".split(), range(1, 9), strict=True))  # noqa: SIM905
_TIMES: Final = {"ONCE": 1, "TWICE": 2, "SINGLE": 1, "DOUBLE": 2}
_NUMBER: Final = rf"(\d+|{'|'.join(_NUMBERS)})"
_BLACKJACK: Final = r"(?:BLACKJACKS?|BJS?|NATURALS?)"
_ODDS: Final = r"(\d+) ?(?::|/|-|TO| TO ) ?(\d+)"
_PAYS: Final = r"(?: ?(?:PAYS?|PAID|AT|IS|=|:))*"
_DOUBLING: Final = r"(?:DOUBL(?:E|ES|ING)(?: DOWN)?|D|DO)"
_SPLITTING: Final = r"SPLIT(?:S|TING)?"
_RESPLIT: Final = r"RE-?SPLIT(?:S|TING)?"
_AGAINST: Final = r"(?: ?(?:VERSUS|VS?\.?|AGAINST|ON|-))?(?: (?:AN?|DEALER'?S?))*"
_TENS: Final = "(?:TENS|10S)"
_PEEKS: Final = r"(?:DEALER )?PEEKS?(?: UNDER| ON| FOR)?"
_BUT_NOT: Final = r"(?: (?:EXCEPT|NOT|BUT NOT|NO|EXCLUDING|OTHER THAN|X))"


def _number(text: str) -> int:
    return _NUMBERS.get(text) or _TIMES.get(text) or int(text)


def _totals(match: re.Match[str]) -> str:
    """Returns D8 to D11 for doubles on totals up to 11, of which the first is the lowest."""
    return f"{'DAS' if 'SPLIT' in match[0] or match[0].startswith('DAS') else 'D'}{match[1]}"


def _decimal_odds(match: re.Match[str]) -> str:
    odds = Fraction(match[1])
    return f"BJ{odds.numerator}:{odds.denominator}"


def _surrender(match: re.Match[str]) -> str:
    word, against = match[1], match[2]
    return word + ("10" if against in {"10", "T", "TEN", "TENS", "10S"} else "A")


#: Replacements in their order: a phrase comes before the phrases that are its parts.
_PHRASES: Final = (
    # decks and cards
    (r"(SINGLE|DOUBLE)[- ]DECKS?", lambda match: f"{_number(match[1])}D"),
    (rf"{_NUMBER}[- ]?(?:DECKS?|DK)", lambda match: f"{_number(match[1])}D"),
    (r"SPANISH[- ](?:21|TWENTY[- ]ONE)", "SP21"),
    (r"48[- ]CARDS?(?: DECKS?)?|SPANISH DECKS?|(?:NO|WITHOUT|LESS) (?:TENS|10S)|TENS REMOVED", "48C"),
    (r"CONTINUOUS (?:SHUFFLER|SHUFFLE|SHUFFLING(?: MACHINE)?)", "CSM"),
    (
        rf"{_NUMBER}[- ](?:CARDS?[- ])?CHARL(?:IE|EY)S?|CHARL(?:IE|EY) {_NUMBER}",
        lambda match: f"{_number(match[1] or match[2])}CC",
    ),
    # blackjacks
    (rf"(?:SUITED {_BLACKJACK}|SBJ){_PAYS} ?{_ODDS}", r"SBJ\1:\2"),
    (rf"{_BLACKJACK}{_PAYS} ?{_ODDS}", r"BJ\1:\2"),
    (rf"{_ODDS} (?:ON )?{_BLACKJACK}", r"BJ\1:\2"),
    (r"([12367]) TO ([125])", r"BJ\1:\2"),
    (rf"{_BLACKJACK}{_PAYS} ?(\d+\.\d+)", _decimal_odds),
    (rf"{_BLACKJACK}{_PAYS} EVEN(?:[- ]MONEY)?|EVEN[- ]MONEY {_BLACKJACK}", "BJ1:1"),
    (rf"(?:PLAYER(?:'?S)? )?{_BLACKJACK} (?:ALWAYS )?(?:WINS?|BEATS? (?:A )?DEALER(?:'?S)? {_BLACKJACK})", "BJWINS"),
    # the dealer
    (r"(?:DEALER )?HITS?(?: ON)?(?: A)? SOFT[- ]17S?|HIT 17", "H17"),
    (r"(?:DEALER )?STANDS?(?: ON)?(?: A)?(?: ALL| ANY)?(?: SOFT)?[- ]17S?", "S17"),
    (r"(?:DEALER )?PUSH(?:ES)?(?: ON)?(?: A)? 22|(?:DEALER(?:'?S)? )?22(?: IS A)? PUSH(?:ES)?", "PUSH22"),
    (r"DEALER WINS (?:TIES OF )?(\d\d)(?:S| TIES)?", r"TIESLOSE\1"),
    (r"(?:DEALER WINS(?: ALL)?|LOSE) TIES|TIES? (?:LOSES?|LOST)|PUSHES LOSE", "TIESLOSE"),
    (r"(?:PLAYER(?:'?S)? )?21 (?:ALWAYS )?WINS(?: AT ONCE| AUTOMATICALLY)?", "21WINS"),
    # the hole card
    (r"(?:EUROPEAN )?NO[- ]HOLE[- ]CARD", "ENHC"),
    (r"NO[- ]PEEK|(?:DEALER )?(?:DOES NOT|DOESN'T|DON'T) PEEK", "NOPEEK"),
    (rf"{_PEEKS}(?: AN?)? (?:ACES?|A) (?:AND|OR) (?:A )?(?:TENS?|10S?|T)", "PEEK"),
    (rf"{_PEEKS}(?: AN?)? (?:ACES?|A)(?: ONLY)?", "PEEKA"),
    (rf"{_PEEKS}(?: A)? (?:TENS?|10S?|T)(?: ONLY)?", "PEEK10"),
    (r"(?:DEALER|US|AMERICAN) (?:PEEKS?|HOLE[- ]CARD)", "PEEK"),
    (r"ORIGINAL (?:BETS?|WAGERS?) ONLY", "OBO"),
    (r"(?:TAKES?|LOSES?) ALL(?: (?:BETS|WAGERS))?|ALL (?:BETS|WAGERS) (?:LOST|LOSE)", "TAKEALL"),
    (r"BUST(?:S|ED)?(?: BETS| WAGERS)?(?: PLUS|\+| \+ | AND )(?: )?(?:1|ONE)(?: MORE)?", "BB+1"),
    # doubles
    (rf"(?:NO|WITHOUT|NOT)[- ](?:{_DOUBLING} AFTER (?:A )?{_SPLITTING}|DAS)", "NDAS"),
    (
        rf"(?:{_DOUBLING} AFTER (?:A )?{_SPLITTING}|DAS)(?: ON)?(?: HARD)? ?(8|9|10) ?(?:-|/|TO|OR|AND) ?11(?: ONLY)?",
        _totals,
    ),
    (rf"{_DOUBLING} AFTER (?:A )?{_SPLITTING}", "DAS"),
    (rf"{_DOUBLING} SPLIT ACES", "DSA"),
    (rf"(?:{_DOUBLING} )?(?:ON )?ANY (?:NUMBER OF|AMOUNT OF) CARDS", "DAC"),
    (rf"{_DOUBLING}(?: ON)? ANY(?: (?:TWO|2))?(?: CARDS)?|ANY (?:TWO|2)(?: CARDS)?", "DOA"),
    (
        rf"(?:{_DOUBLING} ?)?(?:ON )?(?:HARD )?(8|9|10) ?(?:-|/|TO|OR|AND|/10/|-10-|, ?10,?(?: AND| OR)?|, ?9, ?10,?"
        r"(?: AND| OR)?) ?11(?: ONLY)?",
        _totals,
    ),
    (rf"{_DOUBLING}(?: ON)?(?: HARD)? 11(?: ONLY)?", "D11"),
    (rf"NO SOFT {_DOUBLING}|{_DOUBLING}(?: ON)? HARD(?: HANDS| TOTALS)?(?: ONLY)?", "DH"),
    (rf"(?:NO|WITHOUT) RE-?{_DOUBLING}", "NRD"),
    (rf"RE-?{_DOUBLING} (ONCE|TWICE)", lambda match: f"RD{_number(match[1])}"),
    (rf"RE-?{_DOUBLING}", "RDA"),
    (rf"DOUBLE[- ]DOWN RESCUE|SURRENDER AFTER {_DOUBLING}", "DDR"),
    # splits
    (
        rf"(?:NO|WITHOUT) {_RESPLIT}(?: OF)? ACES|(?:NO|WITHOUT) RSA|(?:SPLIT )?ACES (?:SPLIT )?ONCE|SPLIT ACES ONCE",
        "NRSA",
    ),
    (rf"{_RESPLIT}(?: OF)? ACES", "RSA"),
    (rf"(?:NO|WITHOUT) {_SPLITTING}(?: OF)? ACES", "NSA"),
    (rf"(?:NO|WITHOUT) {_RESPLIT}|{_SPLITTING} ONCE", "SP2"),
    (rf"{_SPLITTING} (\d) TIMES|(?:UP TO )?(\d) SPLITS?", lambda match: f"SPL{match[1] or match[2]}"),
    (r"(?:HIT|DRAW)(?:S|ING)?(?: TO| ON)? SPLIT ACES", "HSA"),
    (r"(?:ONE|1) CARD (?:ON|TO|PER) (?:EACH )?SPLIT ACES?", "1CA"),
    (rf"(?:NO|WITHOUT) {_SPLITTING}", "NSP"),
    (rf"(?:{_SPLITTING} |{_RESPLIT} )?(?:UP )?TO {_NUMBER}(?: HANDS)?", lambda match: f"SP{_number(match[1])}"),
    (_RESPLIT, "SP4"),
    (rf"SP (\d)(?: HANDS)?|(?:MAX(?:IMUM)? )?{_NUMBER} HANDS", lambda match: f"SP{_number(match[1] or match[2])}"),
    (rf"NO UNLIKE {_TENS}|(?:SPLIT )?(?:{_TENS} )?(?:LIKE {_TENS}|SAME RANK|BY RANK)(?: ONLY)?", "SBR"),
    (rf"(?:SPLIT )?(?:UNLIKE {_TENS}|BY VALUE)", "SBV"),
    # surrender
    (r"(?:NO|WITHOUT) SURR(?:ENDER)?", "NS"),
    (r"LATE SURR(?:ENDER)?", "LS"),
    (r"EARLY SURR(?:ENDER)?", "ES"),
    (r"SURR(?:ENDER)?", "LS"),
    (
        rf"(ES|LS){_BUT_NOT}{_AGAINST} ?(?:ACES?|A)|(ES|LS){_AGAINST} ?2(?:-| TO )(?:10|T|TEN)",
        lambda match: f"{match[1] or match[2]}NA",
    ),
    (rf"(ES|LS){_AGAINST} ?(TENS?|10S?|T|ACES?|A)(?: ONLY)?", _surrender),
)
#: What may follow a rule without changing its meaning; after a comma or at the start, ``NOT ALLOWED`` becomes ``NO``.
_REFUSED: Final = re.compile(r"(?:^|(?<=[,;|] ))([^,;|]+?)(?: IS| ARE)? (?:NOT |UN)(?:ALLOWED|OFFERED|AVAILABLE)")
_ALLOWED: Final = re.compile(r" (?:IS |ARE )?(?:ALLOWED|OFFERED|AVAILABLE)(?!\w)")
_SEPARATORS: Final = str.maketrans(dict.fromkeys(",;|()[]", " "))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
    """Returns the phrases as patterns that match whole words, compiled when shorthand is first read."""
    apart = r"[\w:/.+=-]"
    return tuple((re.compile(rf"(?<!{apart})(?:{pattern})(?!{apart})"), word) for pattern, word in _PHRASES)


def abbreviate(text: str) -> str:
    """Returns the text in capitals with each phrase as its abbreviation, and with spaces between its words."""
    found = " ".join(text.upper().replace("–", "-").replace("’", "'").replace("&", " AND ").split())
    found = _ALLOWED.sub("", _REFUSED.sub(r"NO \1", found))
    for pattern, word in _patterns():
        found = pattern.sub(word, found)
    return " ".join(word for word in found.translate(_SEPARATORS).split() if word not in {"AND", "WITH"})
