"""A misdeal: the hands are dealt again, and the wagers made before the deal stay."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.law.cite import Clauses


def deal_again(dealing: Dealing, reason: str, clauses: Clauses) -> None:
    """All cards go to the rack; what was added since the deal goes back, what was decided by it stays decided."""
    state = dealing.state
    for wager in list(state.wagers):
        added = wager.kind in ("insurance", "double") or (wager.kind == "main" and not wager.original)
        if added and (wager.result is None or dealing.terms.spots == 1):
            dealing.void(wager, "misdeal", clauses)
        elif wager.kind == "main" and wager.result is not None and wager.hand and dealing.terms.spots == 1:
            dealing.emit(ev.WagerReopened(clauses, wager.number))
    dealing.emit(ev.RoundMisdealt(clauses, reason))
