"""Dealer school over HTTP: a supervisor sets a drill, the trainee answers it, and the audit replays it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.server.settings import Settings
from pitboss.tables.live import Role
from tests.server.conftest import PLENTY, Served, serving
from tests.server.test_cage import ask

STAFF = {"olga": Role.OPERATOR, "sue": Role.SUPERVISOR, "audrey": Role.AUDITOR, "ann": Role.PLAYER} | dict.fromkeys(
    ("dan", "dee"), Role.DEALER
)
DRILL = {
    "trainee": "dan",
    "rulebook": "nz-blackjack",
    "rounds": 2,
    "faults": [{"kind": "misdealt"}, {"kind": "payment"}],
    "seed": 5,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = f"sqlite:///{tmp_path_factory.mktemp('school')}/house.db"
    with serving(Settings(database=database, rates=PLENTY), STAFF) as server:
        yield server


def answers(house: Served, page: Any, line: str = "") -> Any:
    """Answers every step of a drill by a line or the first option; returns its page at the end."""
    while page["step"]:
        step = page["step"]
        said = step["options"][0] if step["options"] else line or "go on"
        body = {"step": step["number"], "line": said}
        page = ask(house, "dan", "POST", f"/school/drills/{page['number']}/answers", body)
    return page


def test_a_drill_is_set_answered_and_scored(house: Served) -> None:
    page = ask(house, "sue", "POST", "/school/drills", DRILL, 201)
    path = f"/school/drills/{page['number']}"
    assert [fault["kind"] for fault in page["faults"]] == ["misdealt", "payment"]
    hidden = ask(house, "dan", "GET", path)
    assert (hidden["faults"], hidden["seed"], hidden["yours"]) == ([], None, True)
    assert hidden["step"]["picture"].startswith("<svg")
    done = answers(house, hidden)
    assert (done["score"]["planted"], done["score"]["found"], done["seed"]) == (2, 0, 5)
    assert done["score"]["answers"] == len(done["judgements"])
    missed = next(each for each in done["judgements"] if each["fault"] and each["kind"] == "watch")
    assert missed["lawful"].startswith("irregularity misdealt")
    assert "16.5" in missed["clauses"]
    assert ask(house, "audrey", "GET", path)["judgements"] == done["judgements"]
    summary = ask(house, "audrey", "GET", "/school")[0]
    assert (summary["trainee"], summary["finished"], summary["correct"]) == ("dan", True, done["score"]["correct"])


def test_drills_are_their_trainees_and_each_step_is_answered_once(house: Served) -> None:
    page = ask(house, "sue", "POST", "/school/drills", DRILL, 201)
    path = f"/school/drills/{page['number']}"
    first = {"step": 1, "line": "go on"}
    ask(house, "dee", "GET", path, status=404)
    ask(house, "dee", "POST", f"{path}/answers", first, 404)
    ask(house, "sue", "POST", f"{path}/answers", first, 409)
    ask(house, "dan", "POST", f"{path}/answers", first | {"line": "hit 3"}, 422)
    ask(house, "dan", "POST", f"{path}/answers", first)
    assert "step 1 is not the next one" in ask(house, "dan", "POST", f"{path}/answers", first, 409)["error"]["message"]
    assert page["number"] not in [each["number"] for each in ask(house, "dee", "GET", "/school")]


def test_drills_that_there_are_not(house: Served) -> None:
    ask(house, "dan", "POST", "/school/drills", DRILL, 403)
    ask(house, "sue", "POST", "/school/drills", DRILL | {"rulebook": "none"}, 404)
    ask(house, "sue", "POST", "/school/drills", DRILL | {"rulebook": "nz-tournament", "faults": []}, 409)
    ask(house, "sue", "POST", "/school/drills", DRILL | {"choices": {"boxes": "many"}}, 422)
    ask(house, "sue", "POST", "/school/drills", DRILL | {"boxes": 30}, 409)
    assert "player" in ask(house, "sue", "POST", "/school/drills", DRILL | {"trainee": "ann"}, 409)["error"]["message"]
    ask(house, "sue", "GET", "/school/drills/99", status=404)
    books = ask(house, "sue", "GET", "/school/faults")
    assert {book["rulebook"] for book in books} >= {"nz-blackjack", "mbs-blackjack"}
    assert all(book["kinds"][0] == "payment" for book in books)


def test_the_audit_replays_drills_and_a_restarted_server_has_them(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    settings = Settings(database=url, rates=PLENTY)
    with serving(settings, STAFF) as server:
        page = ask(server, "sue", "POST", "/school/drills", DRILL, 201)
        before = answers(server, page, "go on")
    with serving(settings, {"rita": Role.AUDITOR}) as server:
        again = ask(server, "rita", "GET", f"/school/drills/{before['number']}")
    assert again["judgements"] == before["judgements"]
    engine = connect(url, None)
    assert [str(finding) for finding in audit(engine).findings] == []
    engine.dispose()
