"""Deadlines of a blackjack table: the players it waits for, and the command at each timeout.

At the timeout of a decision the house plays that hand as the hand of an absent player. An offer without answer is
closed, the cut and the prize button pass on, and betting closes.
"""

from typing import TYPE_CHECKING

from pitboss.games.blackjack import State
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.base import ALL_READY, Due
from pitboss.games.live.contributions import REVEALS
from pitboss.games.live.seeds import reveal_deadlines
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules

if TYPE_CHECKING:
    from pitboss.games.blackjack.live import BlackjackTable

#: The rule that closes each kind of offer.
_CLOSED_BY = {"insurance": "insurance_closed", "follow": "follow_only"}


def deadlines_of(rules: BlackjackRules, state: State, turn: int, betting: float) -> tuple[Due, ...]:
    """Returns the deadlines that are running now."""
    if state.cut_offer:
        player = state.cut_offer[0]
        key = f"cut {state.round} {player} {turn}"
        return (Due(key, (player,), "cut", cmd.DeclineCut(player=player), rules.cite("cut_declined"), turn),)
    if state.offer is not None:
        return _offered(rules, state, turn)
    if state.turn_box and state.stage == Stage.PLAY:
        return _decision(rules, state, turn)
    if state.stage == Stage.BETTING and any(bet.kind == "main" for bet in state.bets):
        deal = cmd.Deal(side="a" if rules.terms.shoe is ShoeKind.DOUBLE else "")
        key = f"betting {state.round} {state.shoe.drawn} {betting}"
        return (Due(key, (), "betting", deal, rules.cite("no_more_bets"), betting),)
    return ()


def _offered(rules: BlackjackRules, state: State, turn: int) -> tuple[Due, ...]:
    offer = state.offer
    assert offer is not None
    names = tuple(dict.fromkeys(name for name, _ in offer.waiting))
    key = f"{offer.kind} {state.round} {offer.hand} {state.presses[:1]} {turn}"
    if offer.kind != "prize":
        # a card drawn in error is offered to one box at a time: closing the offer would answer for all of them
        exposed = offer.kind == "exposed"
        clauses = state.exposed_clauses if exposed else rules.cite(_CLOSED_BY[offer.kind])
        command = cmd.CallTimeout(box=offer.waiting[0][1]) if exposed else cmd.CloseOffer()
        return (Due(key, names, offer.kind, command, clauses, turn),)
    box = state.presses[0]
    if not offer.waiting:
        return (Due(key, (), "prize", cmd.HousePress(box=box), rules.cite("prize_house"), 1),)
    decider = (state.deciders[box], box)
    player, _ = decider if decider in offer.waiting else offer.waiting[0]
    declined = cmd.DeclinePrize(player=player, box=box)
    return (Due(f"{key} {player}", (player,), "prize", declined, rules.cite("prize_nominee"), turn),)


def _decision(rules: BlackjackRules, state: State, turn: int) -> tuple[Due, ...]:
    hand, player = state.turn, state.deciders[state.turn_box]
    assert hand is not None
    key = f"turn {state.round} {hand.box} {hand.number} {len(hand.cards)} {turn}"
    timeout = cmd.CallTimeout(box=hand.box)
    return (Due(key, (player,), "turn", timeout, rules.cite("absent_player", "absence"), turn),)


def dues_of(table: "BlackjackTable") -> tuple[Due, ...]:
    """Returns the deadlines of a table, each with the command that the house executes on expiry."""
    if table.pending is not None and table.pending.kind == REVEALS and table.fair is not None:
        return tuple(reveal_deadlines(table.fair.contributions))
    if table.pending is not None and table.pending.kind:
        key = f"told {table.version}"
        return (Due(key, ("dealer",), table.pending.kind),)
    ready = table.all_ready(bet.player for bet in table.state.bets)
    betting: float = ALL_READY if ready else table.betting_seconds
    return deadlines_of(table.rules, table.state, table.turn_seconds, betting)
