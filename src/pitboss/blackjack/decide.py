"""May I, and do it: the one place where a command's type is matched.

``refusal_of`` says what forbids a command, ``act`` carries it out on a state that the caller owns, ``decide`` does so
on a copy. Legal actions, refusals and acts derive from the same checks.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from msgspec import Struct

from pitboss.blackjack import betting, buttons, decisions, house, offers
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import Chance, UnknownOutcome
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities import check_irregularity, do_irregularity
from pitboss.blackjack.plan import run
from pitboss.blackjack.state import Stage, State
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

Check = Callable[[BlackjackRules, State, Any], Refusal | None]
Do = Callable[[Dealing, Any], None]


class Decision(Struct, frozen=True):
    """What a command brought: the events, and the state after them."""

    events: tuple[ev.Event, ...]
    state: State


_HANDLERS: dict[type[cmd.Command], tuple[Check, Do]] = {
    cmd.JoinTable: (house.check_join, house.do_join),
    cmd.PlaceBet: (betting.check_bet, betting.do_bet),
    cmd.Withdraw: (betting.check_withdraw, betting.do_withdraw),
    cmd.Sit: (betting.check_sit, betting.do_sit),
    cmd.Leave: (betting.check_leave, betting.do_leave),
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
    cmd.MarkAbsent: (house.check_absent, house.do_absent),
    cmd.VoidPlayer: (house.check_breach, house.do_void_player),
    cmd.ExcludePlayer: (house.check_breach, house.do_exclude),
    cmd.ReportIrregularity: (check_irregularity, do_irregularity),
}


def refusal_of(rules: BlackjackRules, state: State, command: cmd.Command) -> Refusal | None:
    """What forbids the command, or None."""
    player = getattr(command, "player", None)
    if player is not None and player not in state.money and type(command) is not cmd.JoinTable:
        return rules.refuse("own_money", f"{player} is not at the table")
    refusal = _HANDLERS[type(command)][0](rules, state, command)
    if state.stage == Stage.BETTING or (player not in state.absent and player not in state.excluded):
        return refusal
    why = Objections(rules)
    if player in state.excluded:
        why.add("exclude_player", f"{player} is excluded from the game")
    if player in state.absent:
        why.add("absence", f"{player} is marked as absent until the round ends")
    if refusal is not None:
        why.add(refusal.kind, refusal.message, clauses=refusal.clauses)
    return why.the_refusal()


def act(rules: BlackjackRules, state: State, command: cmd.Command, chance: Chance) -> list[ev.Event] | Refusal:
    """Carries the command out on this very state. A refusal changes nothing.

    Where chance does not know the next card, the events end there; ``resume`` goes on when it does.
    """
    refusal = refusal_of(rules, state, command)
    if refusal is not None:
        return refusal
    dealing = Dealing(rules, state, chance)
    try:
        run(dealing, _HANDLERS[type(command)][1], command)
    except UnknownOutcome as unknown:
        unknown.events = dealing.events
        raise
    return dealing.events


def resume(rules: BlackjackRules, state: State, chance: Chance) -> list[ev.Event]:
    """Goes on where the next card was not known."""
    dealing = Dealing(rules, state, chance)
    try:
        run(dealing)
    except UnknownOutcome as unknown:
        unknown.events = dealing.events
        raise
    return dealing.events


def decide(rules: BlackjackRules, state: State, command: cmd.Command, chance: Chance) -> Decision | Refusal:
    """The same as ``act`` on a copy: the state given stays as it is."""
    after = deepcopy(state)
    events = act(rules, after, command, chance)
    return events if isinstance(events, Refusal) else Decision(tuple(events), after)


def open_state(rules: BlackjackRules, chance: Chance) -> tuple[State, list[ev.Event]]:
    """A table that has just been opened."""
    state = State()
    dealing = Dealing(rules, state, chance)
    house.open_table(dealing)
    return state, dealing.events
