"""The prize button: who may press it, and what the display brings."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.commands import HOUSE
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.sides import open_sides
from pitboss.blackjack.state import State, Wager
from pitboss.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules


def prizes_waiting(dealing: Dealing) -> bool:
    """Whether a button is still to be pressed."""
    return bool(dealing.state.presses)


def prize_wagers(dealing: Dealing, box: int) -> list[Wager]:
    """The wagers on a box that its prize settles."""
    plays = side_plays(dealing.rules)
    cards = dealing.state.hands[box][0].cards
    return [wager for wager in open_sides(dealing, box) if plays[wager.kind].wins_prize(wager, cards)]


def ask_for_press(dealing: Dealing) -> bool:
    """Offers the button for the next box: whoever decides for it first, then the other winners on it.

    True where it was pressed and the prize is paid.
    """
    state = dealing.state
    if state.pressed_by:
        _pay_prize(dealing)
        return True
    if state.offer is None:
        box = state.presses[0]
        names = [state.callers[box], *(wager.player for wager in prize_wagers(dealing, box))]
        waiting = tuple((name, box) for name in dict.fromkeys(names) if name not in state.absent)
        dealing.emit(ev.OfferOpened(dealing.cite["prize_press"], "prize", waiting))
    return False


def may_press(state: State, player: str, box: int) -> bool:
    """Whether it is this player's button now: the decider's, or another winner's once he has declined."""
    offer = state.offer
    if offer is None or offer.kind != "prize" or (player, box) not in offer.waiting:
        return False
    caller = (state.callers[box], box)
    return (player, box) == caller or caller not in offer.waiting


def _pay_prize(dealing: Dealing) -> None:
    """The display shows a prize, and every winner on the box gets his own."""
    box, by = dealing.state.presses[0], dealing.state.pressed_by
    clauses = dealing.cite["prize_house" if by == HOUSE else "prize_press"]
    winners = prize_wagers(dealing, box)
    prize = dealing.chance.prize(winners[0].kind, winners[0].amount)
    plays = side_plays(dealing.rules)
    plays[winners[0].kind].check_prize(prize)
    dealing.emit(ev.PrizeShown(dealing.cite["prize_drawn"], box, by, prize))
    for wager in winners:
        plays[wager.kind].pay_prize(dealing, wager, prize)
    dealing.emit(ev.BoxPrizeDone(clauses, box))


def prize_awards(rules: BlackjackRules, kind: str, stake: int = 100) -> tuple[tuple[int, int], ...]:
    """The prizes of a kind of wager in cents, each with its number of chances: by the law, or as the operator chose."""
    side = rules.sides.get(kind)
    tickets = side.details.get("tickets", ()) if side is not None else ()
    if tickets:
        return tuple((int(dollars) * 100, int(chances)) for dollars, chances in tickets)
    return tuple(rules.options.get(f"{kind}_awards_{stake // 100}") or ())
