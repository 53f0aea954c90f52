"""The floor console of a physical wheel: chips by colour, calls read back, numbers by two keys."""

from playwright.sync_api import expect

from tests.web.conftest import House, violations
from tests.web.test_catalogue import marked, unmarked
from tests.web.test_floor import Dealer


def open_wheel(house: House) -> str:
    spec = {"rulebook": "nz-roulette", "limits": "5-500", "cards_are_read": True, "floor": True, "title": "Wheel 1"}
    return str(house.ask("olga", "POST", "/tables", spec)["id"])


def money(house: House, table: str) -> dict[str, int]:
    return {person["name"]: person["money"] for person in house.view(table)["people"]}


def test_a_spin_is_typed_and_its_number_takes_two_keys(house: House) -> None:
    table = open_wheel(house)
    dealer = Dealer(house, table)
    dealer.next_is("Wagers")
    dealer.type("b =5\nb 17 2\nb red 2\no =10\no 17-20 1\n")
    blue = dealer.page.locator('[data-player="colour_blue"]')
    expect(blue.locator('[data-position="straight 17"]')).to_contain_text("×2 $10")
    expect(dealer.page.locator("[data-laid]")).to_have_attribute("data-laid", "3000")
    dealer.type("\n")
    dealer.next_is("Number")
    dealer.keys = 0
    dealer.type("17")
    assert dealer.keys == 2
    dealer.next_is("Wagers")
    expect(dealer.page.locator(".floor-numbers li").first).to_have_text("17")
    expect(blue.locator(".won")).to_contain_text("$350")
    assert money(house, table) == {"colour_blue": 36000, "colour_orange": 18000}
    assert not dealer.scrolls()


def test_a_call_is_read_back_and_booked_by_enter(house: House) -> None:
    table = open_wheel(house)
    dealer = Dealer(house, table)
    dealer.type("b =5\nb tiers 1\n")
    expect(dealer.page.locator(".floor-asked")).to_contain_text("33-36")
    assert house.view(table)["wagers"] == []
    confirm = dealer.page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_focused()
    dealer.page.keyboard.press("Enter")
    expect(dealer.page.locator(".floor-asked")).to_have_count(0)
    expect(dealer.page.locator("[data-laid]")).to_have_attribute("data-laid", "3000")
    dealer.page.keyboard.press("Backspace")
    expect(dealer.page.locator("[data-laid]")).to_have_attribute("data-laid", "0")


def test_the_console_of_the_wheel_is_translated_and_accessible(house: House) -> None:
    table = open_wheel(house)
    house.say(table, "dan", "b =5", "b 17 2", "no_more_bets", "number 17", "b red 1")
    page = marked(house, "dan", f"/tables/{table}")
    expect(page.locator('[data-player="colour_blue"]')).to_be_visible()
    assert unmarked(page) == []
    assert violations(page) == []
