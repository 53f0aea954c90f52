"""Void hands and void rounds: what lies there goes back, and what was paid or taken is undone where the law says so."""

from collections.abc import Iterable

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.base import box_to_mend, clauses_of, in_a_round, refuse, remedy
from pitboss.blackjack.state import OWN_KINDS, Stage, State, Wager
from pitboss.law.cite import Clauses, together
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind

_ROUND = ("round",)


def void_round(dealing: Dealing, reason: str, clauses: Clauses, *, settled_too: bool = True) -> None:
    """Everything of the round is returned, and the round is over."""
    for wager in list(dealing.state.wagers):
        if wager.result is None or settled_too:
            if wager.result is None and _over_rounds(dealing, wager):
                continue
            dealing.void(wager, reason, clauses)
    dealing.emit(ev.RoundVoided(clauses, reason))
    dealing.stage(Stage.END)


def _over_rounds(dealing: Dealing, wager: Wager) -> bool:
    """A wager over several rounds is not decided by a round that is void."""
    return wager.kind in dealing.rules.sides and dealing.rules.sides[wager.kind].play == "streak"


def void_box(dealing: Dealing, box: int, reason: str, clauses: Clauses, *, ante_too: bool = False) -> None:
    """The hands of a box and the wagers on them; where every box is void, so is the round."""
    void_wagers(dealing, [wager for wager in dealing.state.wagers if wager.box == box], reason, clauses, ante_too)
    clear_box(dealing, box, clauses)


def void_wagers(
    dealing: Dealing, wagers: Iterable[Wager], reason: str, clauses: Clauses, ante_too: bool = False
) -> None:
    """Main wagers, doubles, insurance and what hangs on them; other side wagers only where they are still open."""
    sides = dealing.rules.sides
    for wager in list(wagers):
        ground: Clauses = ()
        if wager.kind == "insurance":
            ground = dealing.cite["insurance_of_void_hand"]
        elif wager.kind == "ante":
            if not ante_too:
                continue
        elif wager.kind not in OWN_KINDS:
            ground = sides[wager.kind].cite("void")
            if wager.result is not None and not ground:
                continue
        dealing.void(wager, reason, together(clauses, ground))


def clear_box(dealing: Dealing, box: int, clauses: Clauses) -> None:
    """The cards go to the rack; nobody is asked about the box any more."""
    state = dealing.state
    for hand in state.hands[box]:
        dealing.clear(hand, clauses)
    offer = state.offer
    if offer is not None:
        for player, asked in list(offer.waiting):
            if asked == box:
                dealing.emit(ev.OfferAnswered(clauses, player, box, "void"))
    if offer is not None and offer.kind == "prize" and box in state.presses:
        dealing.emit(ev.BoxPrizeDone(clauses, box))
    # before the dealer's hand only a void wager ends at nothing; one that was paid or lost leaves the round to go on
    if all(wager.result == 0 for wager in state.wagers if wager.kind == "main"):
        dealing.emit(ev.RoundVoided(clauses, "all_hands"))
        dealing.stage(Stage.END)


def leave_to_others(dealing: Dealing, box: int, clauses: Clauses) -> None:
    """After a bettor's wagers were returned: the cards go where nobody is left, else another one decides."""
    left = [wager.player for wager in dealing.open_wagers("main", box)]
    state = dealing.state
    if not left:
        clear_box(dealing, box, clauses)
        return
    if state.callers[box] not in left:
        dealing.emit(ev.DeciderChanged(together(clauses, dealing.cite["who_decides"]), box, left[0]))
    offer = state.offer
    if offer is not None:
        for player, asked in list(offer.waiting):
            if asked == box and player not in left:
                dealing.emit(ev.OfferAnswered(clauses, player, box, "void"))


def _round_or_box(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if command.details == _ROUND:
        return in_a_round(rules, state, command)
    box = box_to_mend(rules, state, command)
    return box if isinstance(box, Refusal) else None


@remedy("void_round_or_box", _round_or_box)
def void_round_or_box(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """As the house declares."""
    clauses = clauses_of(dealing.rules, command)
    dealing.emit(ev.IrregularityNoted(clauses, command.kind, detail=command.details[0]))
    if command.details == _ROUND:
        void_round(dealing, command.kind, clauses)
    else:
        void_box(dealing, int(command.details[0]), command.kind, clauses)


def _shuffler_in_use(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.shoe is not ShoeKind.CONTINUOUS:
        return refuse(rules, command, "there is no continuous shuffler at this table")
    return _round_or_box(rules, state, command)


remedy("shuffler_failed", _shuffler_in_use)(void_round_or_box)


@remedy("void_round", in_a_round)
def void_whole_round(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The round is void; earlier ones stand."""
    clauses = clauses_of(dealing.rules, command)
    dealing.emit(ev.IrregularityNoted(clauses, command.kind))
    void_round(dealing, command.kind, clauses)


def _for_a_listed_reason(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    reasons = rules.irregularities[command.kind].map
    if command.details and command.details[0] not in reasons:
        return refuse(rules, command, f"the reason is one of {', '.join(reasons)}")
    return in_a_round(rules, state, command)


@remedy("invalidate_round", _for_a_listed_reason)
def invalidate_round(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """All wagers of the round are refunded, on the clause that lists the reason where one is given."""
    reasons = dealing.rules.irregularities[command.kind].map
    others = {clause for reason, clause in reasons.items() if command.details and clause != reasons[command.details[0]]}
    clauses = tuple(clause for clause in clauses_of(dealing.rules, command) if clause not in others)
    dealing.emit(ev.IrregularityNoted(clauses, command.kind, detail=" ".join(command.details)))
    void_round(dealing, command.kind, clauses)


def _void_the_round_only(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if command.details != _ROUND:
        return refuse(rules, command, "only the whole round can be void")
    return before_any_settlement(rules, state, command)


def before_any_settlement(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Before anything of the round was settled and before any further card."""
    late = in_a_round(rules, state, command)
    if late is not None:
        return late
    settled = any(wager.result is not None for wager in state.wagers)
    if settled or any(len(cards) > 2 for cards in state.dealt.values()):  # the two initial cards
        return refuse(rules, command, "only before anything is settled and before any further card")
    return None


remedy("void_round_before_settlement", _void_the_round_only)(void_whole_round)
