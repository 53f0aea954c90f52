"""The longest names on the narrowest screens: nothing overflows or overlaps."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House
from tests.web.steps import button, lies, offered, spot

#: As long as a name may be, and as wide.
LONG = ("w" * 24, "m" * 24)
SIZES = [(320, 640), (390, 844), (1280, 900)]
IDS = [str(width) for width, _ in SIZES]


@pytest.fixture
def long_names(house: House) -> tuple[str, ...]:
    for name in LONG:
        if name not in house.served.tokens:
            house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
    return LONG


def _shown(house: House, path: str, size: tuple[int, int], who: str = "ann") -> Page:
    page = house.page(who)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    return page


def _sticks_out(page: Page, where: str) -> list[str]:
    """What of some elements is beyond the edge of the screen."""
    found: list[str] = page.locator(where).evaluate_all(
        "found => found.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
        ".map((one) => one.outerHTML.slice(0, 90))"
    )
    return found


def _scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_an_offer_fits_on_the_screen(house: House, long_names: tuple[str, ...], size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack", {"max_boxes_per_player": "2"})
    for nth, name in enumerate(long_names, 1):
        house.say(table, name, "join 100", f"bet {nth} 10")
    house.say(table, "ann", "join 1000", "bet 3 10", "bet 4 20")
    house.deal(table, "8h 8d 8s 9h Ac 9s 9d 9c Ts")
    page = _shown(house, f"/tables/{table}", size)
    # of several boxes one is asked after the other, by name
    for box in (3, 4):
        insure = button(page, "insure")
        expect(insure).to_contain_text(f"Insurance on {box}" if box == 3 else "Insurance $")
        assert not _sticks_out(page, ".strip button, .strip p")
        assert not _scrolls_sideways(page)
        expect(page.get_by_role("button", name="Insurance for less").first).to_be_visible()
        button(page, "pass").click()


def test_the_box_of_the_first_chip_is_seen(house: House) -> None:
    table, name = house.open("nz-blackjack"), "v" * 24
    house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
    house.say(table, name, "join 100")
    page = _shown(house, f"/tables/{table}", (390, 844), name)
    spot(page, 1, "main wager").click()
    lies(page, 1, "main wager", 10)
    expect(page.locator(".box-mine .spot")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(720, 450), (390, 664)], ids=["magnified", "phone"])
def test_buttons_do_not_cover_their_hand(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 10")
    house.deal(table, "8h Td 8d")
    page = _shown(house, f"/tables/{table}", size)
    expect(offered(page, "split")).to_be_visible()
    hand, strip = page.get_by_role("group", name="Hand of box 1").bounding_box(), page.locator(".strip").bounding_box()
    assert hand
    assert strip
    below = hand["y"] + hand["height"] <= strip["y"]
    beside = hand["x"] + hand["width"] <= strip["x"]
    assert below or beside
    assert hand["y"] >= 0


@pytest.mark.parametrize("size", [*SIZES, (800, 1000)], ids=[*IDS, "800"])
def test_a_wheel_leaves_the_cloth_its_place(house: House, long_names: tuple[str, ...], size: tuple[int, int]) -> None:
    table = house.open("nz-roulette", limits="5-500")
    for name in long_names:
        house.say(table, name, "join 100", "bet red 5")
    page = _shown(house, f"/tables/{table}", size)
    expect(page.locator("[data-chips]")).to_have_count(1)
    assert not _sticks_out(page, ".place, .rack *, .strip *")
    stage, wheel, layout = (page.locator(where).bounding_box() for where in (".stage", ".wheel", ".places"))
    assert stage
    assert wheel
    assert layout
    # of the width of the stage, or of its height where that is what limits it
    assert layout["width"] > 0.6 * stage["width"] or layout["height"] > 0.8 * stage["height"]
    beside = wheel["x"] + wheel["width"] <= layout["x"] + 1
    above = wheel["y"] + wheel["height"] <= layout["y"] + 1
    assert beside or above


@pytest.mark.parametrize("size", [(800, 1000), (1280, 900)], ids=["800", "1280"])
def test_places_for_wagers_leave_what_is_printed_on_the_cloth(house: House, size: tuple[int, int]) -> None:
    table = house.open("tribal-blackjack", {"streak": "true", "progressive": "true"})
    page = _shown(house, f"/tables/{table}", size)
    house.say(table, "ann", "join 100")
    spots = page.locator(".spot")
    expect(spots.first).to_be_visible()
    printed = page.locator(".print-2").nth(1).bounding_box()
    assert printed
    tops = spots.evaluate_all("found => found.map((one) => one.getBoundingClientRect().top)")
    assert min(tops) > printed["y"] + printed["height"]


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_a_leaderboard_takes_every_name(house: House, long_names: tuple[str, ...], size: tuple[int, int]) -> None:
    spec: dict[str, Any] = {"rulebook": "nz-tournament", "limits": "10-500", "choices": {}}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    for name in long_names:
        house.say(table, name, "join 100", "enter")
    page = _shown(house, f"/screen/{table}", size)
    expect(page.locator(".big-screen li")).to_have_count(len(long_names))
    assert not _sticks_out(page, ".big-screen *")
    assert not _scrolls_sideways(page)


@pytest.mark.parametrize("path", ["/", "/tables", "/room", "/open", "/rules/nz-blackjack", "/account", "/settings"])
def test_no_page_scrolls_sideways(house: House, path: str) -> None:
    page = _shown(house, path, SIZES[0], "olga")
    expect(page).to_have_title(re.compile("pitboss"))
    assert not _scrolls_sideways(page)


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_a_clause_is_shown_in_full(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    house.say(table, "ann", "join 500", "bet 1 30 perfect_pairs=1")
    page = _shown(house, f"/tables/{table}", size)
    if size[0] < 600:
        page.get_by_role("button", name="Log").click()
    told = [event for update in house.ask("ann", "GET", f"/tables/{table}/updates") for event in update["events"]]
    most = max(told, key=lambda event: len(event["clauses"]))
    line = page.locator(".log li", has_text=most["text"][1:].split(", wagers")[0]).last
    line.get_by_role("button", name=re.compile("more clauses")).click()
    clauses = line.locator(".clause-link")
    expect(clauses).to_have_count(len(most["clauses"]))
    assert len(most["clauses"]) > 2
    tip = page.get_by_role("tooltip")
    for clause in clauses.all():
        clause.hover()
        expect(tip).to_be_visible()
        assert tip.evaluate(
            "tip => { const {left, right, top, bottom} = tip.getBoundingClientRect();"
            "return [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]]"
            ".every(([x, y]) => document.elementFromPoint(x, y) === tip); }"
        )
        page.mouse.move(2, size[1] - 2)
        expect(tip).to_have_count(0)
