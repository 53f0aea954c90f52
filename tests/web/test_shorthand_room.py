"""The room builder takes rules in shorthand: it shows their edge, says that they are no law, and opens the table."""

import re

from playwright.sync_api import expect

from tests.web.conftest import House, violations
from tests.web.steps import COMPILES


def test_a_room_of_shorthand_rules_is_set_up_priced_and_opened(house: House) -> None:
    page = house.page()
    page.goto("/room")
    page.get_by_role("button", name=re.compile("Your own rules")).click()
    expect(page.get_by_text("These rules are no law")).to_be_visible()
    rules = page.get_by_role("textbox", name="Rules in shorthand")
    rules.fill("6D H17 DAS LS 6:5")
    expect(page.get_by_text("H17: the dealer hits soft 17")).to_be_visible()
    expect(page.locator(".edge output")).to_have_text(re.compile(r"^1\.\d{3}%$"), timeout=COMPILES)
    assert not violations(page)
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("heading", name="Laboratory rules (no law): 6D H17 DAS LS 6:5")).to_be_visible()
    expect(page.locator("[data-balance]")).to_have_text("$500")


def test_an_unknown_abbreviation_is_named(house: House) -> None:
    page = house.page("olga")  # asks what would happen, and is refused
    page.goto("/room")
    page.get_by_role("button", name=re.compile("Your own rules")).click()
    page.get_by_role("textbox", name="Rules in shorthand").fill("6D H18")
    expect(page.locator(".edge.refused")).to_contain_text("did you mean H17 (the dealer hits soft 17)")
