"""Reminders at the table: a player who set one sees time, money and what the limits leave."""

import re

from playwright.sync_api import expect

from tests.web.conftest import House, violations

MINUTE = 60_000


def test_a_player_is_reminded_once_an_interval_and_plays_on(house: House) -> None:
    table = house.open("nz-blackjack")
    page = house.page("ann")
    standing = {"reminder": 30, "minutes": 120, "loss": 50_000}
    play = {"since": 1.0, "minutes": 31, "net": 12_000, "reminded": 1, "standing": standing}
    page.route("**/api/me/play", lambda route: route.fulfill(json=play))
    page.clock.install()
    page.goto(f"/tables/{table}")
    reminder = page.get_by_role("dialog", name="Reminder")
    with page.expect_response(re.compile("/api/me/play")):
        page.clock.run_for(MINUTE)
    expect(reminder).to_contain_text("You have played 31 minutes today. You have taken $120 to tables.")
    expect(reminder).to_contain_text("Your time limit leaves 89 minutes.")
    expect(reminder).to_contain_text("Your loss limit leaves $380.")
    assert violations(page) == []
    reminder.get_by_role("button", name="Play on").click()
    expect(reminder).to_have_count(0)
    with page.expect_response(re.compile("/api/me/play")):
        page.clock.run_for(MINUTE)  # the same interval
    expect(reminder).to_have_count(0)
    play |= {"minutes": 60, "reminded": 2, "net": -500}
    with page.expect_response(re.compile("/api/me/play")):
        page.clock.run_for(MINUTE)
    expect(reminder).to_contain_text("You have played 60 minutes today. You are $5 ahead.")
