"""Roulette on the page: wagers by mouse and by keys on places of every kind, a spin, and its results."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import House

PLACES = (
    "straight 17",
    "split 17-20",
    "street 0-1-2",
    "corner 0-1-2-3",
    "six_line 1-6",
    "dozen 2",
    "column 2",
    "black",
)


def sit_down(page: Page, table: str) -> None:
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Come to the table with")).click()
    expect(page.get_by_text("Before you")).to_be_visible()


def spot(page: Page, name: str) -> None:
    page.locator(f'[data-position="{name}"]').click()


def test_a_spin(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500")
    page = house.page("ann")
    sit_down(page, table)
    for name in PLACES:
        spot(page, name)
        kind, _, place = name.partition(" ")
        expect(page.locator(f'[data-position="{name}"]')).to_have_attribute("aria-label", re.compile(r"; ann \$5$"))
        assert any((laid["kind"], laid["place"]) == (kind, place) for laid in house.view(table)["wagers"])
    house.say(table, "dan", "number 17")
    # 35 + 17 on the number, 2 for the dozen, 2 for the column, 1 on black, for 5 each; three wagers are lost
    expect(page.locator(".staked")).to_contain_text(f"+${5 * (35 + 17 + 2 + 2 + 1 - 3)}")
    expect(page.get_by_role("img", name="The ball lies in 17")).to_be_visible()
    expect(page.locator(".numbers li").first).to_have_text("17")
    page.get_by_role("button", name="Repeat the last wagers").click()
    expect(page.locator(".staked")).to_contain_text(f"You have ${5 * len(PLACES)} on the cloth")


def test_a_wager_is_taken_back(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500")
    page = house.page("ann")
    sit_down(page, table)
    spot(page, "red")
    spot(page, "red")
    expect(page.locator(".staked")).to_contain_text("You have $10 on the cloth")
    page.locator('[data-position="red"]').click(button="right")
    expect(page.locator(".staked")).not_to_contain_text("on the cloth")
    assert house.view(table)["wagers"] == []


def test_by_keyboard_alone(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500")
    page = house.page("ann")
    sit_down(page, table)
    page.locator('[data-position="straight 17"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".staked")).to_contain_text("You have $5 on the cloth")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".staked")).to_contain_text("You have $10 on the cloth")
    assert {(laid["kind"], laid["place"]) for laid in house.view(table)["wagers"]} == {
        ("straight", "17"),
        ("split", "17-20"),
    }


def test_a_void_spin_shows_what_happens_before_it_is_confirmed(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500", reads=False)
    ann, dan = house.page("ann"), house.page("dan")
    sit_down(ann, table)
    spot(ann, "odd")
    expect(ann.locator(".staked")).to_contain_text("You have $5")
    dan.goto(f"/tables/{table}")
    dan.get_by_role("button", name="too slow").click()
    dan.get_by_role("button", name="What will happen?").click()
    expect(dan.locator(".preview li").first).to_be_visible()
    version = house.view(table)["version"]
    dan.get_by_role("button", name="Confirm").click()
    expect(dan.locator(".preview")).to_have_count(0)
    assert house.view(table)["version"] > version
    assert house.view(table)["wagers"][0]["amount"] == 500
