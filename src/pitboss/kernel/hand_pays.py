"""What the hands of each class bring, as the engine pays them: it is asked once for every class and dealer's hand."""

from collections.abc import Sequence
from math import gcd

import numpy as np

from pitboss.blackjack.state import Hand
from pitboss.kernel.classes import (
    BLACKJACK,
    BUST,
    DEALER_LOW,
    DOUBLED,
    FIVE_UNDER,
    LARGEST,
    OPEN,
    ORIGINAL,
    PARTLY_PAID,
    TWO_CARD_21,
    NotSimulable,
)
from pitboss.kernel.layout import DEALER_CLASSES, MARKS
from pitboss.kernel.over_rounds import SURRENDERED
from pitboss.kernel.settling import Settling
from pitboss.kernel.strategy import Chart, insurance_stakes
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import EvenMoney
from pitboss.money import Odds, amount_text


class HandPays:
    """What the engine pays, hand by hand."""

    def __init__(self, rules: BlackjackRules, chart: Chart, stakes: tuple[int, ...], *, marked: bool) -> None:
        self.rules, self.stakes = rules, stakes
        #: How many hands have won and lost, with what they bring.
        self.marks: dict[tuple[int, ...], int] = {}
        self._settling = Settling(rules)
        classes = [*range(4, FIVE_UNDER + 1)]
        at_once = {code: self._at_once(code) for code in self._codes(classes)}
        pay = {
            (spot, code, dealer): self._settled(spot, code, dealer)
            for spot in range(1, len(stakes) + 1)
            for code in self._codes(classes)
            if at_once[code] is None and code & 31 != FIVE_UNDER
            for dealer in range(DEALER_LOW + 1)
        }
        words, whole = self._words(chart), self._ways(chart)["whole"]
        for spot in range(1, len(stakes) + 1):
            for dealer in range(DEALER_LOW + 1):
                paid = 0 if whole >> spot - 1 & 1 else pay.get((spot, BLACKJACK | ORIGINAL, dealer), 0)
                pay[spot, PARTLY_PAID | ORIGINAL, dealer] = paid
        amounts = [*words.values(), *pay.values(), *(net for net in at_once.values() if net is not None)]
        self.unit = gcd(*(abs(amount) for amount in amounts)) or 1
        self._check_size(amounts)
        self.words = {name: amount // self.unit for name, amount in words.items()} | self._ways(chart)
        self.pay = np.zeros((len(stakes), 128, DEALER_CLASSES), np.int64)
        self.at_once = np.full(128, OPEN, np.int64)
        self.need = np.zeros(128, np.uint8)
        self.need[PARTLY_PAID | ORIGINAL] = sum(4 << spot for spot in range(len(stakes)) if not whole >> spot & 1)
        marks = {key: mark << MARKS if marked else 0 for key, mark in self.marks.items()}
        if marked:
            self.words["blackjack_pays"] += 1 << MARKS
            self.words["even_pays"] += 1 << MARKS
            self.words["surrender_pays"] += SURRENDERED << MARKS + 4
        for code, net in at_once.items():
            if net is not None:
                self.at_once[code] = net // self.unit + marks[code,]
            else:
                self.need[code] = 3 if self._matters(code) else 1
        for (spot, code, dealer), net in pay.items():
            self.pay[spot - 1, code, dealer] = net // self.unit + marks.get((spot, code, dealer), 0)

    @staticmethod
    def _codes(classes: list[int]) -> list[int]:
        return [kind | more for kind in classes for more in (0, DOUBLED, ORIGINAL, DOUBLED | ORIGINAL)]

    def _check_size(self, amounts: list[int]) -> None:
        most = max(abs(amount) for amount in amounts) // self.unit * 9 * max(1, self.rules.terms.split_hands)
        if most > LARGEST:
            stakes = " and ".join(amount_text(stake) for stake in self.stakes)
            raise NotSimulable(f"a main wager of {stakes}: its results have no common unit that is large enough")

    def _hand(self, code: int, *, spot: int = 0) -> Hand:
        """A hand of that class with its wagers, on one spot or on all."""
        stakes = {number: stake for number, stake in enumerate(self.stakes, 1) if stake and spot in (0, number)}
        return self._settling.lay(code & 31, stakes, original=bool(code & ORIGINAL), doubled=bool(code & DOUBLED))

    def _net(self, *key: int) -> int:
        results = self._settling.results
        self.marks[key] = sum(net > 0 for net in results) + 16 * sum(net < 0 for net in results)
        return self._settling.net

    def _at_once(self, code: int) -> int | None:
        """What a hand brings that is settled as it is finished, on all spots; None where it waits for the dealer."""
        self._settling.finish(self._hand(code))
        return None if self._settling.waits else self._net(code)

    def _settled(self, spot: int, code: int, dealer: int) -> int:
        """What a hand brings on one spot against a dealer's hand."""
        self._settling.against(self._hand(code, spot=spot), dealer, spot=spot)
        return self._net(spot, code, dealer)

    def _matters(self, code: int) -> bool:
        """Whether the dealer's further cards can change what becomes of an open hand."""
        kind, safe = code & 31, self.rules.terms.two_card_21_beats_drawn_21
        return kind not in (BUST, BLACKJACK) and not (kind == TWO_CARD_21 and safe)

    def _paid(self, odds: Odds, amounts: Sequence[int]) -> int:
        return sum(self._settling.paid("main", stake, odds) for stake in amounts)

    def _words(self, chart: Chart) -> dict[str, int]:
        """Amounts in cents."""
        terms, stakes = self.rules.terms, self.stakes
        insured = insurance_stakes(self.rules, dict(enumerate(stakes, 1)))
        words = {
            "blackjack_pays": self._paid(terms.blackjack_odds, stakes),
            "even_pays": self._paid(terms.even_odds, stakes),
            "surrender_pays": sum(stake // 2 - stake for stake in stakes),
        }
        whole = [2 * amount == stake for amount, stake in zip(insured, stakes, strict=True)]
        at_once = [stake for stake, paid in zip(stakes, whole, strict=True) if paid]
        words["whole_pays"] = self._paid(terms.even_odds, at_once) if terms.consolidated_payout else 0
        for spot in range(3):
            amount = insured[spot] if spot < len(insured) else 0
            words[f"insured_{spot + 1}"] = amount
            words[f"insurance_pays_{spot + 1}"] = self._paid(terms.insurance_odds, [amount])
        return words

    def _ways(self, chart: Chart) -> dict[str, int]:
        terms, stakes = self.rules.terms, self.stakes
        insured = insurance_stakes(self.rules, dict(enumerate(stakes, 1)))
        insures = chart.insure and any(insured)
        whole = [amount * 2 == stake for amount, stake in zip(insured, stakes, strict=True)]
        consolidated = terms.consolidated_payout and insures
        even = chart.even_money and terms.even_money is not EvenMoney.NONE
        return {
            "insures": int(insures),
            "insures_blackjack": int(insures and terms.insurance_for_blackjack),
            "takes_even": int(even),
            "consolidates": int(consolidated and all(whole)),
            "whole": sum(1 << spot for spot, paid in enumerate(whole) if paid) if consolidated else 0,
        }
