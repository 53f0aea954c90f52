"""A card missed or misplaced."""

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.base import before_settlement, box_to_mend, clauses_of, in_a_round, refuse, remedy
from pitboss.blackjack.irregularities.voids import before_any_settlement, void_box, void_round
from pitboss.blackjack.redeal import deal_again
from pitboss.blackjack.state import Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_DEALER = "dealer"


def _lost(command: cmd.ReportIrregularity) -> bool:
    return command.details[-1] == "lost"


def _noted(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    detail = " ".join(command.details)
    dealing.emit(ev.IrregularityNoted(clauses_of(dealing.rules, command), command.kind, detail=detail))


def _box_or_dealer(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if command.details[0] == _DEALER:
        return in_a_round(rules, state, command)
    box = box_to_mend(rules, state, command)
    return box if isinstance(box, Refusal) else None


@remedy("put_right_else_void", _box_or_dealer)
def put_right_else_void(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The cards lie as they should have; a hand that cannot be put right is void, and later ones stand as dealt.

    The dealer's hand is never void: it is rebuilt as far as it can be, and completed.
    """
    _noted(dealing, command)
    if _lost(command) and command.details[0] != _DEALER:
        void_box(dealing, int(command.details[0]), command.kind, clauses_of(dealing.rules, command))


def _can_be_put_right(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if _lost(command):
        return refuse(rules, command, "a hand is always put right here")
    return _box_or_dealer(rules, state, command)


@remedy("back_to_the_initial_deal", _can_be_put_right)
def back_to_the_initial_deal(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """In the initial deal the cards lie as they should have; later the hand is back at two cards and played again."""
    state = dealing.state
    _noted(dealing, command)
    box = 0 if command.details[0] == _DEALER else int(command.details[0])
    if not box or (len(state.dealt[box]) <= 2 and box not in state.decided):  # the two initial cards
        return
    clauses = clauses_of(dealing.rules, command)
    for wager in list(state.wagers):
        if wager.box != box or wager.kind not in ("main", "double"):
            continue
        if wager.kind == "double" or not wager.original:
            dealing.void(wager, "misdealt", clauses)
        elif wager.result is not None:
            dealing.emit(ev.WagerReopened(clauses, wager.number))
    if state.offer is not None:
        dealing.emit(ev.OfferClosed(clauses, state.offer.kind))
    dealing.emit(ev.HandsRebuilt(clauses, box))
    dealing.stage(Stage.PLAY)


def _early(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    return _box_or_dealer(rules, state, command) or before_any_settlement(rules, state, command)


@remedy("put_right_else_void_round", _early)
def put_right_else_void_round(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The cards lie as they should have; what cannot be put right makes the round void."""
    _noted(dealing, command)
    if _lost(command):
        void_round(dealing, command.kind, clauses_of(dealing.rules, command))


def _until_settlement(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    return _box_or_dealer(rules, state, command) or before_settlement(rules, state, command)


@remedy("deal_again", _until_settlement)
def redeal(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """A misdeal: all cards are discarded and the hands dealt again at once."""
    _noted(dealing, command)
    deal_again(dealing, command.kind, clauses_of(dealing.rules, command))
