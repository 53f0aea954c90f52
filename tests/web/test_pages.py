"""Pages beside the tables: addresses, titles, empty states and the way on from them."""

import re

from playwright.sync_api import expect

from tests.web.conftest import House, violations
from tests.web.test_roulette_staging import in_motion, settle


def test_a_section_of_the_learning_page_has_an_address(house: House) -> None:
    page = house.page("ann")
    page.goto("/learn/count")
    expect(page.get_by_role("button", name="Count", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Puzzles").click()
    expect(page).to_have_url(re.compile("/learn/puzzles$"))
    page.go_back()
    expect(page.get_by_role("button", name="Count", exact=True)).to_have_attribute("aria-pressed", "true")


def test_an_address_of_nothing_says_so_and_leads_on(house: House) -> None:
    page = house.page("ann", phone=True)
    page.goto("/hand")
    page.get_by_role("link", name="Set up your own table").click()
    expect(page.get_by_role("heading", name="Your practice room")).to_be_visible()
    page.goto("/nowhere")
    expect(page).to_have_title("Page not found · pitboss")
    for path in ("/rules/nowhere", "/history/nowhere/1"):
        page.goto(path)
        expect(page.get_by_role("heading", name="This page cannot be shown")).to_be_visible()
        expect(page.locator(".panel")).to_contain_text("There is no")
        expect(page.locator(".notice")).to_have_count(0)  # once is enough
    assert violations(page) == []
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_rulebooks_and_rounds_are_named_as_people_know_them(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 10")
    house.deal(table, "Ts 8c 9h")
    house.say(table, "ann", "stand 1")
    house.deal(table, "Th", start=False)
    page = house.page("ann")
    page.goto(f"/history/{table}")
    name = house.ask("ann", "GET", f"/tables/{table}")["table"]["title"]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Rounds: {name}")
    page.get_by_role("link", name="Round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round 1: {name}")
    scene, cloth = (page.locator(where).first.bounding_box() for where in (".replay .scene", ".replay .cloth"))
    assert scene
    assert cloth
    assert cloth["x"] <= scene["x"] + 1
    assert cloth["x"] + cloth["width"] >= scene["x"] + scene["width"] - 1
    page.goto("/rules")
    expect(page.locator(".rulebook b", has_text="Blackjack, Marina Bay Sands")).to_be_visible()
    page.goto("/rules/mbs-blackjack/5")
    expect(page).to_have_title("Clause 5, Blackjack, Marina Bay Sands · pitboss")


def test_a_preset_of_another_rulebook_chooses_that_rulebook(house: House) -> None:
    page = house.page()
    page.goto("/room")
    page.get_by_role("button", name="Triple Play").click()
    expect(page.get_by_role("button", name="Blackjack, Casino Canberra")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Triple Play")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Multiple action").click()
    expect(page.get_by_role("button", name="Blackjack, tribal rules")).to_have_attribute("aria-pressed", "true")


def test_a_player_at_the_limit_of_rooms_finds_them(house: House) -> None:
    guest = house.ask("", "POST", "/guests", {})
    house.served.tokens[guest["user"]["name"]] = guest["token"]
    page = house.page(guest["user"]["name"])
    for _ in range(3):
        house.ask(guest["user"]["name"], "POST", "/rooms", {"rulebook": "mbs-blackjack"})
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".notice")).to_contain_text("You have 3 rooms open: close one first")
    page.locator(".notice").get_by_role("link", name="Your rooms").click()
    expect(page.get_by_role("button", name="Close the room")).to_have_count(3)


def test_a_seed_is_counted_as_verified_when_the_ball_is_at_rest(house: House) -> None:
    _, page = in_motion(house)
    table = house.ask("ann", "POST", "/rooms", {"rulebook": "nz-roulette"})["id"]
    house.say(table, "ann", "join 500")
    page.goto(f"/tables/{table}")
    expect(page.locator(".wheel")).to_be_visible()
    house.say_unseen(table, "ann", "bet red 5", "ready")
    fair, plate = page.locator(".fair"), page.locator("[data-plate]").first
    for _ in range(400):
        page.clock.run_for(100)
        seen = page.evaluate("[!!document.querySelector('.fair'), document.querySelector('[data-plate]').textContent]")
        assert seen[1] or not seen[0]  # no seed is verified before its number is shown
        if seen[1]:
            break
        page.wait_for_timeout(20)
    expect(plate).not_to_be_empty()
    settle(page)
    expect(fair).to_contain_text("1 verified")
