"""A house that shows its tables to people who are signed in: what a visitor sees, and what after signing in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY
from tests.web.conftest import House, house_of, violations


@pytest.fixture
def private(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A house without guests, whose tables are private."""
    with house_of(browser, Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)) as house:
        yield house
        for context in browser.contexts:
            context.close()
        assert not house.errors


def test_a_visitor_is_asked_to_sign_in_and_then_sees_the_table(private: House) -> None:
    table = private.open("nz-blackjack")
    private.say(table, "ann", "join 100", "bet 1 50")
    page = private.page()
    page.goto("/tables")
    expect(page.get_by_text("Sign in to see the tables and their players")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^6 of 7 free$"))).to_be_visible()  # not that nobody plays
    for path in (f"/history/{table}", f"/tables/{table}/fairness", f"/screen/{table}", f"/tables/{table}"):
        page.goto(path)
        expect(page.get_by_role("heading", name="Sign in to see this")).to_be_visible()
    assert not violations(page)
    page.get_by_label("Password or token").fill(private.served.tokens["sam"])
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Sign in to see this")).to_have_count(0)
    expect(page.get_by_text("ann").first).to_be_visible()


def test_the_landing_page_offers_signing_in_to_visitors_only(private: House) -> None:
    for who, links in (("", 2), ("sam", 0)):
        page = private.page(who)
        page.goto("/")
        expect(page.get_by_role("link", name="See the tables")).to_be_visible()
        expect(page.get_by_role("link", name="Sign in", exact=True)).to_have_count(links)


def test_a_table_is_not_shown_any_longer_to_a_tab_that_was_signed_out(private: House) -> None:
    table = private.open("nz-blackjack")
    private.say(table, "ann", "join 100", "bet 1 50")
    page = private.page("sam")
    page.goto(f"/tables/{table}")
    expect(page.get_by_text("ann").first).to_be_visible()
    other = page.context.new_page()
    other.goto("/account")
    other.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in to see this")).to_be_visible()
