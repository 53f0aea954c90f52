"""What the rulebooks offer beyond the plain game, played on the page with cards that the dealer enters."""

import re

from playwright.sync_api import expect

from tests.web.conftest import House, violations
from tests.web.steps import button, lies, offered, other_amount, seated, spot


def test_even_money(house: House) -> None:
    table = house.open("canberra-blackjack")
    page = seated(house, table, "bet 1 100")
    house.deal(table, "2c Ah As Kc")
    expect(button(page, "even")).to_contain_text("Even money")
    expect(button(page, "insure")).to_contain_text("Insurance $50")
    assert violations(page) == []
    page.keyboard.press("e")
    expect(page.locator(".wager-won .result-mark")).to_have_text("+$100")
    page.locator(".result-mark").click()
    expect(page.locator(".result-why")).to_contain_text("even money")
    assert house.view(table)["people"][0]["money"] == 110_000


def test_surrender(house: House) -> None:
    table = house.open("tribal-blackjack", {"surrender": "true"})
    page = seated(house, table, "bet 1 100")
    house.deal(table, "2c Ts 9c 6h Kd")
    expect(offered(page, "surrender")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(".wager-lost .result-mark")).to_have_text("−$50")
    expect(page.locator(".total", has_text="surrendered")).to_be_visible()
    assert house.view(table)["people"][0]["money"] == 95_000
    assert violations(page) == []


def test_the_ante_goes_with_the_wager_until_it_is_waived(house: House) -> None:
    table = house.open("nz-blackjack", {"antes_up": "true", "ante_amount": "1", "ante_waiver": "50"})
    page = seated(house, table)
    expect(page.locator(".felt-signs")).to_contain_text("Ante $1, none from $50")
    spot(page, 2, "main wager").click()
    expect(page.get_by_role("img", name="ann, ante: $1")).to_be_visible()
    assert violations(page) == []
    other_amount(page, "60")
    spot(page, 2, "main wager").click()
    lies(page, 2, "main wager", 60)
    expect(page.get_by_role("img", name="ann, ante: $1")).to_have_count(0)
    bets = house.view(table)["boxes"][1]["bets"]
    assert [(bet["kind"], bet["amount"]) for bet in bets] == [("main", 6000)]


def test_a_double_shoe(house: House) -> None:
    table = house.open("tribal-blackjack", {"double_shoe": "true"})
    page = seated(house, table, "bet 1 100")
    dealer = house.page("dan")
    dealer.goto(f"/tables/{table}")
    dealer.get_by_role("button", name="Deal from a").click()
    house.deal(table, "9h 7d 9d Td", start=False)
    expect(page.locator(".shoe text")).to_have_text(["A: 4 of 156 dealt", "B: 0 of 156 dealt"])
    expect(offered(page, "stand")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".wager-won .result-mark")).to_have_text("+$100")
    assert violations(page) == []


def test_multiple_action_is_played_out(house: House) -> None:
    table = house.open("tribal-blackjack", {"multiple_action": "true"})
    page = seated(house, table, "bet 1 20/10/10")
    house.deal(table, "2c Th 7c 9d")
    expect(button(page, "double")).to_contain_text("+$40")
    page.keyboard.press("s")
    house.deal(table, "Kd 4s Ts 5c 7h", start=False)
    for number, total in enumerate(("17", "21", "19"), 1):
        expect(page.get_by_role("group", name=f"Dealer's hand {number}, {total}")).to_be_visible()
    expect(page.locator(".wager-mine .result-mark")).to_have_text(["+$20", "−$10", "back"])
    assert violations(page) == []


def test_without_money_nothing_is_offered_that_costs_any(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, "bet 1 100", money=100)
    house.deal(table, "8h As 8c")
    expect(button(page, "insure")).to_have_attribute("aria-disabled", "true")
    expect(button(page, "insure")).to_have_attribute("title", re.compile(r"You have \$0"))
    page.keyboard.press("i")  # what is not legal has no key either
    page.keyboard.press("n")
    for verb in ("double", "split"):
        expect(button(page, verb)).to_have_attribute("aria-disabled", "true")
        expect(button(page, verb)).to_have_attribute("title", re.compile(r"You have \$0"))
    button(page, "split").click(force=True)  # it says why
    expect(page.locator(".notice")).to_contain_text("You have $0")
    expect(page.locator(".notice .clause-link").first).to_be_visible()
    assert violations(page) == []
    wagers = house.view(table)["boxes"][0]["hands"][0]["wagers"]
    assert [wager["amount"] for wager in wagers] == [10_000]


def test_a_double_goes_as_far_as_the_money(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, "bet 1 100", money=130)
    house.deal(table, "6h 5s 5c")
    expect(button(page, "double")).to_contain_text("+$30")
    page.keyboard.press("d")
    house.deal(table, "Th Td 2c", start=False)
    expect(page.locator(".wager-mine .result-mark")).to_have_text(["+$100", "+$30"])
    assert house.view(table)["people"][0]["money"] == 26_000


def test_cards_of_several_dealer_hands_have_one_size(house: House) -> None:
    table = house.open("tribal-blackjack", {"multiple_action": "true"})
    page = seated(house, table, "bet 1 20/10/10", phone=True, speed="fast", reduced_motion="no-preference")
    house.deal(table, "2c Th 7c 9d")
    expect(offered(page, "stand")).to_be_visible()
    page.keyboard.press("s")
    house.deal(table, "Kd 4s Ts 5c 7h", start=False)
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    cards = page.locator(".scene .card-shape").all()
    boxes = [card.bounding_box() for card in cards]
    tops = sorted(box["width"] for box in boxes if box and box["y"] < 200)
    assert len(tops) == 8
    assert tops[-1] - tops[0] < 1, tops


def test_a_rebet_leaves_out_a_streak_that_goes_on(house: House) -> None:
    table = house.open("tribal-blackjack", {"streak": "true"}, limits="5-500")
    page = seated(house, table, "bet 1 10 streak_3=5")
    house.deal(table, "2c Th 8d 9h Kd")
    button(page, "stand").click()
    expect(page.locator("[data-sentence]")).to_contain_text("Net +$10")
    page.get_by_role("button", name="Rebet, key B").click()
    expect(page.locator("[data-sentence]")).to_contain_text("$10 on box 1")
    expect(page.locator(".notice")).to_have_count(0)
