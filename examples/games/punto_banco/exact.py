"""Exact figures: every coup of a whole shoe, counted by card values."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from pitboss.money import Odds

from .coup import banker_draws, is_natural, odds_of, player_draws, total, winner
from .terms import BANKER, BANKER_PAIR, PAIR_OF, PLACES, PLAYER, TIE, PuntoRules, PuntoTerms

#: The stake in cents; every odds of the rulebook pays it without a fraction.
STAKE = 10_000


@lru_cache(maxsize=8)
def coups(terms: PuntoTerms) -> Counter[tuple[str, int]]:
    """Returns the number of ordered draws of six cards for each winner and total of the banker; cached."""
    return _Enumeration(terms).count_all()


class _Enumeration:
    """Counts coups by card values: those with the same values of two cards are counted together."""

    def __init__(self, terms: PuntoTerms) -> None:
        self.terms = terms
        #: The cards left of each value.
        self.left = [16 * terms.decks, *[4 * terms.decks] * 9]
        self.found: Counter[tuple[str, int]] = Counter()

    def count_all(self) -> Counter[tuple[str, int]]:
        """Counts every coup."""
        values = list(combinations_with_replacement(range(10), 2))
        for first in values:
            of_player = self._take(first)
            for second in values:
                ways = of_player * self._take(second)
                if ways:
                    self._play(total(first), total(second), ways)
                self._put_back(second)
            self._put_back(first)
        return self.found

    def _take(self, pair: tuple[int, int]) -> int:
        """Removes two cards; returns in how many orders they can be drawn."""
        ways = 1 if pair[0] == pair[1] else 2
        for value in pair:
            ways *= self.left[value]
            self.left[value] -= 1
        return ways

    def _put_back(self, cards: tuple[int, ...]) -> None:
        for value in cards:
            self.left[value] += 1

    def _play(self, player: int, banker: int, ways: int) -> None:
        """Counts the coups that begin with these totals and the cards that are left."""
        if is_natural(self.terms, player, banker):
            self._count(player, banker, ways, undrawn=2)
        elif not player_draws(self.terms, player):
            self._banker_acts(player, banker, None, ways)
        else:
            for value in range(10):
                cards = self.left[value]
                self.left[value] -= 1
                if cards:
                    self._banker_acts(total((player, value)), banker, value, ways * cards)
                self.left[value] += 1

    def _banker_acts(self, player: int, banker: int, third: int | None, ways: int) -> None:
        undrawn = 2 if third is None else 1
        if not banker_draws(self.terms, banker, third):
            self._count(player, banker, ways, undrawn)
            return
        for value in range(10):
            if self.left[value]:
                self._count(player, total((banker, value)), ways * self.left[value], undrawn - 1, drawn=1)

    def _count(self, player: int, banker: int, ways: int, undrawn: int, *, drawn: int = 0) -> None:
        """Adds coups; each card that is not drawn counts as any of those left. ``drawn`` were not removed yet."""
        cards = sum(self.left) - drawn
        for number in range(undrawn):
            ways *= cards - number
        self.found[winner(player, banker), banker] += ways


def exact(rules: PuntoRules) -> dict[str, Any]:
    """Returns the table of every wager that the table offers, by its name."""
    offered = [place for place in PLACES if place not in PAIR_OF or rules.terms.pair_wagers]
    return {place: _pair(rules, place) if place in PAIR_OF else _wager(rules, place) for place in offered}


def _wager(rules: PuntoRules, place: str) -> Any:
    terms, counted = rules.terms, coups(rules.terms)
    groups: Counter[tuple[str, Fraction, tuple[str, ...]]] = Counter()
    for (won, banker), ways in counted.items():
        if won == place:
            odds = odds_of(terms, place, banker)
            low = place == BANKER and odds != terms.banker_odds
            clauses = rules.cite("banker_low_odds" if low else f"{place}_odds")
            groups[f"won with {banker}" if low else "won", Fraction(odds.pays, odds.to), clauses] += ways
        elif won == TIE and place in (PLAYER, BANKER):
            groups["returned", Fraction(0), rules.cite("tie_returns")] += ways
        else:
            groups["lost", Fraction(-1), rules.cite("losing_wagers")] += ways
    return _table(rules, place, groups, "the ordered draws of six cards from a whole shoe")


def _pair(rules: PuntoRules, place: str) -> Any:
    of_rank, cards = 4 * rules.terms.decks, 52 * rules.terms.decks
    pairs, odds = 13 * of_rank * (of_rank - 1), rules.terms.pair_odds
    groups: Counter[tuple[str, Fraction, tuple[str, ...]]] = Counter()
    groups["won", _fraction(odds), rules.cite("pair_odds")] = pairs
    groups["lost", Fraction(-1), rules.cite("losing_wagers")] = cards * (cards - 1) - pairs
    return _table(rules, place, groups, f"the first two cards of the {'banker' if place == BANKER_PAIR else 'player'}")


def _fraction(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.to)


def _table(rules: PuntoRules, place: str, groups: Counter[tuple[str, Fraction, tuple[str, ...]]], over: str) -> Any:
    from pitboss.analyse.wagers_table import WagerOutcome, WagerTable  # noqa: PLC0415 # needs the extra [analyse]

    whole = sum(groups.values())
    return WagerTable(
        name=place,
        stake=STAKE,
        over=over,
        outcomes=tuple(
            WagerOutcome(name, ways, Fraction(ways, whole), pay, clauses)
            for (name, pay, clauses), ways in sorted(groups.items(), key=lambda item: -item[0][1])
        ),
        clauses=rules.cite("pair_odds" if place in PAIR_OF else f"{place}_odds"),
    )
