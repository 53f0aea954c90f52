"""Laboratory rules: any blackjack rules, written in the trade's abbreviations. They are not law and cite no clause."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from msgspec import Struct, convert
from msgspec.structs import replace

from pitboss.law import paths
from pitboss.law.choices import DealerBlackjack, DoubleOn, ShoeKind
from pitboss.law.cite import Citations
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.law.terms import GROUNDS, TERMS, BlackjackTerms
from pitboss.money import Odds

#: The name of the rulebook that events and refusals of laboratory rules carry.
LABORATORY: Final = paths.LABORATORY
GAME: Final = "blackjack"
MOST_DECKS: Final = 12
MOST_HANDS: Final = 4

#: The terms that no abbreviation changes; the procedures of an ordinary shoe game.
_PROCEDURES: Final[dict[str, Any]] = {
    "boxes": 7,
    "players_per_box": 1,
    "boxes_per_player": 7,
    "who_decides": "seated_else_first",
    "absent_player": "stand",
    "limit_breach": "refused",
    "burn_new_shoe": True,
    "burn_new_dealer": "none",
    "dealer_changes": "between_rounds",
    "cut_card_first": "as_during_the_round",
    "cut_card_during": "shuffle_after_round",
    "empty_shoe": "shuffle_discards",
    "cut_margin": 10,
    "cut_card_behind": 0,
    "cut_card_share": 4,
    "cutter": "from_the_right",
    "cutter_of_new_cards": "first_arrival",
    "insurance_odds": {"pays": 2, "to": 1},
    "insurance_cap": "half",
    "insurance_window": "offer",
    "even_money": "none",
    "blackjack_paid": "at_second_card",
    "double_amount": "exactly_the_wager",
    "bust_taken": "at_settlement",
    "dealer_draws": "if_it_matters",
}
#: The terms without any abbreviation: six decks, S17, DAS, to four hands, no surrender, 3:2, PEEK.
_DEFAULTS: Final[dict[str, Any]] = {
    "decks": 6,
    "hole_card": True,
    "card_reader": True,
    "blackjack_odds": {"pays": 3, "to": 2},
    "double_on": "any_two",
    "double_after_split": True,
    "split_hands": 4,
    "dealer_blackjack": "original_only",
}
_SURRENDER: Final = ("surrender_against_ace", "surrender_against_ten", "surrender_against_other")
_NO_HOLE_CARD: Final = {"hole_card": False, "card_reader": False}


def _surrenders(*, ace: bool = True, ten: bool = True, other: bool = True) -> dict[str, Any]:
    return {"surrender": True} | dict(zip(_SURRENDER, (ace, ten, other), strict=True))


class Abbreviation(Struct, frozen=True):
    """One word of the shorthand: the subject that it decides, its meaning, and the terms that it sets."""

    subject: str
    meaning: str
    terms: dict[str, Any]
    early: bool = False


#: The fixed words. A subject may be decided once.
ABBREVIATIONS: Final[Mapping[str, Abbreviation]] = {
    "S17": Abbreviation("soft 17", "the dealer stands on soft 17", {"dealer_hits_soft_17": False}),
    "H17": Abbreviation("soft 17", "the dealer hits soft 17", {"dealer_hits_soft_17": True}),
    "DAS": Abbreviation("doubles after splits", "double after split", {"double_after_split": True}),
    "NDAS": Abbreviation("doubles after splits", "no double after split", {"double_after_split": False}),
    "DOA": Abbreviation("doubles", "double on any two cards", {"double_on": DoubleOn.ANY_TWO}),
    "DH": Abbreviation("doubles", "double on hard hands only", {"double_on": DoubleOn.HARD}),
    "DNA": Abbreviation("doubles", "double on hands without an ace", {"double_on": DoubleOn.WITHOUT_ACE}),
    "D9": Abbreviation("doubles", "double on hard 9 to 11", {"double_on": DoubleOn.HARD_9_TO_11}),
    "D10": Abbreviation("doubles", "double on hard 10 and 11", {"double_on": DoubleOn.HARD_10_OR_11}),
    "D11": Abbreviation("doubles", "double on hard 11", {"double_on": DoubleOn.HARD_11}),
    "NSP": Abbreviation("splits", "no splits", {"split_hands": 1}),
    "NRS": Abbreviation("splits", "split once", {"split_hands": 2}),
    "SP2": Abbreviation("splits", "split to 2 hands", {"split_hands": 2}),
    "SP3": Abbreviation("splits", "split to 3 hands", {"split_hands": 3}),
    "SP4": Abbreviation("splits", "split to 4 hands", {"split_hands": 4}),
    "RSA": Abbreviation("aces", "re-split aces", {"resplit_aces": True}),
    "NRSA": Abbreviation("aces", "aces are split once", {"resplit_aces": False}),
    "NS": Abbreviation("surrender", "no surrender", {"surrender": False}),
    "LS": Abbreviation("surrender", "late surrender", _surrenders()),
    "LS10": Abbreviation("surrender", "late surrender against a ten only", _surrenders(ace=False, other=False)),
    "LSNA": Abbreviation("surrender", "late surrender except against an ace", _surrenders(ace=False)),
    "ES": Abbreviation("surrender", "early surrender", _surrenders(), early=True),
    "ES10": Abbreviation(
        "surrender", "early surrender against a ten only", _surrenders(ace=False, other=False), early=True
    ),
    "ESA": Abbreviation(
        "surrender", "early surrender against an ace only", _surrenders(ten=False, other=False), early=True
    ),
    "ESNA": Abbreviation("surrender", "early surrender except against an ace", _surrenders(ace=False), early=True),
    "PEEK": Abbreviation("hole card", "the dealer peeks for blackjack", {"hole_card": True, "card_reader": True}),
    "ENHC": Abbreviation(
        "hole card",
        "no hole card; a dealer's blackjack takes all wagers",
        {**_NO_HOLE_CARD, "dealer_blackjack": DealerBlackjack.ALL},
    ),
    "OBO": Abbreviation(
        "hole card",
        "no hole card; a dealer's blackjack takes the original wager only",
        {**_NO_HOLE_CARD, "dealer_blackjack": DealerBlackjack.ORIGINAL_ONLY},
    ),
    "BB+1": Abbreviation(
        "hole card",
        "no hole card; a dealer's blackjack takes busted wagers and one more",
        {**_NO_HOLE_CARD, "dealer_blackjack": DealerBlackjack.ORIGINAL_ONLY_AND_BUSTS},
    ),
    "PUSH22": Abbreviation("dealer 22", "a dealer's 22 is a push", {"dealer_22_stands_off": True}),
    "21WINS": Abbreviation("21", "a player's 21 wins at once", {"twenty_one_wins_at_once": True}),
    "CSM": Abbreviation("shoe", "a continuous shuffling machine", {"shoe": ShoeKind.CONTINUOUS}),
}


def _decks(match: re.Match[str]) -> Abbreviation:
    decks = int(match[1])
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"'{match[0]}': write 1D to {MOST_DECKS}D")
    return Abbreviation("decks", f"{decks} deck{'s' if decks > 1 else ''}", {"decks": decks})


def _blackjack_odds(match: re.Match[str]) -> Abbreviation:
    pays, to = int(match[1]), int(match[2])
    if not pays or not to:
        raise ValueError(f"'{match[0]}': write the odds of a blackjack as 3:2, 6:5 or 1:1")
    return Abbreviation("blackjack", f"blackjack pays {pays} to {to}", {"blackjack_odds": Odds(pays, to)})


def _charlie(match: re.Match[str]) -> Abbreviation:
    cards = int(match[1])
    if not 5 <= cards <= 9:
        raise ValueError(f"'{match[0]}': write 5CC to 9CC")
    return Abbreviation("charlie", f"{cards} cards without a bust win at once", {"hand_limit": cards})


#: The words with a number in them.
_NUMBERED: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Abbreviation]], ...]] = (
    (re.compile(r"(\d{1,3})D"), _decks),
    (re.compile(r"(\d{1,3})[:/](\d{1,3})"), _blackjack_odds),
    (re.compile(r"(\d{1,2})CC"), _charlie),
)
#: The forms of the words with a number, with their meanings.
NUMBERED_FORMS: Final[Mapping[str, str]] = {
    "nD": f"n decks, 1 to {MOST_DECKS}",
    "a:b": "blackjack pays a to b, such as 6:5",
    "nCC": "n cards without a bust win at once, 5 to 9",
}


def _word(word: str) -> Abbreviation:
    if word in ABBREVIATIONS:
        return ABBREVIATIONS[word]
    for pattern, parse in _NUMBERED:
        match = pattern.fullmatch(word)
        if match:
            return parse(match)
    close = get_close_matches(word, [*ABBREVIATIONS, *NUMBERED_FORMS], n=1)
    hint = f"did you mean {close[0]}?" if close else f"write {', '.join([*NUMBERED_FORMS, *ABBREVIATIONS])}"
    raise ValueError(f"'{word}' is not an abbreviation of a blackjack rule: {hint}")


def parse_shorthand(text: str) -> tuple[Abbreviation, ...]:
    """Parses rules such as ``6D H17 DAS RSA LS 6:5``. Raises ValueError for an unknown or a contradicting word."""
    chosen: dict[str, tuple[str, Abbreviation]] = {}
    for word in text.upper().replace(",", " ").split():
        abbreviation = _word(word)
        earlier, _ = chosen.get(abbreviation.subject, (word, None))
        if earlier != word:
            raise ValueError(f"{earlier} and {word} both say something about {abbreviation.subject}: write one of them")
        chosen[abbreviation.subject] = word, abbreviation
    if not chosen:
        raise ValueError("no rules are given: write abbreviations such as 6D H17 DAS LS 6:5")
    _check_surrender({subject: word for subject, (word, _) in chosen.items()})
    return tuple(abbreviation for _, abbreviation in chosen.values())


def _check_surrender(words: Mapping[str, str]) -> None:
    """Refuses late surrender without a hole card: nothing is read before the decision."""
    surrender, hole = words.get("surrender", "NS"), words.get("hole card", "PEEK")
    if surrender.startswith("LS") and hole != "PEEK":
        raise ValueError(
            f"{surrender} and {hole}: late surrender needs a dealer who peeks: write {surrender.replace('LS', 'ES')}"
        )


def laboratory_rules(text: str, limits: Limits | None = None) -> BlackjackRules:
    """Returns the rules of a table for this shorthand; raises ValueError where it cannot be parsed.

    Early surrender with a dealer who peeks is played without a hole card, with a dealer's blackjack taking the original
    wager only: every decision and every result of a round is the same.
    """
    words = parse_shorthand(text)
    changes: dict[str, Any] = {}
    for word in words:
        changes |= word.terms
    if any(word.early for word in words) and changes.get("hole_card", True):
        changes |= ABBREVIATIONS["OBO"].terms
    base = convert({**_PROCEDURES, **_DEFAULTS}, BlackjackTerms)
    terms = replace(base, **changes)
    names = (*GROUNDS[GAME], *TERMS[GAME].__struct_fields__)
    return BlackjackRules(
        rulebook=LABORATORY,
        title="Laboratory rules (no law): " + shorthand_text(text),
        terms=terms,
        limits=limits or Limits(1_000, 100_000),
        options={"rules": shorthand_text(text), "decks": terms.decks},
        clauses=Citations(dict.fromkeys(names, ())),
        policies={},
        sides={},
        irregularities={},
        layers=(),
    )


def shorthand_text(text: str) -> str:
    """Returns the shorthand in its usual spelling."""
    return " ".join(text.upper().replace(",", " ").replace("/", ":").split())


def played_terms(rules: BlackjackRules) -> dict[str, Any]:
    """Returns the terms that abbreviations decide, by name."""
    words = (*ABBREVIATIONS.values(), *parse_shorthand(rules.options["rules"]))
    names = {name for word in words for name in word.terms} | _DEFAULTS.keys()
    return {name: getattr(rules.terms, name) for name in rules.terms.__struct_fields__ if name in names}
