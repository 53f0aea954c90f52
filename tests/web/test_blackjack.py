"""Blackjack on the page: a round under each rulebook with a side wager, a split, insurance, back betting, and keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House

#: For each rulebook: a side wager of its cloth, the choices that put it there, a shoe in which the player has 10 and 9
#: against the dealer's 8, and the dealer's last card, which makes 18.
ROUNDS = [
    ("nz-blackjack", "perfect_pairs", {"perfect_pairs": "scale_one"}, "Ts 8c 9h", "Th"),
    ("mbs-blackjack", "pair", {}, "Ts 8c 9h", "Th"),
    ("canberra-blackjack", "over_13", {"over_under_13": "true"}, "2c Ts 8c 9h", "Th"),
    ("tribal-blackjack", "over_13", {"additional_wager": "over_under_13"}, "2c Ts 8c 9h Th", ""),
]


def sit_down(page: Page, table: str) -> None:
    """Comes to the table with the money that is proposed."""
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Come to the table with")).click()
    expect(page.get_by_text("Before you")).to_be_visible()


def place(page: Page, box: int, spot: str) -> None:
    page.get_by_role("button", name=re.compile(f"^Box {box}, {spot}")).click()


def verb(page: Page, name: str) -> None:
    page.locator(f'.actions button[data-verb="{name}"]').click()


@pytest.mark.parametrize("row", ROUNDS, ids=[row[0] for row in ROUNDS])
def test_a_round(house: House, row: tuple[str, str, dict[str, str], str, str]) -> None:
    rulebook, side, choices, cards, last = row
    name = side.replace("_", " ")
    table = house.open(rulebook, choices)
    page = house.page("ann")
    sit_down(page, table)
    place(page, 2, "main wager")
    expect(page.get_by_role("button", name="Box 2, main wager, you have $10")).to_be_visible()
    place(page, 2, name)
    expect(
        page.get_by_role("button", name=re.compile(rf"Box 2, {side.replace('_', ' ')}, you have \$"))
    ).to_be_visible()
    before = house.view(table)["people"][0]["money"]
    house.deal(table, cards)
    verb(page, "stand")
    if last:
        house.deal(table, last, start=False)
    expect(page.locator(".wager-won .wager-result").first).to_contain_text("+$10")
    box = house.view(table)["boxes"][1]
    wagers = [*box["wagers"], *box["hands"][0]["wagers"]]
    assert {wager["kind"] for wager in wagers} == {"main", side}
    won = sum(wager["amount"] + wager["result"] for wager in wagers)
    assert house.view(table)["people"][0]["money"] == before + won


def test_insurance_and_a_split(house: House) -> None:
    table = house.open("nz-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    house.deal(table, "8h As 8c")
    verb(page, "insure")
    verb(page, "split")
    house.deal(table, "Th", start=False)
    expect(page.get_by_role("group", name="Hand 2 of box 1")).to_be_visible()
    verb(page, "stand")
    house.deal(table, "Td", start=False)
    verb(page, "stand")
    house.deal(table, "Kd", start=False)
    expect(page.get_by_role("group", name="Dealer's hand, blackjack")).to_be_visible()
    insured = next(wager for wager in house.view(table)["boxes"][0]["wagers"] if wager["kind"] == "insurance")
    assert insured["result"] == 2 * insured["amount"]


def test_back_betting(house: House) -> None:
    table = house.open("nz-blackjack")
    ann, ben = house.page("ann"), house.page("ben")
    sit_down(ann, table)
    sit_down(ben, table)
    place(ann, 3, "main wager")
    expect(ben.get_by_role("button", name="Box 3, main wager, ann $10")).to_be_visible()
    place(ben, 3, "main wager")
    expect(ben.get_by_role("button", name="Box 3, main wager, you have $10, ann $10")).to_be_visible()
    house.deal(table, "6h 5s 5c")
    expect(ben.locator('.actions button[data-verb="hit"]')).to_have_count(0)
    verb(ann, "double")
    verb(ben, "follow")
    house.deal(table, "Th Td Ts", start=False)
    expect(ben.get_by_text("Before you")).to_contain_text("$")
    wagers = house.view(table)["boxes"][2]["hands"][0]["wagers"]
    assert {(wager["player"], wager["kind"]) for wager in wagers} == {
        (name, kind) for name in ("ann", "ben") for kind in ("main", "double")
    }


def test_by_keyboard_alone(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Come to the table with")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Before you")).to_be_visible()
    page.keyboard.press("3")
    page.get_by_role("button", name=re.compile("^Box 1, main wager")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("Box 1, main wager, you have"))).to_be_visible()
    house.deal(table, "Ts 8c 5h")
    expect(page.locator('.actions button[data-verb="hit"]')).to_be_visible()
    page.keyboard.press("h")
    house.deal(table, "4c", start=False)
    expect(page.get_by_role("group", name="Hand of box 1, 19, in turn")).to_be_visible()
    page.keyboard.press("s")
    house.deal(table, "Th", start=False)
    expect(page.locator(".wager-won")).to_be_visible()


def test_what_is_not_legal_says_why(house: House) -> None:
    table = house.open("nz-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    house.deal(table, "Th 8c 5h")
    split = page.locator('.actions button[data-verb="split"]')
    expect(split).to_have_attribute("aria-disabled", "true")
    clause = split.locator("xpath=..").get_by_role("link")
    clause.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()


def test_nobody_sees_the_hole_card(house: House) -> None:
    table = house.open("tribal-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    house.deal(table, "2c Ts 8c 9h Th")
    expect(page.get_by_role("img", name="a card face down")).to_be_visible()
    assert page.get_by_role("img", name="ten of hearts").count() == 0
    assert "Th" not in str(house.view(table, "ann")["dealer"])
    verb(page, "stand")
    expect(page.get_by_role("img", name="ten of hearts")).to_be_visible()
