"""Permissions as data: which role may use which HTTP route and which act of the house (permissions.toml)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role

#: The roles that a user can have. The house itself acts as ``Role.HOUSE``.
USER_ROLES: Final = tuple(role for role in Role if role is not Role.HOUSE)
_ANYONE: Final = "anyone"
_SIGNED_IN: Final = "signed_in"

_DATA: Final = tomllib.loads(files("pitboss.house").joinpath("permissions.toml").read_text(encoding="utf-8"))


def _roles(names: list[str]) -> frozenset[Role]:
    if names in ([_ANYONE], [_SIGNED_IN]):
        return frozenset(USER_ROLES)
    return frozenset(map(Role, names))


#: What each role is for.
ROLE_TEXTS: Final[Mapping[Role, str]] = {Role(name): text for name, text in _DATA["roles"].items()}
#: By act: the roles that may do it.
ACTS: Final[Mapping[str, frozenset[Role]]] = {name: _roles(roles) for name, roles in _DATA["acts"].items()}
#: By ``METHOD path``: the roles that may use the route.
ROUTES: Final[Mapping[str, frozenset[Role]]] = {name: _roles(roles) for name, roles in _DATA["routes"].items()}
#: The routes for visitors who are not signed in, too.
PUBLIC_ROUTES: Final = frozenset(name for name, roles in _DATA["routes"].items() if roles == [_ANYONE])

assert set(ROLE_TEXTS) == set(USER_ROLES), "every role is described"


def may(actor: Actor, act: str) -> bool:
    """Whether an actor's role may do an act. The house itself may do every act."""
    return actor.role is Role.HOUSE or actor.role in ACTS[act]


def act_refusal(actor: Actor, act: str) -> Refusal | None:
    """Returns the refusal of an act that the actor's role may not do."""
    if may(actor, act):
        return None
    what = act.replace("_", " ")
    return Refusal("role", f"{what}: only {role_list(ACTS[act])} may do this; {described(actor)}")


def described(actor: Actor) -> str:
    """Returns an actor with the role, for messages."""
    return f"{actor.name or 'a visitor'} is {with_article(actor.role)}"


def role_list(roles: frozenset[Role]) -> str:
    """Returns roles for a message, in the order of the roles: "an operator or a cashier"."""
    *most, last = [with_article(role) for role in USER_ROLES if role in roles]
    return f"{', '.join(most)} or {last}" if most else last


def with_article(role: Role) -> str:
    """Returns the name of a role with its article."""
    return f"{'an' if role.value[0] in 'aeiou' else 'a'} {role.value}"


def missing_routes(known: Any) -> list[str]:
    """Returns the routes among ``known`` that the data does not have."""
    return sorted(set(known) - set(ROUTES))
