"""Play the dealer's hands and settle the wagers against them."""

from typing import Final

from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import KIND_OF_CARD, total_kind
from pitboss.games.blackjack.pending_irregularities import (
    DEALER_CARD_BURNED,
    UP_CARD_RESTORED,
    pending_kind,
)
from pitboss.games.blackjack.settle import settle_hand, settle_insurance
from pitboss.games.blackjack.sides import sides_need_dealer
from pitboss.games.blackjack.state import dealer_blackjack, points_of
from pitboss.law.choices import DealerDraws
from pitboss.law.cite import ground_key

_PLAYED_KINDS = ("main", "double", "insurance")
_BLACKJACK: Final = ground_key("blackjack", "dealer_total_announced")
#: Members that every round compares with, bound once: CPython 3.11 looks up the members of an enum slowly.
_IF_IT_MATTERS: Final = DealerDraws.IF_IT_MATTERS
_ALWAYS: Final = DealerDraws.ALWAYS


def play_dealer(context: RoundContext) -> None:
    """Plays one dealer hand after the other, while a wager is open on a further spot."""
    state, terms = context.state, context.terms
    while True:
        _dealer_hand(context, state.spot)
        if state.spot >= terms.spots:
            return
        more = [spot for spot in range(state.spot + 1, terms.spots + 1) if _open_on_spot(context, spot)]
        if not more:
            return
        context.emit(ev.NextDealerHand(context.cite[f"spot_up_card_{more[0]}"], more[0]))
        kind = context.meet(UP_CARD_RESTORED)
        if kind:
            context.emit(ev.ProcedureDone(context.rules.irregularities[kind].clauses, "up_card_restored"))


def _open_on_spot(context: RoundContext, spot: int) -> bool:
    for wager in context.state.wagers:
        if wager.result is None and wager.spot == spot and wager.kind in _PLAYED_KINDS:
            return True
    return False


def _dealer_hand(context: RoundContext, spot: int) -> None:
    state, terms = context.state, context.terms
    cards = state.dealer[-1]
    if state.hole >= 0:
        context.emit(ev.HoleDisclosed(context.cite["hole_disclosed"], state.hole))
    elif len(cards) == 1:
        drawn = terms.dealer_draws is not _IF_IT_MATTERS or _open_on_spot(context, spot) or state.exposed >= 0
        if not drawn and not (state.sided and sides_need_dealer(context)):
            context.emit(ev.ProcedureDone(context.cite[_no_effect(context)], "no_dealer_card"))
            return
        second = context.frequent.dealer_second_card if spot == 1 else context.cite[f"spot_second_card_{spot}"]
        context.emit(ev.DealerDealt(second, context.draw(0)))
    if len(cards) == 2:
        settle_insurance(context, spot)
    total, soft = points_of(cards)
    hits_soft_17 = terms.dealer_hits_soft_17
    stops = False
    if must_draw(total, soft, hits_soft_17):
        stops = terms.dealer_draws is not _ALWAYS and not _matters(context, spot)
        if stops and state.sided and sides_need_dealer(context, final_hand=True):
            stops = False
        while must_draw(total, soft, hits_soft_17) and not stops:
            card = context.draw(0)
            context.emit(ev.DealerDealt(context.frequent.dealer_drawing, card))
            total, soft = add_card(total, soft, card)
    _burn_exposed(context)
    _burn_overdrawn(context)
    blackjack = dealer_blackjack(cards)
    if blackjack:
        clauses = context.cite[_BLACKJACK]
    elif stops:
        clauses = context.cite[_no_effect(context)]
    else:
        clauses = (
            context.frequent.dealer_two_cards[KIND_OF_CARD[cards[0]] | KIND_OF_CARD[cards[1]]]
            if len(cards) == 2
            else context.frequent.dealer_complete[total_kind(cards, soft)]
        )
    context.emit(ev.DealerDone(clauses, total, soft, blackjack))
    for box in reversed(state.boxes):
        for hand in state.hands[box]:
            settle_hand(context, hand, spot if terms.spots > 1 else 0, total, cards)


def _no_effect(context: RoundContext) -> str:
    """Returns the ground of a dealer who draws nothing more."""
    if context.terms.spots == 1:
        return "dealer_no_effect"
    hands = (hand for hands in context.state.hands.values() for hand in hands)
    return "spot_all_bust" if all(hand.bust for hand in hands) else "dealer_no_effect"


def _burn_exposed(context: RoundContext) -> None:
    """Burns the exposed card that the players refused and the complete hand cannot use."""
    state = context.state
    if state.exposed >= 0:
        context.emit(ev.ExposedCardUsed(state.exposed_clauses, "burned"))


def _burn_overdrawn(context: RoundContext) -> None:
    """Burns a further card that was drawn to the complete hand."""
    state = context.state
    if state.pending_irregularities and pending_kind(context.rules, state, DEALER_CARD_BURNED):
        card = context.draw(0)
        kind = context.meet(DEALER_CARD_BURNED)
        context.emit(ev.CardBurned(context.rules.irregularities[kind].clauses, card, "overdrawn", state.side))


def _matters(context: RoundContext, spot: int) -> bool:
    """Returns whether further dealer cards can change the result of any main wager."""
    terms, state = context.terms, context.state
    for wager in state.wagers:
        if wager.result is not None or wager.kind != "main" or not wager.hand:
            continue
        if terms.spots > 1 and wager.spot != spot:
            continue
        hand = state.hand_of(wager.box, wager.hand)
        safe = terms.two_card_21_beats_drawn_21 and hand.total == 21 and len(hand.cards) == 2
        if not (hand.bust or hand.blackjack or hand.surrendered or safe):
            return True
    return False
