"""Laboratory rules: any blackjack rules, written in the trade's abbreviations. They are not law and cite no clause."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import convert
from msgspec.structs import replace

from pitboss.law import paths
from pitboss.law.abbreviations import (
    ABBREVIATIONS,
    NO_HOLE_CARD,
    NO_HOLE_CARD_WORD,
    PRESETS,
    SURRENDER_TERMS,
    Abbreviation,
    check_words,
    parse_word,
    spell,
)
from pitboss.law.choices import Bonus21, DealerBlackjack
from pitboss.law.cite import Citations
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.law.terms import GROUNDS, TERMS, BlackjackTerms
from pitboss.money import Odds

#: The name of the rulebook that events and refusals of laboratory rules carry.
LABORATORY: Final = paths.LABORATORY
GAME: Final = "blackjack"

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
#: The same terms as words, in the order in which rules are usually written.
DEFAULT_WORDS: Final = ("6D", "3:2", "S17", "PEEK", "DOA", "D2", "DAS", "SP4", "SBV", "NRSA", "1CA", "NS")
#: Subjects that mean nothing where pairs are not split, and where no hand is doubled.
_MEANINGLESS: Final[Mapping[str, frozenset[str]]] = {
    "NSP": frozenset({"doubles after splits", "pairs", "aces", "cards on split aces"}),
    "ND": frozenset({"doubles after splits", "doubled cards"}),
}


def parse_shorthand(text: str) -> tuple[Abbreviation, ...]:
    """Parses rules such as ``6D H17 DAS RSA LS 6:5``. Raises ValueError for an unknown or a contradicting word."""
    chosen: dict[str, tuple[str, Abbreviation]] = {}
    presets: list[str] = []
    words = spell(text)
    check_words(words)
    for word in words:
        if word in PRESETS:
            presets.append(word)
            continue
        abbreviation = parse_word(word)
        earlier, _ = chosen.get(abbreviation.subject, (word, None))
        if earlier != word:
            raise ValueError(f"{earlier} and {word} both say something about {abbreviation.subject}: write one of them")
        chosen[abbreviation.subject] = word, abbreviation
    for word in (word for preset in presets for word in PRESETS[preset]):
        chosen.setdefault(parse_word(word).subject, (word, parse_word(word)))
    if not chosen:
        raise ValueError("no rules are given: write abbreviations such as 6D H17 DAS LS 6:5")
    if "dealer's blackjack" in chosen and "hole card" not in chosen:
        chosen["hole card"] = chosen["dealer's blackjack"][0], NO_HOLE_CARD_WORD
    _resolve_surrender(chosen)
    _check_busts_and_one(chosen)
    return tuple(chosen[subject][1] for subject in sorted(chosen, key=lambda subject: subject == "dealer's blackjack"))


def _resolve_surrender(chosen: dict[str, tuple[str, Abbreviation]]) -> None:
    """Lets a late surrender wait for the dealer's second card where the hole card is not read before the play.

    Raises ValueError for an early surrender before a hole card that is read under one of ace and ten only.
    """
    if "surrender" not in chosen or "hole card" not in chosen:
        return
    (word, surrender), (hole_word, hole) = chosen["surrender"], chosen["hole card"]
    asked = [against for against in SURRENDER_TERMS[:2] if surrender.terms.get(against)]
    peeks = dict(zip(SURRENDER_TERMS, _peeks(hole.terms), strict=False))
    if asked and surrender.early and any(peeks.values()) and not all(peeks.values()):
        raise ValueError(f"{word} and {hole_word}: early surrender is played with PEEK, NOPEEK or ENHC: write one")
    if not surrender.early and not all(peeks[against] for against in asked):
        terms = {**surrender.terms, "surrender_lost_to_blackjack": True}
        meaning = f"{surrender.meaning}; a dealer's blackjack takes the whole wager"
        chosen["surrender"] = word, replace(surrender, meaning=meaning, terms=terms)


#: Subjects by which a hand may be settled before the dealer's, and their words that do not do so.
_SETTLED_EARLY: Final = {"21": (), "charlie": (), "bonuses": (), "surrender after splits": ("NSAS",)}


def _check_busts_and_one(chosen: Mapping[str, tuple[str, Abbreviation]]) -> None:
    """Refuses BB+1 where a hand may be settled early: it is open whether that hand is the one more."""
    if chosen.get("dealer's blackjack", ("", None))[0] != "BB+1":
        return
    early = [word for subject, (word, _) in chosen.items() if word not in _SETTLED_EARLY.get(subject, (word,))]
    early += [word for subject, (word, _) in chosen.items() if subject.startswith("bonus ")]
    if early:
        raise ValueError(f"BB+1 and {early[0]}: a hand that is settled early may or may not be the one: write OBBO")


def _peeks(terms: Mapping[str, Any]) -> tuple[bool, bool]:
    """Returns whether the hole card is read under an ace, and under a ten."""
    reads = terms["card_reader"]
    return reads and terms.get("peek_under_ace", True), reads and terms.get("peek_under_ten", True)


def laboratory_rules(text: str, limits: Limits | None = None) -> BlackjackRules:
    """Returns the rules of a table for this shorthand; raises ValueError where it cannot be parsed.

    Early surrender with a dealer who peeks is played without a hole card, with a dealer's blackjack taking the original
    wager only: every decision and every result of a round is the same.
    """
    words = parse_shorthand(text)
    changes: dict[str, Any] = {}
    bonuses: dict[Bonus21, Odds] = {}
    for word in words:
        changes |= word.terms
        bonuses |= word.terms.get("bonus_21", {})
    changes["bonus_21"] = bonuses
    if any(word.early for word in words) and changes.get("card_reader", True):
        changes |= {**NO_HOLE_CARD, "dealer_blackjack": DealerBlackjack.ORIGINAL_ONLY}
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
    return " ".join(spell(text)).replace("/", ":")


def assumed_words(text: str) -> tuple[str, ...]:
    """Returns the words for what a shorthand leaves open, as it is played: ``3:2``, ``S17`` and so on."""
    stated = {word.subject: word for word in parse_shorthand(text)}
    left_out = set(stated).union(*(rest for word, rest in _MEANINGLESS.items() if parse_word(word) in stated.values()))
    words = [word for word in DEFAULT_WORDS if parse_word(word).subject not in left_out]
    if "dealer_blackjack" in stated.get("hole card", parse_word("PEEK")).terms and "dealer's blackjack" not in stated:
        words.append("TAKEALL")
    return tuple(words)


def played_terms(rules: BlackjackRules) -> dict[str, Any]:
    """Returns the terms that abbreviations decide, by name."""
    words = (*ABBREVIATIONS.values(), *parse_shorthand(rules.options["rules"]))
    names = {name for word in words for name in word.terms} | _DEFAULTS.keys()
    return {name: getattr(rules.terms, name) for name in rules.terms.__struct_fields__ if name in names}
