"""Deadlines of a blackjack table: the players it waits for, and the command of the house at each timeout.

At the timeout of a decision the house plays that hand as the hand of an absent player. An offer without answer is
closed, the cut and the prize button pass on, and betting closes. Each of these is a line of the notation.
"""

from pitboss.games.blackjack import State
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.base import Due
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules

#: The rule that closes each kind of offer.
_CLOSED_BY = {"insurance": "insurance_closed", "follow": "follow_only", "exposed": "drawn_exposed"}


def deadlines_of(rules: BlackjackRules, state: State, turn: int, betting: float, prefix: str = "") -> tuple[Due, ...]:
    """Returns the deadlines that are running now; ``prefix`` names the table if there are several."""
    if state.cut_offer:
        player = state.cut_offer[0]
        key = f"{prefix}cut {state.round} {player} {turn}"
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
    key = f"{prefix}{offer.kind} {state.round} {offer.hand} {state.presses[:1]} {turn}"
    if offer.kind != "prize":
        ground = _CLOSED_BY[offer.kind]
        irregular = rules.irregularities.get(ground)
        clauses = irregular.clauses if irregular is not None else rules.cite(ground)
        # a card drawn in error is offered to one box at a time: closing the offer would answer for all of them
        words = f"timeout {offer.waiting[0][1]}" if offer.kind == "exposed" else "close"
        return (Due(key, names, offer.kind, f"{prefix}{words}", clauses, turn),)
    box = state.presses[0]
    if not offer.waiting:
        return (Due(key, (), "prize", f"{prefix}press {box}", rules.cite("prize_house"), 1),)
    decider = (state.deciders[box], box)
    player, _ = decider if decider in offer.waiting else offer.waiting[0]
    words = f"{prefix}{player}: decline {box}"
    return (Due(f"{key} {player}", (player,), "prize", words, rules.cite("prize_nominee"), turn),)


def _decision(rules: BlackjackRules, state: State, turn: int, prefix: str) -> tuple[Due, ...]:
    hand, player = state.turn, state.deciders[state.turn_box]
    assert hand is not None
    key = f"{prefix}turn {state.round} {hand.box} {hand.number} {len(hand.cards)} {turn}"
    return (Due(key, (player,), "turn", f"{prefix}timeout {hand.box}", rules.cite("absent_player", "absence"), turn),)
