"""The rules of a coup: card values, totals, who draws a third card, who wins, what a wager nets.

The engine, the exact figures and the simulator all call these functions; there is no other definition of a rule.
"""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.money import Odds

from .terms import BANKER, PAIR_OF, PLAYER, TIE, PuntoTerms


def card_value(card: int) -> int:
    """Returns what a card counts: an ace one, a ten or a picture nothing."""
    return min(card // 4 + 1, 10) % 10


def total(values: Sequence[int]) -> int:
    """Returns the total of card values: its last digit."""
    return sum(values) % 10


def is_natural(terms: PuntoTerms, player: int, banker: int) -> bool:
    """Returns whether the first totals end the coup."""
    return max(player, banker) >= terms.natural


def player_draws(terms: PuntoTerms, player: int) -> bool:
    """Returns whether the player draws a third card."""
    return player <= terms.player_draws_to


def banker_draws(terms: PuntoTerms, banker: int, third: int | None) -> bool:
    """Returns whether the banker draws; ``third`` is the value of the player's third card, None if there is none."""
    if third is None:
        return banker <= terms.banker_draws_to
    return banker < len(terms.banker_draws_on) and third in terms.banker_draws_on[banker]


def winner(player: int, banker: int) -> str:
    """Returns which hand wins, or a tie."""
    return TIE if player == banker else PLAYER if player > banker else BANKER


class Result(Struct, frozen=True):
    """What settles wagers: who won, the banker's total, and the hands whose first two cards are a pair."""

    won: str
    banker: int
    pairs: tuple[str, ...]


def wins(place: str, result: Result) -> bool:
    """Returns whether a wager wins."""
    return PAIR_OF[place] in result.pairs if place in PAIR_OF else place == result.won


def net(terms: PuntoTerms, place: str, stake: int, result: Result) -> int:
    """Returns the net result of a wager in cents."""
    if wins(place, result):
        return odds_of(terms, place, result.banker).on(stake)
    return 0 if result.won == TIE and place in (PLAYER, BANKER) else -stake


def odds_of(terms: PuntoTerms, place: str, banker: int) -> Odds:
    """Returns the odds of a place; those of the banker may depend on its total."""
    if place == BANKER:
        return terms.banker_low_odds if banker == terms.banker_low_total else terms.banker_odds
    return terms.pair_odds if place in PAIR_OF else terms.player_odds if place == PLAYER else terms.tie_odds
