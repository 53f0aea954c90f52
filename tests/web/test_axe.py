"""No page has anything that axe objects to, in light and in dark, on a desktop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import House, violations

PAGES = [
    "/",
    "/tables",
    "/room",
    "/rules",
    "/rules/nz-blackjack",
    "/rules/nz-blackjack/12.6",
    "/open",
    "/account",
    "/settings",
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages(house: House, path: str, theme: str) -> None:
    page = house.page("olga", color_scheme=theme, phone=theme == "dark")
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    assert violations(page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["blackjack", "roulette", "tournament"])
def test_tables(house: House, game: str, phone: bool) -> None:
    info = next(table for table in house.ask("olga", "GET", "/tables") if table["game"] == game)
    page = house.page("ann" if not phone else "olga", phone=phone)
    page.goto(f"/tables/{info['id']}")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_guest_in_the_lobby(house: House, theme: str) -> None:
    page = house.page(color_scheme=theme, phone=theme == "dark")
    page.goto("/tables")
    expect(page.locator(".tile").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_cloth_with_chips_and_its_console(house: House, theme: str) -> None:
    table = house.open("nz-roulette", limits="5-500")
    for name, place in (("ann", "straight 17"), ("ben", "straight 17"), ("cat", "red")):
        house.say(table, name, "join 100", f"bet {place} 5")
    page = house.page("olga", color_scheme=theme, phone=theme == "dark")
    page.goto(f"/tables/{table}")
    expect(page.locator("[data-chips]")).to_have_count(2)
    assert violations(page) == []
    house.say(table, "dan", "number 17")
    expect(page.locator("[data-dolly]")).to_be_visible()
    expect(page.locator(".cloth-chips .won")).to_have_count(2)
    assert violations(page) == []
