"""Permissions: which role may send which verb at a tournament."""

from typing import Final

from pitboss.games.blackjack.grammar import PLAYER_VERBS
from pitboss.games.blackjack.roles import ROLES as AT_TABLE
from pitboss.games.live.base import RolePlan
from pitboss.games.tournament.grammar import HOUSE_VERBS

ROLES: Final = RolePlan(
    PLAYER_VERBS | {"join", "enter", "redeem", "contribute", "commit", "reveal"},
    AT_TABLE.dealer,
    AT_TABLE.operator | HOUSE_VERBS,
    supervisor=AT_TABLE.operator,
    director=AT_TABLE.operator | HOUSE_VERBS,
)
