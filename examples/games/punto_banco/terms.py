"""The settings that a rulebook of punto banco gives, and the rules that only carry a clause."""

from typing import Final

from msgspec import Struct

from pitboss.law import TableRules
from pitboss.money import Odds

PLAYER, BANKER, TIE = "player", "banker", "tie"
PLAYER_PAIR, BANKER_PAIR = "player_pair", "banker_pair"
#: The places of the layout, and which hand each pair is about.
PLACES: Final = (PLAYER, BANKER, TIE, PLAYER_PAIR, BANKER_PAIR)
PAIR_OF: Final = {PLAYER_PAIR: PLAYER, BANKER_PAIR: BANKER}


class PuntoTerms(Struct, frozen=True, kw_only=True):
    """The resolved settings of a table. Refusals and events cite a field by its name."""

    decks: int
    #: The number of cards behind the cutting card.
    cards_behind: int
    #: A first total from which no card is drawn, and the greatest totals on which each hand draws a third card.
    natural: int
    player_draws_to: int
    banker_draws_to: int
    #: For each total of the banker: the values of the player's third card on which the banker draws.
    banker_draws_on: tuple[tuple[int, ...], ...]
    player_odds: Odds
    banker_odds: Odds
    #: What the banker pays with the total ``banker_low_total``.
    banker_low_total: int
    banker_low_odds: Odds
    tie_odds: Odds
    pair_wagers: bool
    pair_odds: Odds


GROUNDS: Final = {
    "card_values": "what a card counts",
    "totals": "the total of a hand",
    "limits": "the posted limits",
    "own_money": "a wager is covered by the player's chips",
    "opposite_wagers": "nobody wagers on both hands",
    "whole_cents": "winnings are whole cents",
    "withdrawal": "a wager may be taken back before the deal",
    "needs_wager": "a coup needs a wager",
    "first_cards": "the first two cards of each hand",
    "higher_total": "which hand wins",
    "tie_returns": "a tie returns the wagers on the hands",
    "losing_wagers": "losing wagers are collected",
}

PuntoRules = TableRules[PuntoTerms]
