"""Events that only tables have, applied to a blackjack table: seeds, purses and players."""

from typing import TYPE_CHECKING

from pitboss.games.blackjack.payouts import apply_payout
from pitboss.games.live.contributions import ContributionEvent
from pitboss.games.live.events import (
    ChipsBrought,
    CorrectionProposed,
    LiveEvent,
    PayoutCorrected,
    PlayerReady,
    PurseFilled,
    PurseTaken,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)

if TYPE_CHECKING:
    from pitboss.games.blackjack.live import BlackjackTable


def apply_live_event(table: "BlackjackTable", event: LiveEvent) -> None:
    """Applies an event of the live table."""
    match event:
        case SeedCommitted():
            table.seeds.committed.add(event.seed)
        case _ if table.fair is not None and isinstance(event, SeedAdded | ContributionEvent):
            table.fair.hears(event)
        case SeedRevealed() if table.fair is not None:
            table.fair.forget(event.seed)
            table.seeds.committed.discard(event.seed)
        case CorrectionProposed():
            table.proposed[event.version] = event
        case PayoutCorrected():
            apply_payout(table.state, event)
        case PlayerReady():
            table.ready[event.player] = str(table.state.round)
        case PurseFilled() | ChipsBrought():
            table.state.money[event.player] += event.amount
            table.present.add(event.player)
        case PurseTaken():
            table.state.money[event.player] -= event.amount
            table.present.discard(event.player)
            if table.fair is not None:
                table.fair.contributions.withdraw(event.player)
