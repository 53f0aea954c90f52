"""Events that only live tournaments have, applied to one: seeds, purses, awaited outcomes and proposed corrections."""

from typing import TYPE_CHECKING

from pitboss.games.blackjack.outcome_entry import read_deferred
from pitboss.games.live.contributions import ContributionEvent
from pitboss.games.live.events import (
    CorrectionProposed,
    LiveEvent,
    OutcomeAwaited,
    PurseFilled,
    PurseTaken,
    SeedAdded,
    SeedCommitted,
    SeedRevealed,
)

if TYPE_CHECKING:
    from pitboss.games.tournament.live import TournamentTables


def apply_live_event(tables: "TournamentTables", event: LiveEvent) -> None:
    """Applies an event of the live tournament."""
    match event:
        case SeedCommitted():
            tables.seeds.committed.add(event.seed)
        case SeedAdded():
            tables.cards.of_seed(event.seed).hears(event)
            tables.present.add(event.player)
        case _ if isinstance(event, ContributionEvent):
            tables.cards.of_seed(event.seed).hears(event)
        case SeedRevealed():
            tables.cards.of_seed(event.seed).forget(event.seed)
            tables.seeds.committed.discard(event.seed)
        case OutcomeAwaited():
            tables.pending.pop(event.table, None)  # the order is that of the waiting
            tables.pending[event.table], tables.again[event.table] = event, read_deferred(event)
        case CorrectionProposed():
            tables.proposed[event.version] = event
        case PurseFilled():
            tables.present.add(event.player)
        case PurseTaken():
            tables.present.discard(event.player)
