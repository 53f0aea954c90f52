"""The server is killed in mid-round: the page comes back to seat and money, and what was said is done once."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.server.conftest import PEOPLE, Served, make_users
from tests.server.processes import Process
from tests.web.conftest import House
from tests.web.steps import at_the_table, button, lies, seated, sit_down, spot


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    process = Process(f"sqlite:///{tmp_path}/house.db")
    yield process
    if process.process is not None:
        process.stop()


def test_a_user_signed_out_elsewhere_still_sees_the_table(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page()
    page.add_init_script("localStorage.setItem('pitboss.token', 'pit_known_no_more')")
    page.goto(f"/tables/{table}")
    expect(spot(page, 1, "main wager")).to_be_visible()
    expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()


def test_players_see_that_their_table_was_closed(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table)
    money = house.ask("ann", "GET", "/me")["wallet"]
    house.ask("olga", "DELETE", f"/tables/{table}")
    closed = page.locator(".lost")
    expect(closed).to_contain_text("This table is closed. All chips were returned.")
    assert house.ask("ann", "GET", "/me")["wallet"] > money
    closed.get_by_role("link", name="Go to the lobby").click()
    expect(page).to_have_url(re.compile("/tables$"))
    expect(page.locator(".lost")).to_have_count(0)
    page.goto(f"/tables/{table}")  # a mark that was kept
    expect(closed).to_be_visible()
    expect(spot(page, 1, "main wager")).to_have_count(0)


@pytest.mark.parametrize("who", ["ann", "olga"])
@pytest.mark.parametrize("rulebook", ["mbs-blackjack", "nz-roulette", "nz-tournament"])
def test_a_table_that_is_closed_offers_nothing_but_the_way_to_the_lobby(house: House, rulebook: str, who: str) -> None:
    table = house.open(rulebook, {"entry_fee": "20"} if rulebook == "nz-tournament" else None)
    house.say(table, "ann", "join 100")
    page = house.page(who)
    page.goto(f"/tables/{table}")
    offered = page.locator(".felt, .places, .controls, .strip, .purse, .console").get_by_role("button", disabled=False)
    offered.last.focus()
    house.ask("olga", "DELETE", f"/tables/{table}")
    expect(page.locator(".lost").get_by_role("link", name="Go to the lobby")).to_be_focused()
    expect(offered).to_have_count(0)
    expect(page.locator(".felt, .stage, .facts").first).to_be_visible()  # how it stood
    for key in "ghs1":
        page.keyboard.press(key)
    house.keep_up()
    expect(page.locator(".notice")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables$"))


@pytest.fixture
def guest(house: House) -> Page:
    """A guest's page of the lobby, whose session may be ended."""
    page = house.page()
    page.goto("/account")
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.locator(".me")).to_contain_text("guest")
    return page


def test_signing_out_in_one_tab_signs_the_other_out(guest: Page) -> None:
    other = guest.context.new_page()
    other.goto("/account")
    other.get_by_role("button", name="Sign out").click()
    expect(guest.locator(".me")).to_have_text("Sign in")
    other.get_by_role("button", name="Play as a guest").click()
    expect(guest.locator(".me")).to_contain_text("guest")
    name = other.locator(".me span").inner_text()
    expect(guest.locator(".me span")).to_have_text(name)


def test_an_ended_session_is_reported_on_reconnect(house: House, guest: Page) -> None:
    guest.goto(f"/tables/{house.open('mbs-blackjack')}")
    expect(spot(guest, 1, "main wager")).to_be_visible()
    token = guest.evaluate("localStorage.getItem('pitboss.token')")
    ended = house.http.delete("/api/sessions/current", headers={"authorization": f"Bearer {token}"})
    assert ended.is_success
    guest.context.set_offline(True)
    expect(guest.locator(".lost")).to_be_visible()
    guest.context.set_offline(False)
    expect(guest.locator(".notice")).to_be_visible()
    expect(guest.locator(".me")).to_have_text("Sign in")
    expect(guest.get_by_role("button", name="Play as a guest")).to_be_visible()


def test_a_server_that_answers_late_does_not_sign_the_user_out(house: House) -> None:
    page = house.page("ann")
    page.route("**/api/me", lambda route: route.abort(), times=1)
    page.goto("/")
    expect(page.locator(".me")).to_contain_text("ann")


def test_a_failed_fetch_is_retried_on_reconnect(house: House) -> None:
    page = house.page()
    page.route("**/api/rulebooks/mbs-blackjack", lambda route: route.abort(), times=1)
    page.goto("/rules/mbs-blackjack")
    expect(page.locator(".clause-list li").first).to_be_visible()


