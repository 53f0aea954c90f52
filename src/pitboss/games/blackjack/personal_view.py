"""The view of one person at a blackjack table: their money, boxes and actions."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pitboss.games.blackjack.actions import actions_of, side_refusals
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.table_commands import not_ready
from pitboss.games.blackjack.view_cache import ViewCache
from pitboss.games.live.base import Actor, Role
from pitboss.games.live.seeds import asked_of
from pitboss.games.live.views import ActionView, You

if TYPE_CHECKING:
    from pitboss.games.blackjack.live import BlackjackTable


def personal_view(table: "BlackjackTable", actor: Actor, views: ViewCache) -> You:
    """Returns the view of one person: their actions, each with the refusal that forbids it."""
    state, player = table.state, actor.role is Role.PLAYER
    actions, waits = actions_of(table.rules, state, actor, views), table.pending_outcome()
    if waits is not None:
        actions = tuple([replace(action, refusal=action.refusal or waits) for action in actions])
    if player and state.stage == Stage.BETTING and actor.name in state.money:
        actions = (*actions, ActionView("ready", "ready", 0, not_ready(table, actor.name)))
    commit, reveal = asked_of(table.fair if actor.name in table.present else None, actor.name)
    return You(
        name=actor.name,
        role=actor.role,
        money=state.money.get(actor.name, 0) if player else 0,
        at_table=player and actor.name in table.present,
        boxes=tuple(sorted([box for box, name in state.seats.items() if name == actor.name])) if player else (),
        actions=actions,
        side_wagers=side_refusals(table.rules, state, actor.name, views) if player else {},
        commit=commit,
        reveal=reveal,
    )
