"""The prize button: offer it to the winners and pay the prize."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import is_shared
from pitboss.games.blackjack.sides import open_sides
from pitboss.games.blackjack.state import State, Wager
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules


def prizes_waiting(context: RoundContext) -> bool:
    """Returns whether a press is still due."""
    return bool(context.state.presses)


def prize_wagers(context: RoundContext, box: int) -> list[Wager]:
    """Returns the wagers on a box that its prize settles."""
    plays = side_plays(context.rules)
    cards = context.state.hands[box][0].cards
    return [wager for wager in open_sides(context, box) if plays[wager.kind].wins_prize(wager, cards)]


def ask_for_press(context: RoundContext) -> bool:
    """Offers the button of the next box to its decider and then to the other winners on it.

    Returns True if the button was pressed and the prize is paid.
    """
    state = context.state
    if state.pressed_by:
        return _pay_prize(context)
    if state.offer is None:
        box = state.presses[0]
        names = [state.deciders[box], *(wager.player for wager in prize_wagers(context, box))]
        waiting = tuple((name, box) for name in dict.fromkeys(names) if name not in state.absent)
        context.emit(ev.OfferOpened(context.cite[press_grounds(state, box)], "prize", waiting))
    return False


def press_grounds(state: State, box: int) -> tuple[str, ...]:
    """Returns the rules of the prize button of a box; who presses it matters on a shared box."""
    return ("prize_press", "prize_shared") if is_shared(state, box) else ("prize_press",)


def may_press(state: State, player: str, box: int) -> bool:
    """Returns whether the player may press now: the decider, or another winner after the decider declined."""
    offer = state.offer
    if offer is None or offer.kind != "prize" or (player, box) not in offer.waiting:
        return False
    decider = (state.deciders[box], box)
    return (player, box) == decider or decider not in offer.waiting


def _pay_prize(context: RoundContext) -> bool:
    """Draws the prize and pays every winner on the box; returns False while a payment waits for an attestation."""
    state = context.state
    box, by = state.presses[0], state.pressed_by
    winners = prize_wagers(context, box)
    plays = side_plays(context.rules)
    if state.prize < 0:
        prize = context.chance.prize(winners[0].kind, winners[0].amount)
        plays[winners[0].kind].check_prize(prize)
        context.emit(ev.PrizeShown(context.cite["prize_drawn"], box, by, prize))
    for wager in winners:
        if not plays[wager.kind].pay_prize(context, wager, state.prize):
            return False
    context.emit(ev.BoxPrizeDone(context.cite["prize_paid"], box))
    return True


def prize_awards(rules: BlackjackRules, kind: str, stake: int = 100) -> tuple[tuple[int, int], ...]:
    """Returns the prizes of a wager in cents with their weights: from the law, or from the operator's choice."""
    side = rules.sides.get(kind)
    tickets = side.details.get("tickets", ()) if side is not None else ()
    if tickets:
        return tuple((int(dollars) * 100, int(chances)) for dollars, chances in tickets)
    return tuple(rules.options.get(f"{kind}_awards_{stake // 100}") or ())
