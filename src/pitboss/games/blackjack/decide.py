"""Dispatch of commands: validate a command, execute it and run the round on. The only match of a command's type.

``refusal_of`` validates a command, ``act`` executes it in place, ``decide`` executes it on a copy. Legal actions,
refusals and execution share the same checks.
"""

from collections.abc import Callable
from typing import Any

from pitboss.games.blackjack import betting, buttons, decisions, house, offers, seats
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import Chance, UnknownOutcome
from pitboss.games.blackjack.context import CutCardCameFirst, RoundContext, ShoeRanOut
from pitboss.games.blackjack.frequent import frequent_clauses
from pitboss.games.blackjack.irregularities import check_irregularity, do_irregularity
from pitboss.games.blackjack.irregularities.modules import remedies_of
from pitboss.games.blackjack.plan import STAGE_HANDLERS
from pitboss.games.blackjack.redeal import deal_again
from pitboss.games.blackjack.shoe import shuffle
from pitboss.games.blackjack.state import Stage, State
from pitboss.games.decision import Decision
from pitboss.games.irregularities import check_remedies
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules

Check = Callable[[BlackjackRules, State, Any], Refusal | None]
Do = Callable[[RoundContext, Any], None]


#: Registry of handlers by command type: the validation and the execution.
_HANDLERS: dict[type[cmd.Command], tuple[Check, Do]] = {
    cmd.JoinTable: (house.check_join, house.do_join),
    cmd.PlaceBet: (betting.check_bet, betting.do_bet),
    cmd.Withdraw: (betting.check_withdraw, betting.do_withdraw),
    cmd.Sit: (seats.check_sit, seats.do_sit),
    cmd.Leave: (seats.check_leave, seats.do_leave),
    cmd.Insure: (offers.check_insure, offers.do_insure),
    cmd.TakeEvenMoney: (offers.check_even, offers.do_even),
    cmd.Pass: (offers.check_pass, offers.do_pass),
    cmd.Hit: (decisions.check_hit, decisions.do_hit),
    cmd.Stand: (decisions.check_stand, decisions.do_stand),
    cmd.Surrender: (decisions.check_surrender, decisions.do_surrender),
    cmd.DoubleDown: (decisions.check_double, decisions.do_double),
    cmd.SplitPair: (decisions.check_split, decisions.do_split),
    cmd.Follow: (offers.check_follow, offers.do_follow),
    cmd.Keep: (offers.check_keep, offers.do_keep),
    cmd.Press: (buttons.check_press, buttons.do_press),
    cmd.DeclinePrize: (buttons.check_press, buttons.do_decline),
    cmd.HousePress: (buttons.check_house_press, buttons.do_house_press),
    cmd.AcceptCard: (offers.check_accept, offers.do_accept),
    cmd.RefuseCard: (offers.check_accept, offers.do_refuse),
    cmd.CutCards: (house.check_cut, house.do_cut),
    cmd.DeclineCut: (house.check_decline_cut, house.do_decline_cut),
    cmd.Deal: (house.check_deal, house.do_deal),
    cmd.CloseOffer: (offers.check_close, offers.do_close),
    cmd.OrderShuffle: (house.check_shuffle, house.do_shuffle),
    cmd.OfferCut: (house.check_offer_cut, house.do_offer_cut),
    cmd.ReplaceCards: (house.check_new_cards, house.do_new_cards),
    cmd.ChangeDealer: (house.check_dealer, house.do_dealer),
    cmd.AnnounceClosing: (house.check_closing, house.do_closing),
    cmd.ChangeLimits: (house.check_limits, house.do_limits),
    cmd.CallTimeout: (house.check_timeout, house.do_timeout),
    cmd.MarkAbsent: (house.check_absent, house.do_absent),
    cmd.VoidPlayer: (house.check_breach, house.do_void_player),
    cmd.ExcludePlayer: (house.check_breach, house.do_exclude),
    cmd.ReportIrregularity: (check_irregularity, do_irregularity),
}


