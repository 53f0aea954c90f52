"""The public view of a tournament, from its tables."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pitboss.games.live.views import PersonView, Settlement
from pitboss.games.tournament.finish import unfinishable, with_ways
from pitboss.games.tournament.view import TournamentView, entries_of, leaders_of, table_of
from pitboss.law.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.games.tournament.live import TournamentTables


def public_view(cup: "TournamentTables", settled: Mapping[int, Mapping[int, Settlement]]) -> TournamentView:
    """Returns the view that is the same for all viewers; ``settled`` has the results of wagers by table."""
    state = cup.state
    names = [name for shoe in cup.cards.shoes.values() for name in shoe.wanted(1)]
    return TournamentView(
        version=cup.version,
        phase=state.phase.value,
        session=state.session,
        final=state.final,
        pool=state.pool,
        left=state.left,
        people=tuple(PersonView(name, cents) for name, cents in cup.purse.items() if name in cup.present),
        entries=entries_of(cup.rules, state),
        tables=tuple(
            table_of(
                cup.rules,
                state,
                table,
                settled.get(table.number, {}),
                cup.awaited_at(table.number),
            )
            for table in state.tables.values()
        ),
        leaders=leaders_of(state),
        qualified=tuple(state.qualified),
        director_away=state.director_away,
        writing=state.writing,
        delay=state.delay,
        waits_for=tuple(dict.fromkeys(name for due in cup.dues() for name in due.who)),
        seeds=cup.seeds.commitments(names),
        unfinishable=_unfinishable(cup),
    )


def _unfinishable(cup: "TournamentTables") -> Refusal | None:
    """Returns why the present players cannot finish; its message has the settings that would work."""
    refusal = unfinishable(cup.rules, cup.state)
    return None if refusal is None else replace(refusal, message=with_ways(refusal.message, refusal.allowed))
