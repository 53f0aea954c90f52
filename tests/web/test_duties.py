"""Duties on the page: one press attests, other roles see for whom the table waits, and a house without them says so."""

from playwright.sync_api import expect

from tests.web.conftest import House
from tests.web.test_console import console

BONUS = {"bonus": "true", "bonus_awards_1": "18*1", "bonus_awards_5": "50*50,150*50"}


def test_one_press_of_the_supervisor_attests_what_the_dealer_sees_waiting(house: House) -> None:
    table = house.open("nz-blackjack", duties="cards_sorted,cards_inspected")
    house.say(table, "ann", "join 500", "bet 1 50")
    dan, olga = console(house, table, "dan"), console(house, table, "olga")
    waits = dan.locator('[data-duty="cards_inspected"]')
    expect(waits).to_contain_text("Waits for the supervisor")
    expect(waits).to_contain_text("6.1")
    expect(waits).to_contain_text("deal")
    expect(waits.get_by_role("button", name="Attest")).to_have_count(0)
    dan.get_by_role("button", name="Attest as dealer: the dealer sorted and inspected the cards").click()
    expect(dan.locator('[data-duty="cards_sorted"]')).to_have_count(0)
    olga.get_by_role("button", name="Attest as supervisor: the game supervisor sorted and inspected the cards").click()
    expect(dan.get_by_role("group", name="To be attested")).to_have_count(0)
    expect(olga.locator(".log")).to_contain_text("You attest as supervisor")
    dan.locator('.actions button[data-verb="deal"]').click()
    expect(dan.locator(".reader-wanted")).to_be_visible()


def test_an_award_is_paid_by_the_press_of_the_supervisor(house: House) -> None:
    table = house.open("tribal-blackjack", BONUS, limits="5-1000", duties="award")
    house.say(table, "ann", "join 500", "bet 1 10 bonus=5")
    house.deal(table, "2c Ah 7c Kd Td")
    house.say(table, "ann", "press 1")
    house.say(table, "dan", "prize 150")
    olga = console(house, table, "olga")
    assert house.view(table)["people"][0]["money"] == 510_00
    expect(olga.locator('[data-duty="award"]')).to_contain_text("150")
    expect(olga.locator('[data-duty="award"]')).to_contain_text("payment")
    olga.get_by_role("button", name="Attest as supervisor").click()
    expect(olga.locator('[data-duty="award"]')).to_have_count(0)
    assert house.view(table)["people"][0]["money"] == 660_00


def test_a_house_that_attests_nothing_says_so_to_players_and_to_its_own(house: House) -> None:
    table = house.open("nz-roulette")
    for who in ("ann", "dan"):
        page = house.page(who)
        page.goto(f"/tables/{table}")
        expect(page.locator(".duty-note")).to_contain_text("Staff checks are not recorded")
