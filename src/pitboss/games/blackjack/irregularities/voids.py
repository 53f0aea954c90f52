"""Remedies that void hands or rounds: wagers go back, and settlements are undone where the law says so."""

from typing import Final

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import (
    Report,
    check_money,
    hands_to_mend,
    in_a_round,
    is_void,
    named_hands,
    refuse,
    remedy,
)
from pitboss.games.blackjack.sides import notify_wagers
from pitboss.games.blackjack.state import OWN_KINDS, Hand, Offer, Stage, State, Wager
from pitboss.games.blackjack.wagers import Moment
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_TARGET: Final = "BOX|BOX.HAND|round"


def void_round(
    context: RoundContext, reason: str, clauses: Clauses, *, settled_too: bool = True, refund: Clauses = ()
) -> None:
    """Voids all wagers of the round and ends it; settled wagers only if ``settled_too``.

    ``refund`` are the clauses of the returned wagers, if others than those of the void round.
    """
    for wager in list(context.state.wagers):
        if wager.result is None or settled_too:
            if wager.result is None and _over_rounds(context, wager):
                continue
            context.void(wager, reason, refund or clauses)
    context.emit(ev.RoundVoided(clauses, reason))
    context.stage(Stage.END)


def _over_rounds(context: RoundContext, wager: Wager) -> bool:
    """Returns whether the wager spans several rounds: a void round does not decide it."""
    return wager.kind in context.rules.sides and context.rules.sides[wager.kind].play == "streak"


def void_hands(context: RoundContext, hands: list[Hand], reason: str, clauses: Clauses) -> None:
    """Voids hands of a box with their wagers; insurance and side wagers of the box if all its hands are void."""
    rules, state = context.rules, context.state
    for wager in wagers_to_void(rules, state, hands):
        ground: Clauses = ()
        if wager.kind == "insurance":
            ground = context.cite["insurance_of_void_hand"]
        elif wager.kind not in OWN_KINDS:
            ground = rules.sides[wager.kind].cite("void", "void_hand")
        context.void(wager, reason, ground or clauses)
    clear_hands(context, hands, clauses)


def wagers_to_void(rules: BlackjackRules, state: State, hands: list[Hand]) -> list[Wager]:
    """Returns the wagers to void with these hands of a box.

    A settled side wager stays settled unless the rulebook voids it with the hand; the ante is not returned.
    """
    box = hands[0].box
    numbers = {hand.number for hand in hands if not is_void(state, hand)}
    whole = all(hand.number in numbers or is_void(state, hand) for hand in state.hands[box])
    wagers = []
    for wager in state.wagers:
        if wager.box != box or wager.kind == "ante":
            continue
        if wager.kind in ("main", "double"):
            included = wager.hand in numbers
        else:
            settled = wager.result is not None and wager.kind not in OWN_KINDS
            included = whole and not (settled and not rules.sides[wager.kind].cite("void", "void_hand"))
        if included:
            wagers.append(wager)
    return wagers


def clear_hands(context: RoundContext, hands: list[Hand], clauses: Clauses) -> None:
    """Clears the cards of hands, answers the offers about them, and ends a round without live wagers."""
    state, box = context.state, hands[0].box
    for hand in hands:
        context.clear(hand, clauses)
    offer = state.offer
    if offer is not None:
        for player, offered_box in list(offer.waiting):
            if offered_box == box and not _offer_holds(context, offer, player, box):
                context.emit(ev.OfferAnswered(clauses, player, box, "void"))
    cleared = all(hand.cleared for hand in state.hands[box])
    if offer is not None and offer.kind == "prize" and box in state.presses and cleared:
        context.emit(ev.BoxPrizeDone(clauses, box))
    # before the dealer's hand only a void wager has the result 0; the round goes on if any wager was paid or lost
    if all(wager.result == 0 for wager in state.wagers if wager.kind == "main"):
        context.emit(ev.RoundVoided(clauses, "all_hands"))
        context.stage(Stage.END)
    elif all(hand.closed for hand in state.hands[box]) and not all(is_void(state, hand) for hand in state.hands[box]):
        notify_wagers(context, Moment.BOX_DONE, box)


