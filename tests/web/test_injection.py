"""Markup in every field that a person can fill: shown as text, and no script of it runs in a real browser."""

from itertools import count
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House

MARKUP = '<img src=x onerror=window.pwned=1>"><svg onload=window.pwned=1>'
#: Elements that exist only where the markup was taken for markup.
INJECTED = "img[src='x'], svg[onload], [onerror], script:not([src]):not([type])"
IN_ADDRESSES = (
    "/tables/{}",
    "/tables/{}/fairness",
    "/tables/{}/analysis",
    "/history/{}",
    "/history/{}/1",
    "/screen/{}",
    "/rules/{}",
    "/rules/nz-blackjack/{}",
    "/pit/{}",
    "/hand?rules={}",
    "/?{}#{}",
)
WITH_FIELDS = ("/", "/tables", "/hand", "/room", "/rules", "/open", "/pit", "/account", "/settings", "/learn")
_ids = count(1)


def assert_inert(page: Page, where: str) -> None:
    """Nothing of the markup has run or is an element."""
    expect(page.locator("main, #app, body").first).to_be_attached()
    assert page.evaluate("window.pwned") is None, where
    assert page.locator(INJECTED).count() == 0, where


def send(house: House, who: str, path: str, body: dict[str, object]) -> int:
    """Sends a request that may be refused; returns the status."""
    headers = {"authorization": f"Bearer {house.served.tokens[who]}"}
    return house.http.post(f"/api{path}", json=body, headers=headers).status_code


@pytest.fixture
def table(house: House) -> str:
    """A table with markup in its title, in the words of players and in the reasons of the staff."""
    spec = {"rulebook": "nz-roulette", "limits": "5-500", "title": MARKUP, "betting_seconds": 3600}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    house.say(table, "ann", "join 100", "bet red 10")
    for who, words in (
        ("ann", f"contribute {MARKUP}"),
        ("ann", MARKUP),
        ("ann", f"bet {MARKUP} 5"),
        ("olga", f"adjust ann red 10 {MARKUP}"),
        ("olga", f"note {MARKUP}"),
    ):
        send(house, who, f"/tables/{table}/commands", {"id": f"markup{next(_ids)}", "words": words})
    house.say(table, "ann", f"contribute {MARKUP.replace(' ', '/')}")  # shown on the fairness page
    send(house, "olga", "/users/ann/deposits", {"id": MARKUP.replace(" ", ""), "amount": 100})
    assert send(house, "olga", "/users", {"name": MARKUP, "role": "player"}) == 422
    return table


@pytest.mark.parametrize("who", ["ann", "olga", ""])
def test_markup_in_stored_fields_is_text(house: House, table: str, who: str) -> None:
    page = house.page(who)
    for path in ("/tables", f"/tables/{table}", f"/tables/{table}/fairness", f"/history/{table}", f"/screen/{table}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert_inert(page, f"{who} {path}")
    page.goto("/tables")
    expect(page.get_by_text(MARKUP, exact=False).first).to_be_visible()


def test_markup_in_addresses_is_text(house: House) -> None:
    page = house.page("olga")
    for path in IN_ADDRESSES:
        page.goto(path.format(*(quote(MARKUP, safe=""),) * 2))
        page.wait_for_load_state("networkidle")
        assert_inert(page, path)


def test_markup_that_is_typed_into_any_field_is_text(house: House, table: str) -> None:
    page = house.page("olga")
    typed = 0
    for path in (*WITH_FIELDS, f"/tables/{table}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        fields = page.locator("input:not([type]), input[type=text], input[type=search], textarea")
        for place in range(fields.count()):
            field = fields.nth(place)
            if field.count() and field.is_visible() and field.is_editable():
                field.fill(MARKUP)
                field.press("Enter")
                typed += 1
                assert_inert(page, f"{path} field {place}")
        page.wait_for_load_state("networkidle")
        assert_inert(page, path)
    assert typed >= 3
