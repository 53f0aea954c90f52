"""The trade's phrases for blackjack rules, such as ``dealer hits soft 17``, each replaced by its abbreviation."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

from pitboss.law.sentences import simplify

_TIMES: Final = {"ONCE": 1, "TWICE": 2, "SINGLE": 1, "DOUBLE": 2}
_NUMBER: Final = r"(\d+)"
_NUMBER_OR_NAME: Final = r"(\d+|SINGLE|DOUBLE)"
_BLACKJACK: Final = r"(?:(?:A )?(?:NATURAL )?(?:BLACKJACKS?|BJS?)|(?:A )?NATURALS?|NATS?)"
_ODDS: Final = r"(\d+) ?(?::|/|-|TO| TO ) ?(\d+)"
_PAYS: Final = r"(?: ?(?:PAYS?|PAID|PAYOUT|BONUS|AT|IS|=|:))*"
_DOUBLING: Final = r"(?:DOUBL(?:E|ES|ING)(?:[- ]DOWN)?|D|DO)"
_SPLITTING: Final = r"SPLIT(?:S|TING)?"
_RESPLIT: Final = r"RE-?SPLIT(?:S|TING)?"
_NO: Final = r"(?:NO|WITHOUT|NOT)"
_AGAINST: Final = r"(?: ?(?:VERSUS|VS?\.?|AGAINST|ON|-))?(?: (?:AN?|DEALER'?S?))*"
_TENS: Final = "(?:(?:ANY |2 )?(?:TENS|10S|10-VALUED?(?: CARDS)?))"
_PEEKS: Final = rf"(?:DEALER )?(?:PEEKS?|CHECKS?)(?: FOR (?:A )?{_BLACKJACK})?(?: UNDER| ON| WITH| FOR| AT)?"
_NO_PEEK: Final = rf"(?:(?:DEALER )?(?:DOES NOT|NO)[- ](?:PEEK|CHECK)(?: FOR {_BLACKJACK})?)"
_AN_ACE: Final = r"(?:ACES?|A)(?: UP)?"
_A_TEN: Final = r"(?:TENS?|10S?|T)(?: UP)?"
_ANY_TENS: Final = r"(?:ANY |2 )?10-VALUED? CARDS"
_BUT_NOT: Final = r"(?: (?:EXCEPT|NOT|BUT(?: NOT)?|NO|EXCLUDING|OTHER THAN|ALL BUT|X))"
_NOT_AGAINST_ACE: Final = rf"(?:(?:{_NO}(?: LATE| EARLY)? SURR(?:ENDER)?|NONE){_AGAINST} ?(?:ACES?|A))"
_AFTER_HITTING: Final = r"AFTER (?:A )?(?:HIT(?:TING)?|DRAW(?:ING)?)"
_UP_TO_HANDS: Final = (
    rf"(?:{_SPLITTING} |{_RESPLIT} )?(?:ANY PAIRS? |PAIRS? )?(?:TO FORM )?(?:UP )?TO {_NUMBER}(?: HANDS)?(?! TIMES)"
)
#: Who takes the wagers.
_TAKEN: Final = rf"(?:LOSES? |DEALER(?:'?S)? {_BLACKJACK} TAKES? )?"
#: What may follow a word on the wagers that a dealer's blackjack takes.
_TO_BLACKJACK: Final = rf"(?: (?:TO|AGAINST|ON)(?: A)?(?: DEALER'?S?)? {_BLACKJACK})?"
_TOTALS: Final = (
    r"(8|9|10) ?(?:-|/|,|TO|OR|AND|/10/|-10-|/9/10/|-9-10-|,? ?10,?(?: AND| OR)?|,? ?9,? ?10,?(?: AND| OR)?)"
    r" ?11(?: ONLY)?"
)
#: Soft 17 as a hand of the dealer, and what may follow where the dealer stands.
_SOFT_17: Final = r"(?:(?:A )?SOFT[- ]?17'?S?|A[-,/ ]?6)"
_AND_HIGHER: Final = r"(?:,?(?: AND| OR)?(?: ALL)? (?:HIGHER|ABOVE|MORE|BETTER|UP)(?: TOTALS| HANDS)?)?"
_HITS: Final = "(?:HITS?|DRAWS?|TAKES? A CARD)"
_STANDS: Final = "(?:STANDS?|STAYS?)"
_FIRST_TWO: Final = r"(?:(?:ON )?(?:ANY )?(?:FIRST|INITIAL|ANY)(?: INITIAL)? 2 CARDS(?: ONLY)?)"
_SAME_SUIT: Final = r"(?:SUITED|(?:OF |IN )?(?:THE )?(?:SAME|1) SUIT)"
_ORIGINAL: Final = r"(?:ORIGINAL|FIRST|INITIAL) (?:BETS?|WAGERS?)"
#: Words for ties that the dealer wins.
_LOST_TIES: Final = r"(?:DEALER (?:WINS|TAKES)(?: ALL)?|LOSES?(?: ALL)?) (?:TIES|PUSHES)"
_RESCUE: Final = rf"(?:(?:DOUBLE(?:[- ]DOWN)? )?RESCUE|DOUBLE[- ]DOWN SURRENDER|SURR(?:ENDER)? AFTER {_DOUBLING})"
_LOST: Final = r"(?: (?:IS |ARE )?(?:LOST|LOSE))?"
_RANKS: Final = {"678": "678", "777": "777", "3 7S": "777", "3 SEVENS": "777"}


def _number(text: str) -> int:
    return _TIMES.get(text) or int(text)


def _totals(match: re.Match[str]) -> str:
    """Returns D8 to D11 for doubles on totals up to 11, of which the first is the lowest."""
    return f"{'DAS' if 'SPLIT' in match[0] or match[0].startswith('DAS') else 'D'}{match[1]}"


def _odds_first(match: re.Match[str]) -> str:
    return f"BJ{match[1] or match[3]}:{match[2] or match[4]}"


def _decimal_odds(match: re.Match[str]) -> str:
    """Returns BJ3:2 for odds of 1.5 or 150 %."""
    odds = Fraction(next(filter(None, match.groups()))) / (100 if match[0].endswith("%") else 1)
    return f"BJ{odds.numerator}:{odds.denominator}"


def _bonus(match: re.Match[str]) -> str:
    """Returns B5= to B7= for a 21 of so many cards."""
    return f"B{_number(match[1])}={match[2]}:{match[3]}"


def _bonus_of_ranks(match: re.Match[str]) -> str:
    """Returns B678= or B777=, of one suit or of spades where the phrase says so."""
    suit = "SP" if "SPADES" in match[0] else "S" if "SUIT" in match[2].replace("OFFSUIT", "") else ""
    return f"B{_RANKS[match[1].replace('-', '')]}{suit}={match[3]}:{match[4]}"


def _charlie(match: re.Match[str]) -> str:
    """Returns 5CC and so on; a charlie that pays more than its wager stays a phrase that is not understood."""
    odds = match[3], match[4]
    paid = "" if odds in {(None, None), ("1", "1")} else " CHARLIE-ODDS"
    return f"{_number(match[1] or match[2])}CC{paid}"


def _surrender_at_once(match: re.Match[str]) -> str:
    """Returns ES or LS for a surrender on the first two cards."""
    return "ES" if match[0].startswith("E") else "LS"


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
    (rf"{_NUMBER}[- ]?SPANISH[- ]DECKS?", r"\1D 48C"),
    (
        rf"(?:SHOE (?:OF|WITH) )?{_NUMBER_OR_NAME}[- ]?(?:DECKS?|DKS?)(?: SHOE)?(?: (?:PITCH|HAND-HELD))?(?: GAME)?",
        lambda match: f"{_number(match[1])}D",
    ),
    (r"SPANISH[- ]21", "SP21"),
    (r"48[- ]CARDS?(?: DECKS?)?|SPANISH DECKS?|(?:NO|WITHOUT|LESS) (?:TENS|10S)|(?:TENS|10S) REMOVED", "48C"),
    (r"CONTINUOUS (?:SHUFFLER|SHUFFL(?:E|ING)(?: MACHINE)?)", "CSM"),
    (
        rf"(?:{_NUMBER}[- ](?:CARDS?[- ])?(?:CHARL(?:IE|EY)|TRICK|WINNER)S?|CHARL(?:IE|EY) {_NUMBER})"
        rf"(?: WINS?)?(?:{_PAYS} ?{_ODDS})?",
        _charlie,
    ),
    # bonuses
    (rf"{_NUMBER}[- ]CARDS? 21{_PAYS} ?{_ODDS}", _bonus),
    (
        rf"(6-?7-?8|7-?7-?7|3 7S|3 SEVENS)((?: (?:MIXED|OFFSUIT|(?:OF |IN )?SPADES|{_SAME_SUIT}))?){_PAYS} {_ODDS}",
        _bonus_of_ranks,
    ),
    (rf"INSURANCE{_PAYS} 2 ?(?::|/|-|TO| TO ) ?1", ""),  # as everywhere
    # blackjacks
    (
        rf"(?:SUITED {_BLACKJACK}|{_BLACKJACK} {_SAME_SUIT}|SBJ){_PAYS} ?{_ODDS}"
        rf"|{_ODDS} (?:ON |FOR )?SUITED {_BLACKJACK}",
        lambda match: f"SBJ{match[1] or match[3]}:{match[2] or match[4]}",
    ),
    (rf"{_BLACKJACK}{_PAYS} ?{_ODDS}(?: PAYOUT)?", r"BJ\1:\2"),
    (rf"{_ODDS}(?: PAYOUT(?:S)?)?(?: (?:ON|FOR))? {_BLACKJACK}|{_ODDS} PAYOUTS?", _odds_first),
    (r"([12367]) TO ([125])", r"BJ\1:\2"),
    (rf"{_BLACKJACK}{_PAYS} ?(\d+\.\d+)(?:X|:1| TO 1)?|(\d+\.\d+)(?:X|:1| TO 1)(?: {_BLACKJACK})?", _decimal_odds),
    (rf"{_BLACKJACK}{_PAYS} ?(\d+)%", _decimal_odds),
    (rf"{_BLACKJACK}{_PAYS} DOUBLE", "BJ2:1"),
    (rf"{_BLACKJACK}{_PAYS}(?: ONLY)? EVEN(?:[- ]MONEY)?|EVEN[- ]MONEY (?:ON |FOR )?{_BLACKJACK}", "BJ1:1"),
    (rf"(?:PLAYER(?:'?S)? )?{_BLACKJACK} (?:ALWAYS )?(?:WINS?|BEATS? (?:A )?DEALER(?:'?S)? {_BLACKJACK})", "BJWINS"),
    # the dealer
    (rf"(?:DEALER )?(?:DRAWS?|HITS?) (?:TO|ON) 16,?(?: AND)?(?= (?:{_STANDS}|HITS?|DRAWS?))", ""),
    (rf"(?:DEALER )?{_STANDS}(?: ON)?(?: ALL)? HARD[- ]17'?S?,?(?: AND| BUT)?(?= {_HITS})", ""),
    (rf"(?:DEALER )?(?:DOES NOT|NO) {_HITS}(?: ON| TO)? {_SOFT_17}", "S17"),
    (rf"(?:DEALER )?(?:DOES NOT|NO) {_STANDS}(?: ON)? {_SOFT_17}", "H17"),
    (
        rf"(?:DEALER )?{_HITS}(?: ON| TO)? {_SOFT_17}(?:,?(?: AND| BUT)? {_STANDS}(?: ON)?(?: ALL)? HARD[- ]17'?S?)?"
        r"|(?:HIT|H)[-/ ]17|H(?:IT)? ?SOFT ?17|SOFT ?17 HITS?",
        "H17",
    ),
    (
        rf"(?:DEALER )?{_STANDS}(?: ON)?(?: A)?(?: ALL| ANY| EVERY)?(?: SOFT(?: AND HARD)?)?[- ]17'?S?{_AND_HIGHER}"
        rf"|{_STANDS}(?: ON)? A[-,/ ]?6|S[-/ ]17|SOFT ?17 STANDS?",
        "S17",
    ),
    (
        r"(?:DEALER )?PUSH(?:ES)?(?: (?:ON|WITH))?(?: A)?(?: DEALER(?:'?S)?)? 22|TIES? ON 22"
        r"|(?:DEALER(?:'?S)? )?22(?: IS(?: A)?)? PUSH(?:ES)?"
        rf"(?:(?: AGAINST)?(?: ALL| ANY)?(?: HANDS)? EXCEPT (?:PLAYER(?:'?S)? )?{_BLACKJACK})?",
        "PUSH22",
    ),
    (
        rf"({_LOST_TIES}) (?:OF )?(1[789]|20)(?:-| TO |(?:,? 1[89])*,?(?: AND)? )(1[89]|2[01])(?:S| TIES)?",
        r"TIESLOSE\2-\3",
    ),
    (rf"({_LOST_TIES}|LOSES?|DEALER (?:WINS|TAKES)) (?:OF |TIED |ON )?(\d\d)(?:S| TIES)?", r"TIESLOSE\2"),
    (
        rf"(?:{_LOST_TIES}|TIES? (?:LOSES?|LOST|GO TO DEALER)|PUSHES LOSE)(?: EXCEPT {_BLACKJACK})?",
        "TIESLOSE",
    ),
    (
        r"(?:PLAYER(?:'?S)? |ANY )?21 (?:ALWAYS )?(?:WINS|BEATS DEALER(?:'?S)? 21)(?: AT 1CE| AT ONCE| AUTOMATICALLY)?"
        r"|AUTOMATIC 21",
        "21WINS",
    ),
    # the hole card
    (
        r"(?:(?:EUROPEAN )?NO[- ]HOLE[- ]CARD(?: RULE)?"
        r"|DEALER (?:(?:HAS|TAKES|GETS) NO|DOES NOT (?:TAKE|GET|HAVE)(?: A)?) HOLE[- ]CARD)"
        r"(?:,?(?: AND)? NO[- ]PEEK)?",
        "ENHC",
    ),
    (rf"{_NO_PEEK} (?:UNDER|ON|WITH|AT)(?: AN?)? (?:ACES?|A)(?: UP)?", "PEEK10"),
    (rf"{_NO_PEEK} (?:UNDER|ON|WITH|AT)(?: A)? (?:TENS?|10S?|T)(?: UP)?", "PEEKA"),
    (_NO_PEEK, "NOPEEK"),
    (rf"{_PEEKS}(?: AN?)? (?:{_AN_ACE} (?:AND|OR) (?:A )?{_A_TEN}|{_A_TEN} (?:AND|OR) (?:AN )?{_AN_ACE})", "PEEK"),
    (rf"{_PEEKS}(?: AN?)? {_AN_ACE}(?: ONLY|,? BUT NOT(?: A)? {_A_TEN})?", "PEEKA"),
    (rf"{_PEEKS}(?: A)? {_A_TEN}(?: ONLY|,? BUT NOT(?: AN)? {_AN_ACE})?", "PEEK10"),
    (
        rf"(?:DEALER|US|AMERICAN) (?:(?:PEEKS?|CHECKS?)(?: FOR {_BLACKJACK}| (?:THE )?HOLE[- ]CARD)?|HOLE[- ]CARD)"
        rf"|PEEKS? FOR {_BLACKJACK}|(?:DEALER (?:HAS|TAKES|GETS)(?: A)? )?HOLE[- ]CARD",
        "PEEK",
    ),
    (
        rf"{_TAKEN}ORIGINAL(?: BETS?| WAGERS?)? AND BUST(?:S|ED)?(?: BETS?| WAGERS?)?(?: ONLY)?{_LOST}{_TO_BLACKJACK}",
        "OBBO",
    ),
    (
        rf"{_TAKEN}{_ORIGINAL} ONLY{_LOST}{_TO_BLACKJACK}|{_TAKEN}ONLY {_ORIGINAL}{_LOST}{_TO_BLACKJACK}",
        "OBO",
    ),
    (
        rf"(?:DEALER(?:'?S)? {_BLACKJACK} )?(?:TAKES?|LOSES?) (?:ALL|EVERYTHING)(?: (?:BETS|WAGERS))?{_TO_BLACKJACK}"
        rf"|ALL (?:BETS|WAGERS|MONEY) (?:LOST|LOSE){_TO_BLACKJACK}"
        rf"|(?:LOSES? )?(?:ALL )?DOUBLES AND SPLITS{_LOST}{_TO_BLACKJACK}",
        "TAKEALL",
    ),
    (r"(?:BUST(?:S|ED)?(?: BETS| WAGERS)?(?: PLUS|\+| \+ | AND )|BB \+ )(?: )?1(?: MORE)?", "BB+1"),
    # doubles
    (rf"{_NO} {_RESCUE}", "NDDR"),
    (_RESCUE, "DDR"),
    (rf"{_NO} {_DOUBLING} (?:(?:ON )?SPLIT ACES|AFTER {_SPLITTING} ACES)", ""),  # as with 1CA and HSA
    (rf"(DAS|{_DOUBLING} AFTER (?:A )?{_SPLITTING}),?(?: BUT)? (?:EXCEPT|NOT)(?: ON)? ACES", "DAS"),
    (rf"{_NO} {_DOUBLING} (?:{_AFTER_HITTING}|ON (?:3|MORE THAN 2)(?: OR MORE)? CARDS)", "D2"),
    (rf"{_NO}[- ](?:{_DOUBLING} AFTER (?:A )?{_SPLITTING}|DAS)", "NDAS"),
    (
        rf"(?:{_DOUBLING} AFTER (?:A )?{_SPLITTING}|DAS)(?: ON)?(?: HARD)? ?(8|9|10) ?(?:-|/|TO|OR|AND) ?11(?: ONLY)?",
        _totals,
    ),
    (rf"(?:(?:INCLUDING|ALSO|EVEN) |{_DOUBLING} )AFTER (?:A )?{_SPLITTING}(?: PAIRS)?(?! ACES)", "DAS"),
    (
        rf"(?:(?:HIT(?:TING)?|DRAW(?:ING)?) AND )?{_DOUBLING}(?: ON)? SPLIT ACES"
        rf"|(?:HIT(?:TING)?|DRAW(?:ING)?)(?: TO| ON)? SPLIT ACES AND {_DOUBLING}(?: THEM)?"
        rf"|{_DOUBLING} AFTER {_SPLITTING} ACES",
        "DSA",
    ),
    (r"MULTIPLE CARDS (?:ON|TO) SPLIT ACES|DRAW ANY NUMBER OF CARDS TO SPLIT ACES|SPLIT ACES DRAWN TO", "HSA"),
    (rf"{_NO} {_DOUBLING} FOR LESS", "NDFL"),
    (rf"{_DOUBLING} FOR LESS", "DFL"),
    (
        rf"(?:{_DOUBLING} )?(?:ON )?ANY (?:NUMBER|AMOUNT) OF CARDS|{_DOUBLING} (?:AT )?ANY[- ]?TIME"
        rf"|{_DOUBLING} {_AFTER_HITTING}|{_DOUBLING}(?: ON)? 3(?:\+| OR MORE) CARDS",
        "DAC",
    ),
    (rf"(?:LATE |EARLY )?(?:LS|ES|SURR(?:ENDER)?)(?: ON)? {_FIRST_TWO}", _surrender_at_once),
    (rf"{_FIRST_TWO} SURR(?:ENDER)?", "LS"),
    (rf"{_DOUBLING} ONLY", "DOUBLE"),
    (rf"{_DOUBLING}(?: ON)? 2 CARDS(?: ONLY)?|ONLY 2[- ]CARDS? {_DOUBLING}", "D2"),
    (
        rf"(?:{_DOUBLING}(?: ON| WITH)? )?ANY(?: FIRST| INITIAL)? 2(?: CARDS)?(?: ONLY)?"
        rf"|{_DOUBLING}(?: ON)? (?:FIRST|INITIAL) 2(?: CARDS)?(?: ONLY)?"
        rf"|{_DOUBLING}(?: ON| WITH)? (?:ANYTHING|ANY(?: (?:INITIAL )?HANDS?)?(?! CARDS))",
        "DOA",
    ),
    (rf"(?:{_DOUBLING} ?)?(?:ON )?(?:HARD )?{_TOTALS}(?: {_DOUBLING}(?: ONLY)?)?", _totals),
    (r"D(9|10)\+", r"D\1"),
    (rf"{_DOUBLING}(?: ON)?(?: HARD)? 11(?: ONLY)?", "D11"),
    (
        rf"NO SOFT(?: HANDS| TOTALS)? {_DOUBLING}|NO {_DOUBLING}(?: ON)? SOFT(?: HANDS| TOTALS)?"
        rf"|{_DOUBLING}(?: ON)? HARD(?: HANDS| TOTALS)?(?: ONLY)?|HARD {_DOUBLING}(?: ONLY)?",
        "DH",
    ),
    (rf"NO {_DOUBLING} (?:ON|WITH)(?: AN?)? ACES?", "DNA"),
    (rf"{_NO} {_DOUBLING}(?! (?:ON|WITH|AFTER|FOR|SPLIT))", "ND"),
    (rf"{_NO} RE-?{_DOUBLING}", "NRD"),
    (rf"RE-?{_DOUBLING} (ONCE|TWICE)", lambda match: f"RD{_number(match[1])}"),
    (rf"RE-?{_DOUBLING}(?: UP TO)? {_NUMBER} TIMES?", lambda match: f"RD{_number(match[1])}"),
    (rf"RE-?{_DOUBLING}", "RDA"),
    # surrender
    (rf"SURR(?:ENDER)? AFTER (?:A )?{_SPLITTING}", "SAS"),
    (
        rf"(?:ES|EARLY SURR(?:ENDER)?){_AGAINST} ?(?:TENS?|10S?|T)(?: ONLY)?,?(?: AND| BUT)? {_NOT_AGAINST_ACE}",
        "ES10",
    ),
    (_NOT_AGAINST_ACE, "LSNA"),
    (rf"{_NO} (?:(?:LATE|EARLY) )?SURR(?:ENDER)?(?=,? (?:BUT )?(?:LATE|EARLY) SURR)", ""),
    (rf"{_NO} (?:(?:LATE|EARLY) )?SURR(?:ENDER)?", "NS"),
    (r"(?:BUT )?(?:LATE SURR(?:ENDER)?|SURR(?:ENDER)? LATE)", "LS"),
    (r"(?:BUT )?(?:(?:FULL )?EARLY SURR(?:ENDER)?|SURR(?:ENDER)? EARLY)", "ES"),
    (r"SURR(?:ENDER)?", "LS"),
    (
        rf"(ES|LS){_BUT_NOT}{_AGAINST} ?(?:ACES?|A)|(ES|LS){_AGAINST} ?2(?:-| TO )(?:10|T|TEN)",
        lambda match: f"{match[1] or match[2]}NA",
    ),
    (rf"(ES|LS){_AGAINST} ?(TENS?|10S?|T|ACES?|A)(?: ONLY)?", _surrender),
    (rf"(ES|LS){_AGAINST} (?:ANY|ALL)(?: (?:UP ?)?CARDS?)?", r"\1"),
    # splits
    (rf"(?:UNLIMITED|INFINITE) {_RESPLIT}|(?:UNLIMITED|INFINITE) {_SPLITTING}|{_SPLITTING} UNLIMITED", "UNLIMITED"),
    (rf"{_RESPLIT}(?: OF)? ACES ONCE", "RESPLIT-ACES-ONCE"),
    (
        rf"{_NO} {_RESPLIT}(?: OF)? ACES|(?:SPLIT )?ACES (?:SPLIT )?(?:ONLY )?ONCE"
        rf"|{_SPLITTING} ACES (?:ONLY )?ONCE(?: ONLY)?"
        r"|ACES SPLIT (?:TO )?2 HANDS(?: ONLY)?",
        "NRSA",
    ),
    (rf"{_RESPLIT}(?: OF)? ACES", "RSA"),
    (rf"{_SPLITTING} ACES (?:UP )?TO {_NUMBER}(?: HANDS)?(?! TIMES)", r"RSA SP\1"),
    (rf"{_SPLITTING} ACES (?:UP TO )?{_NUMBER} TIMES", r"RSA SPL\1"),
    (rf"{_NO} {_SPLITTING}(?: OF)? ACES", "NSA"),
    (
        rf"(?:{_NO} {_SPLITTING} UNLIKE|NO UNLIKE) {_TENS}|(?:SPLIT )?ONLY (?:LIKE|IDENTICAL) {_TENS}(?: SPLIT)?"
        rf"|{_NO} {_SPLITTING} {_TENS} OF DIFFERENT RANKS?",
        "SBR",
    ),
    (
        rf"{_TENS} (?:IDENTICAL|MATCH)(?: TO SPLIT)?"
        rf"|(?:{_SPLITTING} )?{_TENS} ONLY IF (?:IDENTICAL|MATCHING|OF (?:THE )?SAME RANK)",
        "SBR",
    ),
    (rf"{_SPLITTING} {_TENS} OF DIFFERENT RANKS?", "SBV"),
    (rf"{_SPLITTING} (?:LIKE-VALUED CARDS|(?:PAIRS|CARDS) OF (?:EQUAL|SAME) VALUE|{_ANY_TENS})", "SBV"),
    (rf"{_SPLITTING} ANY PAIRS?(?! (?:UP )?TO)", ""),  # every pair, whatever a pair of tens is
    (rf"(?:SPLIT )?(?:{_TENS} )?(?:(?:LIKE|IDENTICAL) {_TENS}|SAME RANK|BY RANK)(?: ONLY)?", "SBR"),
    (rf"(?:SPLIT )?(?:UNLIKE {_TENS}|BY VALUE)", "SBV"),
    (
        rf"{_NO} {_RESPLIT}(?: (?:OF )?PAIRS)?|{_SPLITTING}(?: PAIRS)? (?:ONLY )?ONCE"
        r"|(?:ONLY )?1 SPLIT(?: ONLY)?(?: PER (?:HAND|BOX|PAIR))?",
        "SP2",
    ),
    (
        rf"(?:(?:PAIRS )?{_SPLITTING}(?: PAIRS)?|{_RESPLIT}) (?:UP TO )?{_NUMBER} TIMES"
        r"(?: TO (?:MAKE|FORM)(?: UP TO)? \d HANDS)?"
        rf"|(?:MAX(?:IMUM)? (?:OF )?)?(?:UP TO )?{_NUMBER} SPLITS?|MAX(?:IMUM)? SPLITS {_NUMBER}",
        lambda match: f"SPL{match[1] or match[2] or match[3]}",
    ),
    (
        r"(?:ONLY |NO MORE THAN )?(?:1|SINGLE) CARD (?:ONLY )?(?:ON|TO|PER|FOR|AFTER) (?:EACH )?"
        r"(?:SPLIT(?:TING)? )?ACES?"
        r"|1 CARD EACH|(?:SPLIT )?ACES (?:RECEIVE|GET|DRAW) (?:ONLY )?1 CARD(?: ONLY)?(?: EACH)?"
        rf"|{_NO} (?:HIT|DRAW)(?:S|ING|TING)?(?: TO| ON)? SPLIT ACES",
        "1CA",
    ),
    (r"(?:HIT|DRAW)(?:S|ING|TING)?(?: TO| ON)? SPLIT ACES", "HSA"),
    (rf"{_NO} {_SPLITTING}(?! (?:{_TENS}|\d|OF|ANY))", "NSP"),
    (rf"{_UP_TO_HANDS}(?:,? INCLUDING ACES| \(INCLUDING ACES\))", r"SP\1 RSA"),
    (rf"{_UP_TO_HANDS}(?:,?(?: BUT)? (?:EXCEPT|NOT|EXCLUDING) ACES| \((?:EXCEPT|NOT|EXCLUDING) ACES\))", r"SP\1 NRSA"),
    (rf"{_UP_TO_HANDS}(?: ONLY)?", r"SP\1"),
    (rf"{_RESPLIT} {_NUMBER}", r"SP\1"),
    (rf"{_RESPLIT}(?: ANY)?(?: PAIRS?)? (?:EXCEPT|BUT|EXCLUDING)(?: NOT)? ACES", "SP4 NRSA"),
    (rf"{_RESPLIT}(?: PAIRS)?", "SP4"),
    (
        rf"SP (\d)(?: HANDS)?|(?:MAX(?:IMUM)? (?:OF )?)?{_NUMBER} HANDS(?: MAX(?:IMUM)?)?|MAX(?:IMUM)? HANDS {_NUMBER}",
        lambda match: f"SP{match[1] or match[2] or match[3]}",
    ),
    # words around an abbreviation
    (r"(D8|D9|D10|D11|DOA|(?:ES|LS)(?:10|A|NA)?|PEEKA|PEEK10|NRSA|OBO|SBR) ONLY", r"\1"),
    (r"(?:NO|WITHOUT)[- ]?(DAS|RSA|DFL|DDR|RD|SAS)", r"N\1"),
    (r"(?:NO|WITHOUT)[- ]?(?:LS|ES)", "NS"),
)
_SEPARATORS: Final = str.maketrans(dict.fromkeys(",;|()[]", " "))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
    """Returns the phrases as patterns that match whole words, compiled when shorthand is first read."""
    apart = r"[\w:/.+=-]"
    return tuple((re.compile(rf"(?<!{apart})(?:{pattern})(?!{apart})"), word) for pattern, word in _PHRASES)


def abbreviate(text: str) -> str:
    """Returns the text in capitals with each phrase as its abbreviation, and with spaces between its words."""
    found = simplify(text)
    for pattern, word in _patterns():
        found = pattern.sub(word, found)
    return " ".join(word for word in found.translate(_SEPARATORS).split() if word not in {"AND", "WITH"})
