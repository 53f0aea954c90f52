"""A small tournament on the page: one player and the director by the page, the others beside it, to the prizes."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import House, violations

CHOICES = {"entry_fee": "20", "session": "rounds:1", "playoff": "rounds:1", "prizes": "60,20"}


def cup(house: House) -> str:
    spec = {"rulebook": "nz-tournament", "limits": "10-500", "title": "The cup", "choices": CHOICES}
    return str(house.ask("olga", "POST", "/tables", spec | {"turn_seconds": 3600, "betting_seconds": 3600})["id"])


def enter_four(house: House, table: str) -> tuple[Page, Page]:
    """Ann enters by her page, the others beside it; the director opens the console."""
    ann, olga = house.page("ann"), house.page("olga")
    ann.goto(f"/tables/{table}")
    ann.get_by_role("button", name=re.compile("Come to the table with")).click()
    ann.get_by_role("button", name="Enter for $20").click()
    expect(ann.get_by_role("row", name=re.compile("^ann"))).to_be_visible()
    for name in ("ben", "cat"):
        house.say(table, name, "join 100")
        house.say(table, name, "enter")
    token = house.ask("", "POST", "/guests", {})
    house.served.tokens["guest"] = token["token"]
    house.say(table, "guest", "join 100")
    house.say(table, "guest", "enter")
    olga.goto(f"/tables/{table}")
    return ann, olga


def play_on(house: House, table: str, ann: Page) -> None:
    """Everybody bets and stands until no table runs; ann bets more than the others, by her page."""
    guest = next(entry["player"] for entry in house.view(table)["entries"] if entry["player"].startswith("guest"))
    tokens = house.served.tokens
    tokens[guest] = tokens["guest"]
    for _ in range(200):
        found = next((each for each in house.view(table)["tables"] if each["running"]), None)
        if found is None:
            return
        _one_step(house, table, ann, found)
    raise AssertionError("the session does not end")


def _one_step(house: House, table: str, ann: Page, found: dict[str, Any]) -> None:
    number, version = found["number"], house.view(table)["version"]
    betting = found["phase"] == "betting" and not found["question"]
    asked = found["to_bet"][:1] if betting else [name for name, _ in found["question"]["asked"]]
    if not asked:
        house.say(table, "olga", f"t{number} deal")
    elif asked[0] != "ann":
        house.say(table, asked[0], f"t{number} bet 10" if betting else _answer(house, table, asked[0])["words"])
    else:
        if betting:
            ann.get_by_label("or exactly").fill("50")
            ann.locator(".box-mine .spot").click()
        else:
            ann.locator(f'.actions button[data-verb="{_answer(house, table, "ann")["verb"]}"]').click()
        _wait_beyond(house, table, ann, version)


def _wait_beyond(house: House, table: str, page: Page, version: int) -> None:
    """Until what somebody clicked has happened: a click is over before its command is."""
    for _ in range(200):
        if house.view(table)["version"] > version:
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing came of a click")


def _direct(house: House, table: str, olga: Page) -> None:
    """The director presses what is due next, once the page offers it: it may be a moment behind."""
    actions = house.ask("olga", "GET", f"/tables/{table}")["you"]["actions"]
    due = next(each for each in actions if each["verb"] in ("tally", "playoff", "start") and not each["refusal"])
    version = house.view(table)["version"]
    olga.locator(f'[data-words="{due["words"]}"]').click()
    if due["verb"] == "tally":
        olga.get_by_role("button", name="What will happen?").click()
        olga.get_by_role("button", name="Confirm").click()
        expect(olga.locator(".asked")).to_have_count(0)
    _wait_beyond(house, table, olga, version)


def _answer(house: House, table: str, who: str) -> dict[str, Any]:
    """The most careful of what somebody may do."""
    actions = house.ask(who, "GET", f"/tables/{table}")["you"]["actions"]
    legal = {action["verb"]: action for action in actions if not action["refusal"]}
    found: dict[str, Any] = next(legal[verb] for verb in ("pass", "stand", "hit", "decline") if verb in legal)
    return found


def test_a_tournament_to_its_prizes(house: House) -> None:
    table = cup(house)
    ann, olga = enter_four(house, table)
    olga.get_by_role("button", name="Start the session").click()
    expect(ann.get_by_text("first to bet")).to_be_visible()
    expect(ann.get_by_role("list", name="The order of betting")).to_be_visible()
    for _ in range(20):
        play_on(house, table, ann)
        if house.view(table)["phase"] == "over":
            break
        _direct(house, table, olga)
    view = house.view(table)
    assert view["phase"] == "over"
    winner = next(entry for entry in view["entries"] if entry["place"] == 1)
    assert winner["prize"] == 6000
    first = ann.get_by_role("region", name="Leaderboard").get_by_role("row").nth(1)
    expect(first).to_contain_text(winner["player"])
    expect(first).to_contain_text("$60")
    screen = house.page()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.goto(f"/screen/{table}")
    expect(screen.locator(".big-screen li").first).to_contain_text(winner["player"])
    expect(screen.locator(".big-screen li").first).to_contain_text("$60")
    assert violations(screen) == []


def test_the_director_sees_what_happens_before_somebody_is_disqualified(house: House) -> None:
    table = cup(house)
    _, olga = enter_four(house, table)
    expect(olga.get_by_role("row", name=re.compile("cat"))).to_contain_text("entered")
    olga.get_by_label("whom").select_option("cat")
    olga.get_by_label(re.compile("^for")).select_option("rules")
    olga.get_by_role("button", name="See what happens").first.click()
    olga.get_by_role("button", name="What will happen?").click()
    expect(olga.locator(".preview li").first).to_contain_text("cat")
    assert all(entry["status"] == "entered" for entry in house.view(table)["entries"])
    olga.get_by_role("button", name="Confirm").click()
    expect(olga.get_by_role("row", name=re.compile("cat"))).to_contain_text("disqualified")
