"""Refusals on the page: in a player's words, beside the buttons and never over them."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY, Served, serving
from tests.web.conftest import House, violations
from tests.web.steps import button, other_amount, seated, spot

SIZES = ((1440, 900), (1366, 768), (390, 844))
#: Controls of the table that are covered or outside the viewport.
COVERED = """() => {
    const seen = [...document.querySelectorAll(".controls button, .strip button, .controls input, .hand-turn .card")];
    return seen.filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!width || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        const found = document.elementFromPoint(x, y);
        const kin = found && (element.contains(found) || found.contains(element) || found.closest(".hand-turn"));
        return !kin || found.closest(".notice") !== element.closest(".notice");
    }).map((element) => element.outerHTML.slice(0, 90));
}"""
#: Command notation: a name and a colon before a verb, a placeholder in capitals, a verb with its box.
NOTATION = re.compile(r"\b\w+: (bet|hit|stand|withdraw)|\bBOX\b|\b(bet|hit|stand|withdraw|insure) \d|=\d")


def notice(page: Page) -> str:
    """The notice that is shown, which covers nothing and has no notation in it."""
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator(".notice")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED) == []
    text = page.locator(".notice").inner_text()
    assert not NOTATION.search(text), text
    return text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_refused_decision_covers_no_button(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 10")
    page = house.page("ann")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/tables/{table}")
    house.deal(table, "Th 8c 5h")
    expect(button(page, "hit")).to_be_visible()
    button(page, "split").click(force=True)
    assert "split" in notice(page)
    if size[0] > 1100:  # over the log: no circle is covered
        note, side = (page.locator(each).bounding_box() for each in (".notice", ".side"))
        assert note
        assert side
        assert note["x"] >= side["x"]
    assert violations(page) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_refused_wager_covers_no_button_and_says_what_can_be_done(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, money=20)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    other_amount(page, "50")
    spot(page, 1, "main wager").click()
    text = notice(page)
    assert "You have $20, not $50" in text
    assert "You can: Bet $10 to $20" in text


def test_a_refused_wager_at_roulette_covers_no_button(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500")
    page = seated(house, table, money=20)
    page.get_by_role("radio", name="$25 chip").click(button="right")
    page.get_by_role("dialog", name="Other amount").get_by_role("textbox").fill("50")
    page.get_by_role("button", name="Set amount").click()
    page.locator('[data-position="red"]').click()
    assert "You have chips for $20, which does not cover $50" in notice(page)


@pytest.fixture
def closed_house(house: House, tmp_path: Path) -> Iterator[Served]:
    """A server without practice tables: it takes no guests, and its tables may be watched."""
    manager = serving(Settings(database=f"sqlite:///{tmp_path / 'house.db'}", rates=PLENTY, public_tables=True))
    with ThreadPoolExecutor(1) as beside:  # the browser's driver keeps this thread's event loop
        yield beside.submit(manager.__enter__).result()
        beside.submit(manager.__exit__, None, None, None).result()


def test_a_house_without_guests_offers_none(house: House, closed_house: Served) -> None:
    spec = {"rulebook": "nz-roulette", "limits": "5-500"}
    headers = {"authorization": f"Bearer {closed_house.tokens['olga']}"}
    table = house.http.post(f"{closed_house.url}/api/tables", json=spec, headers=headers).json()["id"]
    page = house.page()
    page.goto(f"{closed_house.url}/tables")
    expect(page.get_by_text("Ask the operator of this house for an account")).to_be_visible()
    page.goto(f"{closed_house.url}/tables/{table}")
    expect(page.locator(".wheel")).to_be_visible()
    for path in ("/", "/tables", "/account", f"/tables/{table}"):
        page.goto(f"{closed_house.url}{path}")
        page.wait_for_load_state("networkidle")
        expect(page.get_by_text(re.compile("guest|No account", re.IGNORECASE))).to_have_count(0)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert violations(page) == []
