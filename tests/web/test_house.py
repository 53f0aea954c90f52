"""The house on the page: guests, the lobby, an operator and the law's refusal, rules, history, the connection."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import WAIT, House, violations
from tests.web.steps import COMPILES, button, lies, sit_down, spot, won_round


def test_a_guest_plays_at_once(house: House) -> None:
    page = house.page()
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if not answer.ok else None)
    page.goto("/tables")
    expect(page.locator(".tile")).to_have_count(len(house.ask("", "GET", "/tables")))
    page.locator(".tile-blackjack").first.click()
    expect(page).to_have_url(re.compile("/tables/t"))
    token = page.evaluate("localStorage.getItem('pitboss.token')")
    person = house.http.get("/api/me", headers={"authorization": f"Bearer {token}"}).json()
    assert (person["guest"], person["wallet"]) == (True, 50_000)  # the rest is at the table
    assert failed == []


def test_two_clicks_from_the_landing_page_to_the_first_card(house: House) -> None:
    page = house.page()
    page.goto("/")
    expect(page.get_by_text("Practice chips only. No account, no real money.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile("/tables/t"))
    page.get_by_role("button", name=re.compile("^Deal")).click()
    table = page.url.rpartition("/")[2]
    deadline(lambda: house.view(table)["round"] == 1)


def deadline(holds: Callable[[], bool]) -> None:
    """Waits until a condition holds."""
    end = time.monotonic() + WAIT / 1000
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_room_is_set_up_with_its_edge_and_opened(house: House) -> None:
    page = house.page()
    page.goto("/room")
    edge = page.locator(".edge output")
    expect(edge).to_have_text("0.541%", timeout=COMPILES)
    page.get_by_role("button", name="Blackjack, Marina Bay Sands").click()
    expect(edge).to_have_text("0.190%", timeout=COMPILES)
    page.get_by_role("button", name="Blackjack, tribal rules").click()
    page.get_by_role("button", name="Every side bet").click()
    expect(page.locator(".edge td").first).to_have_text("Over 13", timeout=COMPILES)
    page.get_by_role("group", name="Bots").get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Open table").click()
    expect(page).to_have_url(re.compile("/tables/t"))
    info = house.ask("olga", "GET", f"/tables/{page.url.rpartition('/')[2]}")["table"]
    assert info["spec"]["practice"]["bots"] == 2
    assert info["spec"]["choices"]["streak"] == "true"
    assert info["title"] == "Blackjack, tribal rules"
    page.goto("/tables")
    expect(page.get_by_role("heading", name="Your rooms")).to_be_visible()
    page.get_by_role("button", name="Close the room").click()
    expect(page.get_by_role("heading", name="Your rooms")).to_have_count(0)


@pytest.mark.parametrize(("rulebook", "bet"), [("nz-blackjack", "bet 1 500"), ("nz-roulette", "bet red 500")])
def test_a_guest_without_chips_plays_on(house: House, rulebook: str, bet: str) -> None:
    table = house.open(rulebook)
    guest = house.ask("", "POST", "/guests", {})
    name = guest["user"]["name"]
    house.served.tokens[name] = guest["token"]
    house.say(table, name, "join 1000")
    page = house.page(name)
    page.goto(f"/tables/{table}")
    for _ in range(2):
        house.say(table, name, bet)
        if rulebook == "nz-roulette":
            house.say(table, "dan", "number 2")
        else:
            house.deal(table, "Th 9c 8h")
            house.say(table, name, "stand 1")
            house.deal(table, "Td", start=False)
    expect(page.locator("[data-balance]")).to_have_text("$0")
    page.get_by_role("button", name="Add $500").first.click()
    expect(page.locator("[data-balance]")).to_have_text("$500")
    expect(page.get_by_role("button", name="Add $500")).to_have_count(0)


def test_a_side_wager_is_chosen_with_all_that_it_needs(house: House) -> None:
    page = house.page()
    page.goto("/room")
    page.get_by_role("button", name="Blackjack, tribal rules").click()
    sides = page.get_by_role("group", name="Side bets")
    sides.get_by_role("button", name="Bonus").click()
    sides.get_by_role("button", name="Suited").click()
    page.get_by_role("button", name="Open table").click()
    expect(page).to_have_url(re.compile("/tables/t"))
    info = house.ask("olga", "GET", f"/tables/{page.url.rpartition('/')[2]}")["table"]
    assert set(info["spec"]["choices"]) == {"bonus", "bonus_awards_1", "bonus_awards_5", "additional_wager"}


def test_the_name_of_a_table_is_not_cut_off_on_a_phone(house: House) -> None:
    page = house.page("ann", phone=True)
    for title in ("Blackjack, New Zealand rules: Every side bet", "Tournament blackjack"):
        spec = {"rulebook": "nz-blackjack", "limits": "10-1000", "choices": {}, "cards_are_read": True, "title": title}
        page.goto(f"/tables/{house.ask('olga', 'POST', '/tables', spec)['id']}")
        name = page.locator(".top .name")
        expect(name).to_have_attribute("aria-label", title)
        expect(name.locator("small")).to_be_visible()
        for part in (name, name.locator("small")):
            assert part.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_coach_is_chosen_in_the_settings(house: House) -> None:
    page = house.page("ann")
    page.goto("/settings")
    page.get_by_label("Coach").select_option("Before")
    page.goto(f"/tables/{house.open('nz-blackjack')}")
    expect(page.get_by_role("button", name="Before")).to_have_attribute("aria-pressed", "true")


def test_a_room_outside_the_law_names_the_clause(house: House) -> None:
    page = house.page("olga")  # a page on which requests may be refused
    page.goto("/room")
    page.get_by_role("button", name="Super Sevens").click()
    page.get_by_role("group", name="Decks").get_by_role("button", name="4", exact=True).click()
    expect(page.locator(".edge")).to_contain_text("Super Sevens is played with six to eight decks")
    expect(page.locator(".edge .clause-link").first).to_have_text("3.3(a)")


@pytest.mark.parametrize(("said", "name"), [("Ann O'Hara 2", "ann_o_hara_2"), ("王", "guest_")])
def test_a_guest_may_write_a_name_as_people_do(house: House, said: str, name: str) -> None:
    page = house.page()
    page.goto("/account")
    page.get_by_role("textbox", name="Name").fill(said)
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.locator(".me span")).to_contain_text(name)


def test_the_lobby_counts_free_boxes(house: House) -> None:
    table = house.open("mbs-blackjack", {"boxes": "5"})
    page = house.page("ann")
    page.goto("/tables")
    tile = page.locator(f'.tile[href="/tables/{table}"]')
    expect(tile).to_contain_text("5 of 5 free")
    house.say(table, "ann", "join 100", "bet 2 10")
    expect(tile).to_contain_text("4 of 5 free")


def test_the_keyboard_begins_at_the_top_and_goes_to_the_content_with_every_link(house: House) -> None:
    page = house.page("ann")
    page.goto("/tables")
    expect(page.locator(".tile").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.get_by_role("link", name="Settings").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Theme")).to_be_focused()


def test_an_operator_opens_a_table_and_is_refused_an_unlawful_one(house: House) -> None:
    page = house.page("olga")
    page.goto("/open")
    page.get_by_label("Rulebook").select_option("nz-blackjack")
    expect(page.locator(".worth .edges")).to_contain_text("Main game", timeout=COMPILES)
    assert violations(page) == []
    first = page.locator(".worth .edges tbody td").first.inner_text()
    decks = page.get_by_label("decks", exact=True)
    decks.fill("4")
    expect(page.locator(".worth .edges tbody td").first).not_to_have_text(first, timeout=COMPILES)
    decks.fill("3")
    expect(page.locator(".worth .refused")).to_contain_text("3.3(a)")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".notice")).to_contain_text("3.3(a)")
    assert page.url.endswith("/open")
    decks.fill("6")
    page.get_by_label("Limits").fill("25-250")
    page.get_by_label("Title").fill("The blue table")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="The blue table")).to_be_visible()


def test_a_second_side_wager_is_allowed_with_a_warning(house: House) -> None:
    page = house.page("olga")
    page.goto("/open")
    page.get_by_label("Rulebook").select_option("nz-blackjack")
    page.get_by_label("super sevens", exact=True).select_option("true")
    warning = page.locator(".worth .warning")
    expect(page.locator(".worth .edges")).to_contain_text("super sevens", timeout=COMPILES, ignore_case=True)
    expect(warning).to_have_count(0)
    page.get_by_label("madness 21", exact=True).select_option("true")
    expect(warning).to_contain_text("more than one side wager at one table")
    expect(warning).to_contain_text("3.2(c)")
    expect(page.locator(".worth section")).to_have_attribute("aria-busy", "false", timeout=COMPILES)
    assert violations(page) == []


def test_open_questions_of_the_law_are_whole_sentences(house: House) -> None:
    page = house.page("olga")
    page.goto("/open")
    for rulebook in ("nz-tournament", "nz-blackjack"):
        page.get_by_label("Rulebook").select_option(rulebook)
        told = page.locator(".field p", has_text="Allowed: ")
        expect(told.first).to_be_visible()
        assert not [text for text in told.all_inner_texts() if ".." in text or not re.search(r"\. Allowed: ", text)]


def test_a_cloth_is_worth_the_same_in_a_few_lines(house: House) -> None:
    page = house.page("ann")
    page.goto(f"/tables/{house.open('nz-roulette', limits='5-500')}/analysis")
    row = page.get_by_role("row", name=re.compile("straight, 37 places"))
    expect(row).to_contain_text("-1/37", timeout=COMPILES)
    expect(page.get_by_role("row", name=re.compile("^split"))).to_have_count(1)
    assert violations(page) == []


def test_rules_are_read_and_searched(house: House) -> None:
    page = house.page()
    page.goto("/rules/nz-blackjack")
    page.get_by_label("Search the rules").fill("insurance")
    expect(page.locator(".clause-list li").first).to_contain_text(re.compile("insur", re.IGNORECASE))
    page.goto("/rules/nz-blackjack/12.6")
    expect(page.get_by_role("heading", name="12.6")).to_be_visible()
    page.locator("details.part summary").first.click()
    expect(page.locator("details.part pre").first).to_contain_text("rulebook: nz-blackjack")


def test_a_round_is_replayed_step_by_step(house: House) -> None:
    table, page = won_round(house)
    page.goto(f"/history/{table}")
    page.get_by_role("link", name="Round 1").click()
    steps = page.locator(".step")
    expect(steps).to_have_count(1)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".steps")).to_contain_text("stand")
    expect(page.locator(".steps .clause-link").first).to_be_visible()


def test_a_lost_connection_a_refresh_and_a_second_tab_change_no_money(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    brought = house.view(table)["people"][0]["money"]
    spot(page, 1, "main wager").click()
    lies(page, 1, "main wager", 10)
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    spot(page, 1, "main wager").click()  # said into a dead line: it is heard once, when there is one again
    page.context.set_offline(False)
    expect(page.locator(".lost")).to_have_count(0)
    lies(page, 1, "main wager", 15)
    page.reload()
    lies(page, 1, "main wager", 15)
    second = page.context.new_page()
    second.goto(f"/tables/{table}")
    house.deal(table, "Ts 8c 5h")
    expect(button(second, "hit")).to_be_visible()
    button(page, "hit").dblclick()
    house.deal(table, "6c", start=False)
    expect(second.get_by_role("group", name="Hand of box 1, 21")).to_be_visible()
    house.deal(table, "Th", start=False)
    expect(second.locator(".wager-won")).to_be_visible()
    view = house.view(table)
    assert view["boxes"][0]["seat"] == "ann"
    assert view["people"][0]["money"] == brought + 1500


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/screen/none", "here is no table 'none'"),
        ("/history/none", "here is no table 'none'"),
        ("/tables/none/analysis", "here is no table 'none'"),
        ("/screen/t1", "is not a tournament"),
    ],
)
def test_missing_files_are_reported(house: House, path: str, words: str) -> None:
    page = house.page("ann")
    page.goto(path)
    expect(page.get_by_role("heading", name="This page cannot be shown")).to_be_visible()
    expect(page.locator("main")).to_contain_text(words)
    expect(page.locator(".notice")).to_have_count(0)


def test_a_collapsed_panel_is_drawn_when_it_is_opened(house: House) -> None:
    page = house.page("ann")
    page.goto("/rules/nz-blackjack")
    expect(page.locator(".clause-list li").first).to_be_visible()
    expect(page.locator(".part")).not_to_have_count(0)
    expect(page.locator(".part :not(summary)")).to_have_count(0)
    page.get_by_text("Side wagers (").click()
    expect(page.locator(".part tr", has_text="perfect pairs").first).to_be_visible()
    page.get_by_text("Side wagers (").click()
    expect(page.locator(".part tr")).to_have_count(0)
    page.get_by_label("Search the rules").fill("insurance")
    expect(page.locator(".part tr", has_text="insurance").first).to_be_visible()
    page.get_by_label("Search the rules").fill("")
    expect(page.locator(".part tr")).to_have_count(0)