def _offer_holds(context: RoundContext, offer: Offer, player: str, box: int) -> bool:
    """Returns whether an open offer is still valid after hands of the box were cleared."""
    if not any(wager.player == player for wager in context.open_wagers("main", box)):
        return False
    hands = context.state.hands[box]
    numbers = [hand.number for hand in hands]
    if offer.hand not in numbers:
        return True
    at = numbers.index(offer.hand)
    split = offer.kind == "follow" and not hands[at].doubled  # that offer also covers the new hand beside it
    return not any(hand.cleared for hand in hands[at : at + (2 if split else 1)])


def leave_to_others(context: RoundContext, box: int, clauses: Clauses) -> None:
    """After a bettor's wagers were voided: another bettor decides for the box, or its cards are cleared."""
    left = [wager.player for wager in context.open_wagers("main", box)]
    state = context.state
    if not left:
        clear_hands(context, state.hands[box], clauses)
        return
    if state.deciders[box] not in left:
        context.emit(ev.DeciderChanged(clauses, box, left[0]))
    offer = state.offer
    if offer is not None:
        for player, offered_box in list(offer.waiting):
            if offered_box == box and player not in left:
                context.emit(ev.OfferAnswered(clauses, player, box, "void"))


def _round_or_hands(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if report.target.round:
        return in_a_round(rules, state, report)
    return hands_may_be_void(rules, state, report)


def hands_may_be_void(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses to void hands that are not in play, or whose payments the players no longer hold."""
    refusal = hands_to_mend(rules, state, report)
    if refusal is not None:
        return refusal
    return check_money(rules, state, report, wagers_to_void(rules, state, named_hands(state, report)))


@remedy("void_round_or_box", _round_or_hands, target=_TARGET)
@remedy("shuffler_failed", _round_or_hands, target="round|BOX|BOX.HAND", needs="continuous_shuffler")
def void_round_or_hands(context: RoundContext, report: Report) -> None:
    """Voids the round or the named hands, as the house declares."""
    clauses = report.clauses
    context.emit(ev.IrregularityNoted(clauses, report.kind, detail=report.target.text))
    if report.target.round:
        void_round(context, report.kind, clauses)
    else:
        void_hands(context, named_hands(context.state, report), report.kind, clauses)


@remedy("void_round", in_a_round, facts=("earlier_rounds",))
def void_whole_round(context: RoundContext, report: Report) -> None:
    """Voids the round; earlier rounds stand."""
    clauses = report.clauses
    context.emit(ev.IrregularityNoted(clauses, report.kind))
    if context.state.round > 1:
        clauses = merge_clauses(clauses, report.clauses_for("earlier_rounds"))
    void_round(context, report.kind, clauses, refund=report.clauses)


def _for_a_listed_reason(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    reasons = report.entry.map
    if report.target.reason and report.target.reason not in reasons:
        return refuse(rules, report, f"the reason is one of {', '.join(reasons)}")
    return in_a_round(rules, state, report)


@remedy("invalidate_round", _for_a_listed_reason, target="[REASON]", facts=None)
def invalidate_round(context: RoundContext, report: Report) -> None:
    """Voids the round, with the clause of the given reason."""
    clauses = report.clauses_for(report.target.reason)
    context.emit(ev.IrregularityNoted(clauses, report.kind, detail=report.target.text))
    void_round(context, report.kind, clauses, refund=context.cite["wagers_refunded"])


def _void_the_round_only(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if not report.target.round:
        return refuse(rules, report, "only the whole round can be void")
    return before_any_settlement(rules, state, report)


def before_any_settlement(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    """Refuses a report after any settlement of the round or any card after the initial deal."""
    late = in_a_round(rules, state, report)
    if late is not None:
        return late
    settled = any(wager.result is not None for wager in state.wagers)
    if settled or any(len(cards) > 2 for cards in state.dealt.values()):  # the two initial cards
        return refuse(rules, report, "only before anything is settled and before any further card")
    return None


remedy("void_round_before_settlement", _void_the_round_only, target=_TARGET)(void_whole_round)
