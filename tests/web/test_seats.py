"""Buy-ins, cash-outs, seats without wagers, and players whom the table does not wait for."""

import re

from playwright.sync_api import Route, expect

from tests.web.conftest import House, violations
from tests.web.steps import lies, seated, spot


def test_a_seat_is_taken_and_given_up_without_a_wager(house: House) -> None:
    table = house.open("mbs-blackjack")
    ann, ben = seated(house, table), seated(house, table, who="ben")
    ann.get_by_role("button", name="Sit here, at box 3").click()
    expect(ben.get_by_role("group", name="Box 3, ann")).to_be_visible()
    expect(ben.get_by_role("button", name="Sit here, at box 3")).to_have_count(0)
    assert violations(ann) == []
    spot(ann, 3, "main wager").click()
    lies(ann, 3, "main wager", 10)
    # as long as a wager lies, it is that which is taken back
    expect(ann.get_by_role("button", name="Leave box 3")).to_have_count(0)
    spot(ann, 3, "main wager").click(button="right")
    ann.get_by_role("button", name="Leave box 3").click()
    expect(ben.get_by_role("button", name="Sit here, at box 3")).to_be_visible()
    assert house.view(table)["boxes"][2]["seat"] == ""


def test_a_player_adds_chips_and_cashes_out(house: House) -> None:
    table = house.open("mbs-blackjack")
    before = house.ask("cat", "GET", "/me")["wallet"]
    page = seated(house, table, who="cat", money=100)
    page.get_by_role("button", name="Add chips").click()
    amount = page.get_by_label("Amount of chips")
    amount.fill("99999999")
    page.get_by_role("button", name="Add $").click()
    expect(page.locator(".notice")).to_be_visible()
    expect(amount).to_have_value("99999999")  # what was refused may be put right
    amount.fill("20.50")
    page.get_by_role("button", name="Add $20.50").click()
    expect(page.locator("[data-balance]")).to_have_text("$120.50")
    page.get_by_role("button", name="Add chips").click()
    expect(amount).to_have_value("")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name=re.compile("Join with"))).to_be_visible()
    assert house.ask("cat", "GET", "/me")["wallet"] == before


def test_the_wheel_turns_as_soon_as_all_players_are_ready(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500", reads=False)
    ann, ben = seated(house, table, "bet red 5"), seated(house, table, "bet black 5", who="ben")
    spin = ann.get_by_role("button", name="Spin", exact=False).and_(ann.locator(".deal button"))
    spin.click()
    expect(ann.locator("[data-sentence]")).to_contain_text("Waiting for the others")
    expect(spin).to_have_attribute("aria-disabled", "true")
    ben.locator(".deal button").click()
    expect(ann.locator(".last [data-number]")).to_have_count(1)


def test_chips_before_a_buy_in_ask_for_the_buy_in(house: House) -> None:
    page = house.page("ann")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/me", hold)  # the table may be there before the account
    page.goto(f"/tables/{house.open('mbs-blackjack')}")
    spot(page, 1, "main wager").click(force=True)
    expect(page.locator(".notice")).to_contain_text("Join the table first")
    for asked in held:
        asked.continue_()
    page.unroute("**/api/me")
    page.get_by_role("button", name=re.compile("Join with")).click()
    spot(page, 1, "main wager").click()
    lies(page, 1, "main wager", 10)


def test_money_that_leaves_in_one_tab_is_counted_in_the_other(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table)
    other = page.context.new_page()
    other.goto(f"/tables/{table}")
    account, there = page.locator(".menu a[href$='/account']"), other.locator(".menu a[href$='/account']")
    before = str(account.text_content())
    expect(there).to_have_text(before)
    page.get_by_role("button", name="Add chips").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(account).not_to_have_text(before)
    expect(there).to_have_text(str(account.text_content()))
