"""Remedies for a card that was missed or misplaced in the deal."""

from typing import Final

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import (
    Report,
    before_settlement,
    check_money,
    hands_to_mend,
    in_a_round,
    named_hands,
    refuse,
    remedy,
)
from pitboss.games.blackjack.irregularities.voids import (
    before_any_settlement,
    hands_may_be_void,
    void_hands,
    void_round,
)
from pitboss.games.blackjack.redeal import deal_again
from pitboss.games.blackjack.state import Hand, Stage, State, Wager
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_TARGET: Final = "BOX|BOX.HAND|dealer [lost]"
_DEAL_FACTS: Final = ("initial", "later")


def _noted(context: RoundContext, report: Report, clauses: Clauses) -> None:
    context.emit(ev.IrregularityNoted(clauses, report.kind, detail=report.target.text))


def _clauses(context: RoundContext, report: Report) -> Clauses:
    """Returns the clauses of a misdeal: put right or not, the dealer's hand or a box, in the initial deal or later."""
    state = context.state
    dealer = report.target.dealer
    if report.target.lost and "lost" in report.entry.map:
        facts = ["dealer_lost" if dealer else "lost"]
        if not dealer and _others_in_play(state, named_hands(state, report)):
            facts.append("others_in_play")
        return report.clauses_for(*facts)
    later = not dealer and _after_the_deal(state, named_hands(state, report)[0].box)
    return report.clauses_for("later" if later else "initial")


def _others_in_play(state: State, void: list[Hand]) -> bool:
    """Returns whether a hand with an open wager remains beside these."""
    numbers = {hand.number for hand in void}
    return any(
        wager.kind == "main" and wager.result is None and wager.hand and wager.hand not in numbers
        for wager in state.wagers
    )


def _after_the_deal(state: State, box: int) -> bool:
    """Returns whether a card after the initial deal was asked for on the box."""
    return len(state.dealt[box]) > 2 or box in state.decided


def _box_or_dealer(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if report.target.dealer:
        return in_a_round(rules, state, report)
    return hands_to_mend(rules, state, report)


def _put_right_or_void(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if report.target.lost and not report.target.dealer:
        return hands_may_be_void(rules, state, report)
    return _box_or_dealer(rules, state, report)


@remedy(
    "put_right_else_void",
    _put_right_or_void,
    target=_TARGET,
    facts=(*_DEAL_FACTS, "lost", "dealer_lost", "others_in_play"),
)
def put_right_else_void(context: RoundContext, report: Report) -> None:
    """Rebuilds the hands; a hand that cannot be rebuilt is void, and later hands stand as dealt.

    The dealer's hand is never void: it is rebuilt as far as possible and completed.
    """
    _noted(context, report, _clauses(context, report))
    if report.target.lost and not report.target.dealer:
        hands = named_hands(context.state, report)
        void_hands(context, hands, report.kind, report.clauses_for("lost"))


def _can_be_put_right(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    refusal = _box_or_dealer(rules, state, report)
    box = _box_to_rebuild(state, report) if refusal is None else 0
    if report.target.lost:
        return refuse(rules, report, "the rulebook always rebuilds a hand", "later" if box else "initial")
    if not box:
        return refusal
    undone = _undone(rules, state, box)
    added = [wager for wager in undone if _is_added(wager)]
    reopened = [wager for wager in undone if wager not in added]
    return check_money(rules, state, report, added, reopened, facts=("later",))


def _box_to_rebuild(state: State, report: Report) -> int:
    """Returns the box that goes back to its initial cards; 0 during the initial deal and for the dealer's hand."""
    if report.target.dealer:
        return 0
    box = named_hands(state, report)[0].box
    return box if _after_the_deal(state, box) else 0


def _undone(rules: BlackjackRules, state: State, box: int) -> list[Wager]:
    """Returns the wagers to undo: those added since the initial deal, then those that later cards decided."""
    plays, initial = side_plays(rules), state.dealt[box][:2]
    changed = [wager for wager in state.wagers if wager.box == box and wager.result != 0]  # 0: void already
    own = [
        wager
        for wager in changed
        if wager.kind in ("main", "double") and (_is_added(wager) or wager.result is not None)
    ]
    sides = [
        wager
        for wager in changed
        if wager.result is not None and wager.kind in plays and plays[wager.kind].reopens(initial)
    ]
    return own + sides


def _is_added(wager: Wager) -> bool:
    """Returns whether the wager was added by doubling or splitting."""
    return wager.kind == "double" or not wager.original


@remedy("back_to_the_initial_deal", _can_be_put_right, target=_TARGET, facts=_DEAL_FACTS)
def back_to_the_initial_deal(context: RoundContext, report: Report) -> None:
    """During the initial deal, corrects the cards; later, returns the hand to its two cards and replays it.

    The replay undoes every settlement by later cards, side wagers included.
    """
    state = context.state
    clauses = _clauses(context, report)
    _noted(context, report, clauses)
    box = _box_to_rebuild(state, report)
    if not box:
        return
    for wager in _undone(context.rules, state, box):
        if _is_added(wager):
            context.void(wager, report.kind, clauses)
        else:
            context.emit(ev.WagerReopened(clauses, wager.number))
    if state.offer is not None:
        context.emit(ev.OfferClosed(clauses, state.offer.kind))
    context.emit(ev.HandsRebuilt(clauses, box))
    context.stage(Stage.PLAY)


def _early(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    return _box_or_dealer(rules, state, report) or before_any_settlement(rules, state, report)


@remedy("put_right_else_void_round", _early, target=_TARGET)
def put_right_else_void_round(context: RoundContext, report: Report) -> None:
    """Rebuilds the hands; the round is void if that is not possible."""
    _noted(context, report, report.clauses)
    if report.target.lost:
        void_round(context, report.kind, report.clauses)


def _until_settlement(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    return _box_or_dealer(rules, state, report) or before_settlement(rules, state, report)


@remedy("deal_again", _until_settlement, target=_TARGET, facts=_DEAL_FACTS)
def redeal(context: RoundContext, report: Report) -> None:
    """Discards all cards and redeals the hands."""
    clauses = _clauses(context, report)
    _noted(context, report, clauses)
    deal_again(context, report.kind, clauses)
