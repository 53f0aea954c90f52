"""The matrix of roles against every HTTP route and every word of every game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.games.grammar import is_of_house
from pitboss.games.live.base import Actor, Role, RolePlan
from pitboss.games.registry import all_games
from pitboss.house.permissions import ACTS, PUBLIC_ROUTES, ROLE_TEXTS, ROUTES, USER_ROLES
from pitboss.server.app import check_permissions, create_app, route_names
from pitboss.server.settings import Settings
from tests.server.conftest import PATIENCE, PLENTY, Served, serving

#: A value for each parameter of a path; none of them exists.
PARAMETERS = {
    "{name}": "nobody",
    "{table}": "t99",
    "{day}": "2026-11-18",
    "{number}": "1",
    "{rulebook}": "none",
    "{clause}": "1",
    "{name:path}": "none",
}
#: Words of no plan: each duty names the role that attests it, the others are the clock's or not used in every game.
ELSEWHERE = {"attest", "mix_beacon", "close_reveals", "commit", "reveal", "ready"}
#: What an auditor may send besides GET: a session of their own, and questions that change nothing.
AUDITOR_MAY_SEND = {
    "POST /api/guests",
    "POST /api/sessions",
    "DELETE /api/sessions/current",
    "PUT /api/me/password",
    "POST /api/rulebooks/{rulebook}/check",
    "POST /api/analysis/edge",
    "POST /api/analysis/hand",
    "POST /api/analysis/wager",
}


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a user of each role, named after it."""
    database = f"sqlite:///{tmp_path_factory.mktemp('roles')}/house.db"
    users: dict[str, Role] = {f"{role.value}_1": role for role in USER_ROLES}
    with serving(Settings(database=database, rates=PLENTY), users) as server:
        yield server


def test_every_route_has_roles_and_every_role_a_route() -> None:
    app = create_app(Settings(database="memory:"))
    assert route_names(app) == set(ROUTES)
    assert len(ROLE_TEXTS) == len(USER_ROLES) == 8
    for role in USER_ROLES:
        assert any(role in roles for name, roles in ROUTES.items() if name not in PUBLIC_ROUTES), role


def test_a_route_without_roles_is_found_at_the_start() -> None:
    app = create_app(Settings(database="memory:"))
    app.add_api_route("/api/forgotten", lambda: None, methods=["POST"])
    with pytest.raises(ValueError, match="POST /api/forgotten"):
        check_permissions(app)


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_each_role_gets_the_routes_of_the_matrix_and_no_other(eight: Served, name: str) -> None:
    method, _, path = name.partition(" ")
    if path in ("/api/sessions/current", "/api/me/password"):
        assert ROUTES[name] == frozenset(USER_ROLES)  # they would end the sessions of this test
        return
    for parameter, value in PARAMETERS.items():
        path = path.replace(parameter, value)
    for role in USER_ROLES:
        headers = {"Authorization": f"Bearer {eight.tokens[f'{role.value}_1']}"}
        answer = httpx.request(method, eight.url + path, headers=headers, timeout=PATIENCE)
        assert _is_refused(answer) == (role not in ROUTES[name]), (role, answer.text)
    visitor = httpx.request(method, eight.url + path, timeout=PATIENCE)
    assert (visitor.status_code == 401) == (name not in PUBLIC_ROUTES) or _needs_no_role(name, visitor)


def _is_refused(answer: httpx.Response) -> bool:
    if answer.status_code != 403:
        return False
    message: str = answer.json()["error"]["message"]
    return message.startswith("only ") and "may do this" in message


def _needs_no_role(name: str, answer: httpx.Response) -> bool:
    """Whether a public route asks for a password or for a visitor who may watch."""
    return name in PUBLIC_ROUTES and answer.status_code == 401


def test_an_auditor_reads_everything_and_changes_nothing() -> None:
    for name, roles in ROUTES.items():
        if name.startswith("GET "):
            assert Role.AUDITOR in roles or name == "GET /api/rooms", name
        else:
            assert (Role.AUDITOR in roles) == (name in AUDITOR_MAY_SEND), name
    assert not any(Role.AUDITOR in roles for roles in ACTS.values())


def _tables() -> Iterator[tuple[str, Any]]:
    for game in all_games():
        yield game.name, game.table


@pytest.mark.parametrize("role", USER_ROLES)
def test_each_role_gets_the_words_of_the_matrix_and_no_other(role: Role) -> None:
    for game, table in _tables():
        plan: RolePlan = table.roles
        known = {kind.verb for kind in table.grammar.kinds} | plan.player | plan.dealer | plan.operator
        for verb in known - ELSEWHERE:
            refused = plan.refusal(Actor("x", role), verb, "") is not None
            assert refused == (verb not in plan.verbs(role)), (game, verb)


def test_every_word_of_the_house_is_for_a_role() -> None:
    for game, table in _tables():
        plan: RolePlan = table.roles
        for kind in table.grammar.kinds:
            if kind.verb in ELSEWHERE:
                continue
            assert kind.verb in (plan.operator if is_of_house(kind) else plan.player), (game, kind.verb)
        for role in (Role.CASHIER, Role.AUDITOR, Role.SPECTATOR):
            assert not plan.verbs(role)
        assert plan.dealer <= plan.verbs(Role.SUPERVISOR) <= plan.operator


def test_the_page_of_the_roles_has_every_route_and_word() -> None:
    text = (Path(__file__).parents[2] / "docs/reference/roles.md").read_text(encoding="utf-8")
    for name in ROUTES:
        assert f"`{name}" in text
    for _, table in _tables():
        for verb in table.roles.player | table.roles.operator:
            assert f"| `{verb}` |" in text
