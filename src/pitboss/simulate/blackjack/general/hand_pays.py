"""The engine's payments by class of hand and dealer's hand, one query for each pair."""

from collections.abc import Sequence
from math import gcd

import numpy as np

from pitboss.atoms.fit import fit
from pitboss.games.blackjack.state import Hand
from pitboss.law.choices import EvenMoney
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds, amount_text
from pitboss.simulate.blackjack.general.layout import DEALER_CLASSES, HAND_CLASSES, MARKS, MOST_MARKS, SPOTS
from pitboss.simulate.blackjack.general.multi_round_wagers import SURRENDERED
from pitboss.strategy.bonus_classes import bonus_cards
from pitboss.strategy.chart import Chart, insurance_stakes
from pitboss.strategy.hand_classes import (
    BLACKJACK,
    BUST,
    DEALER_LOW,
    DOUBLED,
    FIVE_UNDER,
    GIVEN_UP,
    LARGEST,
    OPEN,
    ORIGINAL,
    PARTLY_PAID,
    REDOUBLED,
    SUITED_BLACKJACK,
    TWO_CARD_21,
    NotSimulable,
    doubled_bits,
)
from pitboss.strategy.settlement_probe import SettlementProbe


class HandPays:
    """Tables of the engine's payments for hands."""

    def __init__(self, rules: BlackjackRules, chart: Chart, stakes: tuple[int, ...], *, marked: bool) -> None:
        self.rules, self.stakes = rules, stakes
        fit("the spots of a box", len(stakes), SPOTS + 1)
        if marked:
            # one mark is reserved for a surrender
            fit("the hands of a box that won or lost", max(1, rules.terms.split_hands) * len(stakes), MOST_MARKS - 1)
        #: The numbers of won and lost hands for each result.
        self.marks: dict[tuple[int, ...], int] = {}
        self._probe = SettlementProbe(rules)
        classes = [SUITED_BLACKJACK, *range(4, FIVE_UNDER + 1), GIVEN_UP, *bonus_cards(rules)]
        immediate = {code: self._immediate_result(code) for code in self._codes(classes)}
        pay = {
            (spot, code, dealer): self._dealer_result(spot, code, dealer)
            for spot in range(1, len(stakes) + 1)
            for code in self._codes(classes)
            if immediate[code] is None and code & 31 != FIVE_UNDER
            for dealer in range(DEALER_LOW + 1)
        }
        words, whole = self._words(chart), self._insurance_words(chart)["whole"]
        for spot in range(1, len(stakes) + 1):
            for dealer in range(DEALER_LOW + 1):
                paid = 0 if whole >> spot - 1 & 1 else pay.get((spot, BLACKJACK | ORIGINAL, dealer), 0)
                pay[spot, PARTLY_PAID | ORIGINAL, dealer] = paid
        amounts = [*words.values(), *pay.values(), *(net for net in immediate.values() if net is not None)]
        self.unit = gcd(*(abs(amount) for amount in amounts)) or 1
        self._check_size(amounts)
        self.words = {name: amount // self.unit for name, amount in words.items()} | self._insurance_words(chart)
        self.pay = np.zeros((len(stakes), HAND_CLASSES, DEALER_CLASSES), np.int64)
        self.immediate = np.full(HAND_CLASSES, OPEN, np.int64)
        self.need = np.zeros(HAND_CLASSES, np.uint8)
        self.need[PARTLY_PAID | ORIGINAL] = sum(4 << spot for spot in range(len(stakes)) if not whole >> spot & 1)
        marks = {key: mark << MARKS if marked else 0 for key, mark in self.marks.items()}
        if marked:
            self.words["blackjack_pays"] += 1 << MARKS
            self.words["suited_pays"] += 1 << MARKS
            self.words["even_pays"] += 1 << MARKS
            marks[GIVEN_UP | ORIGINAL,] = SURRENDERED << MARKS + 4
        for code, net in immediate.items():
            if net is not None:
                self.immediate[code] = net // self.unit + marks[code,]
            else:
                self.need[code] = 3 if self._depends_on_draws(code) else 1
        for (spot, code, dealer), net in pay.items():
            self.pay[spot - 1, code, dealer] = net // self.unit + marks.get((spot, code, dealer), 0)

    def _codes(self, classes: list[int]) -> list[int]:
        doubled = [doubled_bits(times) for times in range(2 + self.rules.terms.redoubles)]
        return [kind | more | first for kind in classes for first in (0, ORIGINAL) for more in doubled]

    def _check_size(self, amounts: list[int]) -> None:
        most = max(abs(amount) for amount in amounts) // self.unit * 9 * max(1, self.rules.terms.split_hands)
        if most > LARGEST:
            stakes = " and ".join(amount_text(stake) for stake in self.stakes)
            raise NotSimulable(f"a main wager of {stakes}: its results have no common unit that is large enough")

    def _hand(self, code: int, *, spot: int = 0) -> Hand:
        """Returns a hand of that class with its wagers, on one spot or on all."""
        stakes = {number: stake for number, stake in enumerate(self.stakes, 1) if stake and spot in (0, number)}
        doubled = (code & DOUBLED > 0) + 2 * (code // REDOUBLED)
        return self._probe.finished_hand(code & 31, stakes, original=bool(code & ORIGINAL), doubled=doubled)

    def _net(self, *key: int) -> int:
        results = self._probe.results
        self.marks[key] = sum(net > 0 for net in results) + 16 * sum(net < 0 for net in results)
        return self._probe.net

    def _immediate_result(self, code: int) -> int | None:
        """Returns the result on all spots of a hand that is settled when finished; None if it waits for the dealer."""
        if code & 31 == GIVEN_UP:
            self._probe.surrender(self._hand(code))
            return None if self._probe.waits else self._net(code)
        self._probe.finish(self._hand(code))
        return None if self._probe.waits else self._net(code)

    def _dealer_result(self, spot: int, code: int, dealer: int) -> int:
        """Returns the result of a hand on one spot against a dealer's hand."""
        hand = self._hand(code, spot=spot)
        if code & 31 == GIVEN_UP:
            self._probe.surrender(hand)
        self._probe.against(hand, dealer, spot=spot)
        return self._net(spot, code, dealer)

    def _depends_on_draws(self, code: int) -> bool:
        """Returns whether the dealer's further cards can change the result of an open hand."""
        kind, safe = code & 31, self.rules.terms.two_card_21_beats_drawn_21
        return kind not in (BUST, BLACKJACK, SUITED_BLACKJACK, GIVEN_UP) and not (kind == TWO_CARD_21 and safe)

    def _paid(self, odds: Odds, amounts: Sequence[int]) -> int:
        return sum(self._probe.paid("main", stake, odds) for stake in amounts)

    def _words(self, chart: Chart) -> dict[str, int]:
        """Returns the amounts in cents."""
        terms, stakes = self.rules.terms, self.stakes
        insured = insurance_stakes(self.rules, dict(enumerate(stakes, 1)))
        words = {
            "blackjack_pays": self._paid(terms.blackjack_odds, stakes),
            "suited_pays": self._paid(terms.suited_blackjack_odds or terms.blackjack_odds, stakes),
            "even_pays": self._paid(terms.even_odds, stakes),
        }
        whole = [2 * amount == stake for amount, stake in zip(insured, stakes, strict=True)]
        immediate = [stake for stake, paid in zip(stakes, whole, strict=True) if paid]
        words["whole_pays"] = self._paid(terms.even_odds, immediate) if terms.consolidated_payout else 0
        for spot in range(3):
            amount = insured[spot] if spot < len(insured) else 0
            words[f"insured_{spot + 1}"] = amount
            words[f"insurance_pays_{spot + 1}"] = self._paid(terms.insurance_odds, [amount])
        return words

    def _insurance_words(self, chart: Chart) -> dict[str, int]:
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
