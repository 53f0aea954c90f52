"""Decides commands: returns the events of one, or the refusal with its clauses. Chance is an argument."""

from copy import deepcopy
from typing import Protocol

from pitboss.games.commands import Command
from pitboss.law import Refusal
from pitboss.money import amount_text

from . import commands as cmd
from . import events as ev
from .coup import Result, banker_draws, card_value, is_natural, net, odds_of, player_draws, winner, wins
from .state import State, apply
from .terms import BANKER, PAIR_OF, PLACES, PLAYER, TIE, PuntoRules


class Chance(Protocol):
    """The cards of a table."""

    def draw(self) -> int:
        """Returns the next card of the shoe."""

    def shuffle(self) -> None:
        """Shuffles all cards into the next shoe."""


def decide(rules: PuntoRules, state: State, command: Command, chance: Chance) -> list[ev.PuntoEvent] | Refusal:
    """Returns the events of a command, or what forbids it; changes nothing."""
    refusal = refusal_of(rules, state, command)
    if refusal is not None:
        return refusal
    match command:
        case cmd.PlaceBet():
            return [ev.BetPlaced(rules.cite("limits"), command.player, command.place, command.amount)]
        case cmd.WithdrawBet():
            amount = state.bets[command.player, command.place]
            return [ev.BetWithdrawn(rules.cite("withdrawal"), command.player, command.place, amount)]
    return _deal(rules, deepcopy(state), chance)


def refusal_of(rules: PuntoRules, state: State, command: Command) -> Refusal | None:
    """Returns what forbids a command; None where it is legal."""
    match command:
        case cmd.PlaceBet():
            return _bet_refusal(rules, state, command)
        case cmd.WithdrawBet() if (command.player, command.place) not in state.bets:
            return rules.refuse("withdrawal", f"{command.player} has no wager on {command.place}")
        case cmd.Deal() if not state.bets:
            return rules.refuse("needs_wager", "there is no wager on the layout")
    return None


def _bet_refusal(rules: PuntoRules, state: State, bet: cmd.PlaceBet) -> Refusal | None:
    limits, held = rules.limits, state.bets.get((bet.player, bet.place), 0)
    whole = held + bet.amount
    if bet.place in PAIR_OF and not rules.terms.pair_wagers:
        return rules.refuse("pair_wagers", "pair wagers are not offered at this table")
    if not limits.minimum <= whole <= limits.maximum or (limits.step and whole % limits.step):
        step = f" in steps of {amount_text(limits.step)}" if limits.step else ""
        between = f"between {amount_text(limits.minimum)} and {amount_text(limits.maximum)}{step}"
        return rules.refuse("limits", f"a wager is {between}, not {amount_text(whole)}")
    if bet.amount > state.money.get(bet.player, 0):
        return rules.refuse("own_money", f"{bet.player} has {amount_text(state.money.get(bet.player, 0))}")
    other = {PLAYER: BANKER, BANKER: PLAYER}.get(bet.place)
    if other is not None and (bet.player, other) in state.bets:
        return rules.refuse("opposite_wagers", f"{bet.player} has a wager on {other} already")
    odds = {odds_of(rules.terms, bet.place, banker) for banker in range(10)}
    if not all(each.is_whole(whole) for each in odds):
        unit = max(each.whole_step for each in odds)
        text = f"the winnings on {amount_text(whole)} would be a fraction of a cent: bet multiples of {unit} cents"
        return rules.refuse("whole_cents", text)
    return None


class _Coup:
    """Deals one coup on a copy of the state and collects its events."""

    def __init__(self, rules: PuntoRules, state: State, chance: Chance) -> None:
        self.rules, self.state, self.chance = rules, state, chance
        self.events: list[ev.PuntoEvent] = []

    def add(self, event: ev.PuntoEvent) -> None:
        apply(self.state, event)
        self.events.append(event)

    def card(self, hand: str, *grounds: str) -> int:
        """Deals a card to a hand; returns its value."""
        card = self.chance.draw()
        self.add(ev.CardDealt(self.rules.cite(*grounds), hand, card))
        return card_value(card)

    def stands(self, hand: str, *grounds: str) -> None:
        self.add(ev.HandStands(self.rules.cite(*grounds), hand, self.state.total(hand)))


def _deal(rules: PuntoRules, state: State, chance: Chance) -> list[ev.PuntoEvent]:
    terms, coup = rules.terms, _Coup(rules, state, chance)
    if state.dealt > 52 * terms.decks - terms.cards_behind:
        chance.shuffle()
        coup.add(ev.ShoeShuffled(rules.cite("cards_behind"), state.shoe + 1))
    for hand in (PLAYER, BANKER, PLAYER, BANKER):
        coup.card(hand, "first_cards")
    if not is_natural(terms, state.total(PLAYER), state.total(BANKER)):
        _third_cards(coup)
    _settle(coup)
    return coup.events


def _third_cards(coup: _Coup) -> None:
    terms, state, third = coup.rules.terms, coup.state, None
    if player_draws(terms, state.total(PLAYER)):
        third = coup.card(PLAYER, "player_draws_to")
    else:
        coup.stands(PLAYER, "player_draws_to")
    ground = "banker_draws_to" if third is None else "banker_draws_on"
    if banker_draws(terms, state.total(BANKER), third):
        coup.card(BANKER, ground)
    else:
        coup.stands(BANKER, ground)


def _settle(coup: _Coup) -> None:
    rules, state = coup.rules, coup.state
    player, banker = state.total(PLAYER), state.total(BANKER)
    natural = is_natural(rules.terms, *(_first_total(state, hand) for hand in (PLAYER, BANKER)))
    won = winner(player, banker)
    grounds = ("natural", "higher_total") if natural else ("higher_total",)
    coup.add(ev.CoupDecided(rules.cite(*grounds, "totals", "card_values"), won, player, banker))
    result = Result(won, banker, state.pairs())
    for (name, place), stake in sorted(state.bets.items(), key=lambda bet: (bet[0][0], PLACES.index(bet[0][1]))):
        settled_by = rules.cite(_ground(rules, place, result))
        coup.add(ev.BetSettled(settled_by, name, place, stake, net(rules.terms, place, stake, result)))
    coup.add(ev.CoupEnded(rules.cite("higher_total")))


def _first_total(state: State, hand: str) -> int:
    return sum(card_value(card) for card in state.hands[hand][:2]) % 10


def _ground(rules: PuntoRules, place: str, result: Result) -> str:
    """Returns the rule by which a wager is settled."""
    if not wins(place, result):
        return "tie_returns" if result.won == TIE and place in (PLAYER, BANKER) else "losing_wagers"
    if place in PAIR_OF:
        return "pair_odds"
    low = place == BANKER and result.banker == rules.terms.banker_low_total
    return "banker_low_odds" if low else f"{place}_odds"
