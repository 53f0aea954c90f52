"""What a table shows: the board of the generic table."""

from typing import TYPE_CHECKING

from pitboss.cards import card_name
from pitboss.games.live.views import BoardCard, BoardHand, BoardPlace, BoardView, BoardWager, PersonView
from pitboss.law import load_rulebook

from .state import State
from .terms import BANKER, PAIR_OF, PLACES, PLAYER, TIE, PuntoRules

if TYPE_CHECKING:
    from .live import PuntoTable


def card_of(rules: PuntoRules) -> BoardCard:
    """Returns the layout: the places with their odds, and the facts of the table."""
    terms = rules.terms
    low = f", {_pays(str(terms.banker_low_odds))} with {terms.banker_low_total}"
    pays = {
        PLAYER: _pays(str(terms.player_odds)),
        BANKER: _pays(str(terms.banker_odds)) + (low if terms.banker_low_odds != terms.banker_odds else ""),
        TIE: _pays(str(terms.tie_odds)),
    } | dict.fromkeys(PAIR_OF, _pays(str(terms.pair_odds)))
    offered = [place for place in PLACES if place not in PAIR_OF or terms.pair_wagers]
    return BoardCard(
        rulebook=rules.rulebook,
        title=load_rulebook(rules.rulebook).name,
        places=tuple(
            BoardPlace(place, place.replace("_", " ").capitalize(), pays[place], f"bet {place}", _clauses(rules, place))
            for place in offered
        ),
        facts=(("decks", str(terms.decks)),),
    )


def _pays(odds: str) -> str:
    return odds.replace(":", " to ")


def _clauses(rules: PuntoRules, place: str) -> tuple[str, ...]:
    return rules.cite("pair_odds" if place in PAIR_OF else f"{place}_odds")


def view_of(table: "PuntoTable", seeds: tuple[tuple[str, str], ...]) -> BoardView:
    """Returns the public view; it is the same for all viewers at one version."""
    state, limits = table.state, table.rules.limits
    open_bets = [BoardWager(name, place, amount) for (name, place), amount in state.bets.items()]
    settled = [BoardWager(event.player, event.place, event.amount, event.net, event.clauses) for event in state.settled]
    return BoardView(
        version=table.version,
        round=state.round,
        phase="settled" if state.won else "betting",
        sentence=_sentence(state),
        minimum=limits.minimum,
        maximum=limits.maximum,
        people=tuple(PersonView(name, state.money[name], ready=table.is_ready(name)) for name in sorted(table.present)),
        hands=tuple(
            BoardHand(
                hand.capitalize(),
                tuple(card_name(card) for card in cards),
                str(state.total(hand)) if cards else "",
                state.won == hand,
            )
            for hand, cards in state.hands.items()
        ),
        wagers=(*open_bets, *settled),
        history=tuple(state.results),
        seeds=seeds,
    )


def _sentence(state: State) -> str:
    if not state.won:
        return "Place your bets"
    totals = f"{state.total(PLAYER)} against {state.total(BANKER)}"
    return f"A tie, {totals}" if state.won == TIE else f"{state.won.capitalize()} wins, {totals}"
