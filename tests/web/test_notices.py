"""Refusals on the page: in a player's words, in the place of the sentence: they cover nothing."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY, Served, serving
from tests.web.conftest import House, violations
from tests.web.steps import button, offered, other_amount, seated, spot

SIZES = ((1440, 900), (1366, 768), (1280, 720), (1024, 768), (768, 1024), (390, 844), (844, 390), (667, 375))
#: What a player uses, or reads the time and the money from, that is under the notice or within it.
COVERED = """() => {
    const note = document.querySelector(".notice").getBoundingClientRect();
    const used = ":is(a, button, summary, input, [role=button], .purse dd, .clock-line span, .card-shape)";
    return [...document.querySelectorAll(`.table ${used}`)].filter((each) => {
        const { left, top, right, bottom, width } = each.getBoundingClientRect();
        if (each.closest(".notice") || !width || !each.checkVisibility({ visibilityProperty: true })) return false;
        return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
    }).map((each) => each.outerHTML.slice(0, 90));
}"""
#: The size of the button that dismisses the notice.
DISMISSING = """() => {
    const { width, height } = document.querySelector(".notice button").getBoundingClientRect();
    return Math.min(width, height);
}"""
#: Side wagers that make the felt full.
EVERY = {"perfect_pairs": "scale_one", "super_sevens": "true", "madness_21": "true"}
#: Milliseconds in which a notice does not go by itself.
SOON = 5_000
#: Command notation: a name and a colon before a verb, a placeholder in capitals, a verb with its box.
NOTATION = re.compile(r"\b\w+: (bet|hit|stand|withdraw)|\bBOX\b|\b(bet|hit|stand|withdraw|insure) \d|=\d")


def notice(page: Page) -> str:
    """The notice that is shown, in the place of the sentence: it covers nothing and has no notation in it."""
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator(".notice")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-sentence]")).to_have_count(0)
    assert page.evaluate(COVERED) == []
    assert page.evaluate(DISMISSING) >= 40
    text = page.locator(".notice").inner_text()
    assert not NOTATION.search(text), text
    return text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_refusal_covers_nothing_and_says_what_can_be_done(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack", EVERY)
    page = seated(house, table, money=110)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => document.fonts.ready")
    other_amount(page, "200")
    spot(page, 1, "main wager").click()
    text = notice(page)  # while bets are open
    assert "You have $110, not $200" in text
    assert "You can: Bet $10 to $110" in text
    assert violations(page) == []
    house.say(table, "ann", "bet 1 50")
    house.say(table, "ben", "join 50", "bet 1 50")
    house.deal(table, "Th 8c 5h")
    expect(offered(page, "hit")).to_be_visible()
    button(page, "split").click(force=True)
    assert "split" in notice(page)  # in the player's turn
    expect(page.get_by_role("button", name="Double for less")).to_be_visible()
    house.say(table, "ann", "double 1 50")
    behind = house.page("ben")
    behind.set_viewport_size({"width": size[0], "height": size[1]})
    behind.goto(f"/tables/{table}")
    expect(offered(behind, "keep")).to_be_visible()
    button(behind, "follow").click(force=True)
    assert "You have $0" in notice(behind)  # beside the answers to an offer


def test_a_refusal_goes_with_the_next_press(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "8h 8c 5h")
    for key in ("", "h"):
        button(page, "split").click(force=True)
        notice(page)
        if key:
            page.keyboard.press(key)
        else:
            button(page, "hit").click()
        expect(page.locator(".notice")).to_have_count(0, timeout=SOON)
        house.deal(table, "2c", start=False)
        expect(page.locator("[data-sentence]")).to_contain_text("Your turn")
    button(page, "split").click(force=True)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".notice")).to_have_count(0, timeout=SOON)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_refused_wager_at_roulette_covers_nothing(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-roulette", limits="5-500")
    page = seated(house, table, money=20)
    page.set_viewport_size({"width": size[0], "height": size[1]})
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
