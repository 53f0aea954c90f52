"""The round's interface to the side wagers."""

from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import OWN_KINDS, Wager
from pitboss.games.blackjack.wagers.base import side_plays


def open_sides(context: RoundContext, box: int = 0) -> list[Wager]:
    """Returns the open side wagers, on a box or on all boxes in order."""
    wagers = [
        wager
        for wager in context.state.wagers
        if wager.result is None and wager.kind not in OWN_KINDS and (not box or wager.box == box)
    ]
    if not box:
        wagers.sort(key=lambda wager: wager.box)
    return wagers


def notify_wagers(context: RoundContext, moment: int, box: int = 0) -> None:
    """Notifies the open side wagers of a moment in the round, on a box or on all; those it decides are settled."""
    if not context.state.sided:
        return
    groups: dict[str, list[Wager]] = {}
    for wager in open_sides(context, box):
        groups.setdefault(context.rules.sides[wager.kind].play, []).append(wager)
    for wagers in groups.values():
        side_plays(context.rules)[wagers[0].kind].notify_group(context, wagers, moment)


def sides_need_dealer(context: RoundContext, *, final_hand: bool = False) -> bool:
    """Returns whether an open side wager reads the dealer's second card or, if asked, the final hand."""
    plays = side_plays(context.rules)
    reads = (plays[wager.kind].reads for wager in open_sides(context))
    return any(read.final_hand if final_hand else read.beyond_up_card for read in reads)


def payments_attested(context: RoundContext) -> bool:
    """Returns whether no payment of the settled round waits for an attestation; the first that does is held."""
    plays = side_plays(context.rules)
    return all(plays[wager.kind].steps_attested(context, wager) for wager in open_sides(context))


def prize_boxes(context: RoundContext, moment: int) -> tuple[int, ...]:
    """Returns the boxes with a press of the prize button due at this moment."""
    if not context.state.sided:
        return ()
    plays = side_plays(context.rules)
    return tuple(
        dict.fromkeys(
            wager.box
            for wager in open_sides(context)
            if plays[wager.kind].prizes_at == moment
            and plays[wager.kind].wins_prize(wager, context.state.hands[wager.box][0].cards)
        )
    )
