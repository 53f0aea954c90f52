"""Redeal after a misdeal: wagers made before the deal stay."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.law.cite import Clauses


def deal_again(context: RoundContext, reason: str, clauses: Clauses) -> None:
    """Discards all cards, voids the wagers added since the deal, reopens settled main wagers and starts the redeal."""
    state = context.state
    for wager in list(state.wagers):
        added = wager.kind in ("insurance", "double") or (wager.kind == "main" and not wager.original)
        if added and (wager.result is None or context.terms.spots == 1):
            context.void(wager, "misdeal", clauses)
        elif wager.kind == "main" and wager.result is not None and wager.hand and context.terms.spots == 1:
            context.emit(ev.WagerReopened(clauses, wager.number))
    context.emit(ev.RoundMisdealt(clauses, reason))
