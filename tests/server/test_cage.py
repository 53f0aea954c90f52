"""People, cage and pit over HTTP: what an operator's page does."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pitboss.house.house import House
from pitboss.server.auth import digest, new_token, now
from pitboss.server.settings import Settings
from pitboss.tables.live import Role
from tests.server.conftest import PATIENCE, PLENTY, Served, run, serving

STAFF = {
    "olga": Role.OPERATOR,
    "otto": Role.OPERATOR,
    "sue": Role.SUPERVISOR,
    "carl": Role.CASHIER,
    "dan": Role.DEALER,
    "ann": Role.PLAYER,
    "ben": Role.PLAYER,
}
CHIPS = [[10_000, 50], [2_500, 100]]


@pytest.fixture
def house(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    from pitboss.house.keys import new_key

    monkeypatch.setenv("PITBOSS_KEY", new_key())
    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY), STAFF) as server:
        yield server


def ask(server: Served, who: str, method: str, path: str, body: Any = None, status: int = 200) -> Any:  # noqa: PLR0917 # a request
    """Sends a request and returns the answer, which must have this status."""
    headers = {"Authorization": f"Bearer {server.tokens[who]}"}
    answer = httpx.request(method, f"{server.url}/api{path}", json=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_gaming_day_over_http(house: Served) -> None:
    ask(house, "olga", "POST", "/tables", {"rulebook": "nz-blackjack", "limits": "10-500"}, 201)
    assert ask(house, "carl", "GET", "/cage")["day"] == ""
    assert (
        ask(house, "carl", "POST", "/cage/day", {"day": "2026-11-18", "shift": "day"}, 201)["shifts"][0]["by"] == "carl"
    )
    slip = ask(house, "sue", "POST", "/cage/tables/t1/fills", {"pieces": CHIPS, "reason": "start"}, 201)
    assert (slip["number"], slip["amount"], slip["by"]) == ("F-000001", 750_000, "sue")
    assert ask(house, "carl", "GET", "/cage/slips/f-000001") == slip
    credit = ask(house, "carl", "POST", "/cage/tables/t1/credits", {"pieces": [[10_000, 10]]}, 201)
    assert credit["number"] == "C-000001"
    cash = {"player": "ann", "amount": 20_000}
    assert ask(house, "dan", "POST", "/cage/tables/t1/cash", cash)["wallet"] == 10_020_000
    assert ask(house, "sue", "POST", "/cage/shifts", {"shift": "night"}, 201)["shifts"][1]["shift"] == "night"
    assert ask(house, "carl", "GET", "/cage")["floats"][0] == {
        "table": "t1",
        "title": "",
        "holds": 650_000,
        "drop": 20_000,
    }
    wrong = {"when": "closing", "pieces": [[10_000, 64]]}
    assert "say why" in ask(house, "sue", "POST", "/cage/tables/t1/counts", wrong, 409)["error"]["message"]
    ask(house, "sue", "POST", "/cage/tables/t1/counts", {**wrong, "reason": "one short"})
    ask(house, "carl", "POST", "/cage/tables/t1/drop", {"pieces": [[10_000, 2]]})
    closed = ask(house, "carl", "POST", "/cage/close")
    assert closed["signature"]
    assert closed["tables"][0]["variance"] == -10_000
    assert ask(house, "olga", "GET", "/cage/days/2026-11-18") == closed
    assert ask(house, "olga", "GET", "/audit")["sound"]
    assert "close day" in ask(house, "olga", "GET", "/cage/log")[0]["words"]


def test_a_second_person_confirms_over_http(house: Served) -> None:
    asked = ask(house, "olga", "POST", "/capital", {"amount": 1_000}, 202)["approval"]
    assert not asked["yours"]
    assert ask(house, "otto", "GET", "/approvals")[0]["yours"]
    ask(house, "olga", "POST", f"/approvals/{asked['number']}", {"approve": True}, 409)
    assert ask(house, "otto", "POST", f"/approvals/{asked['number']}", {"approve": True})["status"] == "given"
    error = ask(house, "olga", "POST", "/users", {"name": "omar", "role": "operator"}, 409)["error"]
    assert error["kind"] == "four_eyes"
    assert ask(house, "otto", "POST", "/approvals/2", {"approve": False, "reason": "no"})["status"] == "denied"
    done = ask(house, "carl", "POST", "/users/ann/awards", {"amount": 5_000, "reason": "goodwill"})
    assert done["wallet"] == 10_005_000
    above = ask(house, "carl", "POST", "/users/ann/awards", {"amount": 500_000, "reason": "dispute"}, 202)
    assert (
        ask(house, "sue", "POST", f"/approvals/{above['approval']['number']}", {"approve": True})["decided_by"] == "sue"
    )
    ask(house, "olga", "PUT", "/four-eyes", {"award_above": 1_000_000, "capital": False})
    assert ask(house, "olga", "POST", "/capital", {"amount": 1_000})["status"] == "done"


def test_a_user_is_disabled_re_roled_and_limited_over_http(house: Served) -> None:
    ask(house, "olga", "PUT", "/users/dan/standing", {"disabled": True, "reason": "left"})
    ask(house, "dan", "GET", "/me", status=401)
    assert ask(house, "olga", "GET", "/users/dan")["standing"]["disabled"]
    assert ask(house, "olga", "PUT", "/users/carl/role", {"role": "auditor"})["status"] == "done"
    assert ask(house, "carl", "GET", "/me")["role"] == "auditor"
    ask(house, "carl", "POST", "/users/ann/deposits", {"id": "x", "amount": 100}, 403)
    ask(house, "sue", "PUT", "/users/ann/standing", {"loss": 100}, 403)
    ask(house, "sue", "PUT", "/users/ann/standing", {"excluded_days": 1, "reason": "trouble"})
    play = ask(house, "ann", "GET", "/me/play")
    assert play["standing"]["excluded_by"] == "sue"
    limits = ask(house, "ben", "PUT", "/me/limits", {"loss": 20_000, "minutes": 120, "reminder": 30})
    assert (limits["loss"], limits["minutes"], limits["reminder"]) == (20_000, 120, 30)
    ask(house, "ben", "PUT", "/me/limits", {"loss": 30_000}, 409)
    ask(house, "ben", "PUT", "/me/limits", {"excluded_days": 7})
    ask(house, "ben", "PUT", "/me/limits", {"excluded_days": 0}, 409)
    everyone = {person["name"]: person for person in ask(house, "olga", "GET", "/users")}
    assert everyone["dan"]["disabled"]
    assert everyone["ben"]["excluded"]
    assert "operator" in ask(house, "olga", "POST", "/users/otto/tokens", status=409)["error"]["message"]
    assert "operator" in ask(house, "olga", "DELETE", "/users/otto/sessions", status=409)["error"]["message"]
    assert ask(house, "otto", "GET", "/me")["name"] == "otto"
    token = ask(house, "olga", "POST", "/users/sue/tokens", status=201)["token"]
    ask(house, "olga", "DELETE", "/users/sue/sessions")
    ask(house, "sue", "GET", "/me", status=401)
    ended, issued = ask(house, "olga", "GET", "/cage/log")[:2]
    assert [issued["words"], ended["words"]] == ["token sue", "sign_out sue"]
    assert {(each["by"], each["role"], each["means"]) for each in (issued, ended)} == {
        ("olga", "operator", "token test")
    }
    assert token not in str(ask(house, "olga", "GET", "/cage/log"))


def test_hold_is_compared_with_the_exact_edge_of_every_wager(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from io import BytesIO

    import polars

    from pitboss.house.keys import KeyRing, new_key
    from pitboss.server.demo import play_evening

    monkeypatch.setenv("PITBOSS_KEY", key := new_key())
    database = f"sqlite:///{tmp_path}/house.db"
    tokens: dict[str, str] = {}

    async def fill() -> None:
        house = await House.open(database, keys=KeyRing(key))
        await play_evening(house, 4)
        for name in ("olga", "audrey"):
            tokens[name] = new_token()
            await house.add_token(digest(tokens[name]), name, now() + 3600, "test")
        await house.close()

    run(fill())
    with serving(Settings(database=database, rates=PLENTY), {}) as server:
        served = Served(server.url, database, tokens)
        report = ask(served, "audrey", "GET", "/reports/hold?by=wager")
        rows = {row["key"]: row for row in report["rows"]}
        assert rows["main"]["theoretical"] > 0
        assert rows["main"]["deviation"] > 0
        by_table = ask(served, "audrey", "GET", "/reports/hold?by=table")
        assert by_table["total"] == report["total"]
        day = ask(served, "olga", "GET", "/cage/days/" + report["day"])
        wins = {row["table"]: row["win"] for row in day["tables"]}
        wheel = next(row["key"] for row in by_table["rows"] if row["key"] not in by_table["unpriced_tables"])
        assert {row["key"]: row["win"] for row in by_table["rows"]}[wheel] == wins[wheel]
        wagers = ask(served, "audrey", "GET", f"/reports/wagers?table={wheel}")
        assert sum(row["win"] for row in wagers) == wins[wheel]
        assert {row["shift"] for row in wagers} <= {"afternoon", "night"}
        for row in wagers:
            if row["wager"] == "straight":
                assert row["theoretical"] == pytest.approx(row["staked"] / 37)
        dealers = ask(served, "audrey", "GET", "/reports/hold?by=dealer")
        assert {row["key"] for row in dealers["rows"]} & {"dan", "dee"}
        headers = {"Authorization": f"Bearer {tokens['audrey']}"}
        lines = httpx.get(f"{server.url}/api/reports/hold?by=player&form=csv", headers=headers, timeout=PATIENCE).text
        assert lines.startswith("key,rounds,wagers,staked")
        file = httpx.get(f"{server.url}/api/reports/wagers?form=parquet", headers=headers, timeout=PATIENCE).content
        assert polars.read_parquet(BytesIO(file)).height == report["total"]["wagers"]
