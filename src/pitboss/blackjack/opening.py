"""How a round begins: which boxes are dealt to, who decides for each, and what is put right before the first card."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.sides import look
from pitboss.blackjack.state import OWN_KINDS, State, Wager
from pitboss.blackjack.wagers import Moment
from pitboss.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import LimitBreach, WagerNeeds, WhoDecides


def is_returned(rules: BlackjackRules, state: State, bet: Wager) -> bool:
    """Whether a main wager goes back before the deal: below the minimum, and its owner was warned."""
    return (
        rules.terms.limit_breach is LimitBreach.WARNED_AND_CAPPED
        and bet.kind == "main"
        and bet.amount < state.minimum
        and bet.player in state.warned
    )


def main_bets(rules: BlackjackRules, state: State) -> list[Wager]:
    """The main wagers that will be in play."""
    mains = [bet for bet in state.bets if bet.kind == "main"]
    if rules.terms.limit_breach is LimitBreach.REFUSED:
        return mains
    return [bet for bet in mains if not is_returned(rules, state, bet)]


def caller_of(rules: BlackjackRules, state: State, box: int, bets: list[Wager]) -> str:
    """Who decides for a box: whoever sits there with one of these wagers, else whom the rulebook names."""
    seated = state.seats.get(box)
    for bet in bets:
        if bet.player == seated:
            return seated
    if rules.terms.who_decides is WhoDecides.SEATED_ELSE_HIGHEST:
        return max(bets, key=lambda bet: bet.amount).player
    return bets[0].player


def begin_round(dealing: Dealing, mains: list[Wager]) -> None:
    """The wagers are in play."""
    rules, state = dealing.rules, dealing.state
    warns = dealing.terms.limit_breach is LimitBreach.WARNED_AND_CAPPED
    low = {id(bet) for bet in state.bets if is_returned(rules, state, bet)} if warns else set()
    by_box: dict[int, list[Wager]] = {}
    for bet in mains:
        by_box.setdefault(bet.box, []).append(bet)
    boxes = tuple(sorted(by_box))
    callers = tuple([caller_of(rules, state, box, by_box[box]) for box in boxes])
    dealing.emit(ev.RoundBegan(dealing.cite["main_wager", "who_decides"], boxes, callers))
    if warns:
        _below_the_minimum(dealing, low)
    if state.sided:
        _without_a_main_wager(dealing)
        look(dealing, Moment.BEGIN)


def _below_the_minimum(dealing: Dealing, low: set[int]) -> None:
    state = dealing.state
    for wager in list(state.wagers):
        if wager.kind != "main" or wager.result is not None or wager.amount >= state.minimum:
            continue
        if id(wager) in low:
            dealing.void(wager, "below_minimum", dealing.cite["below_minimum_returned"])
        elif wager.player not in state.warned:
            dealing.emit(ev.PlayerWarned(dealing.cite["limit_breach"], wager.player))


def _without_a_main_wager(dealing: Dealing) -> None:
    """A side wager on a box that is not dealt to, or whose own main wager went back, is void."""
    state = dealing.state
    mains = {(wager.player, wager.box) for wager in state.wagers if wager.kind == "main" and wager.result is None}
    owners = {player for player, _ in mains}
    for wager in list(state.wagers):
        if wager.result is not None or wager.kind in OWN_KINDS:
            continue
        terms = dealing.rules.sides[wager.kind]
        if terms.needs == WagerNeeds.OWN_MAIN_ON_BOX:
            alone = (wager.player, wager.box) not in mains
        else:
            alone = terms.needs != WagerNeeds.ANY_MAIN_ON_BOX and wager.player not in owners
        if (alone or wager.box not in state.hands) and not side_plays(dealing.rules)[wager.kind].over_rounds:
            dealing.void(wager, "no_main_wager", terms.cite("placed", "void"))
