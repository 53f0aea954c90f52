"""Begin a round: the boxes in play, the decider of each, and the return of unlawful wagers."""

from typing import Final

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import Grounds
from pitboss.games.blackjack.sides import notify_wagers
from pitboss.games.blackjack.state import OWN_KINDS, State, Wager
from pitboss.games.blackjack.wagers import Moment
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.choices import LimitBreach, WagerNeeds, WhoDecides
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules, SideTerms

#: Members that every round compares with, bound once: CPython 3.11 looks up the members of an enum slowly.
_REFUSED: Final = LimitBreach.REFUSED
_WARNED_AND_CAPPED: Final = LimitBreach.WARNED_AND_CAPPED


def is_returned(rules: BlackjackRules, state: State, bet: Wager) -> bool:
    """Returns whether a main wager goes back before the deal: below the minimum, by a player who was warned."""
    return (
        rules.terms.limit_breach is _WARNED_AND_CAPPED
        and bet.kind == "main"
        and bet.amount < state.minimum
        and bet.player in state.warned
    )


def main_bets(rules: BlackjackRules, state: State) -> list[Wager]:
    """Returns the main wagers that will be in play."""
    mains = [bet for bet in state.bets if bet.kind == "main"]
    if rules.terms.limit_breach is _REFUSED or not state.warned:
        return mains
    return [bet for bet in mains if not is_returned(rules, state, bet)]


def decider_of(rules: BlackjackRules, state: State, box: int, bets: list[Wager]) -> str:
    """Returns the decider of a box: the seated player if among the bettors, else the first or highest bettor."""
    seated = state.seats.get(box)
    for bet in bets:
        if bet.player == seated:
            return seated
    if rules.terms.who_decides is WhoDecides.SEATED_ELSE_HIGHEST:
        return max(bets, key=lambda bet: bet.amount).player
    return bets[0].player


def begin_round(context: RoundContext, mains: list[Wager]) -> None:
    """Begins the round: sets boxes and deciders, warns or returns low wagers, and notifies the side wagers."""
    rules, state = context.rules, context.state
    warns = context.terms.limit_breach is _WARNED_AND_CAPPED
    low = {id(bet) for bet in state.bets if is_returned(rules, state, bet)} if state.warned else set()
    by_box: dict[int, list[Wager]] = {}
    for bet in mains:
        by_box.setdefault(bet.box, []).append(bet)
    boxes = tuple(sorted(by_box))
    deciders = tuple([decider_of(rules, state, box, by_box[box]) for box in boxes])
    plain = len(by_box) == len(mains)
    clauses = context.frequent.round_begun if plain else context.cite[_begun_with_deciders(context, by_box)]
    context.emit(ev.RoundBegan(clauses, boxes, deciders))
    if warns:
        _below_the_minimum(context, low)
    if state.sided:
        _without_a_main_wager(context)
        notify_wagers(context, Moment.BEGIN)


def _begun_with_deciders(context: RoundContext, by_box: dict[int, list[Wager]]) -> Grounds:
    """Returns the grounds of the beginning of a round; who decides matters on a shared box only."""
    grounds: Grounds = ("round_begun",)
    seats, spots = context.state.seats, context.terms.spots
    for box, bets in by_box.items():
        if len(bets) == 1 or (spots > 1 and len({bet.player for bet in bets}) == 1):
            continue
        if any(bet.player == seats.get(box) for bet in bets):
            ground = "decides_seated"
        else:
            highest = max(bet.amount for bet in bets)
            ground = "decides_highest" if sum(bet.amount == highest for bet in bets) == 1 else "decides_first"
        grounds = (*grounds, ground, "decider_fixed")
    return grounds


def _below_the_minimum(context: RoundContext, low: set[int]) -> None:
    state = context.state
    for wager in list(state.wagers):
        if wager.kind != "main" or wager.result is not None or wager.amount >= state.minimum:
            continue
        if id(wager) in low:
            context.void(wager, "below_minimum", context.cite["below_minimum_returned"])
        elif wager.player not in state.warned:
            context.emit(ev.PlayerWarned(context.cite["below_minimum_returned"], wager.player))


def _alone_clauses(terms: SideTerms) -> Clauses:
    return terms.cite("void_alone") or terms.cite("placed_alone") or terms.cite("placed")


def _without_a_main_wager(context: RoundContext) -> None:
    """Voids side wagers on a box that is not in play, or whose required main wager went back."""
    state = context.state
    mains = {(wager.player, wager.box) for wager in state.wagers if wager.kind == "main" and wager.result is None}
    owners = {player for player, _ in mains}
    for wager in list(state.wagers):
        if wager.result is not None or wager.kind in OWN_KINDS:
            continue
        terms = context.rules.sides[wager.kind]
        if terms.needs == WagerNeeds.OWN_MAIN_ON_BOX:
            alone = (wager.player, wager.box) not in mains
        else:
            alone = terms.needs != WagerNeeds.ANY_MAIN_ON_BOX and wager.player not in owners
        if (alone or wager.box not in state.hands) and not side_plays(context.rules)[wager.kind].over_rounds:
            context.void(wager, "no_main_wager", _alone_clauses(terms))