def test_the_lobby_reports_an_unreachable_server_once(house: House) -> None:
    page = house.page("ann")
    page.clock.install()
    page.route("**/api/tables", lambda route: route.abort())
    page.goto("/tables")
    expect(page.locator(".notice")).to_have_count(1)
    for _ in range(2):
        with page.expect_event("requestfailed"):
            page.clock.run_for(4000)
    expect(page.locator(".notice")).to_have_count(1)


def test_a_server_that_is_killed_in_mid_round(browser: Browser, process: Process) -> None:
    with ThreadPoolExecutor(1) as beside:  # the browser's driver keeps this thread's event loop
        tokens = beside.submit(lambda: asyncio.run(make_users(process.database, PEOPLE))).result()
    process.start()
    house = House(Served(process.url, process.database, tokens), browser)
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    brought = house.view(table)["people"][0]["money"]
    spot(page, 1, "main wager").click()
    lies(page, 1, "main wager", 10)
    house.deal(table, "Ts 8c 5h")
    expect(button(page, "hit")).to_be_visible()
    process.kill()
    expect(page.locator(".lost")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Connection lost")
    button(page, "hit").click()
    process.start()
    expect(page.locator(".lost")).to_have_count(0)
    house.deal(table, "6c", start=False)
    expect(page.get_by_role("group", name="Hand of box 1, 21")).to_be_visible()
    house.deal(table, "Th", start=False)
    expect(page.locator(".wager-won")).to_be_visible()
    view = house.view(table)
    assert view["boxes"][0]["seat"] == "ann"
    assert view["people"][0]["money"] == brought + 1000
    told = house.ask("ann", "GET", f"/tables/{table}/updates")
    verbs = [update["words"].split()[0] for update in told if update["actor"] == "ann"]
    assert verbs.count("hit") == 1
    page.context.close()
    house.http.close()


def test_a_decision_for_one_split_hand_does_not_reach_the_next(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "8h 6s 8c")
    house.say(table, "ann", "split 1")
    house.deal(table, "5d", start=False)
    expect(button(page, "hit")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    button(page, "hit").click()
    for who, words in (("ann", "stand 1"), ("dan", "card 3d")):
        house.ask(who, "POST", f"/tables/{table}/commands", {"id": words.replace(" ", "_"), "words": words})
    page.context.set_offline(False)
    expect(page.locator(".notice")).to_contain_text("“Hit” was too late")
    expect(page.get_by_role("group", name="Hand 2 of box 1, 11")).to_be_visible()
    assert [len(hand["cards"]) for hand in house.view(table)["boxes"][0]["hands"]] == [2, 2]
    expect(button(page, "hit")).to_be_visible()


def test_commands_sent_offline_are_executed_in_order(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table)
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    for _ in range(3):
        spot(page, 1, "main wager").click()
    page.context.set_offline(False)
    lies(page, 1, "main wager", 20)


def test_the_clock_is_right_after_a_lost_line(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 100", "bet 1 10")
    page = house.page("ann")
    page.clock.install()
    page.goto(f"/tables/{table}")
    clock = page.locator(".clock")
    expect(clock).to_contain_text(re.compile("(60|59):"))
    page.clock.fast_forward("20:00")
    expect(clock).to_contain_text(re.compile("(40|39):"))
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    page.context.set_offline(False)
    # the table has not gone on, and tells how long it waits still
    expect(clock).to_contain_text(re.compile("(60|59|58):"))


def test_a_clause_that_could_not_be_fetched_is_asked_for_again(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 100")
    page = house.page("ann")
    page.route("**/clauses/**", lambda route: route.abort(), times=1)
    page.goto(f"/tables/{table}")
    clause = page.locator(".log .clause-link").first
    clause.hover()
    expect(page.get_by_role("tooltip")).to_have_text("The clause could not be loaded.")
    page.locator("h1").hover()
    clause.hover()
    expect(page.get_by_role("tooltip")).not_to_contain_text("could not be fetched")


def test_an_event_described_after_it_was_shown_is_in_the_log(house: House) -> None:
    """A state may arrive before the events that led to it: here each message has the events of the one before."""
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 100", "bet 1 10")
    page = house.page("ann")
    late: list[Any] = []

    def line(at_page: WebSocketRoute) -> None:
        def sent(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "table":
                now, late[:] = [*late], told["updates"]
                told["updates"] = now
            at_page.send(json.dumps(told))

        at_page.connect_to_server().on_message(sent)

    page.route_web_socket(re.compile("/api/socket"), line)
    page.goto(f"/tables/{table}")
    at_the_table(page)
    expect(page.locator(".log li").first).to_be_visible()
    house.deal(table, "Ts 8c 9h")
    house.say(table, "ben", "join 100")  # with which the last cards are told
    for words in ("10♠ to box 1", "8♣ to the dealer", "9♥ to box 1"):
        expect(page.locator(".log li", has_text=words)).to_have_count(1)
