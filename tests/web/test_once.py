"""What costs money is done once: double clicks, keys that are held down, and people who cannot wait."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import House
from tests.web.steps import button, lies, seated, spot

COME = re.compile("Join with")


def _words(page: Page) -> list[str]:
    """Whatever a page says at tables from now on."""
    said: list[str] = []
    # the words of a command, as they are written into the line
    page.on(
        "websocket",
        lambda line: line.on("framesent", lambda sent: said.extend(re.findall(r'"words":"([^"]*)"', str(sent)))),
    )
    return said


def test_a_double_click_and_a_key_held_down_decide_once(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 10")
    page = house.page("ann")
    said = _words(page)
    page.goto(f"/tables/{table}")
    house.deal(table, "2s 8c 3h")
    button(page, "hit").dblclick()
    house.deal(table, "2c", start=False)
    expect(page.get_by_role("group", name="Hand of box 1, 7")).to_be_visible()
    button(page, "hit").focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # as a keyboard repeats it
    page.keyboard.up("Enter")
    house.deal(table, "2d", start=False)
    expect(page.get_by_role("group", name="Hand of box 1, 9")).to_be_visible()
    assert said == ["hit 1", "hit 1"]


def test_chips_are_laid_as_quickly_as_one_clicks(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table)
    spot(page, 1, "main wager").dblclick()
    lies(page, 1, "main wager", 15)


def test_a_buy_in_is_booked_once(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=COME).dblclick()
    expect(page.locator("[data-balance]")).to_have_text("$500")
    assert house.view(table)["people"][0]["money"] == 50_000


def test_an_abandoned_request_is_executed_once(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ben")
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("button", name=COME)).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    page.get_by_role("button", name=COME).click()
    page.get_by_role("button", name=COME).click()
    page.context.set_offline(False)
    expect(page.locator("[data-balance]")).to_have_text("$500")
    assert house.view(table)["people"][0]["money"] == 50_000
