"""Every string of the page is in its catalogue: in a pseudo-locale that marks them, nothing is read without marks."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House
from tests.web.steps import button, offered

UNTRANSLATED = (Path(__file__).parent / "untranslated.js").read_text(encoding="utf-8")
#: Names that occur in the data of these tests.
DATA = ["ann", "ben", "cat", "dee", "olga", "dan", "pitboss"]
PAGES = ["/", "/tables", "/room", "/account", "/settings", "/rules", "/rules/nz-blackjack/12.1", "/learn"]


def marked(house: House, who: str, path: str) -> Page:
    """A page in the pseudo-locale."""
    page = house.page(who)
    page.add_init_script("localStorage.setItem('pitboss.locale', 'pseudo')")
    show(page, path)
    return page


def show(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def unmarked(page: Page) -> list[str]:
    """What is read or heard without the marks of the catalogue."""
    assert "⟦" in page.locator("body").inner_text()
    return list(page.evaluate(UNTRANSLATED, [*DATA, *re.findall(r"/(t\d+)\b", page.url)]))


@pytest.mark.parametrize("who", ["", "olga"], ids=["visitor", "operator"])
def test_pages(house: House, who: str) -> None:
    page = marked(house, who, "/")
    for path in [*PAGES, *(["/open"] if who else [])]:
        show(page, path)
        assert unmarked(page) == [], path


def test_a_hard_coded_string_is_found(house: House) -> None:
    page = marked(house, "", "/settings")
    page.evaluate("document.querySelector('h1').append('Hello')")
    assert unmarked(page) == ["H1: Hello"]


def test_a_blackjack_table_in_every_phase(house: House) -> None:
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    join = marked(house, "ben", f"/tables/{table}")
    assert unmarked(join) == []
    house.say(table, "ann", "join 1000", "bet 4 25 perfect_pairs=1")
    page = marked(house, "ann", f"/tables/{table}")
    assert unmarked(page) == []
    house.deal(table, "8h Ac 8d")
    expect(offered(page, "pass")).to_be_visible()
    assert unmarked(page) == []
    button(page, "pass").click()
    expect(offered(page, "split")).to_be_visible()
    assert unmarked(page) == []
    page.locator(".less").first.click()
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    button(page, "stand").click()
    house.deal(table, "9d", start=False)
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    for opener in (".result-mark", ".purse-button", ".sign", ".menu summary"):
        page.locator(opener).first.click()
        assert unmarked(page) == [], opener
        page.keyboard.press("Escape")
    for path in (f"/history/{table}", f"/history/{table}/1", f"/tables/{table}/fairness", "/learn", "/account"):
        show(page, path)
        assert unmarked(page) == [], path


def test_a_roulette_table_in_every_phase(house: House) -> None:
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    house.say(table, "ann", "join 1000", "bet straight 17 5", "bet red 25")
    page = marked(house, "ann", f"/tables/{table}")
    assert unmarked(page) == []
    house.say(table, "dan", "no_more_bets")
    assert unmarked(page) == []
    house.say(table, "dan", "number 17")
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    assert unmarked(page) == []
    show(page, f"/history/{table}/1")
    assert unmarked(page) == []


@pytest.mark.parametrize("who", ["dan", "olga"])
def test_consoles(house: House, who: str) -> None:
    for book in ("nz-blackjack", "nz-roulette"):
        table = house.open(book)
        house.say(table, "ann", "join 1000")
        page = marked(house, who, f"/tables/{table}")
        expect(page.locator(".console")).to_be_visible()
        assert unmarked(page) == [], book


def test_a_tournament_in_every_phase(house: House) -> None:
    choices = {"session": "rounds:1", "playoff": "rounds:1"}
    spec = {"rulebook": "nz-tournament", "limits": "10-500", "choices": choices, "cards_are_read": True}
    table = str(house.ask("olga", "POST", "/tables", spec | {"turn_seconds": 3600, "betting_seconds": 3600})["id"])
    if "dee" not in house.served.tokens:
        house.served.tokens["dee"] = house.ask("", "POST", "/guests", {"name": "dee"})["token"]
    pages = [marked(house, who, f"/tables/{table}") for who in ("ann", "olga", "dan")]
    pages.append(marked(house, "", f"/screen/{table}"))

    def all_marked() -> list[str]:
        return [text for page in pages for text in unmarked(page)]

    expect(pages[1].locator(".console")).to_be_visible()
    assert all_marked() == []
    for name in ("ann", "ben", "cat", "dee"):
        house.say(table, name, "join 10", "enter")
    assert all_marked() == []
    house.say(table, "olga", "start")
    expect(pages[0].locator("[data-stage]")).to_be_visible()
    assert all_marked() == []
    house.say(table, "ann", "bet 20")
    assert all_marked() == []
    pages[0].get_by_role("button", name="Conditions").click()
    expect(pages[0].get_by_role("dialog")).to_be_visible()
    assert unmarked(pages[0]) == []
