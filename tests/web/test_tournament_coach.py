"""The coach of a tournament: what the bets of the last round are worth, before them in a practice room, else after."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import COMPILES, coach_is_on, other_amount

CHOICES = {"session": "rounds:1", "playoff": "rounds:1"}
LIMITS = "10-500"


@pytest.fixture
def cup(house: House) -> str:
    """The last round of a tournament of four, in which ann bets last."""
    spec: dict[str, Any] = {"rulebook": "nz-tournament", "limits": LIMITS, "title": "The cup", "choices": CHOICES}
    spec |= {"cards_are_read": True, "turn_seconds": 3600, "betting_seconds": 3600}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    if "dee" not in house.served.tokens:
        house.served.tokens["dee"] = house.ask("", "POST", "/guests", {"name": "dee"})["token"]
    for name in ("ben", "cat", "dee", "ann"):
        house.say(table, name, "enter")
    house.say(table, "olga", "start")
    return table


def advice(house: House, choices: dict[str, str], **asked: Any) -> Any:
    body = {"rulebook": "nz-tournament", "limits": LIMITS, "choices": choices, **asked}
    return house.ask("ann", "POST", "/analysis/wager", body)


def bet(page: Page, dollars: int) -> None:
    other_amount(page, str(dollars))
    page.locator(".box-mine .spot").click()
    page.get_by_role("button", name=f"Bet ${dollars}").click()


@pytest.mark.parametrize("when", ["true", "'before'"])
def test_the_coach_rates_a_bet_once_it_is_made(house: House, cup: str, when: str) -> None:
    """At a table that is no practice room it speaks after the bet, whatever the player chose."""
    page = house.page("ann")
    coach_is_on(page, when)
    asked: list[Any] = []
    page.on("request", lambda sent: asked.append(sent.post_data_json) if "analysis/wager" in sent.url else None)
    page.goto(f"/tables/{cup}")
    coach = page.locator(".cup-coach")
    house.say(cup, "ben", "bet 500")
    house.say(cup, "cat", "bet 100")
    house.say(cup, "dee", "bet 10")
    expect(page.get_by_role("button", name=re.compile("^Bet"))).to_be_visible()
    expect(coach).to_contain_text("The coach rates your bet")
    assert asked == []
    bet(page, 10)
    expect(coach).to_contain_text("is worth", timeout=COMPILES)
    (sent,) = asked
    assert (sent["chips"], sent["placed"], sent["wager"]) == ([100_000] * 4, [50_000, 10_000, 1_000], 1_000)
    found = advice(house, sent["choices"], **{key: sent[key] for key in ("chips", "order", "placed", "wager")})
    worth = {each["wager"]: each["value"] for each in found["wagers"]}
    assert worth[1_000] < found["value"]
    best = f"${found['wager'] // 100}"
    expect(coach).to_contain_text(f"{best} was better: worth {100 * found['value']:.1f}%.")
    expect(coach).to_contain_text(f"$10 is worth {100 * worth[1_000]:.1f}%.")
    assert violations(page) == []


def test_in_a_practice_room_the_coach_speaks_before_the_bet(house: House) -> None:
    spec = {"rulebook": "nz-tournament", "limits": LIMITS, "choices": CHOICES, "bots": 3}
    room = str(house.ask("ann", "POST", "/rooms", spec)["id"])
    house.ask("ann", "POST", f"/tables/{room}/commands", {"id": "enters", "words": "enter"})
    page = house.page("ann")
    coach_is_on(page, "'before'")
    page.goto(f"/tables/{room}")
    coach = page.locator(".cup-coach")
    expect(coach).to_contain_text(re.compile(r"Bet \$\d+: worth \d+\.\d%\."), timeout=COMPILES)
    coach.get_by_role("button", name="Off").click()
    expect(coach.locator(".verdict")).to_have_count(0)
    house.ask("ann", "DELETE", f"/rooms/{room}")
