"""The trade's phrases for blackjack rules, such as ``dealer hits soft 17``, each replaced by its abbreviation."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

_NUMBERS: Final = {
    word: number
    for number, word in enumerate("ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE".split(), 1)  # noqa: SIM905
}
_TIMES: Final = {"ONCE": 1, "TWICE": 2, "SINGLE": 1, "DOUBLE": 2}
_NUMBER: Final = rf"(\d+|{'|'.join(_NUMBERS)})"
_BLACKJACK: Final = r"(?:BLACKJACKS?|BJS?|NATURALS?)"
_ODDS: Final = r"(\d+) ?(?::|/|-|TO| TO ) ?(\d+)"
_PAYS: Final = r"(?: ?(?:PAYS?|PAID|AT|IS|=|:))*"
_DOUBLING: Final = r"(?:DOUBL(?:E|ES|ING)(?: DOWN)?|D|DO)"
_SPLITTING: Final = r"SPLIT(?:S|TING)?"
_RESPLIT: Final = r"RE-?SPLIT(?:S|TING)?"
_NO: Final = r"(?:NO|WITHOUT|NOT)"
_AGAINST: Final = r"(?: ?(?:VERSUS|VS?\.?|AGAINST|ON|-))?(?: (?:AN?|DEALER'?S?))*"
_TENS: Final = "(?:TENS|10S)"
_PEEKS: Final = rf"(?:DEALER )?(?:PEEKS?|CHECKS?)(?: FOR (?:A )?{_BLACKJACK})?(?: UNDER| ON| WITH| FOR)?"
_BUT_NOT: Final = r"(?: (?:EXCEPT|NOT|BUT NOT|NO|EXCLUDING|OTHER THAN|X))"
_AFTER_HITTING: Final = r"AFTER (?:A )?(?:HIT(?:TING)?|DRAW(?:ING)?)"
#: What may follow a word on the wagers that a dealer's blackjack takes.
_TO_BLACKJACK: Final = rf"(?: (?:TO|AGAINST|ON)(?: A)?(?: DEALER'?S?)? {_BLACKJACK})?"
_TOTALS: Final = (
    r"(8|9|10) ?(?:-|/|TO|OR|AND|/10/|-10-|/9/10/|-9-10-|,? ?10,?(?: AND| OR)?|,? ?9,? ?10,?(?: AND| OR)?)"
    r" ?11(?: ONLY)?"
)
_SUITS: Final = {"": "", "SUITED": "S", "SPADES": "SP"}


def _number(text: str) -> int:
    return _NUMBERS.get(text) or _TIMES.get(text) or int(text)


def _totals(match: re.Match[str]) -> str:
    """Returns D8 to D11 for doubles on totals up to 11, of which the first is the lowest."""
    return f"{'DAS' if 'SPLIT' in match[0] or match[0].startswith('DAS') else 'D'}{match[1]}"


def _decimal_odds(match: re.Match[str]) -> str:
    odds = Fraction(match[1])
    return f"BJ{odds.numerator}:{odds.denominator}"


def _bonus(match: re.Match[str]) -> str:
    """Returns B5= to B7= for a 21 of so many cards."""
    return f"B{_number(match[1])}={match[2]}:{match[3]}"


def _bonus_of_ranks(match: re.Match[str]) -> str:
    """Returns B678= or B777=, of one suit or of spades where the phrase says so."""
    return f"B{match[1].replace('-', '')}{_SUITS[match[2] or '']}={match[3]}:{match[4]}"


def _charlie(match: re.Match[str]) -> str:
    """Returns 5CC and so on; a charlie that pays more than its wager stays a phrase that is not understood."""
    odds = match[3], match[4]
    paid = "" if odds in {(None, None), ("1", "1")} else " CHARLIE-ODDS"
    return f"{_number(match[1] or match[2])}CC{paid}"


def _surrender(match: re.Match[str]) -> str:
    word, against = match[1], match[2]
    return word + ("10" if against in {"10", "T", "TEN", "TENS", "10S"} else "A")


#: Replacements in their order: a phrase comes before the phrases that are its parts.
_PHRASES: Final = (
    # games that are not in the space of rules, refused by name
    (r"DOUBLE[- ]EXPOSURE(?: 21)?(?: BLACKJACK)?", "DOUBLE-EXPOSURE"),
    (r"FREE[- ]BETS?(?: BLACKJACK)?", "FREE-BET"),
    (rf"(?:{_BLACKJACK} )?SWITCH", "SWITCH"),
    (r"SUPER[- ]?FUN(?:[- ]21)?", "SUPERFUN"),
    (r"(?:SURR(?:ENDER)?|LS|ES) (?:AT )?ANY[- ]?TIME", "SURRENDER-ANYTIME"),
    (
        rf"(?:SURR(?:ENDER)?|LS|ES) (?:{_AFTER_HITTING}|(?:ON )?ANY NUMBER OF CARDS)",
        "SURRENDER-ANYTIME",
    ),
    # decks and cards
    (r"(SINGLE|DOUBLE)[- ]DECKS?(?: SHOE| GAME)?", lambda match: f"{_number(match[1])}D"),
    (rf"{_NUMBER}[- ]?SPANISH[- ]DECKS?", lambda match: f"{_number(match[1])}D 48C"),
    (rf"{_NUMBER}[- ]?(?:DECKS?|DK)(?: SHOE| GAME)?", lambda match: f"{_number(match[1])}D"),
    (r"SPANISH[- ](?:21|TWENTY[- ]ONE)", "SP21"),
    (r"48[- ]CARDS?(?: DECKS?)?|SPANISH DECKS?|(?:NO|WITHOUT|LESS) (?:TENS|10S)|(?:TENS|10S) REMOVED", "48C"),
    (r"CONTINUOUS (?:SHUFFLER|SHUFFL(?:E|ING)(?: MACHINE)?)", "CSM"),
    (rf"(?:{_NUMBER}[- ](?:CARDS?[- ])?CHARL(?:IE|EY)S?|CHARL(?:IE|EY) {_NUMBER})(?:{_PAYS} ?{_ODDS})?", _charlie),
    # bonuses
    (rf"{_NUMBER}[- ]CARDS? 21{_PAYS} ?{_ODDS}", _bonus),
    (rf"(6-?7-?8|7-?7-?7)(?: (?:OF )?(SUITED|SPADES))?{_PAYS} {_ODDS}", _bonus_of_ranks),
    (rf"INSURANCE{_PAYS} 2 ?(?::|/|-|TO| TO ) ?1", ""),  # as everywhere
    # blackjacks
    (rf"(?:SUITED {_BLACKJACK}|SBJ){_PAYS} ?{_ODDS}", r"SBJ\1:\2"),
    (rf"{_BLACKJACK}{_PAYS} ?{_ODDS}", r"BJ\1:\2"),
    (rf"{_ODDS} (?:(?:ON|FOR) (?:A )?)?{_BLACKJACK}", r"BJ\1:\2"),
    (r"([12367]) TO ([125])", r"BJ\1:\2"),
    (rf"{_BLACKJACK}{_PAYS} ?(\d+\.\d+)", _decimal_odds),
    (rf"{_BLACKJACK}{_PAYS} DOUBLE", "BJ2:1"),
    (rf"{_BLACKJACK}{_PAYS} EVEN(?:[- ]MONEY)?|EVEN[- ]MONEY {_BLACKJACK}", "BJ1:1"),
    (rf"(?:PLAYER(?:'?S)? )?{_BLACKJACK} (?:ALWAYS )?(?:WINS?|BEATS? (?:A )?DEALER(?:'?S)? {_BLACKJACK})", "BJWINS"),
    # the dealer
    (r"(?:DEALER )?(?:DRAWS?|HITS?) (?:TO|ON) 16,?(?: AND)?(?= (?:STANDS?|HITS?|DRAWS?))", ""),
    (r"(?:DEALER )?(?:HITS?|DRAWS?)(?: ON| TO)?(?: A)? SOFT[- ]17'?S?|HIT 17|SOFT 17 HITS?", "H17"),
    (r"(?:DEALER )?STANDS?(?: ON)?(?: A)?(?: ALL| ANY)?(?: SOFT)?[- ]17'?S?|SOFT 17 STANDS?", "S17"),
    (r"(?:DEALER )?PUSH(?:ES)?(?: ON)?(?: A)? 22|(?:DEALER(?:'?S)? )?22(?: IS A)? PUSH(?:ES)?", "PUSH22"),
    (r"(?:DEALER WINS|LOSES?) (?:TIES OF |TIED )?(\d\d)(?:S| TIES)?", r"TIESLOSE\1"),
    (r"(?:DEALER WINS(?: ALL)?|LOSES?(?: ALL)?) (?:TIES|PUSHES)|TIES? (?:LOSES?|LOST)|PUSHES LOSE", "TIESLOSE"),
    (r"(?:PLAYER(?:'?S)? )?21 (?:ALWAYS )?WINS(?: AT ONCE| AUTOMATICALLY)?|AUTOMATIC 21", "21WINS"),
    # the hole card
    (
        r"(?:EUROPEAN )?NO[- ]HOLE[- ]CARD(?: RULE)?"
        r"|DEALER (?:(?:HAS|TAKES|GETS) NO|(?:DOES NOT|DOESN'T) (?:TAKE|GET|HAVE)(?: A)?) HOLE[- ]CARD",
        "ENHC",
    ),
    (rf"NO[- ]PEEK|(?:DEALER )?(?:DOES NOT|DOESN'T|DON'T) (?:PEEK|CHECK)(?: FOR {_BLACKJACK})?", "NOPEEK"),
    (rf"{_PEEKS}(?: AN?)? (?:ACES?|A) (?:AND|OR) (?:A )?(?:TENS?|10S?|T)", "PEEK"),
    (rf"{_PEEKS}(?: AN?)? (?:ACES?|A)(?: ONLY)?", "PEEKA"),
    (rf"{_PEEKS}(?: A)? (?:TENS?|10S?|T)(?: ONLY)?", "PEEK10"),
    (
        rf"(?:DEALER|US|AMERICAN) (?:(?:PEEKS?|CHECKS?)(?: FOR {_BLACKJACK}| (?:THE )?HOLE[- ]CARD)?|HOLE[- ]CARD)"
        rf"|PEEKS? FOR {_BLACKJACK}|(?:DEALER (?:HAS|TAKES|GETS)(?: A)? )?HOLE[- ]CARD",
        "PEEK",
    ),
    (
        rf"(?:LOSES? )?ORIGINAL (?:BETS?|WAGERS?) ONLY{_TO_BLACKJACK}"
        rf"|(?:LOSES? )?ONLY ORIGINAL (?:BETS?|WAGERS?)(?: (?:IS |ARE )?LOST)?{_TO_BLACKJACK}",
        "OBO",
    ),
    (
        rf"(?:DEALER(?:'?S)? {_BLACKJACK} )?(?:TAKES?|LOSES?) ALL(?: (?:BETS|WAGERS))?{_TO_BLACKJACK}"
        r"|ALL (?:BETS|WAGERS) (?:LOST|LOSE)",
        "TAKEALL",
    ),
    (r"BUST(?:S|ED)?(?: BETS| WAGERS)?(?: PLUS|\+| \+ | AND )(?: )?(?:1|ONE)(?: MORE)?", "BB+1"),
    # doubles
    (rf"{_NO}[- ](?:{_DOUBLING} AFTER (?:A )?{_SPLITTING}|DAS)", "NDAS"),
    (
        rf"(?:{_DOUBLING} AFTER (?:A )?{_SPLITTING}|DAS)(?: ON)?(?: HARD)? ?(8|9|10) ?(?:-|/|TO|OR|AND) ?11(?: ONLY)?",
        _totals,
    ),
    (rf"{_DOUBLING} AFTER (?:A )?{_SPLITTING}", "DAS"),
    (rf"(?:(?:HIT(?:TING)?|DRAW(?:ING)?) AND )?{_DOUBLING}(?: ON)? SPLIT ACES", "DSA"),
    (rf"{_NO} {_DOUBLING} FOR LESS", "NDFL"),
    (rf"{_DOUBLING} FOR LESS", "DFL"),
    (
        rf"(?:{_DOUBLING} )?(?:ON )?ANY (?:NUMBER|AMOUNT) OF CARDS|{_DOUBLING} (?:AT )?ANY[- ]?TIME"
        rf"|{_DOUBLING} {_AFTER_HITTING}|{_DOUBLING}(?: ON)? (?:3|THREE)(?:\+| OR MORE) CARDS",
        "DAC",
    ),
    (rf"{_DOUBLING} ONLY", "DOUBLE"),
    (
        rf"(?:{_DOUBLING}(?: ON)? )?ANY(?: FIRST)? (?:TWO|2)(?: CARDS)?|{_DOUBLING}(?: ON)? FIRST (?:TWO|2)(?: CARDS)?"
        rf"|{_DOUBLING}(?: ON)? ANY(?: (?:INITIAL )?HANDS?)?(?! CARDS)",
        "DOA",
    ),
    (rf"(?:{_DOUBLING} ?)?(?:ON )?(?:HARD )?{_TOTALS}", _totals),
    (rf"{_DOUBLING}(?: ON)?(?: HARD)? 11(?: ONLY)?", "D11"),
    (
        rf"NO SOFT {_DOUBLING}|NO {_DOUBLING}(?: ON)? SOFT(?: HANDS| TOTALS)?"
        rf"|{_DOUBLING}(?: ON)? HARD(?: HANDS| TOTALS)?(?: ONLY)?",
        "DH",
    ),
    (rf"NO {_DOUBLING} (?:ON|WITH)(?: AN?)? ACES?", "DNA"),
    (rf"{_NO} {_DOUBLING}(?! (?:ON|WITH|AFTER|FOR|SPLIT))", "ND"),
    (rf"{_NO} RE-?{_DOUBLING}", "NRD"),
    (rf"RE-?{_DOUBLING} (ONCE|TWICE)", lambda match: f"RD{_number(match[1])}"),
    (rf"RE-?{_DOUBLING}(?: UP TO)? {_NUMBER} TIMES?", lambda match: f"RD{_number(match[1])}"),
    (rf"RE-?{_DOUBLING}", "RDA"),
    (rf"(?:DOUBLE[- ]DOWN )?RESCUE|SURR(?:ENDER)? AFTER {_DOUBLING}", "DDR"),
    # surrender
    (rf"SURR(?:ENDER)? AFTER (?:A )?{_SPLITTING}", "SAS"),
    (rf"{_NO} (?:(?:LATE|EARLY) )?SURR(?:ENDER)?", "NS"),
    (r"LATE SURR(?:ENDER)?", "LS"),
    (r"(?:FULL )?EARLY SURR(?:ENDER)?", "ES"),
    (r"SURR(?:ENDER)?", "LS"),
    (
        rf"(ES|LS){_BUT_NOT}{_AGAINST} ?(?:ACES?|A)|(ES|LS){_AGAINST} ?2(?:-| TO )(?:10|T|TEN)",
        lambda match: f"{match[1] or match[2]}NA",
    ),
    (rf"(ES|LS){_AGAINST} ?(TENS?|10S?|T|ACES?|A)(?: ONLY)?", _surrender),
    (rf"(ES|LS){_AGAINST} (?:ANY|ALL)(?: (?:UP ?)?CARDS?)?", r"\1"),
    # splits
    (rf"(?:UNLIMITED|INFINITE) {_RESPLIT}|(?:UNLIMITED|INFINITE) {_SPLITTING}|{_SPLITTING} UNLIMITED", "UNLIMITED"),
    (
        rf"{_NO} {_RESPLIT}(?: OF)? ACES|(?:SPLIT )?ACES (?:SPLIT )?(?:ONLY )?ONCE|SPLIT ACES (?:ONLY )?ONCE",
        "NRSA",
    ),
    (rf"{_RESPLIT}(?: OF)? ACES", "RSA"),
    (rf"{_NO} {_SPLITTING}(?: OF)? ACES", "NSA"),
    (rf"(?:{_NO} {_SPLITTING} UNLIKE|NO UNLIKE) {_TENS}|(?:SPLIT )?ONLY (?:LIKE|IDENTICAL) {_TENS}(?: SPLIT)?", "SBR"),
    (rf"{_TENS} IDENTICAL TO SPLIT", "SBR"),
    (rf"(?:SPLIT )?(?:{_TENS} )?(?:(?:LIKE|IDENTICAL) {_TENS}|SAME RANK|BY RANK)(?: ONLY)?", "SBR"),
    (rf"(?:SPLIT )?(?:UNLIKE {_TENS}|BY VALUE)", "SBV"),
    (
        rf"{_NO} {_RESPLIT}(?: (?:OF )?PAIRS)?|{_SPLITTING}(?: PAIRS)? (?:ONLY )?ONCE"
        r"|(?:ONLY )?(?:ONE|1) SPLIT(?: ONLY)?",
        "SP2",
    ),
    (
        rf"(?:{_SPLITTING}|{_RESPLIT}) (?:UP TO )?{_NUMBER} TIMES|(?:UP TO )?{_NUMBER} SPLITS?",
        lambda match: f"SPL{_number(match[1] or match[2])}",
    ),
    (
        r"(?:ONLY )?(?:ONE|1) CARD (?:ONLY )?(?:ON|TO|PER) (?:EACH )?SPLIT ACES?"
        r"|SPLIT ACES (?:RECEIVE|GET|DRAW) (?:ONLY )?(?:ONE|1) CARD(?: ONLY)?(?: EACH)?"
        rf"|{_NO} (?:HIT|DRAW)(?:S|ING|TING)?(?: TO| ON)? SPLIT ACES",
        "1CA",
    ),
    (r"(?:HIT|DRAW)(?:S|ING|TING)?(?: TO| ON)? SPLIT ACES", "HSA"),
    (rf"{_NO} {_SPLITTING}(?! (?:{_TENS}|\d|OF|ANY))", "NSP"),
    (
        rf"(?:{_SPLITTING} |{_RESPLIT} )?(?:ANY PAIRS? |PAIRS? )?(?:UP )?TO {_NUMBER}(?: HANDS)?(?! TIMES)",
        lambda match: f"SP{_number(match[1])}",
    ),
    (rf"{_RESPLIT}(?: PAIRS)?", "SP4"),
    (rf"SP (\d)(?: HANDS)?|(?:MAX(?:IMUM)? )?{_NUMBER} HANDS", lambda match: f"SP{_number(match[1] or match[2])}"),
    # words around an abbreviation
    (r"(D8|D9|D10|D11|(?:ES|LS)(?:10|A|NA)|PEEKA|PEEK10|NRSA|OBO|SBR) ONLY", r"\1"),
    (r"(?:NO|WITHOUT)[- ]?(DAS|RSA|DFL|DDR|RD|SAS)", r"N\1"),
    (r"(?:NO|WITHOUT)[- ]?(?:LS|ES)", "NS"),
)
#: Who may do something, and what may be done, in the form of a phrase: ``aces may not be split`` is ``NO SPLIT ACES``.
_MODAL: Final = r"(?:MAY|CAN|MUST)"
_VERBS: Final = (
    (re.compile(r"(?:(?<!\w)THE |\bYOU (?=MAY|CAN|LOSE)|\bPLAYERS? (?=MAY|CAN|LOSES?|MUST))"), ""),
    (re.compile(r"\b(?:CANNOT|CAN'T)\b"), "CAN NOT"),
    (
        re.compile(rf"(?:^|(?<=[,;|] ))([\w ]+?) {_MODAL} NOT BE (RE-?SPLIT|SPLIT|DOUBLED|HIT)"),
        lambda match: f"NO {match[2].replace('DOUBLED', 'DOUBLE')} {match[1]}",
    ),
    (
        re.compile(rf"(?:^|(?<=[,;|] ))([\w ]+?) {_MODAL} (?:ONLY )?BE (RE-?SPLIT|SPLIT|DOUBLED|HIT)"),
        lambda match: f"{match[2].replace('DOUBLED', 'DOUBLE')} {match[1]}",
    ),
    (re.compile(rf"\b{_MODAL} NOT "), "NO "),
    (re.compile(rf"\b{_MODAL} (?:BE |ONLY (?=(?:RE-?)?SPLIT ONCE))?"), ""),
)
#: What may follow a rule without changing its meaning; after a comma or at the start, ``NOT ALLOWED`` becomes ``NO``.
_REFUSED: Final = re.compile(r"(?:^|(?<=[,;|] ))([^,;|]+?)(?: IS| ARE)? (?:NOT |UN)(?:ALLOWED|OFFERED|AVAILABLE)")
_ALLOWED: Final = re.compile(r" (?:IS |ARE )?(?:ALLOWED|OFFERED|AVAILABLE)(?!\w)")
_FULL_STOP: Final = re.compile(r"(?<!V)(?<!VS)\.(?= |$)")
_SEPARATORS: Final = str.maketrans(dict.fromkeys(",;|()[]", " "))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
    """Returns the phrases as patterns that match whole words, compiled when shorthand is first read."""
    apart = r"[\w:/.+=-]"
    return tuple((re.compile(rf"(?<!{apart})(?:{pattern})(?!{apart})"), word) for pattern, word in _PHRASES)


def abbreviate(text: str) -> str:
    """Returns the text in capitals with each phrase as its abbreviation, and with spaces between its words."""
    found = _FULL_STOP.sub(
        ",", " ".join(text.upper().replace("–", "-").replace("’", "'").replace("&", " AND ").split())
    )
    for verb, phrase in _VERBS:
        found = verb.sub(phrase, found)
    found = _ALLOWED.sub("", _REFUSED.sub(r"NO \1", found))
    for pattern, word in _patterns():
        found = pattern.sub(word, found)
    return " ".join(word for word in found.translate(_SEPARATORS).split() if word not in {"AND", "WITH"})
