"""Whom a table of blackjack waits for, and what the house does for somebody who lets the time pass.

Who does not decide is treated as the document treats an absent player; an offer that nobody answers is closed; the cut
and the prize button pass on; betting closes. Every one of these is a line of the notation that the house says.
"""

from pitboss.blackjack import State
from pitboss.blackjack.state import Stage
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.table.live_base import Due

#: What an offer is closed on.
_CLOSED_BY = {"insurance": "insurance_closed", "follow": "follow_only", "exposed": "drawn_exposed"}


def dues_of(rules: BlackjackRules, state: State, turn: int, betting: float, prefix: str = "") -> tuple[Due, ...]:
    """Whom the table waits for; ``prefix`` names the table where there are several."""
    if state.cut_offer:
        player = state.cut_offer[0]
        key = f"{prefix}cut {state.round} {player}"
        return (Due(key, (player,), "cut", f"{prefix}{player}: decline", rules.cite("cut_declined"), turn),)
    if state.offer is not None:
        return _offered(rules, state, turn, prefix)
    if state.turn_box and state.stage == Stage.PLAY:
        return _decision(rules, state, turn, prefix)
    if state.stage == Stage.BETTING and any(bet.kind == "main" for bet in state.bets):
        words = "deal from=a" if rules.terms.shoe is ShoeKind.DOUBLE else "deal"
        key = f"{prefix}betting {state.round} {state.shoe.drawn} {betting}"
        return (Due(key, (), "betting", f"{prefix}{words}", rules.cite("no_more_bets"), betting),)
    return ()


def _offered(rules: BlackjackRules, state: State, turn: int, prefix: str) -> tuple[Due, ...]:
    offer = state.offer
    assert offer is not None
    names = tuple(dict.fromkeys(name for name, _ in offer.waiting))
    key = f"{prefix}{offer.kind} {state.round} {offer.hand} {state.presses[:1]}"
    if offer.kind != "prize":
        ground = _CLOSED_BY[offer.kind]
        irregular = rules.irregularities.get(ground)
        clauses = irregular.clauses if irregular is not None else rules.cite(ground)
        return (Due(key, names, offer.kind, f"{prefix}close", clauses, turn),)
    box = state.presses[0]
    if not offer.waiting:
        return (Due(key, (), "prize", f"{prefix}press {box}", rules.cite("prize_house"), 1),)
    caller = (state.callers[box], box)
    player, _ = caller if caller in offer.waiting else offer.waiting[0]
    words = f"{prefix}{player}: decline {box}"
    return (Due(f"{key} {player}", (player,), "prize", words, rules.cite("prize_nominee"), turn),)


def _decision(rules: BlackjackRules, state: State, turn: int, prefix: str) -> tuple[Due, ...]:
    hand, player = state.turn, state.callers[state.turn_box]
    assert hand is not None
    key = f"{prefix}turn {state.round} {hand.box} {hand.number} {len(hand.cards)}"
    return (Due(key, (player,), "turn", f"{prefix}absent {player}", rules.cite("absent_player", "absence"), turn),)
