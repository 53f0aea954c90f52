"""Where the round meets the side wagers."""

from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import OWN_KINDS, Wager
from pitboss.blackjack.wagers.base import side_plays


def open_sides(dealing: Dealing, box: int = 0) -> list[Wager]:
    """The open side wagers, on a box or on all, in the order of the boxes."""
    found = [
        wager
        for wager in dealing.state.wagers
        if wager.result is None and wager.kind not in OWN_KINDS and (not box or wager.box == box)
    ]
    if not box:
        found.sort(key=lambda wager: wager.box)
    return found


def look(dealing: Dealing, moment: int, box: int = 0) -> None:
    """Lets the side wagers see what has come."""
    if not dealing.state.sided:
        return
    groups: dict[str, list[Wager]] = {}
    for wager in open_sides(dealing, box):
        groups.setdefault(dealing.rules.sides[wager.kind].play, []).append(wager)
    for wagers in groups.values():
        side_plays(dealing.rules)[wagers[0].kind].look_group(dealing, wagers, moment)


def prize_boxes(dealing: Dealing, moment: int) -> tuple[int, ...]:
    """The boxes on which the prize button is to be pressed now."""
    if not dealing.state.sided:
        return ()
    plays = side_plays(dealing.rules)
    return tuple(
        dict.fromkeys(
            wager.box
            for wager in open_sides(dealing)
            if plays[wager.kind].prizes_at == moment
            and plays[wager.kind].wins_prize(wager, dealing.state.hands[wager.box][0].cards)
        )
    )
