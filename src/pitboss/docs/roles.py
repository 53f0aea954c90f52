"""Reference page of the roles: who may use which act, route and word."""

from collections.abc import Iterable, Mapping

from pitboss.docs.markdown import cell, code, table
from pitboss.games.actors import HOUSE_ROLES
from pitboss.games.live.base import Role, RolePlan
from pitboss.games.registry import Game, all_games
from pitboss.house.permissions import ACTS, PUBLIC_ROUTES, ROLE_TEXTS, ROUTES, USER_ROLES

#: The verb that every role of the house has: each duty names who attests it.
_ATTEST = "attest"


def roles_page() -> str:
    """Returns the eight roles, and the matrix of acts, routes and words."""
    parts = [
        "# Roles",
        "Every user has one of eight roles. The server checks each route, the house each act and each word of a table "
        "against the data of this page: `src/pitboss/house/permissions.toml` and the `RolePlan` of each game.",
        table(("Role", "For"), [(code(role.value), cell(ROLE_TEXTS[role])) for role in USER_ROLES]),
        "## Acts of the house",
        _matrix("Act", ACTS.items()),
        "## Routes",
        "A route with a • is open to visitors who are not signed in, where the house shows its tables to them.",
        _matrix("Route", ((name + (" •" if name in PUBLIC_ROUTES else ""), roles) for name, roles in ROUTES.items())),
    ]
    for game in sorted(all_games(), key=lambda game: game.name):
        parts += [f"## Words of {game.name}", _matrix("Word", _verbs(_plan(game)).items())]
    return "\n\n".join(parts)


def _plan(game: Game) -> RolePlan:
    plan: RolePlan = game.table.roles  # type: ignore[attr-defined] # a game's table is a class
    return plan


def _verbs(plan: RolePlan) -> Mapping[str, frozenset[Role]]:
    known = plan.player | plan.dealer | plan.operator
    verbs = {verb: frozenset(role for role in USER_ROLES if verb in plan.verbs(role)) for verb in sorted(known)}
    return verbs | {_ATTEST: HOUSE_ROLES - {Role.HOUSE}}


def _matrix(what: str, rows: Iterable[tuple[str, frozenset[Role]]]) -> str:
    heads = (what, *(role.value for role in USER_ROLES))
    return table(
        heads, [(code(name), *("yes" if role in roles else "" for role in USER_ROLES)) for name, roles in rows]
    )
