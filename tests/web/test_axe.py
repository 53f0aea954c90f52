"""No page has anything that axe objects to, in light and in dark, on a desktop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import House, violations

PAGES = ["/", "/rules", "/rules/nz-blackjack", "/rules/nz-blackjack/12.6", "/open", "/account", "/settings"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages(house: House, path: str, theme: str) -> None:
    page = house.page("olga", color_scheme=theme, phone=theme == "dark", reduced_motion="reduce")
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    assert violations(page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["blackjack", "roulette", "tournament"])
def test_tables(house: House, game: str, phone: bool) -> None:
    info = next(table for table in house.ask("olga", "GET", "/tables") if table["game"] == game)
    page = house.page("ann" if not phone else "olga", phone=phone, reduced_motion="reduce")
    page.goto(f"/tables/{info['id']}")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    assert violations(page) == []