def refusal_of(rules: BlackjackRules, state: State, command: cmd.Command) -> Refusal | None:
    """Returns the refusal of a command, or None if it is allowed."""
    player = getattr(command, "player", None)
    if player is not None and player not in state.money and type(command) is not cmd.JoinTable:
        clauses = rules.cite("own_money") if type(command) is cmd.PlaceBet else ()
        return Refusal("own_money", f"{player} is not at the table", clauses, rules.rulebook)
    refusal = _HANDLERS[type(command)][0](rules, state, command)
    if state.stage == Stage.BETTING or (player not in state.absent and player not in state.excluded):
        return refusal
    builder = RefusalBuilder(rules)
    if player in state.excluded:
        builder.add("exclude_player", f"{player} is excluded from the game")
    if player in state.absent and (refusal is None or type(command) not in (cmd.PlaceBet, cmd.Withdraw)):
        builder.add("absence", f"{player} is marked as absent until the round ends")
    if refusal is not None:
        builder.add(refusal.kind, refusal.message, clauses=refusal.clauses)
    return builder.build()


def act(rules: BlackjackRules, state: State, command: cmd.Command, chance: Chance) -> list[ev.Event] | Refusal:
    """Executes a command on this state, in place, and returns its events. A refusal changes nothing.

    Raises UnknownOutcome, with the events so far, if the next card is not known; ``resume`` continues from there.
    """
    refusal = refusal_of(rules, state, command)
    if refusal is not None:
        return refusal
    terms, cite = rules.terms, rules.clauses
    context = RoundContext(rules, terms, cite, cite.frequent or frequent_clauses(cite, terms), state, chance)
    try:
        _run(context, _HANDLERS[type(command)][1], command)
    except UnknownOutcome as unknown:
        unknown.events, unknown.drawn_for = context.events, context.drawn_for
        raise
    return context.events


def _run(context: RoundContext, do: Do | None = None, command: cmd.Command | None = None) -> None:
    """Executes a command and runs the handlers of stages until the table waits for a decision."""
    state = context.state
    try:
        if do is not None:
            do(context, command)
        while (handler := STAGE_HANDLERS[state.stage]) is not None and handler(context):
            pass
    except CutCardCameFirst:
        shuffle(context, "cut_card_first", ("shuffle_cut_first", "cut_card_first"))
        context.emit(ev.BetsReopened(context.cite["cut_card_first"]))
    except ShoeRanOut:
        if state.stage != Stage.OPENING:
            deal_again(context, "empty_shoe", context.cite["empty_shoe"])
        shuffle(context, "empty", ("empty_shoe",))
        _run(context)


def resume(rules: BlackjackRules, state: State, chance: Chance) -> list[ev.Event]:
    """Continues a command after UnknownOutcome and returns the further events."""
    context = RoundContext.of(rules, state, chance)
    try:
        _run(context)
    except UnknownOutcome as unknown:
        unknown.events, unknown.drawn_for = context.events, context.drawn_for
        raise
    return context.events


def release_payment(rules: BlackjackRules, state: State, chance: Chance) -> list[ev.Event]:
    """Continues the round after a person attested the step for which a payment waits; returns the further events."""
    held = state.held
    assert held is not None
    context = RoundContext.of(rules, state, chance)
    context.emit(ev.PaymentReleased(held.clauses, held.number, held.box, held.kind, held.name, held.detail))
    try:
        _run(context)
    except UnknownOutcome as unknown:
        unknown.events, unknown.drawn_for = context.events, context.drawn_for
        raise
    return context.events


def decide(
    rules: BlackjackRules, state: State, command: cmd.Command, chance: Chance
) -> Decision[ev.Event, State] | Refusal:
    """Executes a command on a copy of the state; the given state does not change."""
    after = state.copy()
    events = act(rules, after, command, chance)
    return events if isinstance(events, Refusal) else Decision(tuple(events), after)


def open_state(rules: BlackjackRules, chance: Chance) -> tuple[State, list[ev.Event]]:
    """Opens a table; returns its state and the opening events. Raises LawError for a remedy that the game lacks."""
    check_remedies(rules.rulebook, rules.irregularities, remedies_of(rules))
    state = State()
    context = RoundContext.of(rules, state, chance)
    house.open_table(context)
    return state, context.events
