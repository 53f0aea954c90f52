"""The dealer's hand, or each of several: when it is drawn to, and what it settles."""

from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.settle import settle_hand, settle_insurance
from pitboss.blackjack.state import dealer_blackjack, points_of
from pitboss.law.ways import DealerDraws

_PLAYED_KINDS = ("main", "double", "insurance")


def play_dealer(dealing: Dealing) -> None:
    """One hand after the other, as far as a wager is open on its spot."""
    state, terms = dealing.state, dealing.terms
    while True:
        _dealer_hand(dealing, state.spot)
        if state.spot >= terms.spots:
            return
        more = [spot for spot in range(state.spot + 1, terms.spots + 1) if _open_on_spot(dealing, spot)]
        if not more:
            return
        dealing.emit(ev.NextDealerHand(dealing.cite["spot_up_card", "spot_settled"], more[0]))
        if "upcard_collected" in state.awaited:
            clauses = dealing.rules.irregularities["upcard_collected"].clauses
            dealing.emit(ev.IrregularityMet(clauses, "upcard_collected"))
            dealing.emit(ev.ProcedureDone(clauses, "up_card_restored"))


def _open_on_spot(dealing: Dealing, spot: int) -> bool:
    for wager in dealing.state.wagers:
        if wager.result is None and wager.spot == spot and wager.kind in _PLAYED_KINDS:
            return True
    return False


def _dealer_hand(dealing: Dealing, spot: int) -> None:
    state, terms = dealing.state, dealing.terms
    cards = state.dealer[-1]
    if state.hole >= 0:
        names = ("hole_disclosed", "dealer_second_card")
        dealing.emit(ev.HoleDisclosed(dealing.cite[names], state.hole))
    elif len(cards) == 1:
        always = terms.dealer_draws is not DealerDraws.IF_IT_MATTERS
        if not (always or _open_on_spot(dealing, spot)) and state.exposed < 0:
            dealing.emit(ev.ProcedureDone(dealing.cite["dealer_no_effect"], "no_dealer_card"))
            return
        dealing.emit(ev.DealerDealt(dealing.cite["dealer_second_card", "dealer_drawing"], dealing.draw(0)))
    if len(cards) == 2:
        settle_insurance(dealing, spot)
    total, soft = points_of(cards)
    stops = False
    if must_draw(total):
        stops = terms.dealer_draws is not DealerDraws.ALWAYS and not _matters(dealing, spot)
        while must_draw(total) and not stops:
            card = dealing.draw(0)
            dealing.emit(ev.DealerDealt(dealing.cite["dealer_drawing"], card))
            total, soft = add_card(total, soft, card)
    _exposed_and_overdrawn(dealing)
    done = ("dealer_no_effect",) if stops else ("dealer_drawing", "dealer_total_announced", "card_values")
    dealing.emit(ev.DealerDone(dealing.cite[done], total, soft, dealer_blackjack(cards)))
    for box in reversed(state.boxes):
        for hand in state.hands[box]:
            settle_hand(dealing, hand, spot if terms.spots > 1 else 0, total, cards)


def _exposed_and_overdrawn(dealing: Dealing) -> None:
    """A card that the finished hand cannot use goes to the rack."""
    state = dealing.state
    if state.exposed >= 0:
        clauses = dealing.rules.irregularities["drawn_exposed"].clauses
        dealing.emit(ev.ExposedCardUsed(clauses, "burned"))
    if "dealer_overdrew" in state.awaited:
        clauses = dealing.rules.irregularities["dealer_overdrew"].clauses
        card = dealing.draw(0)
        dealing.emit(ev.IrregularityMet(clauses, "dealer_overdrew"))
        dealing.emit(ev.CardBurned(clauses, card, "overdrawn", state.side))


def _matters(dealing: Dealing, spot: int) -> bool:
    """Whether further dealer cards can change what becomes of any main wager."""
    terms, state = dealing.terms, dealing.state
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
