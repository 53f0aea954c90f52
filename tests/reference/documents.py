"""The four blackjack documents as the evaluator needs them: odds and ways of settling, written down from the texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

THREE_TO_TWO = Fraction(3, 2)


@dataclass
class Document:
    """How one document settles a round, with the operator's choices."""

    name: str
    blackjack_odds: Fraction = THREE_TO_TWO
    #: What a dealer's Blackjack takes: "all", "original" (additional stakes go back unless their hand is over 21),
    #: or "original_even_of_busts".
    dealer_blackjack: str = "original"
    #: "none", "returns_insurance" or "keeps_insurance".
    even_money: str = "none"
    consolidated: bool = False
    blackjack_plus: bool = False
    five_card_21: bool = False
    two_card_21_beats_drawn: bool = False
    #: The cards that still decide Super Sevens after a split: 2 (paid as two sevens) or 3.
    sevens_after_split: int = 3
    spots: int = 1
    float_unit: Fraction | None = None
    multiples_notice: bool = False
    caps_at_maximum: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


def document(name: str, options: Mapping[str, Any]) -> Document:
    """Returns the document with the operator's resolved options; amounts are in cents."""
    return {
        "nz-blackjack": _new_zealand,
        "mbs-blackjack": _marina_bay,
        "canberra-blackjack": _canberra,
        "tribal-blackjack": _tribal,
    }[name](options)


def _new_zealand(options: Mapping[str, Any]) -> Document:
    plus = bool(options["blackjack_plus"])  # 19: the layout's odds, no even money, 21 and five cards win at once
    odds = options["blackjack_plus_odds"]
    return Document(
        "nz-blackjack",
        blackjack_odds=_odds(odds) if plus else THREE_TO_TWO,  # 5.4
        even_money="none" if plus else "returns_insurance",  # 10.3
        blackjack_plus=plus,
        sevens_after_split=2,  # 15.5
        options=options,
    )


def _marina_bay(options: Mapping[str, Any]) -> Document:
    return Document("mbs-blackjack", even_money="keeps_insurance", options=options)  # 3.7.1, 4.4


def _canberra(options: Mapping[str, Any]) -> Document:
    return Document(
        "canberra-blackjack",
        dealer_blackjack="all",  # 11.2(f), and no rule gives anything back
        even_money="keeps_insurance",  # 10(a)(ii); who took even money could not insure
        spots=3 if options["triple_play"] else 1,
        float_unit=Fraction(options["float_unit"]),
        multiples_notice=bool(options["multiples_notice"]),
        caps_at_maximum=True,  # 4.1(d)
        options=options,
    )


def _tribal(options: Mapping[str, Any]) -> Document:
    many = bool(options["multiple_action"])
    at_once = many or options["bust_collected_at_once"]  # (q)(6)
    return Document(
        "tribal-blackjack",
        dealer_blackjack="original" if at_once else "original_even_of_busts",  # (j)(2), (k)(4)
        consolidated=bool(options["consolidated_net_payout"]),  # (g)(2)
        five_card_21=bool(options["five_card_21"]),  # (o)
        two_card_21_beats_drawn=bool(options["split_two_card_21_beats_drawn_21"]),  # (c)(1)(iii)
        spots=3 if many else 1,
        options=options,
    )


def _odds(odds: Any) -> Fraction:
    first, _, second = str(odds).partition(":")
    return Fraction(first) / Fraction(second)
